"""`hanabi review`: how much games had to spare at every turn, and what lost the perfect score."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Column, Table

from hanabilab.agents import make_agent
from hanabilab.cli.endgame_table import endgame_line, endgame_table
from hanabilab.cli.game_files import GAMES, PartialOption, names_of_games
from hanabilab.cli.grids import RULED, right
from hanabilab.cli.legend import REVIEWS, legend
from hanabilab.cli.losses import convention_line, losses_line, losses_table
from hanabilab.cli.luck_table import luck_line, luck_sums, luck_turns
from hanabilab.cli.options import JsonOption, OutOption, PngOption, progress_bars
from hanabilab.cli.reading_request import ReadingRequest
from hanabilab.cli.reviewed import GOT, NOT_LOST, Reviewed, Reviews
from hanabilab.cli.terminal import Console, print_document
from hanabilab.open_hands import WIDTHS, Winnability
from hanabilab.review.endgames import EndgameReview
from hanabilab.review.luck import LuckReview
from hanabilab.review.review import REVIEW_WIDTHS
from hanabilab.runs.files import write_file
from hanabilab.runs.unused import require_unused
from hanabilab.search.endgame import MOST_CARDS

# What a table with a line for each game leaves out.
_BY_TURN = ("by_turn", "lost_between", "losses", "endgame", "luck_and_skill")
# Words of skill and luck that the legend explains.
_APART = " value skill luck"
_SIGNS = {Winnability.WON: "yes", Winnability.LOST: "no", Winnability.UNDECIDED: "?"}
_PERFECT = {
    Winnability.WON: "every point could still be had",
    Winnability.LOST: "the perfect score was lost",
    Winnability.UNDECIDED: "whether every point could still be had is undecided",
}


def command(
    files: Annotated[list[str], typer.Argument(help=GAMES)],
    width: Annotated[
        int,
        typer.Option(min=WIDTHS[0], max=WIDTHS[-1], help="Positions of the widest beam."),
    ] = REVIEW_WIDTHS[-1],
    agent: Annotated[
        str | None,
        typer.Option(help="Show what this agent would have done wherever points were lost."),
    ] = None,
    endgame: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_CARDS,
            help="Value each action, exactly, from where so many cards are in the deck; about "
            "five seconds each at most.",
        ),
    ] = None,
    luck: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT",
            help="Tell luck from skill, as measured by this agent; about five seconds each.",
        ),
    ] = None,
    *,
    reading: ReadingRequest,
    png: PngOption = None,
    out: OutOption = None,
    partial: PartialOption = False,
    as_json: JsonOption = False,
) -> int:
    """Review games: score, strikes, pace, and what lost each point.

    One game gets a line for each turn, several get a line each. Exits with 1 if a game is cut short
    or not legal, with 2 if one cannot be read, or the agent does not play it; the others are
    reviewed all the same.
    """
    names = names_of_games(files)
    asked, measure = (make_agent(name) if name else None for name in (agent, luck))
    reading.check()
    if out:
        require_unused(out)
    widths = [each for each in WIDTHS if each < width] + [width]
    with progress_bars() as bars:
        reviews = Reviews(names, widths, asked, endgame, measure, partial, reading)
        found = list(reviews.all(bars))
    documents = [each.as_json() for each in found]
    if found:
        _keep(documents, png, out)
    if as_json:
        print_document(documents)
    elif len(names) == 1 and found:
        _print_game(found[0])
    elif found:
        _print_games(found)
    return reviews.code


# --- Printing ------------------------------------------------------------------------------------


def _print_games(found: list[Reviewed]) -> None:
    """A line for each game, and the sums."""
    console = Console()
    ends, told_apart = any(each.endgame for each in found), any(each.luck for each in found)
    read = found[0].reading.convention is not None
    heads = ["P", "score", "reach", "strikes", "hints", "eff.", *["worst end"] * ends]
    heads += [*["skill", "luck"] * told_apart, *["broken"] * read]
    grid = Table(Column("game", overflow="fold"), *right(*heads), "perfect lost by", **RULED)
    for each in found:
        told = each.as_json()
        numbers = ("players", "score", "max_reachable", "strikes", "hints")
        cells = [*(str(told[name]) for name in numbers), _number(told["efficiency"])]
        verdict = f"not lost ({told['end']})" if each.verdict == NOT_LOST else each.verdict
        worst = [_worst(each.endgame)] if ends else []
        apart = _skill_and_luck(each.luck) if told_apart else []
        broken = [str(told["points_lost_broken"])] if read else []
        grid.add_row(Path(told["file"]).name, *cells, *worst, *apart, *broken, verdict)
    console.print(grid)
    console.print(_sums(found))
    if read:
        losses = [loss for each in found for loss in each.losses]
        console.print(convention_line(losses, _read_by(found[0])))
    console.print(
        legend(
            REVIEWS, "P eff. reach" + " worst end" * ends + _APART * told_apart + " broken" * read
        )
    )


def _read_by(found: Reviewed) -> str:
    """The convention and its level."""
    return f"{found.reading.convention}, level {found.reading.depth}"


def _worst(end: EndgameReview | None) -> str:
    """The action near the end that cost most."""
    return str(end.costliest.turn) if end and end.costliest else "-"


def _skill_and_luck(luck: LuckReview | None) -> list[str]:
    """The sums of a game."""
    if luck is None:
        return ["-", "-"]
    return [f"{luck.total_skill:+.2f}", f"{luck.total_luck:+.2f}"]


def _sums(found: list[Reviewed]) -> str:
    """How many games there are, and what became of their perfect scores."""
    perfect = sum(each.verdict == GOT for each in found)
    lost = sum(each.review.last.perfect is Winnability.LOST for each in found)
    exact = sum(each.review.lost_at is not None for each in found)
    losses = [loss for each in found for loss in each.losses]
    return (
        f"{len(found)} games: {perfect} perfect; in {lost} the perfect score was lost, in {exact} "
        f"of these the action is proved. {losses_line(losses, found[0].agent)}"
    )


def _print_game(found: Reviewed) -> None:
    """A line for each turn, and the verdict."""
    console = Console()
    loaded, review = found.loaded, found.review
    console.print(f"{loaded.file}: {loaded.variant}, {loaded.replay.summary}.", soft_wrap=True)
    # Two lines of heading, so that all fits into 80 columns.
    turn, *heads = right("turn", "score", "tokens", "strikes", "pace", "reach", "got/\nspent")
    grid = Table(turn, Column("action", no_wrap=True), *heads, "perfect", **RULED)
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
    if found.reading.convention:
        console.print(convention_line(found.losses, _read_by(found)), soft_wrap=True)
    if found.endgame:
        console.print(endgame_line(found.endgame), soft_wrap=True)
        console.print(endgame_table(found.endgame, found.words()))
    if found.luck:
        console.print(luck_line(found.luck), soft_wrap=True)
        console.print(luck_sums(found.luck))
        console.print(luck_turns(found.luck, found.words()))
    ends = " best" * bool(found.endgame) + _APART * bool(found.luck)
    console.print(legend(REVIEWS, "tokens pace reach got spent perfect" + ends))


def _lost_by(found: Reviewed) -> str:
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


# --- Files ---------------------------------------------------------------------------------------


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
        {name: value for name, value in each.items() if name not in _BY_TURN} for each in documents
    ]
    return pl.DataFrame(rows, infer_schema_length=None).write_csv()
