"""`hanabi tiny list`: the games there are, and how they are written."""

from __future__ import annotations

import json

from rich.table import Table

from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console
from hanabilab.tiny.names import USAGES


def command(as_json: JsonOption = False) -> int:
    """List the small games."""
    if as_json:
        rows = [{"usage": usage, "summary": summary} for usage, summary in USAGES.items()]
        print(json.dumps(rows))  # noqa: T201  # the document
        return 0
    grid = Table()
    grid.add_column("game", no_wrap=True)
    grid.add_column("what it is")
    for usage, summary in USAGES.items():
        grid.add_row(usage, summary)
    Console().print(grid)
    return 0
