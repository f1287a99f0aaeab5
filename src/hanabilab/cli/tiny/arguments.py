"""Arguments that the commands of small games share."""

from __future__ import annotations

from typing import Annotated

import typer

GameArgument = Annotated[
    str, typer.Argument(help="A small game by name; `hanabi tiny list` shows the names.")
]
SecondsOption = Annotated[
    float | None,
    typer.Option(min=0, help="Stop after this many seconds, with proven bounds."),
]
BlueprintOption = Annotated[
    str, typer.Option(help="Policy to search over, such as uniform or 0,1,1,0; see docs/tiny.md.")
]
