"""What both commands share: the option of the key, and the table of what was played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from hanabilab.adapters.ah2ac2.key import VARIABLE
from hanabilab.cli.grids import RULED, right
from hanabilab.cli.terminal import Console
from hanabilab.errors import NotationError
from hanabilab.stats.summary import ERROR_NOTE, number_words

KeyFileOption = Annotated[
    Path | None,
    typer.Option(help=f"A file with the key; by default it is taken from {VARIABLE}."),
]
_LEGEND = (
    f"{ERROR_NOTE}, over games. A game lost by the last life counts 0 in mean and median; kept: "
    "the points on the table count. Lost: share of games; not lost: mean of the others."
)


def numbers(text: str) -> tuple[int, ...]:
    """Whole numbers separated by commas, in order; each once.

    Raises:
        NotationError: it is something else.
    """
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        raise NotationError(f"{text[:40]!r} is no list of numbers; one is such as 0,2")
    return tuple(sorted({int(word) for word in words}))


def print_report(console: Console, document: dict[str, Any]) -> None:
    """The table of what was played, a row for each number of players."""
    rows = document["by_players"]
    if not rows:
        console.print("no game was finished")
        return
    names = ("players", "games", "mean", "median", "lost", "not lost", "kept")
    with_entropy = any(row["candidate_cross_entropy"] is not None for row in rows)
    last = right("kept median", *["nats"] * with_entropy)
    grid = Table(*right(*names, no_wrap=True), *last, **RULED)
    for row in rows:
        cells = _cells(row)
        grid.add_row(*(cells if with_entropy else cells[:-1]))
    console.print(grid)
    console.print(_LEGEND, style="dim")


def _cells(row: dict[str, Any]) -> list[str]:
    return [
        f"{row['players']}",
        f"{row['games']:,}",
        number_words(row["mean"], row["sem"]),
        f"{row['median']:g}",
        f"{row['bomb_rate']:.3f}",
        number_words(row["mean_not_lost"]),
        number_words(row["points_mean"], row["points_sem"]),
        f"{row['points_median']:g}",
        number_words(row["candidate_cross_entropy"]),
    ]
