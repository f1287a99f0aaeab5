"""`hanabi evolve`: MAP-Elites over lists of rules, kept in a folder and resumed from it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from rich.progress import Progress, TaskID

from hanabilab.arena.executor import Workers
from hanabilab.cli.archive import print_archive
from hanabilab.cli.folders import note_damage, note_sessions, note_stop
from hanabilab.cli.machines import Machines
from hanabilab.cli.options import (
    RUN,
    JsonOption,
    Place,
    SeatsRequest,
    progress_bars,
    rules_option,
)
from hanabilab.cli.settings import Given, OptionsOf, open_option
from hanabilab.cli.terminal import Console
from hanabilab.errors import EvolutionError
from hanabilab.evolution import Evolution, Kept, Pool, Settings, evolve
from hanabilab.evolution.report import curve_table, report_archive
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules
from hanabilab.runs.settings import Setting

_INDIVIDUALS = 1_000_000
_TARGET = Setting(
    "Individuals to evolve, the random ones included; a resumed run can have more.", 1
)
_TOP = 10
SECONDS_BETWEEN_STATES = 5.0
_RULES = "full(bomb=keep, draw_slot=vacated)"


@dataclass(frozen=True)
class _RulesRequest(SeatsRequest):
    """The rules that a command line asks for, and their seats."""

    rules: Annotated[str | None, rules_option(_RULES)] = None

    def beside(self, known: Rules) -> Rules:
        """The rules asked for where a run has the rules `known`."""
        players = self.players or known.players
        text = format_rules(known) if players == known.players else _RULES
        return self.make(text, players)


def command(
    individuals: Annotated[int | None, open_option(_INDIVIDUALS, _TARGET)] = None,
    *,
    rules: _RulesRequest,
    given: Annotated[Given, OptionsOf(Settings, {"seed": RUN})],
    machines: Machines,
    place: Place,
    as_json: JsonOption = False,
) -> int:
    """Evolve lists of rules: keep the best list of every niche of behavior (MAP-Elites)."""
    request = _Request(given, individuals, rules)
    kept, start = _settle(request, place)
    with kept.folder, machines.open() as workers:
        return _run(kept, start, workers, as_json=as_json)


@dataclass(frozen=True)
class _Request:
    """What a command line asks for; None, or not among the settings, is what it leaves open."""

    given: Given
    individuals: int | None
    rules: _RulesRequest

    def beside(self, known: Settings) -> Settings:
        """The settings asked for where a run has the settings `known`."""
        return replace(known, rules=self.rules.beside(known.rules), **self.given)


def _settle(request: _Request, place: Place) -> tuple[Kept, Evolution]:
    """The run that is asked for, new or to go on with, and where it has come to."""
    if place.resume is not None:
        return _resumed(request, place.resume)
    if place.out is None:
        raise EvolutionError("Missing --out DIR, which keeps the run, or --resume DIR")
    settings = request.beside(Settings())
    kept = Kept.begin(place.out, settings, request.individuals or _INDIVIDUALS)
    return kept, Evolution.begin(settings)


def _resumed(request: _Request, where: Path) -> tuple[Kept, Evolution]:
    """The run in the folder `where`, taken up."""
    found = Kept.find(where)
    manifest = found.folder.manifest
    manifest.require_same(request.beside(found.settings).as_json(), where)
    individuals = manifest.grown(request.individuals, where)
    kept, start = found.go_on(individuals)
    note_damage(kept.folder, "what it held is evolved again")
    note_sessions(kept.folder, f"{start.done:,} of {individuals:,} individuals")
    return kept, start


def _run(kept: Kept, start: Evolution, workers: Workers, *, as_json: bool) -> int:
    """Evolve, save, print; the exit code."""
    last = start
    try:
        with progress_bars() as bars:
            for now in _shown(bars, kept, start, workers):
                last = now
    except KeyboardInterrupt:
        kept.keep(last)
        note_stop(kept.folder)
        return 130
    kept.keep(last)
    pool = Pool(kept.folder.path, last)
    _save(kept, pool)
    if as_json:
        print(json.dumps(report_archive(pool)))  # noqa: T201  # the document
    else:
        print_archive(Console(), pool, _TOP)
    return 0


def _shown(bars: Progress, kept: Kept, start: Evolution, workers: Workers) -> Iterator[Evolution]:
    """The evolution batch by batch, saved and shown on the way."""
    task = bars.add_task("evolving", total=kept.individuals, completed=start.done)
    saved = began = time.monotonic()
    for now in evolve(start, kept.individuals, threads=workers):
        yield now
        if time.monotonic() - saved > SECONDS_BETWEEN_STATES:
            kept.keep(now)
            saved = time.monotonic()
        pace = (now.done - start.done) / (time.monotonic() - began)
        _show(bars, task, now, pace)


def _show(bars: Progress, task: TaskID, now: Evolution, pace: float) -> None:
    told: Any = now.statistics
    words = (
        f"{told.coverage} of {told.cells} niches, mean {told.mean:.2f}, maximum "
        f"{told.maximum:.2f}, QD {told.qd_score:,.0f}, {pace:,.0f} individuals/s"
    )
    bars.update(task, completed=now.done, description=words)


def _save(kept: Kept, pool: Pool) -> None:
    """Write what people read, tables and the heat map; then the run is finished."""
    folder = kept.folder
    # Without the names of the agents: a folder can be moved.
    folder.write("archive.csv", pool.table().drop("agent").write_csv)
    folder.write("curve.csv", curve_table(pool.evolution).write_csv)
    if len(kept.settings.grid) == 2:
        from hanabilab.plots import save_archive

        folder.write("archive.png", partial(save_archive, pool.evolution))
    folder.finish()
