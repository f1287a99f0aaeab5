"""`hanabi agents`: what can sit at the table, listed, or one agent told in full."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.padding import Padding
from rich.text import Text

from hanabilab.agents import families
from hanabilab.agents.registry import HUMAN
from hanabilab.cli.agent_sheet import print_sheet, sheet
from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console
from hanabilab.learning import shipped_beliefs, shipped_names


def command(
    agent: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="The agent to tell of; without one, all are listed."),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """List the agents by name, or tell of one: what it does, players, scores, settings."""
    if agent is not None:
        told = sheet(agent)
        if as_json:
            print(json.dumps(told))  # noqa: T201  # the document
        else:
            print_sheet(Console(), told)
        return 0
    if as_json:
        rows = [{"name": f.name, "usage": f.usage, "summary": f.summary} for f in families()]
        print(json.dumps(rows))  # noqa: T201  # the document
        return 0
    told = {family.usage: family.summary for family in families()}
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
    return 0
