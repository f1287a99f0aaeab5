"""`hanabi bench`: how fast we are, and the Hanabi Learning Environment beside us."""

from __future__ import annotations

from dataclasses import asdict

from rich.table import Table

from hanabilab.arena.speed import Figure, measure_all
from hanabilab.cli.grids import right
from hanabilab.cli.options import JsonOption, progress_bars
from hanabilab.cli.terminal import Console, report


def command(as_json: JsonOption = False) -> int:
    """Measure speed on one core, in CPU time, best of five.

    The Hanabi Learning Environment (HLE) is measured in the same run if it is installed.
    """
    with progress_bars() as bars:
        task = bars.add_task("measuring", total=None)
        figures = measure_all(lambda total: bars.update(task, total=total, advance=1))
    document = [asdict(figure) for figure in figures]
    return report(document, lambda _: _print(figures), as_json=as_json)


def _print(figures: list[Figure]) -> None:
    grid = Table("what", *right("ours"), "unit", *right("HLE", "ratio"))
    grid.title = "one core, per CPU-second, best of five"
    for figure in figures:
        beside = f"{figure.hle:,.0f}" if figure.hle else "-"
        ratio = f"{figure.ours / figure.hle:,.1f} x" if figure.hle else "-"
        grid.add_row(figure.name, f"{figure.ours:,.0f}", figure.unit, beside, ratio)
    if not any(figure.hle for figure in figures):
        grid.caption = "HLE is not installed: nothing stands beside ours; make hle installs it"
    Console().print(grid)
