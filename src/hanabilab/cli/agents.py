"""`hanabi agents`: what can sit at the table."""

from __future__ import annotations

import json

from rich.table import Table

from hanabilab.agents import families
from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console

__all__ = ["command"]


def command(as_json: JsonOption = False) -> int:
    """List the agents by name, with their arguments."""
    if as_json:
        rows = [{"name": f.name, "usage": f.usage, "summary": f.summary} for f in families()]
        print(json.dumps(rows))  # noqa: T201  # the document
        return 0
    grid = Table()
    grid.add_column("agent", no_wrap=True)
    grid.add_column("what it does")
    for family in families():
        grid.add_row(family.usage, family.summary)
    grid.add_row("FILE.py:NAME", "An agent of yours: a function under @policy in a Python file.")
    Console().print(grid)
    return 0
