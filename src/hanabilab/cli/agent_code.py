"""The options of how agents in Python files run; `cli.program` takes both for all commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

ALLOW_CODE, DEBUG = "--allow-code", "--debug"
#: The panel that the help shows them in.
CODE = "Agents in Python files"

AllowCodeOption = Annotated[
    bool,
    typer.Option(
        ALLOW_CODE,
        help="Let folders that a command reads name agents in Python files, which then run.",
        rich_help_panel=CODE,
    ),
]
DebugOption = Annotated[
    bool,
    typer.Option(
        DEBUG,
        help="Run all code in plain Python, slowly, and show whole tracebacks: to find what is "
        "wrong with an agent.",
        rich_help_panel=CODE,
    ),
]


@dataclass(frozen=True)
class AgentCode:
    """How agents in Python files run. The options may stand before or after a command's name."""

    allow_code: AllowCodeOption = False
    debug: DebugOption = False
