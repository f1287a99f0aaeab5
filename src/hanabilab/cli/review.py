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

from hanabilab.arena.review import REVIEW_WIDTHS, Review, review_record
from hanabilab.cli.game_files import (
    GAMES,
    PartialGameError,
    PartialOption,
    load_game,
    names_of_games,
)
from hanabilab.cli.legend import REVIEWS, legend
from hanabilab.cli.loaded_game import LoadedGame
from hanabilab.cli.options import JsonOption, OutOption, PngOption, note, progress_bars
from hanabilab.cli.terminal import Console
from hanabilab.errors import HanabiError
from hanabilab.notation import Record, replay
from hanabilab.notation.game_log import ENDS
from hanabilab.runs.files import write_file
from hanabilab.runs.unused import require_unused
from hanabilab.search.open_hands import WIDTHS, Winnability

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
    png: PngOption = None,
    out: OutOption = None,
    partial: PartialOption = False,
    as_json: JsonOption = False,
) -> int:
    """Review games: score, strikes, clues, pace, efficiency, and what lost the perfect score.

    One game gets a line for each turn, several get a line each. Exits with 1 if a game is cut short
    or not legal, with 2 if one cannot be read; the others are reviewed all the same.
    """
    names = names_of_games(files)
    if out:
        require_unused(out)
    widths = [each for each in WIDTHS if each < width] + [width]
    with progress_bars() as bars:
        reviews = _Reviews(names, widths, partial)
        found = list(reviews.all(bars))
    documents = [each.as_json() for each in found]
    if found and (png or out):
        _keep(documents, png, out)
    if as_json:
        print(json.dumps(documents))  # noqa: T201  # the document
    elif len(names) == 1 and found:
        _print_game(found[0])
    elif found:
        _print_games(found)
    return reviews.code


@dataclass(frozen=True)
class _Reviewed:
    """A game of a file, and its review."""

    loaded: LoadedGame
    review: Review

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
            "clues": review.hints,
            "max_reachable": last.max_reachable,
            "lost_at": review.lost_at,
            "lost_by": self.lost_by,
            "lost_between": review.lost_between,
            "perfect": last.perfect.name.lower(),
            "efficiency": last.efficiency,
            "by_turn": [moment.as_json() for moment in review.moments],
        }


@dataclass
class _Reviews:
    """Games to review.

    Attributes:
        code: the exit code, of the games so far.
    """

    names: list[str]
    widths: list[int]
    partial: bool
    code: int = 0

    def all(self, bars: Progress) -> Iterator[_Reviewed]:
        """The games that can be read and played; others are told."""
        task = bars.add_task("reviewing", total=len(self.names))
        for name in self.names:
            try:
                loaded = load_game(name, partial=self.partial)
            except HanabiError as error:
                note(str(error))
                kind = _PARTIAL if isinstance(error, PartialGameError) else _UNREADABLE
                self.code = max(self.code, kind)
            else:
                game = loaded.game
                deck, actions = tuple(game.deck), tuple(game.actions)
                record = Record(rules=game.rules, deck=deck, actions=actions)
                yield _Reviewed(loaded, review_record(record, widths=self.widths))
            bars.advance(task)


def _keep(documents: list[dict[str, Any]], png: Path | None, out: Path | None) -> None:
    """Write the figure, and into a folder the document and the table of all games."""
    if not (png or out):
        return
    from hanabilab.plots import save_review

    if png:
        write_file(png, lambda file: save_review(documents, file))
    if out:
        text = json.dumps(documents).encode()
        write_file(out / "review.json", lambda file: file.write(text))
        write_file(out / "review.csv", lambda file: file.write(_as_csv(documents).encode()))
        write_file(out / "review.png", lambda file: save_review(documents, file))


def _as_csv(documents: list[dict[str, Any]]) -> str:
    """A line for each game, without what is told turn by turn."""
    import polars as pl

    rows = [
        {name: value for name, value in each.items() if name not in ("by_turn", "lost_between")}
        for each in documents
    ]
    return pl.DataFrame(rows, infer_schema_length=None).write_csv()


# --- Printing ------------------------------------------------------------------------------------


def _print_games(found: list[_Reviewed]) -> None:
    """A line for each game, and the sums."""
    console = Console()
    grid = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    grid.add_column("game", overflow="fold")
    for name in ("P", "score", "reach", "strikes", "clues", "eff."):
        grid.add_column(name, justify="right")
    grid.add_column("perfect lost by")
    for each in found:
        told = each.as_json()
        numbers = ("players", "score", "max_reachable", "strikes", "clues")
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
    return (
        f"{len(found)} games: {perfect} perfect; in {lost} the perfect score was lost, in {exact} "
        "of these the action is proved"
    )


def _print_game(found: _Reviewed) -> None:
    """A line for each turn, and the verdict."""
    console = Console()
    loaded, review = found.loaded, found.review
    console.print(f"{loaded.file}: {loaded.variant}, {loaded.replay.summary}.", soft_wrap=True)
    for quirk in loaded.replay.quirks:
        console.print(f"{loaded.file}: {quirk}", soft_wrap=True)
    grid = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    grid.add_column("turn", justify="right")
    grid.add_column("action", no_wrap=True)
    for name in ("score", "clues", "strikes", "pace", "reach", "got/spent"):
        grid.add_column(name, justify="right")
    grid.add_column("perfect")
    for moment, words in zip(review.moments, ["the deal", *found.words()], strict=True):
        numbers = (moment.score, moment.clues, moment.strikes)
        pace = "-" if moment.pace is None else str(moment.pace)
        rest = (pace, str(moment.max_reachable), f"{moment.got}/{moment.spent:g}")
        style = "bold red" if review.lost_at == moment.turn else None
        cells = (str(moment.turn), words, *map(str, numbers), *rest, _SIGNS[moment.perfect])
        grid.add_row(*cells, style=style)
    console.print(grid)
    last = review.last
    console.print(
        f"{review.hints} hints; efficiency {_number(last.efficiency)}, where "
        f"{_number(review.moments[0].needed)} is needed for every point.",
        soft_wrap=True,
    )
    console.print(f"At the end {_PERFECT[last.perfect]}{_lost_by(found)}.", soft_wrap=True)
    console.print(legend(REVIEWS, "pace reach got spent perfect"))


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
