"""`hanabi log behavior`: how people behave, beside agents."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from hanabilab.agents import make_agent
from hanabilab.cli.grids import RULED, right
from hanabilab.cli.likeness import By
from hanabilab.cli.options import JsonOption
from hanabilab.cli.people_games import load_people
from hanabilab.cli.terminal import Console, report
from hanabilab.people.behavior import Behavior, behavior_of_agent, behavior_of_people

#: What the table shows, and what it calls it.
_ROWS = {
    "communicativeness": "hints, of turns with a token",
    "information_per_play": "told of a played card",
    "risk_aversion": "chance that a played card fits",
    "misplays": "misplays, of plays",
    "convention_gap": "convention gap",
    "useless_discards": "useless cards, of discards",
    "critical_discards": "last copies needed, of discards",
}
_LEGEND = (
    "shares ± one standard error; the convention gap tells how many more plays succeed than hints "
    "and the cards in sight promise"
)


def command(
    agents: Annotated[
        list[str] | None, typer.Argument(metavar="[AGENT]...", help="Who plays beside people.")
    ] = None,
    *,
    games: Annotated[
        list[str],
        typer.Option(
            "--games", help="Games of people, a file or folder; may be given more than once."
        ),
    ],
    by: Annotated[
        By, typer.Option(help="Standard errors of people over games, or over people.")
    ] = By.GAME,
    self_play: Annotated[
        int, typer.Option(min=2, max=1_000_000, help="Games that each agent plays with itself.")
    ] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Of the agents' decks.")] = 0,
    as_json: JsonOption = False,
) -> int:
    """Measure how people behave in their games, beside agents that play with themselves.

    Games must have one number of players.
    """
    asked, found = [make_agent(name) for name in agents or ()], load_people(games)
    rows = [behavior_of_people(found, by=by.value)]
    rules = found[0].record.rules
    rows += [behavior_of_agent(agent, rules, self_play, seed) for agent in asked]
    return report([row.as_json() for row in rows], lambda _: _print(rows), as_json=as_json)


def _print(rows: list[Behavior]) -> None:
    grid = Table("", *right(*(row.who for row in rows), overflow="fold"), **RULED)
    grid.add_row("games", *(f"{row.games:,}" for row in rows))
    for name, words in _ROWS.items():
        grid.add_row(words, *(str(getattr(row, name) or "-") for row in rows))
    console = Console()
    console.print(grid)
    console.print(_LEGEND, style="dim")
