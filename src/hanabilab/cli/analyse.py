"""`hanabi analyse`: pools of evolutions, inside and beside each other, as Canaan et al. 2019 do."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

import polars as pl
import typer
from rich.progress import Progress

from hanabilab.arena import ResultsFolder
from hanabilab.arena.folder import describe_session, now
from hanabilab.cli.options import (
    JsonOption,
    OutOption,
    SeedOption,
    ThreadsOption,
    note,
    progress_bars,
)
from hanabilab.cli.pools import print_analysis
from hanabilab.cli.terminal import Console
from hanabilab.errors import OutputError
from hanabilab.evolution import Pool
from hanabilab.teamplay import KeptPairs, play_pairs
from hanabilab.teamplay.pools import Within, load_runs, matrix_plan, measure_standing, play_across
from hanabilab.teamplay.pools.alike import Alike, compare_choices
from hanabilab.teamplay.pools.figures import save_figures
from hanabilab.teamplay.pools.report import (
    across_table,
    distances_table,
    matrix_table,
    niches_table,
    report_across,
    report_run,
)
from hanabilab.teamplay.pools.runs import common_cells

__all__ = ["command"]


def command(
    runs: Annotated[
        list[Path], typer.Argument(help="Folders of evolutions, of the same settings but the seed.")
    ],
    games: Annotated[
        int, typer.Option(min=1, help="Decks of each pair of elites of a run, in both orders.")
    ] = 400,
    fresh: Annotated[
        int, typer.Option(min=1, help="Fresh games of each elite, and decks of pairs across runs.")
    ] = 1000,
    best: Annotated[int, typer.Option(min=2, help="Games of the best elite of a run.")] = 20_000,
    states: Annotated[
        int, typer.Option(min=1, help="Games of each elite in whose states choices are compared.")
    ] = 3,
    seed: SeedOption = 0,
    threads: ThreadsOption = None,
    out: OutOption = None,
    as_json: JsonOption = False,
) -> int:
    """Analyse what evolutions have found: their archives, who plays with whom, how alike they are.

    Stopped or killed, it goes on when it is asked for again, with the games of pairs it has played.
    """
    pools = load_runs(runs)
    for pair in combinations(pools, 2):
        common_cells(*pair)  # a mistake is told before hours of games
    if out is None:
        raise OutputError("Missing --out DIR, which keeps the analysis")
    wishes = _Wishes(pools, games, fresh, best, states, seed, threads)
    kept = [
        KeptPairs.take_up(out / name, matrix_plan(pool, games, seed))
        for name, pool in wishes.named.items()
    ]
    document = _analyse(wishes, kept, ResultsFolder(out))
    if as_json:
        print(json.dumps(document))  # noqa: T201  # the document
    else:
        print_analysis(Console(), document, pools[0].evolution.settings)
    return 0


@dataclass(frozen=True)
class _Wishes:
    """What a command line asks for."""

    pools: list[Pool]
    games: int
    fresh: int
    best: int
    states: int
    seed: int
    threads: int | None

    @property
    def named(self) -> dict[str, Pool]:
        """The runs as results call them."""
        return {f"run-{number}": pool for number, pool in enumerate(self.pools, 1)}

    @property
    def play(self) -> dict[str, Any]:
        """How games are played."""
        return {"seed": self.seed, "threads": self.threads}

    def as_json(self) -> dict[str, Any]:
        """What opens the document."""
        settings = self.pools[0].evolution.settings.as_json()
        del settings["seed"]
        games = {"matrix": self.games, "fresh": self.fresh, "best": self.best}
        games["states"] = self.states
        return {"settings": settings, "seed": self.seed, "games": games}


def _analyse(wishes: _Wishes, kept: list[KeptPairs], folder: ResultsFolder) -> dict[str, Any]:
    """Play, compare and write; the document."""
    with progress_bars() as bars:
        alike = compare_choices(
            wishes.pools,
            wishes.states,
            progress=_bar(bars, "states of play", sum(map(_count, wishes.pools))),
            **wishes.play,
        )
        runs = {
            name: _analyse_run(wishes, bars, run, alike, kept[run])
            for run, name in enumerate(wishes.named)
        }
        across = [
            _compare_runs(wishes, bars, pair, alike) for pair in combinations(range(len(runs)), 2)
        ]
    document = wishes.as_json() | {"runs": runs, "across": [told for told, _ in across]}
    if across:
        folder.write("across.parquet", pl.concat([table for _, table in across]).write_parquet)
    folder.write_json("analysis.json", document)
    folder.write_json("settings.json", {"session": describe_session(), "finished": now()})
    return document


def _bar(bars: Progress, words: str, total: int, before: int = 0) -> Callable[[int], None]:
    """A new bar; what tells it that so many more are done."""
    task = bars.add_task(words, total=total, completed=before, before=before)
    return lambda count: bars.advance(task, count)


def _count(pool: Pool) -> int:
    return len(pool.evolution.archive.filled)


def _analyse_run(
    wishes: _Wishes, bars: Progress, run: int, alike: Alike, kept: KeptPairs
) -> dict[str, Any]:
    """One run alone: its games, its files, its part of the document."""
    pool, folder = wishes.pools[run], kept.folder
    measured = bars.add_task(f"fresh games of {pool.path}", total=1)
    standing = measure_standing(pool, wishes.fresh, wishes.best, **wishes.play)
    bars.advance(measured)
    within = Within(pool, _play_matrix(bars, kept, wishes.threads))
    similarity = alike.similarity_within(run)
    niches = niches_table(standing, within)
    distances = distances_table(within, alike.hamming_within(run), similarity)
    for name, table in (
        ("niches", niches),
        ("distances", distances),
        ("matrix", matrix_table(within)),
    ):
        folder.write(f"{name}.parquet", table.write_parquet)
    save_figures(folder, within, niches, distances, alike.states_within(run))
    return report_run(standing, within, distances)


def _play_matrix(bars: Progress, kept: KeptPairs, threads: int | None) -> Any:
    """Play the pairs of a run that are not played yet; they stay in the folder."""
    done = kept.done()
    for path in kept.damaged:
        note(f"{path} is damaged; its games are played again")
    before = sum(len(scores) for part in done for scores in part["scores"])
    if before:
        note(f"{before:,} of {kept.plan.all_games:,} games of {kept.folder.path} are there already")
    bar = _bar(bars, f"pairs of {kept.folder.path}", kept.plan.all_games, before)
    return play_pairs(kept.plan, threads=threads, progress=bar, done=done, keep=kept.keep)


def _compare_runs(
    wishes: _Wishes, bars: Progress, pair: tuple[int, int], alike: Alike
) -> tuple[dict[str, Any], pl.DataFrame]:
    """Two runs beside each other: their part of the document, and of the table."""
    one, other = (wishes.pools[run] for run in pair)
    names = [list(wishes.named)[run] for run in pair]
    cells = common_cells(one, other)
    bar = _bar(bars, f"niches of {names[0]} and {names[1]}", len(cells))
    across = play_across(one, other, wishes.fresh, progress=bar, **wishes.play)
    likeness = alike.across(*pair, cells)
    table = across_table(names, one, across, likeness)
    return {"runs": names, **report_across(across, likeness)}, table
