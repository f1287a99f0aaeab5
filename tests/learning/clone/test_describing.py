"""What a model of people is told: a naive twin counts the same, and colors are all alike."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.agents.policy import new_memory
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.rules import Rules
from hanabilab.learning.clone import columns as at
from hanabilab.learning.clone.describing import describe
from hanabilab.learning.clone.memory import MEMORY_SIZE, WATCHER

pytestmark = pytest.mark.compiled


class Watched:
    """A game by chance, which every seat watches."""

    def __init__(self, rules, seed, deck=None):
        self.game = Game(rules, seed=seed) if deck is None else Game(rules, deck=deck)
        self.memory = new_memory(WATCHER, rules.players)
        self._observe()

    def _observe(self):
        for seat, memory in enumerate(self.memory):
            WATCHER.native_observe(self.game.view(seat), memory)

    def act(self, action):
        self.game.act(action)
        self._observe()

    def told(self):
        """The columns of all actions, of the position, and which actions are legal."""
        view = self.game.view(self.game.current_seat)
        count = self.game.rules.num_actions
        actions = np.full((count, at.ACTION_COLUMNS), 7, np.float32)
        position = np.full(at.POSITION_COLUMNS, 7, np.float32)
        legal = np.zeros(count, np.bool_)
        describe(actions, position, legal, view, self.memory[self.game.current_seat])
        return actions, position, legal


def _played(players, seed, turns, deck=None):
    watched = Watched(Rules(players=players), seed, deck)
    rng = np.random.default_rng(seed)
    for _ in range(turns):
        if watched.game.is_over:
            break
        # Plays are rare, so that games last.
        kinds = watched.game.rules.tables.action_kind
        legal = [a for a in watched.game.legal_actions() if rng.random() < 0.3 or kinds[a] != PLAY]
        watched.act(int(rng.choice(legal or watched.game.legal_actions())))
    return watched


def _possible(view, seat, slot):
    return [card for card in range(25) if (int(view.possible[seat, slot]) >> card) & 1]


def _is_in(cards, card):
    return (int(cards) >> int(card)) & 1


@given(st.integers(0, 2**31), st.integers(2, 4), st.integers(0, 50))
@pytest.mark.late
def test_chances_of_own_cards_are_counted_copy_by_copy(seed, players, turns):
    watched = _played(players, seed, turns)
    game, seat = watched.game, watched.game.current_seat
    view = game.view(seat)
    actions, _, legal = watched.told()
    unseen = [3, 2, 2, 2, 1] * 5
    for card in [*map(int, view.hands[view.hands >= 0].ravel())]:
        unseen[card] -= 1
    for suit in range(5):
        for rank in range(int(view.fireworks[suit])):
            unseen[5 * suit + rank] -= 1
    unseen = [left - int(gone) for left, gone in zip(unseen, view.discards[:25], strict=True)]
    for slot in range(game.rules.hand_size):
        action = game.rules.hand_size + slot
        if not legal[action]:
            continue
        cards = _possible(view, seat, slot)
        weights = [unseen[card] for card in cards]
        fits = sum(w for w, card in zip(weights, cards, strict=True) if _is_in(view.playable, card))
        dead = sum(w for w, card in zip(weights, cards, strict=True) if _is_in(view.useless, card))
        total = sum(weights)
        assert actions[action, at.MAY_PLAY] == pytest.approx(fits / total)
        assert actions[action, at.MAY_BE_USELESS] == pytest.approx(dead / total)
        assert actions[action, at.SURE_PLAY] == (fits == total)
        assert actions[action, at.WIDTH] == pytest.approx(math.log2(len(cards)) / 5)


@given(st.integers(0, 2**31), st.integers(2, 4), st.integers(0, 50))
def test_own_cards_are_told_beside_each_other(seed, players, turns):
    watched = _played(players, seed, turns)
    game, seat = watched.game, watched.game.current_seat
    view, size = game.view(seat), game.rules.hand_size
    actions, position, legal = watched.told()
    ages = {s: int(view.deck_index[seat, s]) for s in range(size) if view.deck_index[seat, s] >= 0}
    rows = {slot: actions[size + slot] for slot in ages}
    best = max(row[at.MAY_PLAY] for row in rows.values())
    free = [slot for slot in ages if view.hinted[seat, slot] == 0]
    lowest = min(int(stack) for stack in view.fireworks[:5])
    assert position[at.OWN_PLAY] == best
    for slot, row in rows.items():
        alike = [s for s in ages if s != slot and rows[s][at.MAY_PLAY] == row[at.MAY_PLAY]]
        hinted = int(view.hinted[seat, slot])
        assert row[at.AGE] == sum(age < ages[slot] for age in ages.values()) / 4
        assert row[at.OLDEST] == (ages[slot] == min(ages.values()))
        assert row[at.NEWEST] == (ages[slot] == max(ages.values()))
        assert row[at.ON_CHOP] == (bool(free) and slot == min(free, key=ages.get))
        assert row[at.NEWER_ALIKE] == sum(ages[s] > ages[slot] for s in alike) / 4
        assert row[at.OLDER_ALIKE] == sum(ages[s] < ages[slot] for s in alike) / 4
        assert row[at.BEHIND_BEST] == row[at.MAY_PLAY] - best
        assert row[at.BEST_PLAY] == (row[at.MAY_PLAY] == best)
        assert row[at.COLOR_TOLD] == (hinted & 31 != 0)
        assert row[at.RANK_TOLD] == (hinted >> 5 != 0)
        assert row[at.HINTS] == pytest.approx(hinted.bit_count() / 3)
        assert row[at.LOWEST_TOLD] == (hinted >> 5 >> lowest) & 1
        if legal[slot]:
            assert np.array_equal(actions[slot][4:], row[4:])


@given(st.integers(0, 2**31), st.integers(2, 4), st.integers(1, 50))
def test_the_table_and_what_was_done_are_told(seed, players, turns):
    watched = _played(players, seed, turns)
    game, seat = watched.game, watched.game.current_seat
    view, kinds = game.view(seat), game.rules.tables.action_kind
    _, position, _ = watched.told()
    before = (seat - 1) % players
    done = np.zeros((players, 4))
    for turn, action in enumerate(game.actions):
        done[turn % players, kinds[action]] += 1
    assert position[at.TOKENS] == view.information_tokens / 8
    assert position[at.NO_TOKEN] == (view.information_tokens == 0)
    assert position[at.ONE_LIFE] == (view.life_tokens == 1)
    assert position[at.DECK] == pytest.approx(game.cards_left / 50)
    assert position[at.LAST_ROUND] == (game.cards_left == 0)
    assert position[at.POINTS] == pytest.approx(int(view.points) / 25)
    assert position[at.TURN] == pytest.approx(len(game.actions) / 60)
    assert np.allclose(position[at.OWN_DONE : at.OWN_DONE + 4], done[seat] / 12)
    assert np.allclose(position[at.BEFORE_DONE : at.BEFORE_DONE + 4], done[before] / 12)
    last = np.flatnonzero(position[at.LAST_KIND : at.LAST_KIND + 4]).tolist()
    assert last == [kinds[game.actions[-1]]]
    own = [kinds[a] for turn, a in enumerate(game.actions) if turn % players == seat]
    assert np.flatnonzero(position[at.OWN_LAST : at.OWN_LAST + 4]).tolist() == own[-1:]
    failed = (game.rules.life_tokens - int(view.life_tokens)) / 3
    assert position[at.OWN_FAILED] + position[at.BEFORE_FAILED] <= failed + 1e-6
    assert players > 2 or position[at.OWN_FAILED] + position[at.BEFORE_FAILED] == pytest.approx(
        failed
    )


@given(st.integers(0, 2**31), st.integers(2, 5), st.integers(0, 50))
def test_hints_are_told_as_one_would_count_them(seed, players, turns):
    watched = _played(players, seed, turns)
    game = watched.game
    view = game.view(game.current_seat)
    actions, _, legal = watched.told()
    for action in np.flatnonzero(legal):
        kind = int(game.rules.tables.action_kind[action])
        if kind < 2:
            continue
        row = actions[action]
        offset = int(game.rules.tables.action_place[action])
        target, value = (
            (game.current_seat + offset) % players,
            int(game.rules.tables.action_value[action]),
        )
        held = {slot: int(view.hands[target, slot]) for slot in range(5)}
        held = {slot: card for slot, card in held.items() if card >= 0}
        touched = [
            s for s, c in held.items() if (c // 5 == value if value < 5 else c % 5 == value - 5)
        ]
        fresh = [slot for slot in touched if view.hinted[target, slot] == 0]
        ages = {slot: int(view.deck_index[target, slot]) for slot in held}
        newest, oldest = max(touched, key=ages.get), min(touched, key=ages.get)
        free = [slot for slot in held if view.hinted[target, slot] == 0]
        chop = min(free, key=ages.get) if free else None
        assert row[at.TOUCHES] == pytest.approx(len(touched) / 5)
        assert row[at.TOUCHES_NEW] == pytest.approx(len(fresh) / 5)
        assert row[at.PLAYABLES] == sum(_is_in(view.playable, held[s]) for s in touched) / 2
        assert row[at.USELESSES] == sum(_is_in(view.useless, held[s]) for s in touched) / 2
        assert row[at.NEW_PLAYABLES] == sum(_is_in(view.playable, held[s]) for s in fresh) / 2
        assert row[at.NEWEST_PLAYABLE] == _is_in(view.playable, held[newest])
        assert row[at.OLDEST_USELESS] == _is_in(view.useless, held[oldest])
        assert row[at.TOUCHES_CHOP] == (chop in touched)
        assert row[at.PLAYS_CHOP] == (chop in touched and _is_in(view.playable, held[chop]))
        assert row[at.TO_NEXT] == (offset == 1)
        assert row[at.TO_SECOND] == (offset == 2)
        told, right, wrong, plays = 0.0, 0.0, 0.0, 0
        for slot in held:
            before = _possible(view, target, slot)
            after = [
                c
                for c in before
                if (c // 5 == value if value < 5 else c % 5 == value - 5) == (slot in touched)
            ]
            told += math.log2(len(before) / len(after)) / 10
            fitting = sum(_is_in(view.playable, card) for card in after)
            knew = all(_is_in(view.playable, card) for card in before)
            plays += fitting == len(after) and not knew
            if slot in touched and _is_in(view.playable, held[slot]):
                right += fitting / len(after)
            elif slot in touched:
                wrong += fitting / len(after)
        assert row[at.LOOKS_RIGHT] == pytest.approx(right)
        assert row[at.LOOKS_WRONG] == pytest.approx(wrong)
        assert row[at.TELLS_PLAY] == plays / 2
        assert row[at.TELLS] == pytest.approx(told, abs=1e-5)
        assert row[at.NO_NEWS] == (told == 0)
        assert row[at.RANK] == pytest.approx(max(0, value - 5) / 4)


@given(st.integers(0, 2**31), st.permutations(range(5)), st.integers(0, 40))
def test_no_color_is_told_apart(seed, colors, turns):
    """With the colors of the deck and of all hints changed round, rows of hints change places."""
    watched = _played(3, seed, turns)
    game = watched.game
    deck = [5 * colors[int(card) // 5] + int(card) % 5 for card in game.state.deck[:50]]
    turned = Watched(Rules(players=3), 0, deck)
    moved = np.arange(game.rules.num_actions)
    for action in range(10, 20):
        moved[action] = 10 + 5 * ((action - 10) // 5) + colors[(action - 10) % 5]
    for action in game.actions:
        turned.act(int(moved[action]))
    actions, position, legal = watched.told()
    others, other_position, other_legal = turned.told()
    assert np.array_equal(position, other_position)
    assert np.array_equal(legal, other_legal[moved])
    assert np.allclose(actions, others[moved], atol=1e-6)


@given(st.integers(0, 2**31), st.integers(2, 6), st.integers(0, 60))
def test_what_is_remembered_is_public(seed, players, turns):
    watched = _played(players, seed, turns)
    assert watched.memory.shape == (players, MEMORY_SIZE)
    assert (watched.memory == watched.memory[0]).all()


def test_the_last_hint_of_a_card_is_told_with_its_part():
    """Two ones of three cards, the chop among them."""
    rules = Rules(players=2)
    first = [0, 1, 5, 2, 10]  # red 1, red 2, yellow 1, red 3, green 1
    second = [3, 8, 13, 18, 23]
    rest = [card for card in range(25) for _ in range((3, 2, 2, 2, 1)[card % 5])]
    for card in [*first, *second]:
        rest.remove(card)
    watched = Watched(rules, 0, [*second, *first, *rest])
    watched.act(15)  # ones
    actions, position, _ = watched.told()
    assert position[at.HINTED_ME] == 1
    assert position[at.TOUCHED_NOW] == pytest.approx(3 / 5)
    plays = actions[5:10]
    assert plays[:, at.JUST_NOW].tolist() == [1, 0, 1, 0, 1]
    assert plays[:, at.PART_CHOP].tolist() == [1, 0, 0, 0, 0]
    assert plays[:, at.PART_OLDEST].tolist() == [1, 0, 0, 0, 0]
    assert plays[:, at.PART_NEWEST].tolist() == [0, 0, 0, 0, 1]
    assert plays[:, at.PART_BY_RANK].tolist() == [1, 0, 1, 0, 1]
    assert plays[:, at.TOUCHED_WITH].tolist() == [0.5, 0, 0.5, 0, 0.5]
    assert plays[:, at.LOWEST_TOLD].tolist() == [1, 0, 1, 0, 1]
    assert plays[:, at.SURE_PLAY].tolist() == [1, 0, 1, 0, 1]
