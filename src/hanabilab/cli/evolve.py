"""`hanabi evolve`: MAP-Elites over lists of rules, kept in a folder and resumed from it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress, TaskID

from hanabilab.cli.archive import print_archive
from hanabilab.cli.options import (
    Bomb,
    BombOption,
    JsonOption,
    OutOption,
    ResumeOption,
    RunSeedOption,
    Slots,
    SlotsOption,
    ThreadsOption,
    make_rules,
    progress_bars,
)
from hanabilab.cli.runs import note_damage, note_sessions, note_stop, refuse_both
from hanabilab.cli.terminal import Console
from hanabilab.errors import EvolutionError
from hanabilab.evolution import Evolution, Kept, Pool, Settings, evolve
from hanabilab.evolution.report import curve_table, report_archive
from hanabilab.evolution.settings import Parents, Replays
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules

_INDIVIDUALS = 1_000_000
_TOP = 10
_SECONDS_BETWEEN_STATES = 5.0
_RULES = "full(bomb=keep, draw_slot=vacated)"


def command(
    individuals: Annotated[
        int | None,
        typer.Option(min=1, show_default="1000000", help="To evolve, the random ones included."),
    ] = None,
    seed: RunSeedOption = None,
    players: Annotated[int | None, typer.Option(min=2, show_default="2", help="Seats.")] = None,
    rules: Annotated[
        str | None, typer.Option(show_default=_RULES, help="Rules, such as 'full(suits=4)'.")
    ] = None,
    bomb: BombOption = None,
    slots: SlotsOption = None,
    base: Annotated[
        str | None, typer.Option(show_default="canaan2019", help="Rules to make lists of.")
    ] = None,
    mode: Annotated[
        str | None,
        typer.Option(
            show_default="compat",
            help="compat, with the original's errors; skip, which goes on after them; or clean.",
        ),
    ] = None,
    length: Annotated[
        int | None, typer.Option(min=1, show_default="15", help="Rules of a list.")
    ] = None,
    measures: Annotated[
        str | None,
        typer.Option(
            show_default="communicativeness,risk_aversion", help="Two or three, with commas."
        ),
    ] = None,
    grid: Annotated[
        str | None, typer.Option(show_default="20x20", help="Niches along each measure.")
    ] = None,
    random: Annotated[
        int | None, typer.Option(min=1, show_default="10000", help="Random individuals, first.")
    ] = None,
    batch: Annotated[
        int | None,
        typer.Option(min=1, show_default="250", help="Individuals bred from the same archive."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(min=1, show_default="100", help="Games of an individual and of a replay."),
    ] = None,
    crossover: Annotated[
        float | None, typer.Option(show_default="0.5", help="Chance of a second parent.")
    ] = None,
    mutation: Annotated[
        float | None, typer.Option(show_default="0.1", help="Chance of each rule to change.")
    ] = None,
    parents: Annotated[
        Parents | None,
        typer.Option(show_default="all", help="From all cells, empty ones too, or filled ones."),
    ] = None,
    replays: Annotated[
        Replays | None,
        typer.Option(
            show_default="paper",
            help="Elites replay, and that alone counts (paper), or the mean of all games (mean), "
            "or all elites are placed anew each batch (sampling).",
        ),
    ] = None,
    threads: ThreadsOption = None,
    out: OutOption = None,
    resume: ResumeOption = None,
    as_json: JsonOption = False,
) -> int:
    """Evolve lists of rules for quality and diversity: the best of every niche of behavior."""
    settings = {
        "seed": seed,
        "base": base,
        "mode": mode,
        "length": length,
        "measures": _words(measures) if measures else None,
        "grid": _grid(grid) if grid else None,
        "random": random,
        "batch": batch,
        "games": games,
        "crossover": crossover,
        "mutation": mutation,
        "parents": parents,
        "replays": replays,
    }
    given = {name: value for name, value in settings.items() if value is not None}
    wishes = _Wishes(given, individuals, players, rules, bomb, slots)
    kept, start = _settle(wishes, out, resume)
    with kept.folder:
        return _run(kept, start, threads, as_json=as_json)


@dataclass(frozen=True)
class _Wishes:
    """What a command line asks for; None, or not among the settings, is what it leaves open."""

    settings: dict[str, Any]
    individuals: int | None
    players: int | None
    rules: str | None
    bomb: Bomb | None
    slots: Slots | None

    def rules_beside(self, known: Rules) -> Rules:
        """The rules asked for where a run has the rules `known`."""
        players = self.players or known.players
        if self.rules is None and players != known.players:
            known = make_rules(_RULES, players, None, None)
        return make_rules(self.rules or format_rules(known), players, self.bomb, self.slots)


def _settle(wishes: _Wishes, out: Path | None, resume: Path | None) -> tuple[Kept, Evolution]:
    """The run that is wished for, new in `out` or the one in `resume`, and where it has come to."""
    refuse_both(out, resume)
    if resume is not None:
        return _resumed(wishes, resume)
    if out is None:
        raise EvolutionError("Missing --out DIR, which keeps the run, or --resume DIR")
    settings = Settings(rules=wishes.rules_beside(Settings().rules), **wishes.settings)
    return Kept.begin(out, settings, wishes.individuals or _INDIVIDUALS), Evolution.begin(settings)


def _resumed(wishes: _Wishes, where: Path) -> tuple[Kept, Evolution]:
    """The run in the folder `where`, taken up."""
    found = Kept.find(where)
    rules = wishes.rules_beside(found.settings.rules)
    wanted = replace(found.settings, rules=rules, **wishes.settings)
    found.folder.manifest.require_same(wanted.as_json(), where)
    individuals = found.folder.manifest.grown(wishes.individuals, where)
    kept, start = found.go_on(individuals)
    note_damage(kept.folder, "what it held is evolved again")
    note_sessions(kept.folder, f"{start.done:,} of {individuals:,} individuals")
    return kept, start


def _words(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


def _grid(text: str) -> tuple[int, ...]:
    sizes = text.lower().split("x")
    if not all(size.isdecimal() and len(size) < 8 for size in sizes):
        raise EvolutionError(f"grid is {text!r}; write niches along each measure, such as 20x20")
    return tuple(int(size) for size in sizes)


def _run(kept: Kept, start: Evolution, threads: int | None, *, as_json: bool) -> int:
    """Evolve, save, print; the exit code."""
    last = start
    try:
        with progress_bars() as bars:
            for now in _shown(bars, kept, start, threads):
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


def _shown(
    bars: Progress, kept: Kept, start: Evolution, threads: int | None
) -> Iterator[Evolution]:
    """The evolution batch by batch, saved and shown on the way."""
    task = bars.add_task(
        "evolving", total=kept.individuals, completed=start.done, before=start.done
    )
    saved = began = time.monotonic()
    for now in evolve(start, kept.individuals, threads=threads):
        yield now
        if time.monotonic() - saved > _SECONDS_BETWEEN_STATES:
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
