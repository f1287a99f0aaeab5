"""Games that are reviewed: each with its review, its losses and its end, and what could not be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.progress import Progress

from hanabilab.agents import Agent
from hanabilab.cli.game_files import load_game
from hanabilab.cli.loaded_game import LoadedGame
from hanabilab.cli.losses import ToldLoss, points_by_verdict, points_lost, told_losses
from hanabilab.cli.notes import note
from hanabilab.cli.reading_request import NO_READING, ReadingRequest
from hanabilab.errors import AgentError, HanabiError, PartialGameError
from hanabilab.notation import Record, replay
from hanabilab.notation.game_log import ENDS
from hanabilab.open_hands import Winnability
from hanabilab.review.endgames import EndgameReview, review_endgame
from hanabilab.review.luck import LuckReview, review_luck
from hanabilab.review.review import Review, review_record

#: Verdicts on a perfect score that no action is named for.
GOT, NOT_LOST, UNDECIDED = "perfect", "not lost", "undecided"

_PARTIAL, _UNREADABLE = 1, 2


@dataclass(frozen=True)
class Reviewed:
    """A game of a file, its review, and its losses.

    Attributes:
        agent: who was asked what it would have done at each loss, if anybody was.
        endgame: its end by exact values, if that was asked for.
        luck: its luck and the skill in it, if that was asked for.
        reading: by which conventions its losses are read.
    """

    loaded: LoadedGame
    review: Review
    losses: list[ToldLoss]
    agent: Agent | None
    endgame: EndgameReview | None
    luck: LuckReview | None = None
    reading: ReadingRequest = NO_READING

    @property
    def lost_by(self) -> str | None:
        """What lost the perfect score, in words; None where that is not known or nothing did."""
        lost_at = self.review.lost_at
        if lost_at is None:
            return None
        return self.words()[lost_at - 1] if lost_at else "the deck"

    def words(self) -> list[str]:
        """[actions] each action in words."""
        record = self.review.record
        return [
            self.loaded.action_words(game, action)
            for game, action in zip(replay(record), record.actions, strict=False)
        ]

    @property
    def verdict(self) -> str:
        """Whether and how the perfect score was lost, in a few words."""
        review = self.review
        if review.last.score == review.record.rules.max_score:
            return GOT
        if self.lost_by:
            return f"{review.lost_at}: {self.lost_by}" if review.lost_at else self.lost_by
        if review.lost_between:
            first, last = review.lost_between
            return f"one of {first} to {last}" if first else f"the deck, or one of 1 to {last}"
        return NOT_LOST if review.last.perfect is Winnability.WON else UNDECIDED

    def as_json(self) -> dict[str, Any]:
        """The contract of `review --json`, of one game."""
        replayed, review, last = self.loaded.replay, self.review, self.review.last
        return {
            "file": self.loaded.file,
            "variant": self.loaded.variant,
            "players": review.record.rules.players,
            "score": last.score,
            "recorded_score": replayed.recorded_score,
            "max_score": review.record.rules.max_score,
            "end": ENDS[replayed.end],
            "strikes": last.strikes,
            "turns": last.turn,
            "hints": review.hints,
            "max_reachable": last.max_reachable,
            "lost_at": review.lost_at,
            "lost_by": self.lost_by,
            "lost_between": review.lost_between,
            "perfect": last.perfect.name.lower(),
            "efficiency": last.efficiency,
            **points_lost(self.losses),
            **({"agent": self.agent.name} if self.agent else {}),
            **(self.by_convention() if self.reading.convention else {}),
            "losses": [each.as_json() for each in self.losses],
            **({"endgame": self.endgame.as_json()} if self.endgame else {}),
            **({"luck_and_skill": self.luck.as_json()} if self.luck else {}),
            "by_turn": [moment.as_json() for moment in review.moments],
        }

    def by_convention(self) -> dict[str, Any]:
        """The convention, and the points lost by what it says of the actions."""
        told = {"convention": self.reading.convention, "level": self.reading.depth}
        return {**told, **points_by_verdict(self.losses)}


@dataclass
class Reviews:
    """Games to review.

    Attributes:
        agent: who is asked what it would have done at each loss, if anybody is.
        endgame: cards in the deck from which on actions are valued, if they are.
        measure: by whom skill is told from luck, if it is.
        reading: by which conventions losses are read, if they are.
        code: the exit code, of the games so far.
    """

    names: list[str]
    widths: list[int]
    agent: Agent | None
    endgame: int | None
    measure: Agent | None
    partial: bool
    reading: ReadingRequest = NO_READING
    code: int = 0

    def all(self, bars: Progress) -> Iterator[Reviewed]:
        """The games that can be read and played, by the agent, too; others are told."""
        task = bars.add_task("reviewing", total=len(self.names))
        for name in self.names:
            try:
                yield self._reviewed(name)
            except HanabiError as error:
                told = f"{name}: {error}" if isinstance(error, AgentError) else str(error)
                note(told)
                kind = _PARTIAL if isinstance(error, PartialGameError) else _UNREADABLE
                self.code = max(self.code, kind)
            bars.advance(task)

    def _reviewed(self, name: str) -> Reviewed:
        needs_whole = self.agent or self.endgame or self.measure or self.reading.convention
        loaded = load_game(name, partial=self.partial, part_told=not needs_whole)
        record = Record.of(loaded.game)
        review = review_record(record, widths=self.widths, known_deck=not loaded.untold)
        losses = told_losses(loaded, review, self.agent, self.reading.read(record))
        end = review_endgame(record, cards=self.endgame) if self.endgame else None
        luck = review_luck(record, self.measure) if self.measure else None
        return Reviewed(loaded, review, losses, self.agent, end, luck, self.reading)
