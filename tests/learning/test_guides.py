"""Games beside a guide: what it knows, what it would do, and what each action would gain."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import Game, Rules
from hanabilab.agents import make_agent
from hanabilab.agents.policy import new_memory
from hanabilab.errors import AgentError, IllegalActionError, RulesError
from hanabilab.game.games import Games
from hanabilab.knowledge.slot_memory import CARDS, place_of
from hanabilab.learning import all_permutations, color_symmetry
from hanabilab.learning.guide_kernels import Seat, Shown, show_row
from hanabilab.learning.guides import Guided, GuidedGames
from hanabilab.randomness import SEAT_STREAM, seed_rng
from tests.lanes import slow_after


class NaiveGame:
    """One game in Python: every seat remembers by itself what the guide would."""

    def __init__(self, name, rules, seed, index):
        self.agent, self.rules = make_agent(name), rules
        deck = Games(rules, 1, seed=seed, first=index).states["deck"][0][: rules.deck_size]
        self.game = Game(rules, deck=deck)
        self.memories = new_memory(self.agent, rules.players)
        self.rngs = np.zeros((rules.players, 2), np.uint64)
        for seat in range(rules.players):
            seed_rng(self.rngs[seat], seed, index, SEAT_STREAM + seat)
        self.watch()

    def copy(self):
        other = object.__new__(NaiveGame)
        other.agent, other.rules, other.game = self.agent, self.rules, self.game.copy()
        other.memories, other.rngs = self.memories.copy(), self.rngs.copy()
        return other

    def watch(self):
        for seat in range(self.rules.players):
            self.agent.native_observe(self.game.view(seat), self.memories[seat])

    def propose(self):
        """What the guide would do; draws from its generator."""
        seat = self.game.current_seat
        return self.agent.native_act(self.game.view(seat), self.memories[seat], self.rngs[seat])

    def act(self, action):
        self.game.act(int(action))
        if not self.game.is_over:
            self.watch()

    def promise(self):
        """The score of the guide from here on."""
        other = self.copy()
        while not other.game.is_over:
            other.act(other.propose())
        return other.game.score

    def after(self, action):
        other = self.copy()
        other.act(action)
        return other.promise()


def _ordered(guide, observation):
    """An observation in color-major order, back in its own."""
    return observation[guide.symmetry.observation.inverse]


def _some_action(legal, proposal, rng):
    """The guide's, or one time in four any legal action."""
    return int(rng.choice(np.flatnonzero(legal))) if rng.random() < 0.25 else int(proposal)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "players"),
    slow_after(1, [("random", 2), ("smart", 2), ("smart", 3), ("h-group", 3)], several=True),
)
def test_games_are_those_of_naive_seats(name, players):
    """Observations, proposals, promises, rewards and gains; with deviations, over several games."""
    rules, rng, rows = Rules(players=players), np.random.default_rng(1), 2
    guide = Guided(name, rules)
    games = GuidedGames(guide, rows, seed=7)
    twins = [NaiveGame(name, rules, 7, row) for row in range(rows)]
    size, actions, ends = guide.size, rules.num_actions, 0
    for turn in range(110):
        chosen, before = [], []
        for row, twin in enumerate(twins):
            promise = twin.promise()
            assert games.promises[row] == promise
            proposal = twin.propose()
            assert games.proposals[row] == proposal
            seen = _ordered(guide, games.observations[row])
            observed = twin.game.observation()
            assert (seen[: len(observed)] == observed).all()
            assert (seen[size - actions :] == (np.arange(actions) == proposal)).all()
            assert np.flatnonzero(games.legal[row]).tolist() == twin.game.legal_actions()
            if turn % 8 == row:
                expected = [
                    twin.after(action) - promise if legal and action != proposal else 0
                    for action, legal in enumerate(games.legal[row])
                ]
                assert games.gains(np.array([row]))[0].tolist() == expected
            chosen.append(_some_action(games.legal[row], proposal, rng))
            before.append(promise)
        games.step(chosen)
        for row, twin in enumerate(twins):
            twin.act(chosen[row])
            over = twin.game.is_over
            reached = twin.game.score if over else twin.promise()
            assert games.rewards[row] == reached - before[row]
            assert games.ended[row] == over
            if over:
                ends += 1
                assert games.scores[row] == twin.game.score
                twins[row] = NaiveGame(name, rules, 7, int(games.games[row]))
    assert ends >= 2


