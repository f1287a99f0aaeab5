"""`hanabi analyse`: pools of evolutions, inside and beside each other, as Canaan et al. 2019 do."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

import polars as pl
import typer
from rich.progress import Progress

from hanabilab.cli.options import (
    JsonOption,
    OutOption,
    ResumeOption,
    RunSeedOption,
    ThreadsOption,
    progress_bars,
)
from hanabilab.cli.pools import print_analysis
from hanabilab.cli.runs import note_damage, note_sessions, note_stop, refuse_both
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError, OutputError, StoppedError
from hanabilab.evolution import Pool
from hanabilab.runs import RunFolder
from hanabilab.studies.diversity import (
    Within,
    load_runs,
    matrix_plan,
    measure_standing,
    play_across,
)
from hanabilab.studies.diversity.alike import Alike, compare_choices
from hanabilab.studies.diversity.figures import save_figures
from hanabilab.studies.diversity.report import (
    across_table,
    distances_table,
    matrix_table,
    niches_table,
    report_across,
    report_run,
)
from hanabilab.studies.diversity.runs import common_cells, names_of
from hanabilab.teamplay import KeptPairs, Pairs, PairsPlan, PlayedPairs, play_pairs

_ANALYSE = "analyse"
_DEFAULTS = {"games": 400, "fresh": 1000, "best": 20_000, "states": 3, "seed": 0}


def command(
    runs: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Folders of evolutions, of the same settings but the seed; none with --resume."
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1, show_default="400", help="Decks of each pair of elites of a run, in both orders."
        ),
    ] = None,
    fresh: Annotated[
        int | None,
        typer.Option(
            min=1,
            show_default="1000",
            help="Fresh games of each elite, and decks of pairs across runs.",
        ),
    ] = None,
    best: Annotated[
        int | None,
        typer.Option(min=2, show_default="20000", help="Games of the best elite of a run."),
    ] = None,
    states: Annotated[
        int | None,
        typer.Option(
            min=1,
            show_default="3",
            help="Games of each elite in whose states choices are compared.",
        ),
    ] = None,
    seed: RunSeedOption = None,
    threads: ThreadsOption = None,
    out: OutOption = None,
    resume: ResumeOption = None,
    as_json: JsonOption = False,
) -> int:
    """Analyse what evolutions have found: their archives, who plays with whom, how alike they are.

    Stopped or killed, it goes on with --resume DIR, with the games of pairs it has played.
    """
    options = {"games": games, "fresh": fresh, "best": best, "states": states, "seed": seed}
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    if runs:
        given["runs"] = [str(path) for path in runs]
    analysis = _settle(given, out, resume)
    try:
        with analysis.folder:
            document = _analyse(analysis, threads)
    except StoppedError:
        note_stop(analysis.folder)
        raise
    if as_json:
        print(json.dumps(document))  # noqa: T201  # the document
    else:
        print_analysis(Console(), document, analysis.pools[0].evolution.settings)
    return 0


@dataclass(frozen=True)
class _Analysis:
    """What is analysed, and where it is kept.

    Attributes:
        kept: the games of the pairs of each run, by the name that results give it.
        done: of these, what earlier sessions have finished.
    """

    folder: RunFolder
    pools: list[Pool]
    kept: dict[str, KeptPairs]
    done: list[list[PlayedPairs]]

    @property
    def options(self) -> dict[str, int]:
        """How much is played, and the seed."""
        return {name: self.folder.manifest.settings[name] for name in _DEFAULTS}

    def as_json(self) -> dict[str, Any]:
        """What opens the document."""
        settings = self.pools[0].evolution.settings.as_json()
        del settings["seed"]
        games = {"matrix": self.options["games"]}
        games |= {name: self.options[name] for name in ("fresh", "best", "states")}
        return {"settings": settings, "seed": self.options["seed"], "games": games}


def _settle(given: dict[str, Any], out: Path | None, resume: Path | None) -> _Analysis:
    """The analysis that is asked for: new in `out`, or the one in `resume`."""
    refuse_both(out, resume)
    if resume is not None:
        return _resumed(given, resume)
    if not given.get("runs"):
        raise AgentError("Missing argument: folders of evolutions, or --resume DIR")
    if out is None:
        raise OutputError("Missing --out DIR, which keeps the analysis")
    settings, pools = _read_runs(_DEFAULTS | given)
    plans = [matrix_plan(pool, settings["games"], settings["seed"]) for pool in pools]
    folder = RunFolder.begin(out, _ANALYSE, settings)
    return _Analysis(folder, pools, _kept(folder, plans), [[] for _ in pools])


def _resumed(given: dict[str, Any], where: Path) -> _Analysis:
    folder = RunFolder.find(where, _ANALYSE)
    folder.manifest.require_same(given, where)
    settings, pools = folder.decode(_read_runs, lambda found: found[0])
    plans = [matrix_plan(pool, settings["games"], settings["seed"]) for pool in pools]
    kept = _kept(folder, plans)
    done = folder.go_on({}, lambda: [each.done() for each in kept.values()])
    note_damage(folder, "its games are played again")
    note_sessions(folder, f"{sum(len(part) for parts in done for part in parts):,} games of pairs")
    return _Analysis(folder, pools, kept, done)


def _read_runs(settings: dict[str, Any]) -> tuple[dict[str, Any], list[Pool]]:
    """The pools that settings name; and the settings as a manifest has them.

    The elites are among them by a digest: an evolution can go on after it was analysed.

    Raises:
        ResumeError: a folder without an evolution that can be read.
        EvolutionError: runs that cannot be compared.
    """
    pools = load_runs([Path(path) for path in settings["runs"]])
    for pair in combinations(pools, 2):
        common_cells(*pair)  # a mistake is told before hours of games
    for name in _DEFAULTS:
        if type(settings[name]) is not int:
            raise TypeError(f"{name} is {settings[name]!r}")
    elites = [hashlib.sha256(repr(names_of(pool)).encode()).hexdigest()[:16] for pool in pools]
    options = {name: settings[name] for name in _DEFAULTS}
    return {"runs": [str(pool.path) for pool in pools], "elites": elites, **options}, pools


def _kept(folder: RunFolder, plans: list[PairsPlan]) -> dict[str, KeptPairs]:
    names = [f"run-{number}" for number in range(1, len(plans) + 1)]
    return {
        name: KeptPairs(folder, plan, f"{name}/parts")
        for name, plan in zip(names, plans, strict=True)
    }


def _analyse(analysis: _Analysis, threads: int | None) -> dict[str, Any]:
    """Play, compare and write; the document."""
    options, folder = analysis.options, analysis.folder
    play: dict[str, Any] = {"seed": options["seed"], "threads": threads}
    with progress_bars() as bars:
        alike = compare_choices(
            analysis.pools,
            options["states"],
            progress=_bar(bars, "states of play", sum(map(_count, analysis.pools))),
            **play,
        )
        runs = {
            name: _analyse_run(analysis, bars, run, alike, play)
            for run, name in enumerate(analysis.kept)
        }
        across = [
            _compare_runs(analysis, bars, pair, alike, play)
            for pair in combinations(range(len(runs)), 2)
        ]
    document = analysis.as_json() | {"runs": runs, "across": [told for told, _ in across]}
    if across:
        folder.write("across.parquet", pl.concat([table for _, table in across]).write_parquet)
    folder.write_json("analysis.json", document)
    folder.finish()
    return document


def _bar(bars: Progress, words: str, total: int, before: int = 0) -> Callable[[int], None]:
    """A new bar; what tells it that so many more are done."""
    task = bars.add_task(words, total=total, completed=before, before=before)
    return lambda count: bars.advance(task, count)


def _count(pool: Pool) -> int:
    return len(pool.evolution.archive.filled)


def _analyse_run(
    analysis: _Analysis, bars: Progress, run: int, alike: Alike, play: dict[str, Any]
) -> dict[str, Any]:
    """One run alone: its games, its files, its part of the document."""
    pool, folder, options = analysis.pools[run], analysis.folder, analysis.options
    name = list(analysis.kept)[run]
    measured = bars.add_task(f"fresh games of {pool.path}", total=1)
    standing = measure_standing(pool, options["fresh"], options["best"], **play)
    bars.advance(measured)
    within = Within(pool, _play_matrix(analysis, bars, run, play["threads"]))
    similarity = alike.similarity_within(run)
    niches = niches_table(standing, within)
    distances = distances_table(within, alike.hamming_within(run), similarity)
    tables = {"niches": niches, "distances": distances, "matrix": matrix_table(within)}
    for kind, table in tables.items():
        folder.write(f"{name}/{kind}.parquet", table.write_parquet)
    save_figures(folder, f"{name}/", within, niches, distances, alike.states_within(run))
    return report_run(standing, within, distances)


def _play_matrix(analysis: _Analysis, bars: Progress, run: int, threads: int | None) -> Pairs:
    """Play the pairs of a run that are not played yet; they stay in the folder."""
    name, kept = list(analysis.kept.items())[run]
    done = analysis.done[run]
    bar = _bar(bars, f"pairs of {name}", kept.plan.all_games, sum(map(len, done)))
    pairs = play_pairs(kept.plan, threads=threads, progress=bar, done=done, keep=kept.keep)
    kept.join(pairs)
    return pairs


def _compare_runs(
    analysis: _Analysis,
    bars: Progress,
    pair: tuple[int, int],
    alike: Alike,
    play: dict[str, Any],
) -> tuple[dict[str, Any], pl.DataFrame]:
    """Two runs beside each other: their part of the document, and of the table."""
    one, other = (analysis.pools[run] for run in pair)
    names = [list(analysis.kept)[run] for run in pair]
    cells = common_cells(one, other)
    bar = _bar(bars, f"niches of {names[0]} and {names[1]}", len(cells))
    across = play_across(one, other, analysis.options["fresh"], progress=bar, **play)
    likeness = alike.across(*pair, cells)
    table = across_table(names, one, across, likeness)
    return {"runs": names, **report_across(across, likeness)}, table
