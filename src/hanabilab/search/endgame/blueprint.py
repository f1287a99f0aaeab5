"""What actions near the end are worth if all seats play on by a blueprint: the exact expectation.

The seat to act knows what it may: its own hand can be any of its range. Every hand of the range is
played out with every order of the deck.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import factorial

import numpy as np

from hanabilab.agents.asking import require_unraised
from hanabilab.agents.policy import Agent, CompiledPolicy
from hanabilab.agents.registry import as_agent
from hanabilab.agents.traits import check_rules
from hanabilab.beliefs import HandRange, History, unseen_counts
from hanabilab.beliefs.chances import ways_of
from hanabilab.beliefs.history import new_rng
from hanabilab.beliefs.range_update import hints_alone, update_range
from hanabilab.errors import AgentError
from hanabilab.game.actions import fill_legal
from hanabilab.game.cards import max_reachable_score
from hanabilab.game.games import Game
from hanabilab.search.endgame.own_turns import OutOfTimeError, OwnTurns
from hanabilab.search.endgame.playing import DICE, deal_hand, play_orders
from hanabilab.search.endgame.solve import by_value, require_endgame
from hanabilab.search.endgame.values import ActionValue, Bounds, EndgameValues
from hanabilab.search.evaluate import turns_of
from hanabilab.search.searching import (
    make_position,
    make_workspace,
    require_fit,
    require_whole,
    rollout_policy,
)
from hanabilab.search.sparta import Sparta

#: What the range of the seat to act rests on.
BELIEFS = ("exact", "hints")
#: Own turns at which a seat may choose.
_MOST_TURNS = 50
#: Cards in the deck and the own hand at most: more ways to deal them do not fit 64 bits.
_MOST_UNSEEN = 18
#: Orders of the deck that are played between two looks at the clock.
_ORDERS = 200


@dataclass(frozen=True)
class BlueprintValues(EndgameValues):
    """Values where all seats play on by a blueprint.

    Attributes:
        basis: what the range rests on: "exact", hands that hints allow and in which partners would
            have done what they did; or "hints", also where partners did what the blueprint never
            does.
        hands: in the range.
        depth: turns of its own, the present one included, at which the seat to act does what is
            best instead of what the blueprint does.
    """

    basis: str
    hands: int
    depth: int = 1


def blueprint_values(
    game: Game,
    agent: Agent | str,
    *,
    beliefs: str = "exact",
    seconds: float = 5.0,
    hands: int | None = None,
    depth: int = 1,
    believed: HandRange | None = None,
) -> BlueprintValues:
    """Every legal action's value if the agent in all seats plays on behind it.

    With `depth` N, the seat to act takes the best action at its next N - 1 turns, too, by what it
    knows then. It acts for a win in what is told of wins, and for points in what is told of scores.

    Args:
        game: running, with at most 18 cards in the deck and the hand of the seat to act.
        agent: compiled, honest, and without random numbers.
        beliefs: "exact", what hints and the agent's choices leave; or "hints".
        seconds: that it may take, about, the range not counted; what is not exact by then is told
            as bounds.
        hands: of the range that are played out at most, the likeliest first; None for no limit.
        depth: turns of its own at which the seat chooses, from 1. More cost about as many times as
            much as there are actions.
        believed: the range, of that agent and those beliefs, where it is known already.

    Raises:
        AgentError: the game is over, too many cards or hands, other beliefs, a depth below 1, or an
            agent that cannot be played out.
    """
    require_whole("depth", depth, 1, _MOST_TURNS)
    policy = _compiled(agent, game)
    require_endgame(game)
    history, found = range_near_the_end(game, policy, beliefs, believed)
    worlds = _Worlds(game, policy, history, found)
    limit = worlds.hands if hands is None else min(hands, worlds.hands)
    if limit > 0:
        worlds.play_on(1)  # what must be compiled is, before time counts
    turns = OwnTurns(history, policy, found, depth) if depth > 1 else None
    began = time.monotonic()
    while worlds.played < limit and time.monotonic() - began < seconds:
        worlds.play_on(_ORDERS)
    values = worlds.values()
    if turns is not None:
        values = worlds.improved(values, turns, began + seconds)
    took = time.monotonic() - began
    return BlueprintValues(
        tuple(sorted(values, key=by_value)), took, found.basis, len(found), depth
    )


def _compiled(agent: Agent | str, game: Game) -> CompiledPolicy:
    policy = as_agent(agent)
    if not isinstance(policy, CompiledPolicy):
        raise AgentError(f"{policy.name} is not compiled; only compiled agents play endgames out")
    require_fit(policy)
    check_rules(policy, game.rules)
    return policy


def range_near_the_end(
    game: Game, agent: Agent | str | None, beliefs: str, believed: HandRange | None = None
) -> tuple[History, HandRange]:
    """What the seat to act has seen, and all hands that it may hold.

    Args:
        game: running.
        agent: compiled; whom the others are believed to be. None to go by hints alone.
        beliefs: "exact" or "hints".
        believed: these hands, where they are known already.

    Raises:
        AgentError: too many cards or hands, or none; other beliefs, or an agent that cannot be
            asked.
    """
    if beliefs not in BELIEFS:
        raise AgentError(f"beliefs is {beliefs!r}; one of {', '.join(BELIEFS)}")
    policy = _compiled("random" if agent is None else agent, game)
    history = History.of(policy, turns_of(game, policy, 0), 0)
    _require_few(history)
    if believed is None:
        believed = _range(history, policy, "hints" if agent is None else beliefs)
    if not len(believed):
        raise AgentError("the range has no hand; it needs one at least")
    return history, believed


def _require_few(history: History) -> None:
    unseen = int(unseen_counts(history.view).sum())
    if unseen > _MOST_UNSEEN:
        raise AgentError(
            f"{unseen} cards are in the deck and the own hand; played out exactly are at most "
            f"{_MOST_UNSEEN}"
        )


def _range(history: History, policy: CompiledPolicy, beliefs: str) -> HandRange:
    """The hands that the seat to act may hold, all of them."""
    model = Sparta(policy).partners
    if beliefs == "hints":
        found = hints_alone(history.view, model)
    else:
        found = update_range(history, None, model)
    if found.basis not in BELIEFS:
        raise AgentError(
            f"there are over {model.max_hands:,} hands that the seat to act may hold; an endgame "
            "has fewer"
        )
    return found


class _Worlds:
    """The worlds of a range, and what actions have got in those that were played out."""

    def __init__(
        self, game: Game, policy: CompiledPolicy, history: History, hands: HandRange
    ) -> None:
        legal = np.zeros(game.rules.num_actions, np.bool_)
        fill_legal(legal, game.state)
        self._tried = legal
        self._agent, self._policy = policy, rollout_policy(policy)
        self._position = make_position(history, hands)
        self._workspace = make_workspace(game.rules, policy)
        self._sums = np.zeros((len(legal), 3), np.int64)
        self._top = most_of(game)
        ways = ways_of(hands.packed_hands, self._position.counts).astype(np.int64)
        if not ways.any():
            raise AgentError("no hand of the range can be dealt from the cards that are not seen")
        order = np.argsort(-ways, kind="stable")[: np.count_nonzero(ways)]
        self._hands, self._ways = hands.packed_hands[order], ways[order]
        #: Hands that can be dealt.
        self.hands = len(order)
        self._orders = factorial(game.cards_left)
        self._rng = new_rng()
        #: Hands that are played out with all orders of the deck.
        self.played = 0
        #: Of the next hand: ways in which each order of its deck comes, and of all that are left.
        self._each = self._left = 0

    def play_on(self, most: int) -> None:
        """Play so many orders of the deck at most, of the likeliest hand that has any left."""
        if not self._left:
            packed, observe = int(self._hands[self.played]), self._policy.blueprint.observe
            self._each = deal_hand(packed, self._position, self._workspace, observe, self._rng)
            self._left = int(self._ways[self.played]) * self._orders
        given = self._workspace, self._policy, self._rng
        count = play_orders(self._sums, self._tried, self._each, most, *given)
        require_unraised(self._agent, self._workspace.look_at.raised)
        if count == DICE:
            raise AgentError(
                f"{self._agent.name} uses random numbers; exact values are of agents that do not"
            )
        if count < 0:
            raise AgentError(
                f"{self._agent.name} acts illegally, or no game can reach this position"
            )
        self._left -= count * self._each
        self.played += not self._left

    def values(self) -> list[ActionValue]:
        """What is known of each action; worlds that were not played may be anything."""
        total = sum(map(int, self._ways)) * self._orders
        begun = self.played + (self._left > 0)
        rest = sum(map(int, self._ways[begun:])) * self._orders + self._left
        return [
            ActionValue(action, *(self._bounds(action, aim, rest, total) for aim in (0, 1)))
            for action in map(int, np.flatnonzero(self._tried))
        ]

    def improved(
        self, values: list[ActionValue], turns: OwnTurns, until: float
    ) -> list[ActionValue]:
        """The values if the seat chooses at later turns, too; bounds where there was no time."""
        total, found = sum(map(int, self._ways)) * self._orders, []
        for each in values:
            # Without time, no less is known than that the blueprint can be followed.
            bounds = [Bounds(Fraction(0), Fraction(top)) for top in self._top]
            with suppress(OutOfTimeError):
                sums = turns.value_of(each.action, until)
                bounds = [Bounds(*[Fraction(ways, total)] * 2) for ways in sums]
            found.append(ActionValue(each.action, *bounds).at_least(each))
        return found

    def _bounds(self, action: int, aim: int, rest: int, total: int) -> Bounds:
        known = int(self._sums[action, aim])
        return Bounds(Fraction(known, total), Fraction(known + rest * self._top[aim], total))


def most_of(game: Game) -> tuple[int, int]:
    """What a game can bring at most: a win, and points."""
    most = int(max_reachable_score(game.state))
    return int(most == game.rules.max_score), most
