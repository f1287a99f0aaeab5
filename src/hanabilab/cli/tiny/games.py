"""`hanabi tiny list`: the games there are, and how they are written."""

from __future__ import annotations

from rich.table import Column, Table

from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console, report
from hanabilab.tiny.names import USAGES


def command(as_json: JsonOption = False) -> int:
    """List the small games."""
    rows = [{"usage": usage, "summary": summary} for usage, summary in USAGES.items()]
    return report(rows, _print, as_json=as_json)


def _print(rows: list[dict[str, str]]) -> None:
    grid = Table(Column("game", no_wrap=True), "what it is")
    for row in rows:
        grid.add_row(row["usage"], row["summary"])
    Console().print(grid)