def test_facts_are_what_memory_leaves():
    """Sets and shares of `smart`, worked out card by card."""
    rules, rng = Rules(players=3), np.random.default_rng(2)
    guide, cards = Guided("smart", rules), rules.num_cards
    games, twin = GuidedGames(guide, 1, seed=3), NaiveGame("smart", rules, 3, 0)
    partly = 0
    while True:
        view = twin.game.view()
        me, memory = view.seat, twin.memories[view.seat]
        facts = _ordered(guide, games.observations[0])[956:-30]
        sets = facts[: 15 * cards].reshape(3, 5, cards)
        shares = facts[15 * cards :].reshape(3, 5, 3)
        for offset in range(3):
            seat = (me + offset) % 3
            for slot in range(5):
                held = {c for c in range(cards) if memory[place_of(seat, slot)] & CARDS & 1 << c}
                copies = _copies(rules, view, memory, own=offset == 0)
                if offset == 0 and any(copies[c] for c in held):
                    held = {c for c in held if copies[c]}
                assert {*np.flatnonzero(sets[offset, slot]).tolist()} == held
                weights = {c: max(copies[c], 0) for c in held}
                if not sum(weights.values()):
                    weights = dict.fromkeys(held, 1)
                total = max(sum(weights.values()), 1)
                critical = [
                    c for c in held if _left(rules, view, c) == 1 and not _bit(view.useless, c)
                ]
                for kind, chosen in enumerate(
                    (
                        [c for c in held if _bit(view.playable, c)],
                        [c for c in held if _bit(view.useless, c)],
                        critical,
                    )
                ):
                    share = sum(weights[c] for c in chosen) / total
                    assert shares[offset, slot, kind] == pytest.approx(share, abs=1e-6)
                    partly += 0 < share < 1
        action = _some_action(games.legal[0], games.proposals[0], rng)
        twin.act(action)
        if twin.game.is_over:
            break
        games.step([action])
    assert partly > 100


def _bit(cards, card):
    return bool(int(cards) >> card & 1)


def _left(rules, view, card):
    suit, rank = divmod(card, rules.ranks)
    played = rank < view.fireworks[suit]
    return int(rules.card_copies[card] - view.discards[card] - played)


def _copies(rules, view, memory, *, own):
    """Copies not played or discarded; for the own hand less those seen, and named in it."""
    copies = {card: _left(rules, view, card) for card in range(rules.num_cards)}
    if own:
        for card in view.hands.reshape(-1).tolist():
            if 0 <= card < rules.num_cards:
                copies[card] -= 1
        for slot in range(rules.hand_size):
            held = int(memory[place_of(view.seat, slot)]) & CARDS
            if held and held & held - 1 == 0 and copies[held.bit_length() - 1] > 0:
                copies[held.bit_length() - 1] -= 1
    return copies


@pytest.mark.once
def test_renaming_colors_renames_observations():
    """The facts follow their colors, as HLE's entries do, if the same is done."""
    rules, rng = Rules(players=2), np.random.default_rng(4)
    guide, symmetry = Guided("smart", rules), color_symmetry(rules)
    entries = guide.symmetry.observation
    assert sorted(entries.order.tolist()) == list(range(guide.size))
    facts = slice(0, guide.size - rules.num_actions)
    for permutation in list(all_permutations(5))[5::40]:
        move = np.argsort(symmetry.actions.permuted(permutation))
        first, second = NaiveGame("smart", rules, 5, 0), NaiveGame("smart", rules, 5, 0)
        suits, ranks = np.divmod(np.array(first.game.deck), rules.ranks)
        second.game = Game(rules, deck=np.asarray(permutation)[suits] * rules.ranks + ranks)
        second.memories = new_memory(second.agent, 2)
        second.watch()
        while not first.game.is_over:
            seen = [_seen(guide, each) for each in (first, second)]
            assert (seen[1][facts] == seen[0][entries.permuted(permutation)][facts]).all()
            action = _some_action(
                np.isin(np.arange(rules.num_actions), first.game.legal_actions()),
                first.propose(),
                rng,
            )
            first.act(action)
            second.act(move[action])


def _seen(guide, twin):
    """The observation of the seat to act, in its own order."""
    shown = Shown(
        np.empty((1, guide.size), np.float32),
        np.empty((1, guide.rules.num_actions), np.bool_),
        np.empty(1, np.int64),
    )
    number = twin.game.current_seat
    seat = Seat(twin.game.view(), twin.memories[number], twin.rngs[number].copy())
    show_row(shown, 0, seat, guide.reader, np.empty(guide.size, np.float32))
    return _ordered(guide, shown.observations[0])


@pytest.mark.once
def test_sizes():
    """658 + 280 + 20 entries for `smart` with two players; an agent without facts offers none."""
    assert Guided("smart", Rules(players=2)).size == 958
    assert Guided("h-group(level=4)", Rules(players=2)).size == 958
    assert Guided("five-rule", Rules(players=2)).size == 678
    assert Guided("simple", Rules(players=2)).size == 678


@pytest.mark.once
def test_what_is_no_guide_is_refused():
    """A cheat, a search, a variant's colors; an illegal action."""
    with pytest.raises(AgentError, match="cannot guide"):
        Guided("cheat", Rules())
    with pytest.raises(AgentError, match="cannot guide"):
        Guided("sparta(smart)", Rules())
    with pytest.raises(RulesError, match="at least one game"):
        GuidedGames(Guided("smart", Rules()), 0)
    games = GuidedGames(Guided("smart", Rules()), 2)
    with pytest.raises(IllegalActionError, match="game 1: action 0"):
        games.step([5, 0])
