"""`hanabi pool`: the archive of an evolution, as found and measured again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from hanabilab.cli.archive import print_archive
from hanabilab.cli.options import JsonOption, PngOption, ThreadsOption, named_file
from hanabilab.cli.settings import require_used
from hanabilab.cli.terminal import Console, report
from hanabilab.evolution import Pool, remeasure
from hanabilab.evolution.report import report_archive
from hanabilab.runs.files import write_file


@dataclass(frozen=True)
class _Files:
    """Where the archive is written, beside what is printed."""

    csv: Annotated[
        Path | None,
        typer.Option(parser=named_file, metavar="FILE", help="Write all elites to this file."),
    ] = None
    png: PngOption = None


def command(
    folder: Annotated[Path, typer.Argument(help="Folder of an evolution, finished or not.")],
    top: Annotated[int, typer.Option(min=0, help="Elites to list, the best first.")] = 10,
    games: Annotated[
        int | None,
        typer.Option(
            "--remeasure", min=1, help="Fresh games of each elite, for the corrected archive."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, show_default="0", help="Seed of the fresh games.")
    ] = None,
    threads: ThreadsOption = None,
    *,
    files: _Files,
    as_json: JsonOption = False,
) -> int:
    """Show what an evolution has found, and its best agents."""
    if games is None:
        require_used("an archive without --remeasure", {"seed": seed, "threads": threads})
    pool = Pool.load(folder)
    corrected = None
    if games is not None:
        corrected = remeasure(pool.evolution, games, seed=seed or 0, threads=threads)
    if files.csv:
        write_file(files.csv, pool.table(corrected).write_csv)
    if files.png:
        from hanabilab.plots import save_archive

        write_file(files.png, partial(save_archive, pool.evolution))
    return report(
        report_archive(pool, corrected),
        lambda _: print_archive(Console(), pool, top, corrected),
        as_json=as_json,
    )
