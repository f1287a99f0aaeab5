"""Arguments that the commands of small games share."""

from __future__ import annotations

from typing import Annotated

import typer

GameArgument = Annotated[
    str, typer.Argument(help="A small game by name; `hanabi tiny list` tells how.")
]
SecondsOption = Annotated[
    float | None,
    typer.Option(min=0, help="Stop by then, with bounds; else it ends with the optimum."),
]
BlueprintOption = Annotated[
    str, typer.Option(help="Policy to begin with, such as uniform or 0,1,1,0; see the manual.")
]
