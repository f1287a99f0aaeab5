"""`hanabi list agents`: what can sit at the table, listed, or one agent told in full."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.text import Text

from hanabilab.agents import families
from hanabilab.agents.registry import HUMAN
from hanabilab.cli.agent_sheet import print_sheet, sheet, sheets_of_file
from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console, report
from hanabilab.learning import shipped_beliefs, shipped_names


def command(
    agent: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="The agent to tell of, or a Python file of yours; without one, all are listed.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """List the agents by name, or tell of one: what it does, players, scores, settings."""
    if agent is not None:
        own = agent.partition("(")[0].partition(":")[0].endswith(".py")
        sheets = sheets_of_file(agent) if own else [sheet(agent)]
        document = sheets[0] if len(sheets) == 1 else sheets
        return report(document, lambda _: _tell(sheets), as_json=as_json)
    rows = [{"name": f.name, "usage": f.usage, "summary": f.summary} for f in families()]
    return report(rows, _list, as_json=as_json)


def _tell(sheets: list[dict[str, Any]]) -> None:
    for each in sheets:
        print_sheet(Console(), each)


def _list(rows: list[dict[str, str]]) -> None:
    """Each call in bold, with what it is below."""
    told = {row["usage"]: row["summary"] for row in rows}
    told[HUMAN] = "A person, in the browser or in the terminal: hanabi play human smart."
    told["FILE.py:NAME"] = "An agent of yours: a function under @policy in a Python file."
    told |= {f"net({name})": "Weights that come with hanabilab." for name in shipped_names()}
    told |= {
        f"net({name}, belief={name})": "The same, with a belief that it has learned of its games."
        for name in shipped_beliefs()
    }
    console = Console()
    for usage, summary in told.items():
        console.print(Text(usage, "bold"))
        console.print(Padding(summary, (0, 0, 0, 4)))
