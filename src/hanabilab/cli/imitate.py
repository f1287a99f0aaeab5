"""`hanabi log imitate`: a model of people learns from their games, and is held against them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from hanabilab.cli.likeness import likeness_grid
from hanabilab.cli.options import RUN, JsonOption, named_file, progress_bars
from hanabilab.cli.people_games import load_people
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.cli.terminal import Console, report
from hanabilab.errors import AgentError
from hanabilab.learning.clone.settings import FitSettings
from hanabilab.notation.call import text_of_call
from hanabilab.people.likeness import Likeness
from hanabilab.runs.files import write_file
from hanabilab.torch_extra import import_torch


def _weights(text: str) -> Path:
    """A file for weights."""
    if (path := named_file(text)).suffix != ".safetensors":
        raise typer.BadParameter(f"{text!r} is no file of weights; name one ending in .safetensors")
    return path


def command(
    games: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Games of people, files or folders.")
    ],
    out: Annotated[
        Path,
        typer.Option(
            parser=_weights, metavar="FILE.safetensors", help="Write the model to this file."
        ),
    ],
    *,
    folds: Annotated[
        int,
        typer.Option(
            min=0, max=100, help="Parts that are predicted from the others; 0 to leave this out."
        ),
    ] = 5,
    given: Annotated[Given, OptionsOf(FitSettings, {"seed": RUN})],
    as_json: JsonOption = False,
) -> int:
    """Learn a model of people from their games, and tell how well it predicts others.

    `people(FILE)` is then an agent that acts as they did.
    """
    import_torch()
    from hanabilab.learning.clone.decisions import decisions_of  # PyTorch takes seconds to import
    from hanabilab.learning.clone.fitting import cross_validated_likeness, learn

    if folds == 1:
        raise AgentError("one part has no others to be predicted from; --folds is 0, or 2 or more")
    settings, found = FitSettings(**given), load_people(games)
    told = decisions_of(found)
    with progress_bars() as bars:
        task = bars.add_task("epochs", total=(folds + 1) * settings.epochs)
        row = cross_validated_likeness(found, told, folds, settings, lambda: bars.advance(task))
        written = learn(found, told, row, settings, lambda: bars.advance(task))
    write_file(out, lambda file: file.write(written))
    document = {
        "agent": text_of_call("people", str(out)),
        "by": told.by,
        "folds": folds,
        "decisions": len(told),
        "cross_validated": None if row is None else row.as_json(),
    }
    return report(document, lambda told: _print(told, row), as_json=as_json)


def _print(document: dict[str, Any], row: Likeness | None) -> None:
    console = Console()
    if row is not None:
        console.print(likeness_grid([row]))
        each = "people" if document["by"] == "person" else "games"
        console.print(
            f"{document['decisions']:,} decisions in {document['folds']} parts: in each, what a "
            f"model predicts that has learned from other {each}; errors over {each}",
            style="dim",
        )
    console.print(f"learned from all {document['decisions']:,} decisions; the agent is")
    console.print(escape(document["agent"]), style="bold", soft_wrap=True)
