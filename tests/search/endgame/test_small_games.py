"""Endgames against the solvers of small games, which know nothing of endgames: a second oracle.

Whole games that are small are enumerated there; endgames are, too, as small games of their own.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from hanabilab.agents import make_agent
from hanabilab.game.games import Game
from hanabilab.game.state import COMPLETED, STATE
from hanabilab.search.endgame import blueprint_values, honest_values, open_values
from hanabilab.tiny import enumerate_game
from hanabilab.tiny.agent_policies import agent_policy
from hanabilab.tiny.games import MiniHanabi
from hanabilab.tiny.names import make_game
from hanabilab.tiny.solvers import best_response, solve
from hanabilab.tiny.solvers.bounds import full_information_bounds
from hanabilab.tiny.sweeps import all_values, partners_reach
from tests.search.endgame.positions import near_the_end
from tests.search.endgame.test_honest_values import SMALL, small_games, worlds_of

pytestmark = pytest.mark.compiled

#: Games of some hundred histories, by rules: two lives; three players; three ranks.
WHOLE = [
    "suits=1,ranks=2,copies=31,hand_size=1,information_tokens=1,life_tokens=2",
    "players=3,suits=1,ranks=2,copies=31,hand_size=1,information_tokens=1,life_tokens=1",
    "suits=1,ranks=3,copies=211,hand_size=1,information_tokens=1,life_tokens=1",
]


# --- Whole games: each history of a tree, from the deal on ----------------------------------------


@cache
def whole(rules):
    """The tree of a game, and the game at each history at which somebody acts, by number."""
    tree = enumerate_game(make_game(f"hanabi(full({rules}))"))
    waiting, found = deque((state, []) for state, _ in tree.game.deals()), {}
    for history, infoset in enumerate(tree.infoset.tolist()):
        state, taken = waiting.popleft()
        if infoset >= 0:
            found[history] = Game(tree.game.rules, deck=tree.game.deck(state))
            for action in taken:
                found[history].act(action)
            for action in tree.infosets[infoset].actions:
                path = [*taken, tree.game.action_id(action)]
                waiting.extend((after, path) for after, _ in tree.game.act(state, action))
    return tree, found


def choices_at(tree, infoset):
    """The action ids of an information set, and its choices in the tree."""
    ids = [tree.game.action_id(each) for each in tree.infosets[infoset].actions]
    return zip(ids, range(tree.num_choices)[tree.choices_of(infoset)], strict=True)


@pytest.mark.parametrize("rules", WHOLE)
def test_open_hands_are_worth_what_full_information_is(rules):
    """Every action of every history."""
    tree, games = whole(rules)
    bounds = full_information_bounds(tree)
    for history, game in games.items():
        found = {each.action: each.score for each in open_values(game).actions}
        assert sorted(found) == game.legal_actions()
        for action, choice in choices_at(tree, tree.infoset[history]):
            after = (tree.parent == history) & (tree.choice == choice)
            wanted = bounds[after].sum() / tree.chance[history]
            assert found[action].exact
            assert float(found[action].lower) == pytest.approx(wanted)


@pytest.mark.parametrize("agent", ["five-rule", "newest"])
@pytest.mark.parametrize("rules", WHOLE)
@pytest.mark.late_but(2)
def test_a_blueprint_is_worth_what_its_policy_is(rules, agent):
    """At each information set that the partners allow; and the best response to them likewise.

    Who may choose at all of its turns is worth, after each action, what the best response is.
    """
    tree, games = whole(rules)
    policy = agent_policy(tree, make_agent(agent))
    won = replace(tree, payoff=(tree.payoff == tree.game.rules.max_score).astype(float))
    checked = 0
    for seat in range(tree.game.seats):
        reach = partners_reach(tree, policy[:, None])[seat, :, 0] * tree.chance
        for depth in (1, 50):
            worth = [
                worth_of_choices(
                    each, best_response(each, policy, seat) if depth > 1 else policy, reach
                )
                for each in (won, tree)
            ]
            for infoset in np.flatnonzero(tree.seat_of == seat):
                own = np.flatnonzero(tree.infoset == infoset)
                if reach[own].sum() > 0:
                    found = blueprint_values(games[int(own[0])], agent, depth=depth, seconds=1000)
                    assert (found.exact, found.basis) == (True, "exact")
                    told = {
                        each.action: (float(each.win.lower), float(each.score.lower))
                        for each in found.actions
                    }
                    for action, choice in choices_at(tree, infoset):
                        wanted = tuple(each[choice] / reach[own].sum() for each in worth)
                        assert told.pop(action) == pytest.approx(wanted)
                    assert not told
                    checked += 1
    assert checked > 30


def worth_of_choices(tree, policy, reach):
    """[C] what choices bring, over all histories that come with `reach` [N], chance among it."""
    values = all_values(tree, policy[:, None])[:, 0]
    moves = np.flatnonzero(tree.parent >= 0)
    before = tree.parent[moves]
    weighed = values[moves] * reach[before] / tree.chance[before]
    return np.bincount(tree.choice[moves], weighed, tree.num_choices)


# --- Endgames: small games that begin where a game stands -----------------------------------------


class Ending(MiniHanabi):
    """What goes on from a game in which a certain action comes first.

    Args:
        game: the position.
        worlds: decks that it may have, with how often each comes.
        action: which must be taken at first.
        blind: who does not see its own hand; all others see all. None if nobody is.
        wins: whether the payoff is 1 for all points; else the score.
    """

    def __init__(self, game, worlds, action, *, blind, wins):
        super().__init__(game.rules)
        self.worlds, self.first, self.blind, self.wins = worlds, action, blind, wins
        self.before = list(game.actions)

    def deals(self):
        total, seen = sum(self.worlds.values()), {}
        for deck, ways in self.worlds.items():
            world = Game(self.rules, deck=deck)
            for action in self.before:
                world.act(action)
            row = np.array(world.state, STATE).reshape(1)
            drawn, size = int(world.state.deck_drawn), self.rules.deck_size
            row["deck"][0, drawn:size] = np.sort(row["deck"][0, drawn:size])
            state = row.tobytes()
            seen[state] = seen.get(state, 0) + ways / total
        return list(seen.items())

    def actions(self, state):
        if _row(state)["turn"] == len(self.before):
            return [self._words[self.first]]
        return super().actions(state)

    def public(self, state):
        hidden = () if self.blind is None else (self.blind,)
        hands = [_hand(state, seat) for seat in range(self.seats) if seat not in hidden]
        return *super().public(state), *hands

    def private(self, state, seat):
        return () if self.blind in (None, seat) else _hand(state, self.blind)

    def payoff(self, state):
        return float(_row(state)["status"] == COMPLETED) if self.wins else super().payoff(state)


def _row(state):
    return np.frombuffer(state, STATE)[0]


def _hand(state, seat):
    return tuple(_row(state)["hands"][seat].tolist())


def check_by_solver(game, worlds, found, blind):
    for each in found.actions:
        for wins, bounds in ((True, each.win), (False, each.score)):
            ending = Ending(game, worlds, each.action, blind=blind, wins=wins)
            best = solve(enumerate_game(ending)).require_solved().value
            assert bounds.exact
            assert float(bounds.lower) == pytest.approx(best)


@pytest.mark.parametrize("setting", [pytest.param(SMALL[0], marks=pytest.mark.slow), *SMALL[1:]])
@pytest.mark.late_but(1)
def test_an_honest_seat_is_worth_what_the_solver_finds(setting):
    """The others see all hands and the seat does not see its own: the best that a team can do."""
    (game, worlds), *_ = small_games(setting, 1)
    found = honest_values(game, seconds=1000)
    check_by_solver(game, worlds, found, game.current_seat)


@pytest.mark.parametrize("setting", SMALL)
@pytest.mark.late_but(2)
def test_open_hands_are_worth_what_the_solver_finds(setting):
    """Of one deal; what is not drawn yet is unknown to it as well."""
    for seed in range(3):
        game = near_the_end(setting[:-1], setting[-1], seed)
        check_by_solver(game, {tuple(game.deck): 1}, open_values(game, seconds=1000), None)


def test_what_cannot_be_told_in_time_is_lost_to_the_solver_too():
    """A position in which the honest value is below the mean of open hands."""
    game = near_the_end((2, 2, 2, (2, 1), 1), 1, 20)
    found = honest_values(game, seconds=1000)
    check_by_solver(game, worlds_of(game), found, game.current_seat)
