"""The files for people in a run's folder: summaries, and games worth a look."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from hanabilab.arena.play import Results
from hanabilab.arena.table import record_of
from hanabilab.arena.tally import Tally
from hanabilab.notation import format_record
from hanabilab.runs import RunFolder
from hanabilab.stats import Summary


def summary_of(results: Results) -> Summary:
    """The summary of a run."""
    return Tally.of(results).summary


def write_results(
    folder: RunFolder, prefix: str, tally: Tally, tables: Iterable[pl.DataFrame]
) -> None:
    """Write the summary and the best, median and worst game of a run.

    Args:
        tables: its games once more, in order of game, for the median game.

    Raises:
        OutputError: a file cannot be written.
    """
    folder.write_json(f"{prefix}summary.json", tally.as_json())
    for kind, row in tally.typical_games(tables).items():
        text = format_record(record_of(tally.rules, row))
        folder.write_text(f"{prefix}{kind}.hanabi", text)
