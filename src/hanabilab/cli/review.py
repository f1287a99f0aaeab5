"""`hanabi review`: how much games had to spare at every turn, and what lost the perfect score."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.progress import Progress
from rich.table import Table

from hanabilab.agents import Agent, make_agent
from hanabilab.cli.game_files import (
    GAMES,
    PartialOption,
    load_game,
    names_of_games,
)
from hanabilab.cli.legend import REVIEWS, legend
from hanabilab.cli.loaded_game import LoadedGame
from hanabilab.cli.losses import ToldLoss, losses_line, losses_table, points_lost, told_losses
from hanabilab.cli.notes import note
from hanabilab.cli.options import JsonOption, OutOption, PngOption, progress_bars
from hanabilab.cli.review_files import keep_reviews
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError, HanabiError, PartialGameError
from hanabilab.notation import Record, replay
from hanabilab.notation.game_log import ENDS
from hanabilab.open_hands import WIDTHS, Winnability
from hanabilab.review.review import REVIEW_WIDTHS, Review, review_record
from hanabilab.runs.unused import require_unused

_PARTIAL, _UNREADABLE = 1, 2
_SIGNS = {Winnability.WON: "yes", Winnability.LOST: "no", Winnability.UNDECIDED: "?"}
_GOT, _NOT_LOST, _UNDECIDED = "perfect", "not lost", "undecided"
_PERFECT = {
    Winnability.WON: "every point could still be had",
    Winnability.LOST: "the perfect score was lost",
    Winnability.UNDECIDED: "whether every point could still be had is undecided",
}


def command(
    files: Annotated[
        list[str],
        typer.Argument(help=GAMES),
    ],
    width: Annotated[
        int,
        typer.Option(min=WIDTHS[0], max=WIDTHS[-1], help="Positions of the widest beam."),
    ] = REVIEW_WIDTHS[-1],
    agent: Annotated[
        str | None,
        typer.Option(help="Show what this agent would have done wherever points were lost."),
    ] = None,
    png: PngOption = None,
    out: OutOption = None,
    partial: PartialOption = False,
    as_json: JsonOption = False,
) -> int:
    """Review games: score, strikes, hints, pace, efficiency, and what lost each point.

    One game gets a line for each turn, several get a line each. Exits with 1 if a game is cut short
    or not legal, with 2 if one cannot be read, or the agent does not play it; the others are
    reviewed all the same.
    """
    names, asked = names_of_games(files), make_agent(agent) if agent else None
    if out:
        require_unused(out)
    widths = [each for each in WIDTHS if each < width] + [width]
    with progress_bars() as bars:
        reviews = _Reviews(names, widths, asked, partial)
        found = list(reviews.all(bars))
    documents = [each.as_json() for each in found]
    if found:
        keep_reviews(documents, png, out)
    if as_json:
        print(json.dumps(documents))  # noqa: T201  # the document
    elif len(names) == 1 and found:
        _print_game(found[0])
    elif found:
        _print_games(found)
    return reviews.code


@dataclass(frozen=True)
class _Reviewed:
    """A game of a file, its review, and its losses.

    Attributes:
        agent: who was asked what it would have done at each loss, if anybody was.
    """

    loaded: LoadedGame
    review: Review
    losses: list[ToldLoss]
    agent: Agent | None

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
            return _GOT
        if self.lost_by:
            return f"{review.lost_at}: {self.lost_by}" if review.lost_at else self.lost_by
        if review.lost_between:
            first, last = review.lost_between
            return f"one of {first} to {last}" if first else f"the deck, or one of 1 to {last}"
        return _NOT_LOST if review.last.perfect is Winnability.WON else _UNDECIDED

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
            "clues": review.hints,  # the old name, for one release more
            "max_reachable": last.max_reachable,
            "lost_at": review.lost_at,
            "lost_by": self.lost_by,
            "lost_between": review.lost_between,
            "perfect": last.perfect.name.lower(),
            "efficiency": last.efficiency,
            **points_lost(self.losses),
            **({"agent": self.agent.name} if self.agent else {}),
            "losses": [each.as_json() for each in self.losses],
            "by_turn": [moment.as_json() for moment in review.moments],
        }


@dataclass
class _Reviews:
    """Games to review.

    Attributes:
        agent: who is asked what it would have done at each loss, if anybody is.
        code: the exit code, of the games so far.
    """

    names: list[str]
    widths: list[int]
    agent: Agent | None
    partial: bool
    code: int = 0

    def all(self, bars: Progress) -> Iterator[_Reviewed]:
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

    def _reviewed(self, name: str) -> _Reviewed:
        loaded = load_game(name, partial=self.partial, part_told=self.agent is None)
        game = loaded.game
        record = Record(rules=game.rules, deck=tuple(game.deck), actions=tuple(game.actions))
        review = review_record(record, widths=self.widths, known_deck=not loaded.untold)
        losses = told_losses(loaded, review, self.agent)
        return _Reviewed(loaded, review, losses, self.agent)


# --- Printing ------------------------------------------------------------------------------------


def _print_games(found: list[_Reviewed]) -> None:
    """A line for each game, and the sums."""
    console = Console()
    grid = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    grid.add_column("game", overflow="fold")
    for name in ("P", "score", "reach", "strikes", "hints", "eff."):
        grid.add_column(name, justify="right")
    grid.add_column("perfect lost by")
    for each in found:
        told = each.as_json()
        numbers = ("players", "score", "max_reachable", "strikes", "hints")
        cells = [*(str(told[name]) for name in numbers), _number(told["efficiency"])]
        verdict = f"not lost ({told['end']})" if each.verdict == _NOT_LOST else each.verdict
        grid.add_row(Path(told["file"]).name, *cells, verdict)
    console.print(grid)
    console.print(_sums(found))
    console.print(legend(REVIEWS, "P eff. reach"))


def _sums(found: list[_Reviewed]) -> str:
    """How many games there are, and what became of their perfect scores."""
    perfect = sum(each.verdict == _GOT for each in found)
    lost = sum(each.review.last.perfect is Winnability.LOST for each in found)
    exact = sum(each.review.lost_at is not None for each in found)
    losses = [loss for each in found for loss in each.losses]
    return (
        f"{len(found)} games: {perfect} perfect; in {lost} the perfect score was lost, in {exact} "
        f"of these the action is proved. {losses_line(losses, found[0].agent)}"
    )


def _print_game(found: _Reviewed) -> None:
    """A line for each turn, and the verdict."""
    console = Console()
    loaded, review = found.loaded, found.review
    console.print(f"{loaded.file}: {loaded.variant}, {loaded.replay.summary}.", soft_wrap=True)
    grid = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    grid.add_column("turn", justify="right")
    grid.add_column("action", no_wrap=True)
    # Two lines of heading, so that all fits into 80 columns.
    for name in ("score", "tokens", "strikes", "pace", "reach", "got/\nspent"):
        grid.add_column(name, justify="right")
    grid.add_column("perfect")
    for moment, words in zip(review.moments, ["the deal", *found.words()], strict=True):
        tokens = f"{moment.information_tokens:g}"
        pace = "-" if moment.pace is None else str(moment.pace)
        rest = (pace, str(moment.max_reachable), f"{moment.got}/{moment.spent:g}")
        style = "bold red" if review.lost_at == moment.turn else None
        numbers = (str(moment.score), tokens, str(moment.strikes), *rest)
        cells = (str(moment.turn), words, *numbers, _SIGNS[moment.perfect])
        grid.add_row(*cells, style=style)
    console.print(grid)
    last = review.last
    console.print(
        f"{review.hints} hints; efficiency {_number(last.efficiency)}, where "
        f"{_number(review.moments[0].needed)} is needed for every point.",
        soft_wrap=True,
    )
    console.print(f"At the end {_PERFECT[last.perfect]}{_lost_by(found)}.", soft_wrap=True)
    console.print(losses_line(found.losses, found.agent), soft_wrap=True)
    if found.losses:
        console.print(losses_table(found.losses, found.agent))
    console.print(legend(REVIEWS, "tokens pace reach got spent perfect"))


def _lost_by(found: _Reviewed) -> str:
    """What lost the perfect score, as the end of a sentence; nothing where nothing did."""
    match found.review.lost_between:
        case None:
            return ""
        case (0, 0):
            return ": the deck could never be won"
        case (0, last):
            return f" by the deck or by one of the actions 1 to {last}"
        case (first, last) if first < last:
            return f" by one of the actions {first} to {last}"
    return f" by action {found.verdict}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
