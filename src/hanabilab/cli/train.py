"""`hanabi train`: a network learns, by a config, in a folder, and resumed from it."""

from __future__ import annotations

from contextlib import closing, nullcontext
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress

from hanabilab.cli.jobs import held, planned, work_through
from hanabilab.cli.options import JsonOption, Place
from hanabilab.cli.terminal import Console, report
from hanabilab.errors import LearningError
from hanabilab.learning.shipped import WEIGHTS
from hanabilab.torch_extra import one_thread

ConfigArgument = Annotated[
    Path | None, typer.Argument(help="Config of the run, such as configs/pqn-mini.toml.")
]


EventsOption = Annotated[
    bool, typer.Option("--tensorboard", help="Also write the curve for TensorBoard, into the run.")
]


DeviceOption = Annotated[
    str, typer.Option("--device", help="Where the network learns: cpu, cuda, or cuda:1.")
]


def command(
    config: ConfigArgument = None,
    *,
    place: Place,
    device: DeviceOption = "cpu",
    tensorboard: EventsOption = False,
    as_json: JsonOption = False,
) -> int:
    """Train a network by a config, or go on with a run."""
    with one_thread():
        # Only here: without PyTorch all other commands work.
        from hanabilab.learning.devices import find_device
        from hanabilab.learning.events import import_writer
        from hanabilab.learning.plan import TrainingPlan
        from hanabilab.learning.training import TrainingRun

        if tensorboard:
            import_writer()  # before anything is begun
        where = find_device(device)
        plan = None if config is None else TrainingPlan.from_config(config)
        if place.resume is None and (plan is None or place.out is None):
            raise LearningError("missing CONFIG.toml and --out DIR, or --resume DIR")
        run = planned(TrainingRun, _Request(plan), place)
        run.device = where
        with (
            held(run, place),
            _events(run) if tensorboard else nullcontext() as events,
        ):
            return _train(run, events, as_json=as_json)


@dataclass(frozen=True)
class _Request:
    """What a command line asks for; a plan, or None for that of the run to go on with."""

    config: Any

    def plan(self) -> Any:
        """What a run from the beginning learns."""
        return self.config

    def beside(self, plan: Any) -> dict[str, Any]:
        """The settings of the config, by the names that the manifest of a run has."""
        found: dict[str, Any] = self.config.beside(plan) if self.config else {}
        return found


def _events(run: Any) -> Any:
    """What writes for TensorBoard, closed at the end."""
    from hanabilab.learning.events import Events

    return closing(Events(run.folder.path, run.curve))


def _train(run: Any, events: Any, *, as_json: bool) -> int:
    """Train, save, print; the exit code."""

    def show(_: Any, bars: Progress) -> str:
        if "standard_error" in run.told:
            if events:
                events.add(run.curve[-1])
            if not as_json:
                _print_last(run, bars)
        return ", ".join(f"{name.replace('_', ' ')} {told:.3g}" for name, told in run.told.items())

    if not work_through(run, run.states(), "learning", show):
        return 130
    _save(run)
    document = [_as_json(row) for row in run.curve]
    weights = f"weights: {run.folder.path / WEIGHTS}"
    return report(document, lambda _: Console().print(weights), as_json=as_json)


def _as_json(row: dict[str, float]) -> dict[str, float | None]:
    """A row of the curve; JSON has no NaN, so what an update could not tell is null."""
    return {name: None if isnan(value) else value for name, value in row.items()}


def _save(run: Any) -> None:
    """Write the curve, also as a picture, and the weights."""
    from hanabilab.plots import save_training

    curves = {run.plan.algorithm: run.table()}
    rules = getattr(run.plan.settings, "rules", None)  # of games that are played
    top = rules.max_score if rules else 0
    run.folder.write("curve.png", lambda file: save_training(curves, top, file))
    run.finish()


def _print_last(run: Any, bars: Progress) -> None:
    """The last row of the curve as a line, at once; bars make room for it."""
    row = run.curve[-1]
    unit = "turns"
    if "nats_of_hints" in row:
        found = f"nats {row['nats']:.3f} +- {row['standard_error']:.3f}"
        found += f"   of hints {row['nats_of_hints']:.3f}"
    elif "score" not in row:
        unit = "decisions"
        found = f"agreement {row['agreement']:.3f} +- {row['standard_error']:.3f}"
        found += f"   nats {row['nats']:.3f}"
    else:
        found = f"score {row['score']:.2f} +- {row['standard_error']:.2f}   lost {row['lost']:.1%}"
    if "score_with_partner" in row:
        found += f"   with its partner {row['score_with_partner']:.2f}"
    bars.stop()
    Console().print(f"{row['turns']:>14,.0f} {unit} {row['cpu_seconds']:>8,.0f} CPU-s   {found}")
    bars.start()
