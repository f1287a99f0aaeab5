"""`hanabi log likeness`: how alike people agents act."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Column, Table

from hanabilab.agents import make_agent
from hanabilab.cli.grids import RULED
from hanabilab.cli.options import JsonOption, PngOption
from hanabilab.cli.people_games import load_people
from hanabilab.cli.terminal import Console, report
from hanabilab.people.likeness import Compared, Likeness, compare_with_people
from hanabilab.runs.files import write_file
from hanabilab.stats.summary import number_words

#: What the table shows, and what it calls it.
_COLUMNS = {
    "agreement": "agreement",
    "kind": "kind",
    "discard": "disc.",
    "play": "play",
    "color": "color",
    "rank": "rank",
    "hint_given_hint": "same hint",
    "cross_entropy": "own nats",
    "smoothed_cross_entropy": "fitted nats",
}
_LEGEND = (
    "agreement: share of people's decisions at which the agent does the same, as if it had sat at "
    "every seat, ± one standard error; then the share of the same kind of action, agreement by "
    "what people did, the share of the same hint where both hint, and cross-entropies in nats a "
    "decision: of the agent's own chances, and of its action with a fitted weight"
)


class By(StrEnum):
    """What errors are over."""

    GAME = "game"
    PERSON = "person"


def command(
    agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help="Who is asked.")],
    games: Annotated[
        list[str],
        typer.Option(
            "--games", help="Games of people, a file or folder; may be given more than once."
        ),
    ],
    by: Annotated[By, typer.Option(help="Standard errors over games, or over people.")] = By.GAME,
    seed: Annotated[int, typer.Option(min=0, help="Of the agents' random numbers.")] = 0,
    png: PngOption = None,
    as_json: JsonOption = False,
) -> int:
    """Ask agents what they would have done where people acted, and tell how alike it is.

    Games must have one number of players.
    """
    asked = [make_agent(name) for name in agents]
    found = compare_with_people(asked, load_people(games), by=by.value, seed=seed)
    document = [each.as_json() for each in found.agents]
    if png is not None:
        _draw(document, png)
    return report(document, lambda _: _print(found, by), as_json=as_json)


def _draw(document: list[dict[str, Any]], png: Path) -> None:
    from hanabilab.plots import save_likeness  # Matplotlib takes long to import

    write_file(png, lambda file: save_likeness(document, file))


def _print(found: Compared, by: By) -> None:
    console = Console()
    first = found.agents[0]
    console.print(f"{first.decisions:,} decisions of people in {first.games:,} games")
    console.print(likeness_grid(found.agents))
    for line in _sentences(found, by):
        console.print(line)
    console.print(_LEGEND, style="dim")


def likeness_grid(rows: Sequence[Likeness]) -> Table:
    """A row for each agent."""
    grid = Table(Column("agent", overflow="fold", min_width=6), **RULED)
    for words in _COLUMNS.values():
        grid.add_column(words, justify="right", no_wrap=words == "agreement")
    for each in rows:
        grid.add_row(each.agent, *_cells(each))
    return grid


def _cells(row: Likeness) -> list[str]:
    cells = [number_words(getattr(row, column)) for column in _COLUMNS]
    cells[0] = number_words(row.agreement, row.sem)
    return cells


def _sentences(found: Compared, by: By) -> list[str]:
    lines = [
        f"{each.first} less {each.second}: {number_words(each.mean, each.sem)}, paired, by {by}"
        for each in found.differences
    ]
    if found.contested is not None and found.contested_agreement:
        told = ", ".join(
            f"{row.agent} {share:.3f}"
            for row, share in zip(found.agents, found.contested_agreement, strict=True)
        )
        lines.append(f"agents differ at {found.contested:.3f} of decisions; there: {told}")
    return lines
