"""Every legal action of a position valued: by search over an agent, or exactly near the end.

A first look picks the action that seems best. Then all actions are compared with that one in worlds
that had no part in picking it, so the gains are not those of a lucky winner. All actions have the
same worlds: an action that left once it looks bad would do so when its luck is bad.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from msgspec import UNSET

from hanabilab.agents.asking import ask_in
from hanabilab.agents.policy import Agent, CompiledPolicy, Turns
from hanabilab.beliefs import HandRange, History
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import action_words, format_action
from hanabilab.puzzles.forms import MoveValue
from hanabilab.puzzles.reasons import Reasons, own_words
from hanabilab.puzzles.replies import replies_of
from hanabilab.search import Estimates, Sparta
from hanabilab.search.endgame import BlueprintValues, blueprint_values
from hanabilab.search.evaluate import turns_of

#: Worlds that every action is played out in at least, if games suffice.
_MIN_WORLDS = 100
#: Worlds in which the next seat is asked what it does then.
_REPLY_WORLDS = 100
#: Hands at most where values are exact: more take long.
_MOST_HANDS = 300
# Seconds without end: what is exact must not depend on the machine.
_ALL_THE_TIME = 1e9


class Value(NamedTuple):
    """What an action is worth; points. An exact value has no error, and counts no worlds."""

    action: int
    mean: float
    mean_sem: float
    gain: float
    gain_sem: float
    worlds: int
    fraction: Fraction | None

    @property
    def margin(self) -> float:
        """The error of the gain, to be sure by: never 0 for an estimate.

        No spread seen yet is no proof of none: one gain of one point more is always conceivable.
        """
        return 0.0 if self.fraction is not None else float(np.hypot(self.gain_sem, 1 / self.worlds))


@dataclass(frozen=True)
class Valued:
    """A position with the value of each legal action.

    Attributes:
        game: the position.
        reference: the action that gains are over.
        hands: that the seat to act may hold.
        values: of the legal actions, the largest gain first; the lowest id first of equals.
    """

    game: Game
    reference: int
    hands: HandRange
    values: tuple[Value, ...]

    @property
    def exact(self) -> bool:
        """Whether the values are."""
        return all(each.fraction is not None for each in self.values)

    @property
    def others(self) -> list[Value]:
        """The values of all actions but the reference."""
        return [each for each in self.values if each.action != self.reference]


class Valuer:
    """Values positions of one set of rules where an agent plays on in all seats.

    Args:
        rules: of the games.
        agent: compiled and honest.
        rollouts: games played out for the first look.
        measured: games played out for the comparison that follows.
        exact_cards: in the deck at most where values are exact, if the hands are few.
        worlds: that every action is played out in at least, if `measured` games suffice.
        seed: of all random numbers, which depend on the deck and the turn, too.

    Raises:
        AgentError: the agent cannot be searched over.
    """

    def __init__(
        self,
        rules: Rules,
        agent: CompiledPolicy,
        *,
        rollouts: int,
        measured: int,
        exact_cards: int,
        seed: int,
        worlds: int = _MIN_WORLDS,
    ) -> None:
        self.agent, self._rollouts = agent, rollouts
        self._exact_cards, self._seed = exact_cards, seed
        least = max(2, min(worlds, measured // rules.num_actions))
        self._search = Sparta(
            agent, rollouts=measured, threshold=0.0, confidence=0.0, min_worlds=least
        )

    def look(self, game: Game) -> Estimates | None:
        """A first look at a position; None where there is nothing to choose or no range."""
        turns = self._turns(game, "look")
        watched = self._search.watch(turns, 0, self._rollouts)
        found = next(iter(watched))
        return None if found.fallback or found.hands is None else found

    def measure(self, game: Game, first: Estimates, against: int | None = None) -> Valued:
        """All actions compared with the one that a first look found best, or with another."""
        hands = first.hands
        assert hands is not None  # noqa: S101  # `look` gives no other
        exact = self._exact(game, hands)
        if exact:
            return exact
        best = int(np.nanargmax(np.where(first.legal_mask, first.gains, np.nan)))
        best = best if against is None else against
        turns = self._turns(game, "measure")
        *_, found = self._search.watch(turns, 0, self._search.rollouts, against=best)
        values = [_estimate(found, action) for action in found.legal.tolist()]
        return Valued(game.copy(), best, hands, _sorted(values))

    def _exact(self, game: Game, hands: HandRange) -> Valued | None:
        """Exact values, where they are to be had."""
        left = game.cards_left
        if left > self._exact_cards or len(hands) > _MOST_HANDS or hands.basis != "exact":
            return None
        try:
            found = blueprint_values(game, self.agent, seconds=_ALL_THE_TIME, believed=hands)
        except AgentError:  # too many cards unseen, or an agent with random numbers
            return None
        return Valued(game.copy(), _best_of(found), hands, _sorted(_exact_values(found)))

    def _turns(self, game: Game, purpose: str) -> Turns:
        """What the seat to act knows, with random numbers of its own for each purpose."""
        text = f"{self._seed} {purpose} {game.deck}"
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
        return turns_of(game, self.agent, seed)

    def moves(self, valued: Valued) -> list[MoveValue]:
        """The values as they are written, with reasons."""
        game, hands = valued.game, valued.hands
        history = History.of(self.agent, turns := self._turns(game, "reasons"), 0)
        legal = np.zeros(game.rules.num_actions, np.bool_)
        legal[[each.action for each in valued.values]] = True
        replies = replies_of(history, self.agent, hands, legal, _REPLY_WORLDS)
        reasons = Reasons(game.rules, turns.views[0], hands, replies)
        own = own_words(self.agent, turns.views[0], turns.memory[0])
        proposed = self._search.propose(turns, 0)[1]
        said = {each.action: reasons.of(each.action) for each in valued.values}
        if own:
            said[proposed].append(f"{self.agent.name} would do it: {own.rstrip('.')}.")
        return [_move(game, each, said[each.action]) for each in valued.values]


def _estimate(found: Estimates, action: int) -> Value:
    numbers = (found.means, found.sems, found.gains, found.gain_sems)
    mean, mean_sem, gain, gain_sem = (float(each[action]) for each in numbers)
    return Value(action, mean, mean_sem, gain, gain_sem, int(found.worlds[action]), None)


def _sorted(values: list[Value]) -> tuple[Value, ...]:
    return tuple(sorted(values, key=lambda each: (-each.gain, each.action)))


def _best_of(found: BlueprintValues) -> int:
    """The action with the largest expected score; the lowest id of equals."""
    return min(found.actions, key=lambda each: (-each.score.lower, each.action)).action


def _exact_values(found: BlueprintValues) -> list[Value]:
    top = max(each.score.lower for each in found.actions)
    return [
        Value(
            each.action,
            float(each.score.lower),
            0.0,
            float(each.score.lower - top),
            0.0,
            0,
            each.score.lower,
        )
        for each in found.actions
    ]


def _move(game: Game, value: Value, reasons: list[str]) -> MoveValue:
    return MoveValue(
        action=format_action(game.rules, value.action),
        words=action_words(game.state, value.action, game.current_seat),
        mean=round(value.mean, 4),
        mean_sem=round(value.mean_sem, 4),
        gain=round(value.gain, 4),
        gain_sem=round(value.gain_sem, 4),
        worlds=value.worlds,
        reasons=reasons,
        fraction=UNSET if value.fraction is None else str(value.fraction),
    )


def chosen_by(agent: Agent, game: Game, seed: int) -> int:
    """What an agent would do in a position, with the memory that it would have by then."""
    return ask_in(agent, turns_of(game, agent, seed), 0)
