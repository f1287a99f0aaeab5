"""Results as tables and bars for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.table import Table

from hanabilab.arena import Tally
from hanabilab.arena.luck import Luck, PairedLuck
from hanabilab.arena.measures import RATIOS, behavior_by_seat
from hanabilab.cli.grids import right
from hanabilab.cli.options import OUTPUT, JsonOption, SharedPlace
from hanabilab.cli.settings import require_used
from hanabilab.cli.terminal import Console
from hanabilab.game.rules import Rules
from hanabilab.stats import ERROR_NOTE, Comparison
from hanabilab.stats.control_variates import LEAST_SAMPLES
from hanabilab.stats.summary import interval_words, number_words, share_words

_BARS = " ▏▎▍▌▋▊▉█"


@dataclass(frozen=True)
class ReportRequest:
    """What is told of the games."""

    luck: Annotated[
        bool,
        typer.Option(
            "--luck",
            help="Also tell the mean without the luck of the cards, which is surer.",
            rich_help_panel=OUTPUT,
        ),
    ] = False
    as_json: JsonOption = False

    def require_summed(self, place: SharedPlace) -> None:
        """Refuse to tell luck of a share, which is not summed up."""
        if place.share:
            require_used("a share, which is not summed up", {"luck": self.luck or None})


def rule_of_lost_games(rules: Rules) -> str:
    """What the rules say of games lost by the last life, in words."""
    return "lost games score 0" if rules.bomb == "zero" else "lost games keep their points"


def print_summaries(console: Console, runs: Sequence[Tally]) -> None:
    """A column for each line-up."""
    first = runs[0]
    grid = Table(
        "seats",
        *right(*(run.lineup.name for run in runs)),
        title=f"{first.rules.players} players, {rule_of_lost_games(first.rules)}",
        caption=f"{ERROR_NOTE}; intervals are 95 %",
    )
    summaries = [run.summary for run in runs]
    rows = {
        "games (seed)": [f"{s.games:,} ({s.seed})" for s in summaries],
        "mean score": [number_words(s.mean, s.sem or None) for s in summaries],
        "95 % interval": [interval_words(s.ci95, ".2f") for s in summaries],
        "perfect": [share_words(s.perfect_rate, s.perfect_ci95) for s in summaries],
        "lost by the last life": [share_words(s.bomb_rate, s.bomb_ci95) for s in summaries],
        "points on the table": [f"{s.points_mean:.3f}" for s in summaries],
        "hints given": [str(run.totals.estimate("hints")) for run in runs],
        "misplays": [str(run.totals.estimate("misplays")) for run in runs],
        "communicativeness": [str(s.communicativeness or "-") for s in summaries],
        "risk aversion": [str(s.risk_aversion or "-") for s in summaries],
        "information per play": [str(s.information_per_play or "-") for s in summaries],
        "turns": [f"{s.turns_mean:.1f}" for s in summaries],
        "time": [f"{s.seconds:.1f} s, {s.games_per_second:,.0f} games/s" for s in summaries],
    }
    if any(run.by_seat for run in runs):
        rows |= _behavior_by_seat(runs)
    if any(run.lineup.cheats for run in runs):
        rows["sees its own hand"] = [", ".join(run.lineup.cheats) or "-" for run in runs]
    for name, cells in rows.items():
        grid.add_row(name, *cells)
    console.print(grid)
    if not all(run.complete for run in runs):
        console.print("stopped early: these are the games that were finished", style="yellow")


def print_luck(console: Console, luck: Luck | PairedLuck, of: str = "mean score") -> None:
    """The mean without the luck of the cards, and how much surer it is."""
    found = luck.result()
    if found is None:
        console.print(f"luck is told of {LEAST_SAMPLES} games or more", style="yellow")
        return
    grid = Table("", *right("", "95 % interval"), caption=ERROR_NOTE)
    grid.title = "without the luck of the cards"
    grid.add_row(of, str(found.adjusted), interval_words(found.adjusted.ci95))
    grid.add_row("luck of these games", number_words(found.luck.mean, found.luck.sem, "+.3f"), "")
    grid.add_row("variance of the mean", f"{found.factor:.2f} times smaller", "")
    console.print(grid)


def _behavior_by_seat(runs: Sequence[Tally]) -> dict[str, list[str]]:
    """The behavior of each seat: for line-ups of several agents."""
    seats = [behavior_by_seat(run.counters) for run in runs]
    return {
        f"{name.replace('_', ' ')} by seat": [
            ", ".join(number_words(seat[name]) for seat in run) for run in seats
        ]
        for name in RATIOS
    }


def print_comparison(console: Console, comparison: Comparison) -> None:
    """The paired differences."""
    title = f"second less first, paired on {comparison.games:,} decks"
    grid = Table("", *right("difference", "95 % interval"), title=title)
    for name, result in {"score": comparison.score, **comparison.columns}.items():
        grid.add_row(name, f"{result.mean:+.3f}", interval_words(result.ci95))
    console.print(grid)


def print_histograms(console: Console, runs: Sequence[Tally]) -> None:
    """Share of games by score, a bar for each line-up."""
    counts = [run.summary.histogram for run in runs]
    shares = [[count / sum(column) for count in column] for column in counts]
    top = max(max(column) for column in shares)
    width = max(8, min(30, (console.width - 12) // len(runs) - 12))
    names = (run.lineup.name for run in runs)
    grid = Table(*right("score"), *names, title="share of games by score (%)")
    for score in range(len(counts[0])):
        if not any(column[score] for column in counts):
            continue
        cells = [
            f"{_bar(column[score] / top, width)} {100 * column[score]:5.1f}" for column in shares
        ]
        grid.add_row(str(score), *cells)
    console.print(grid)


def _bar(share: float, width: int) -> str:
    eighths = round(share * width * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_BARS[rest] if rest else "")).ljust(width)
