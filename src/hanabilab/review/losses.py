"""Where a game's points went: every point short of the perfect score, charged to what lost it.

The *reachable score* counts ranks of which a copy is left. What an action takes from it is charged
to the action. What could still be reached at the end was lost to *time*: the last round was over,
or no card that was left could be played. Where the last action lost the game, by the last life or
because it could no longer be perfect, the rest is charged to it.

This says which action made a point impossible, not whose mistake it was: a team that discards the
first copy for no reason is charged only once the last one goes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from hanabilab.agents.policy import Agent
from hanabilab.agents.registry import as_agent
from hanabilab.agents.traits import check_rules
from hanabilab.arena.asking import ask
from hanabilab.game.actions import action_kind
from hanabilab.game.rule_tables import COLOR_HINT, DISCARD
from hanabilab.game.state import LOST
from hanabilab.notation.log_replay import end_of
from hanabilab.notation.record import Record, replay
from hanabilab.review.review import Moment, Review


class Cause(StrEnum):
    """What lost points: an action, by its kind; or that none was left."""

    DISCARD = "discard"
    MISPLAY = "misplay"
    PLAY = "play"
    HINT = "hint"
    TIME = "time"
    #: The game was not played to its end.
    STOPPED = "stopped"


class Loss(NamedTuple):
    """What one action lost, or time.

    Attributes:
        turn: the action, from 1; None for time.
        points: that could be reached before it and not after it; 0 of an action that lost the
            perfect score in another way.
        cause: what it was.
        lost_perfect: whether it is proved to have lost the perfect score, see `Review.lost_at`.
        lost_game: whether the game was lost by it, and all that could still be reached with it.
    """

    turn: int | None
    points: int
    cause: Cause
    lost_perfect: bool = False
    lost_game: bool = False


def losses_of(review: Review) -> list[Loss]:
    """Every loss of a game, in order; time comes last.

    Their points and the score at the end make the perfect score.
    """
    end = review.record.replayed()
    last, lost = review.last, bool(end.state.status == LOST)
    rest = last.max_reachable - last.score
    found = []
    for before, after in pairwise(review.moments):
        ends = lost and after is last
        points = before.max_reachable - after.max_reachable + (rest if ends else 0)
        perfect = review.lost_at == after.turn
        if points or perfect:
            cause = _cause(review.record, before, after)
            found.append(Loss(after.turn, points, cause, perfect, ends))
    if rest and not lost:
        found.append(Loss(None, rest, Cause.TIME if end_of(end) else Cause.STOPPED))
    return found


def _cause(record: Record, before: Moment, after: Moment) -> Cause:
    kind = action_kind(record.rules.tables, record.actions[before.turn])
    if kind >= COLOR_HINT:
        return Cause.HINT
    if kind == DISCARD:
        return Cause.DISCARD
    return Cause.PLAY if after.score > before.score else Cause.MISPLAY


def choices_at(
    record: Record,
    agent: Agent | str,
    turns: Collection[int],
    *,
    seed: int = 0,
    progress: Callable[[], None] | None = None,
) -> dict[int, int]:
    """What an agent would have done at some turns of a record, as `ask` answers.

    Args:
        turns: from 1.
        seed: of the agent's random numbers.
        progress: called after every answer.

    Returns:
        By turn the id of an action; FORFEIT where the agent would have given the game up.

    Raises:
        AgentError: it cannot play this game, or fails.
    """
    asked, found = as_agent(agent), {}
    check_rules(asked, record.rules)
    for turn, game in enumerate(replay(record), start=1):
        if turn in turns:
            found[turn] = ask(game, asked, seed)
            if progress:
                progress()
    return found
