"""Where reviewed games lost points, in words, and what an agent would have done there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Column, Table

from hanabilab.agents import Agent
from hanabilab.cli.grids import RULED, right
from hanabilab.cli.loaded_game import LoadedGame
from hanabilab.game.actions import FORFEIT
from hanabilab.notation import replay
from hanabilab.review.convention_turn import ConventionTurn
from hanabilab.review.losses import Cause, Loss, choices_at, losses_of
from hanabilab.review.review import Review

_TIME = {
    Cause.TIME: "time: no turn was left, or no card that fits",
    Cause.STOPPED: "the game stops here",
}
_LOST = {
    **{cause: f"by {cause}s" for cause in Cause},
    Cause.TIME: "to time",
    Cause.STOPPED: "as the game stops",
}
#: What a reading by conventions makes of an action.
_KEPT = {True: "kept", False: "broken", None: "not covered"}
_SAME, _FORFEIT = "the same", "give the game up"


@dataclass(frozen=True)
class ToldLoss:
    """A loss in words.

    Attributes:
        action: what was done; None for time.
        choice: what the agent would have done; None for time, or if no agent was asked.
        read: the action as conventions read it; None for time, or if it was not read.
    """

    loss: Loss
    action: str | None
    choice: str | None
    read: ConventionTurn | None = None

    @property
    def differs(self) -> bool:
        """Whether the agent would have done something else."""
        return self.choice is not None and self.choice != self.action

    def as_json(self) -> dict[str, Any]:
        """Its part of `review --json`."""
        told = {**self.loss._asdict(), "cause": str(self.loss.cause), "action": self.action}
        if self.choice is not None:
            told["choice"] = self.choice
        return (
            told
            if self.read is None
            else {**told, "kept": self.read.kept, "words": self.read.words}
        )

    def cells(self, *, asked: bool, read: bool) -> tuple[str, ...]:
        """Its row of the table: points, what lost them, what the agent would have done, kept."""
        turn, cause = self.loss.turn, self.loss.cause
        lost_by = _TIME[cause] if turn is None else f"{turn}: {self.action}"
        if self.loss.lost_perfect:
            lost_by += "; the perfect score, too"
        if self.loss.lost_game:
            lost_by += "; it ended the game"
        choice = "" if self.choice is None else self.choice if self.differs else _SAME
        kept = _KEPT[self.read.kept] if self.read else ""
        return (str(self.loss.points), lost_by, *[choice] * asked, *[kept] * read)


def told_losses(
    loaded: LoadedGame,
    review: Review,
    agent: Agent | None,
    read: Sequence[ConventionTurn] | None = None,
) -> list[ToldLoss]:
    """Every loss of a game, in the words of its file.

    Args:
        read: [actions] as conventions read them, if that was asked for.

    Raises:
        AgentError: the agent cannot play this game, or fails.
    """
    record, losses = review.record, losses_of(review)
    turns = {loss.turn for loss in losses if loss.turn is not None}
    choices = choices_at(record, agent, turns) if agent else {}
    done, instead = {}, {}
    for turn, game in enumerate(replay(record), start=1):
        if turn in turns:
            done[turn] = loaded.action_words(game, record.actions[turn - 1])
            if turn in choices:
                choice = choices[turn]
                words = _FORFEIT if choice == FORFEIT else loaded.action_words(game, choice)
                instead[turn] = words
    readings = {each.turn: each for each in read or ()}
    return [
        ToldLoss(loss, done.get(turn), instead.get(turn), readings.get(turn))
        for loss in losses
        for turn in [loss.turn or 0]
    ]


def points_lost(losses: Iterable[ToldLoss]) -> dict[str, int]:
    """How many points were lost, and how many of them by actions and to time."""
    causes = _by_cause(losses)
    time, stopped = causes.pop(Cause.TIME, 0), causes.pop(Cause.STOPPED, 0)
    actions = sum(causes.values())
    return {
        "points_lost": actions + time + stopped,
        "points_lost_by_actions": actions,
        "points_lost_to_time": time,
    }


def points_by_verdict(losses: Iterable[ToldLoss]) -> dict[str, int]:
    """How many points were lost by actions that broke conventions, kept them, or are not covered.

    By `points_lost_broken` and so on.
    """
    points: Counter[bool | None] = Counter()
    for each in losses:
        if each.read is not None:
            points[each.read.kept] += each.loss.points
    return {
        "points_lost_broken": points[False],
        "points_lost_kept": points[True],
        "points_lost_not_covered": points[None],
    }


def convention_line(losses: Iterable[ToldLoss], name: str) -> str:
    """The points that were lost, by what a convention of that name says of the actions."""
    broken, kept, rest = points_by_verdict(losses).values()
    return (
        f"By {name}: {broken} points were lost by actions that break it, {kept} by actions that "
        f"keep it, {rest} by actions that it does not cover."
    )


def _by_cause(losses: Iterable[ToldLoss]) -> Counter[Cause]:
    points: Counter[Cause] = Counter()
    for each in losses:
        points[each.loss.cause] += each.loss.points
    return points


def losses_table(losses: Sequence[ToldLoss], agent: Agent | None) -> Table:
    """A row for each loss."""
    asked = [Column(f"{agent.name} would", overflow="fold")] if agent else []
    read = any(each.read for each in losses)
    grid = Table(*right("points"), "lost by", *asked, *["conventions"] * read, **RULED)
    for each in losses:
        grid.add_row(*each.cells(asked=agent is not None, read=read))
    return grid


def losses_line(losses: Sequence[ToldLoss], agent: Agent | None) -> str:
    """How many points of some games were lost by what, and how often the agent differs."""
    points = {cause: count for cause, count in _by_cause(losses).items() if count}
    told = ", ".join(f"{points[cause]} {_LOST[cause]}" for cause in Cause if cause in points)
    line = f"Points lost: {sum(points.values())}" + (f", {told}." if told else ".")
    asked = [each for each in losses if each.choice is not None]
    if agent is None or not asked:
        return line
    differing = sum(each.differs for each in asked)
    return f"{line} {agent.name} would have acted otherwise in {differing} of {len(asked)} cases."
