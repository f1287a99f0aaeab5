"""Archives inside and beside each other, as Canaan et al. 2019 do.

python -m studies.diversity.analyze RUN... --out DIR
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from hanabilab.cli.jobs import note_stop, tell_found
from hanabilab.cli.options import RUN, JsonOption, Place, ThreadsOption, progress_bars
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError, OutputError, StoppedError
from studies.diversity.analysis import Amounts, Analysis
from studies.diversity.tables import print_analysis
from studies.program import Program


def command(
    runs: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Folders of evolutions, of the same settings but the seed; none with --resume."
        ),
    ] = None,
    *,
    given: Annotated[Given, OptionsOf(Amounts, {"seed": RUN})],
    threads: ThreadsOption = None,
    place: Place,
    as_json: JsonOption = False,
) -> int:
    """Analyze what evolutions have found: archives, who plays with whom, how similar elites are.

    Stopped or killed, it goes on with --resume DIR, with the games of pairs it has played.
    """
    if runs:
        given["runs"] = [str(path) for path in runs]
    analysis = _settle(given, place)
    try:
        with analysis.folder:
            document = _play(analysis, threads)
    except StoppedError:
        note_stop(analysis.folder)
        raise
    if as_json:
        print(json.dumps(document))  # the document
    else:
        print_analysis(Console(), document, analysis.evolution_settings)
    return 0


def _settle(given: Given, place: Place) -> Analysis:
    """The analysis that is asked for, new or to go on with."""
    if place.resume is not None:
        analysis = Analysis.resume(place.resume, given)
        done = f"{analysis.games_done:,} games of pairs"
        tell_found(analysis.folder, "its games are played again", done)
        return analysis
    if not given.get("runs"):
        raise AgentError("Missing argument: folders of evolutions, or --resume DIR")
    if place.out is None:
        raise OutputError("Missing --out DIR, which keeps the analysis")
    return Analysis.begin(place.out, given)


def _play(analysis: Analysis, threads: int | None) -> dict[str, Any]:
    """The document, under progress bars."""
    with progress_bars() as bars:

        def bar(words: str, total: int, before: int) -> Callable[[int], None]:
            task = bars.add_task(words, total=total, completed=before)
            return lambda count: bars.advance(task, count)

        return analysis.play(bar, threads)


PROGRAM = Program("studies.diversity.analyze", command)
if __name__ == "__main__":
    PROGRAM.main()
