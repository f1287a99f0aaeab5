"""What a run of the arena leaves in its folder for people: summaries, and games worth a look."""

from __future__ import annotations

from hanabilab.arena.play import Results
from hanabilab.arena.table import record_of, typical_games
from hanabilab.notation import format_record
from hanabilab.runs import RunFolder
from hanabilab.stats import Summary, summarize

__all__ = ["summary_of", "write_results"]


def summary_of(results: Results) -> Summary:
    """The summary of a run."""
    return summarize(
        results.table,
        agents=[agent.name for agent in results.lineup.agents],
        seed=results.seed,
        max_score=results.rules.max_score,
        seconds=results.seconds,
    )


def write_results(folder: RunFolder, prefix: str, results: Results) -> None:
    """Write the summary and the best, median and worst game of a run.

    Raises:
        OutputError: a file cannot be written.
    """
    folder.write_json(f"{prefix}summary.json", summary_of(results).as_json())
    for kind, row in typical_games(results.table).items():
        text = format_record(record_of(results.rules, row))
        folder.write_text(f"{prefix}{kind}.hanabi", text)
