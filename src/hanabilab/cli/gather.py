"""`hanabi run gather`: the result of a run whose shares have been done."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hanabilab.cli import crossplay, runs
from hanabilab.cli.options import JsonOption
from hanabilab.errors import ResumeError
from hanabilab.runs import read_manifest

_COMMANDS = {"play": runs.gather, "compare": runs.gather, "crossplay": crossplay.gather}


def command(
    folder: Annotated[Path, typer.Argument(help="The folder that all shares used.")],
    *,
    as_json: JsonOption = False,
) -> int:
    """Put the shares of a run together, once none is missing, and write its results."""
    kind = read_manifest(folder).command
    if kind not in _COMMANDS:
        raise ResumeError(
            f"the run in {folder} is of hanabi {kind}; {', '.join(_COMMANDS)} have shares"
        )
    return _COMMANDS[kind](folder, as_json=as_json)
