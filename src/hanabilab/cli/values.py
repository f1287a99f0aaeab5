"""`hanabi log values`: positions of games with the value of every action, as data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from hanabilab import __version__
from hanabilab.cli.game_files import PartialOption
from hanabilab.cli.options import OUTPUT, RUN, JsonOption, Place, named_file
from hanabilab.cli.settings import Given, OptionsOf
from hanabilab.cli.source_games import RUN_OR_GAMES
from hanabilab.cli.terminal import Console, report
from hanabilab.cli.valued_games import AgentOption, MostOption, Request, beside, worked_through
from hanabilab.errors import OutputError, ResumeError
from hanabilab.puzzles.forms import ValueRow
from hanabilab.puzzles.keeping import KeptRows, RowSettings, RowsPlan
from hanabilab.puzzles.mining import rows_of
from hanabilab.puzzles.rows import card, counts_of, require_kind, write_rows
from hanabilab.runs.files import write_file

#: Endings of what stands beside a file of rows: its card, and the folder of its run.
_CARD, _RUN = ".md", ".run"


def command(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="RUN|GAMES...", help=f"{RUN_OR_GAMES} None with --resume."),
    ] = None,
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=named_file,
            metavar="FILE",
            help="The file, .jsonl or .parquet; its card is FILE.md, the run is kept in FILE.run.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            parser=Path,
            metavar="FILE.run",
            help="Go on with a run that was stopped, or write its file again.",
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    agent: AgentOption = None,
    most: MostOption = None,
    given: Annotated[Given, OptionsOf(RowSettings, {"seed": RUN})],
    partial: PartialOption = False,
    as_json: JsonOption = False,
) -> int:
    """Value every action in positions of games, as data to learn from or to judge by.

    Every position has the text that a language model can be asked with. Splits are by deal.
    """
    file = _file(out, resume)
    place = Place(None, resume) if resume else Place(beside(file, _RUN))
    request = Request(tuple(games or ()), most, agent, partial, RowsPlan, given)
    with worked_through(KeptRows, request, place, "valuing", rows_of) as job:
        rows = [row for game in range(job.plan.games) for row in job.found[game]]
        write_rows(file, rows)
        text = card(file, job.plan, rows, __version__)
        write_file(beside(file, _CARD), lambda written: written.write(text.encode()))
        job.finish()
    told = msgspec.to_builtins(rows)
    return report(told, lambda _: _show(file, rows), as_json=as_json)


def _file(out: Path | None, resume: Path | None) -> Path:
    """The file that rows are written to.

    Raises:
        OutputError: none is named, or one that is no file of rows.
        ResumeError: what is to be gone on with is not called as the folder of a run is.
    """
    if resume is not None:
        if resume.suffix != _RUN or out is not None:
            raise ResumeError(
                "--resume takes the folder FILE.run, and writes FILE; leave out --out"
            )
        out = resume.with_suffix("")
    if out is None:
        raise OutputError("missing --out FILE, a .jsonl or .parquet file")
    require_kind(out)
    return out


def _show(file: Path, rows: list[ValueRow]) -> None:
    counts = ", ".join(f"{name} {count:,}" for name, count in counts_of(rows).items())
    console = Console()
    console.print(f"{file}: {len(rows):,} positions; {counts}", soft_wrap=True)
    console.print(f"{beside(file, _CARD)}: how they were made", soft_wrap=True)
