"""The analysis of some evolutions in the folder of a run: played, compared, written.

DIR/analysis.json                  the document; docs/diversity.md
DIR/across.parquet                 runs beside each other
DIR/run-N/                         tables and figures of a run, and the games of its pairs
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Self, TypeAlias

import polars as pl

from hanabilab.errors import EvolutionError
from hanabilab.evolution import Pool
from hanabilab.evolution import Settings as EvolutionSettings
from hanabilab.runs import RunFolder
from hanabilab.runs.settings import Setting, check_settings, declared, settings_as_json
from hanabilab.teamplay import KeptPairs, Pairs, PairsPlan, PlayedPairs, play_pairs
from studies.diversity.across_runs import play_across
from studies.diversity.archive_evaluation import evaluate_archive
from studies.diversity.figures import save_figures
from studies.diversity.report import (
    across_table,
    distances_table,
    matrix_table,
    niches_table,
    report_across,
    report_run,
)
from studies.diversity.runs import common_cells, load_runs, names_of
from studies.diversity.similarity import PolicySimilarity, compare_policies
from studies.diversity.within_run import WithinRun, matrix_plan

#: The command whose folders hold an analysis, and its name in folders of earlier versions.
COMMAND, _EARLIER = "pool analyze", "analyse"

#: Given what is to be done, how much of it, and how much is done already: what is told of more.
Progress: TypeAlias = Callable[[str, int, int], Callable[[int], None]]


@dataclass(frozen=True, kw_only=True)
class Amounts:
    """How much is played, and the seed.

    Raises:
        EvolutionError: a number out of range.
    """

    games: Annotated[int, Setting("Decks of each pair of elites of a run, in both orders.", 1)] = (
        400
    )
    fresh: Annotated[
        int, Setting("Fresh games of each elite, and decks of pairs across runs.", 1)
    ] = 1000
    best: Annotated[int, Setting("Games of the best elite of a run.", 2)] = 20_000
    states: Annotated[
        int, Setting("Games of each elite in whose states choices are compared.", 1)
    ] = 3
    seed: Annotated[int, Setting("Seed of decks and agents.", 0)] = 0

    def __post_init__(self) -> None:
        check_settings(self, EvolutionError)

    @classmethod
    def among(cls, settings: Mapping[str, Any]) -> Self:
        """Those that are among the settings of a run; what is not there is the default."""
        return cls(**{name: settings[name] for name in declared(Amounts) if name in settings})


@dataclass(frozen=True)
class Analysis:
    """What is analyzed, and where it is kept.

    Attributes:
        kept: the games of the pairs of each run, by the name that results give it.
    """

    folder: RunFolder
    pools: list[Pool]
    kept: dict[str, KeptPairs]

    @classmethod
    def begin(cls, path: Path, given: Mapping[str, Any]) -> Self:
        """Begin the analysis of `given["runs"]` in the folder `path`, new or empty, and hold it.

        Args:
            given: the folders of runs; and `Amounts`, where they are not the default.

        Raises:
            OutputError: the folder cannot be written to, or holds something.
            ResumeError: a folder without an evolution that can be read.
            EvolutionError: runs that cannot be compared, or too few fresh games to do so.
            AgentError: fewer than two games for each seat.
        """
        settings, pools = _read_runs(given)
        plans = _plans(pools, settings)
        folder = RunFolder.begin(path, COMMAND, settings)
        return cls(folder, pools, _kept(folder, plans))

    @classmethod
    def resume(cls, path: Path, given: Mapping[str, Any]) -> Self:
        """Take up the analysis in the folder `path`, and hold it.

        Raises:
            ResumeError: there is none that can be read, or it is not as `given`.
            OutputError: another process works on it, or it cannot be written to.
        """
        folder = RunFolder.find(path, COMMAND, _EARLIER)
        folder.manifest.require_same(given, path)
        settings, pools = folder.decode(_read_analyzed, lambda found: found[0])
        kept = _kept(folder, _plans(pools, settings))

        def read() -> None:
            for each in kept.values():
                each.read()

        folder.go_on({}, read)
        return cls(folder, pools, kept)

    @property
    def games_done(self) -> int:
        """Games of pairs that earlier sessions have finished."""
        return sum(each.count for each in self.kept.values())

    @property
    def evolution_settings(self) -> EvolutionSettings:
        """Of all runs; they differ in their seeds alone."""
        return self.pools[0].evolution.settings

    def play(self, progress: Progress, threads: int | None = None) -> dict[str, Any]:
        """Play what is not played yet, compare and write; the document.

        Raises:
            StoppedError: Ctrl-C; finished games of pairs are kept.
        """
        return _Session(self, progress, threads).play()


def _read_runs(settings: Mapping[str, Any]) -> tuple[dict[str, Any], list[Pool]]:
    """The pools that settings name; and the settings as a manifest has them.

    The elites are among them by a digest: an evolution can go on after it was analyzed.

    Raises:
        ResumeError: a folder without an evolution that can be read.
        EvolutionError: runs that cannot be compared, or too few fresh games to do so.
    """
    pools = load_runs([Path(path) for path in settings["runs"]])
    for pair in combinations(pools, 2):
        common_cells(*pair)  # a mistake is told before hours of games
    elites = [hashlib.sha256(repr(names_of(pool)).encode()).hexdigest()[:16] for pool in pools]
    amounts = Amounts.among(settings)
    _require_decks_across(pools, amounts)
    heading = {"runs": [str(pool.path) for pool in pools], "elites": elites}
    return heading | settings_as_json(amounts), pools


def _read_analyzed(settings: Mapping[str, Any]) -> tuple[dict[str, Any], list[Pool]]:
    """The same of settings in a manifest.

    Raises:
        EvolutionError: an evolution has other elites than when its analysis began, too.
    """
    found, pools = _read_runs(settings)
    for pool, now, then in zip(pools, found["elites"], settings["elites"], strict=True):
        if now != then:
            raise EvolutionError(
                f"the evolution in {pool.path} has gone on: its elites are not those that were "
                "analyzed; analyze it in another folder with --out"
            )
    return found, pools


def _require_decks_across(pools: list[Pool], amounts: Amounts) -> None:
    """Do nothing if `fresh` suffices for pairs across runs, which come after hours of games.

    Raises:
        EvolutionError: it does not.
    """
    fewest = 2 * pools[0].evolution.settings.rules.players
    if len(pools) > 1 and amounts.fresh < fewest:
        raise EvolutionError(
            f"fresh is {amounts.fresh}; pairs across runs need at least {fewest}, two in each seat"
        )


def _plans(pools: list[Pool], settings: dict[str, Any]) -> list[PairsPlan]:
    return [matrix_plan(pool, settings["games"], settings["seed"]) for pool in pools]


def _kept(folder: RunFolder, plans: list[PairsPlan]) -> dict[str, KeptPairs]:
    names = [f"run-{number}" for number in range(1, len(plans) + 1)]
    kept = {name: KeptPairs(plan, folder) for name, plan in zip(names, plans, strict=True)}
    for name, each in kept.items():
        each.home = f"{name}/parts"
    return kept


class _Session:
    """One session of an analysis."""

    def __init__(self, analysis: Analysis, progress: Progress, threads: int | None) -> None:
        self._analysis, self._progress = analysis, progress
        self._folder, self._pools = analysis.folder, analysis.pools
        self._names = list(analysis.kept)
        self._amounts = Amounts.among(self._folder.manifest.settings)
        self._playing: dict[str, Any] = {"seed": self._amounts.seed, "threads": threads}

    def play(self) -> dict[str, Any]:
        """Compare policies, play within runs, then across each two of them; the document."""
        similarity = self._compare_policies()
        numbers = range(len(self._pools))
        runs = {self._names[run]: self._play_run(run, similarity) for run in numbers}
        across = [self._compare_runs(pair, similarity) for pair in combinations(numbers, 2)]
        document = self._heading() | {"runs": runs, "across": [told for told, _ in across]}
        if across:
            table = pl.concat([table for _, table in across])
            self._folder.write("across.parquet", table.write_parquet)
        self._folder.write_json("analysis.json", document)
        self._folder.finish()
        return document

    def _heading(self) -> dict[str, Any]:
        """What opens the document."""
        settings = self._analysis.evolution_settings.as_json()
        del settings["seed"]
        games = settings_as_json(self._amounts, without=("games", "seed"))
        games = {"matrix": self._amounts.games} | games
        return {"settings": settings, "seed": self._amounts.seed, "games": games}

    def _compare_policies(self) -> PolicySimilarity:
        elites = sum(len(pool.evolution.archive.filled) for pool in self._pools)
        progress = self._progress("states of play", elites, 0)
        return compare_policies(
            self._pools, self._amounts.states, progress=progress, **self._playing
        )

    def _play_run(self, run: int, similarity: PolicySimilarity) -> dict[str, Any]:
        """One run alone: its games, its files, its part of the document."""
        pool, name, amounts = self._pools[run], self._names[run], self._amounts
        evaluated = self._progress(f"fresh games of {pool.path}", 1, 0)
        evaluation = evaluate_archive(pool, amounts.fresh, amounts.best, **self._playing)
        evaluated(1)
        within = WithinRun(pool, self._play_matrix(run))
        distances = distances_table(
            within, similarity.hamming_within(run), similarity.similarity_within(run)
        )
        niches = niches_table(evaluation, within)
        tables = {"niches": niches, "distances": distances, "matrix": matrix_table(within)}
        for kind, table in tables.items():
            self._folder.write(f"{name}/{kind}.parquet", table.write_parquet)
        states = similarity.states_within(run)
        save_figures(self._folder, f"{name}/", within, niches, distances, states)
        return report_run(evaluation, within, distances)

    def _play_matrix(self, run: int) -> Pairs:
        """Play the pairs of a run that are not played yet; they stay in the folder."""
        name = self._names[run]
        kept = self._analysis.kept[name]
        progress = self._progress(f"pairs of {name}", kept.plan.all_games, kept.count)
        threads, done = self._playing["threads"], kept.done
        try:
            pairs = play_pairs(
                kept.plan, threads=threads, progress=progress, done=done, keep=kept.keep
            )
        finally:
            kept.hand_on()
        kept.join(PlayedPairs.of(pairs))
        return pairs

    def _compare_runs(
        self, pair: tuple[int, int], similarity: PolicySimilarity
    ) -> tuple[dict[str, Any], pl.DataFrame]:
        """Two runs beside each other: their part of the document, and of the table."""
        one, other = (self._pools[run] for run in pair)
        names = [self._names[run] for run in pair]
        cells = common_cells(one, other)
        progress = self._progress(f"niches of {names[0]} and {names[1]}", len(cells), 0)
        fresh = self._amounts.fresh
        across = play_across(one, other, fresh, progress=progress, **self._playing)
        similar = similarity.across(*pair, cells)
        table = across_table(names, one, across, similar)
        return {"runs": names, **report_across(across, similar)}, table
