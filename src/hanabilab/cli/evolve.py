"""`hanabi evolve`: MAP-Elites over lists of rules, kept in a folder and resumed from it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

from rich.progress import Progress

from hanabilab.arena.executor import Workers
from hanabilab.cli.archive import print_archive
from hanabilab.cli.jobs import settle, work_through
from hanabilab.cli.machines import Machines
from hanabilab.cli.options import RUN, JsonOption, Place, SeatsRequest, rules_option
from hanabilab.cli.settings import Given, OptionsOf, open_option
from hanabilab.cli.terminal import Console, report
from hanabilab.errors import EvolutionError
from hanabilab.evolution import Evolution, EvolutionPlan, Kept, Pool, Settings, evolve
from hanabilab.evolution.report import curve_table, report_archive
from hanabilab.runs.settings import Setting

_INDIVIDUALS = 1_000_000
_TARGET = Setting(
    "Individuals to evolve, the random ones included; a resumed run can have more.", 1
)
_TOP = 10
_RULES = "full(bomb=keep, draw_slot=vacated)"


@dataclass(frozen=True)
class _RulesRequest(SeatsRequest):
    """The rules that a command line asks for, and their seats."""

    rules: Annotated[str | None, rules_option(_RULES)] = None


def command(
    individuals: Annotated[int | None, open_option(_INDIVIDUALS, _TARGET)] = None,
    *,
    rules: _RulesRequest,
    given: Annotated[Given, OptionsOf(Settings, {"seed": RUN})],
    machines: Machines,
    place: Place,
    as_json: JsonOption = False,
) -> int:
    """Evolve lists of rules, the best of every niche (MAP-Elites)."""
    if place == Place():
        raise EvolutionError("Missing --out DIR, which keeps the run, or --resume DIR")
    job = settle(Kept, _Request(given, individuals, rules), place, individuals)
    with job as kept, machines.open() as workers:
        return _run(kept, workers, as_json=as_json)


@dataclass(frozen=True)
class _Request:
    """What a command line asks for; None, or not among the settings, is what it leaves open."""

    given: Given
    individuals: int | None
    rules: _RulesRequest

    def plan(self) -> EvolutionPlan:
        """What a run from the beginning evolves."""
        return EvolutionPlan(self._settings(Settings()), self.individuals or _INDIVIDUALS)

    def beside(self, plan: EvolutionPlan) -> dict[str, Any]:
        """The settings asked for where a run has the plan `plan`."""
        return self._settings(plan.settings).as_json()

    def _settings(self, known: Settings) -> Settings:
        return replace(known, rules=self.rules.beside(known.rules, _RULES), **self.given)


def _run(kept: Kept, workers: Workers, *, as_json: bool) -> int:
    """Evolve, save, print; the exit code."""
    start, began = kept.evolution, time.monotonic()

    def show(now: Evolution, _: Progress) -> str:
        return _words(now, (now.done - start.done) / (time.monotonic() - began))

    states = evolve(start, kept.plan.individuals, threads=workers)
    if not work_through(kept, states, "evolving", show):
        return 130
    pool = Pool(kept.folder.path, kept.evolution)
    _save(kept, pool)
    shown = report_archive(pool)
    return report(shown, lambda _: print_archive(Console(), pool, _TOP), as_json=as_json)


def _words(now: Evolution, pace: float) -> str:
    """What the bar says."""
    told: Any = now.statistics
    return (
        f"{told.coverage} of {told.cells} niches, mean {told.mean:.2f}, maximum "
        f"{told.maximum:.2f}, QD {told.qd_score:,.0f}, {pace:,.0f} individuals/s"
    )


def _save(kept: Kept, pool: Pool) -> None:
    """Write what people read, tables and the heat map; then the run is finished."""
    folder = kept.folder
    # Without the names of the agents: a folder can be moved.
    folder.write("archive.csv", pool.table().drop("agent").write_csv)
    folder.write("curve.csv", curve_table(pool.evolution).write_csv)
    if len(kept.plan.settings.grid) == 2:
        from hanabilab.plots import save_archive

        folder.write("archive.png", partial(save_archive, pool.evolution))
    kept.finish()
