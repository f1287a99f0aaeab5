"""Arguments that the commands of small games share."""

from __future__ import annotations

from typing import Annotated

import typer

from hanabilab.randomness import MAX_SEED

GameArgument = Annotated[
    str, typer.Argument(help="A small game by name; `hanabi tiny list` shows the names.")
]
SecondsOption = Annotated[
    float | None,
    typer.Option(min=0, help="Stop after this many seconds, with proven bounds."),
]
BlueprintOption = Annotated[
    str | None,
    typer.Option(
        show_default="uniform",
        help="Policy to search over, such as uniform or 0,1,1,0; see docs/tiny.md.",
    ),
]
# More runs than fit in memory are refused before any is begun.
SeedsOption = Annotated[
    int, typer.Option(min=1, max=10_000, help="Runs, each with a seed of its own.")
]
FirstSeedOption = Annotated[int, typer.Option(min=0, max=MAX_SEED, help="The first seed.")]
