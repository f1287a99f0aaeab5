"""`hanabi train`: a network learns, by a config, in a folder, and resumed from it."""

from __future__ import annotations

import json
from contextlib import closing, nullcontext
from math import isnan
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress

from hanabilab.cli.folders import note_damage, note_sessions, note_stop
from hanabilab.cli.options import JsonOption, Place, progress_bars
from hanabilab.cli.terminal import Console
from hanabilab.errors import LearningError
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
    """Train a network by a config, keep the run in a folder, and resume it from there."""
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
        if place.resume is not None:
            run = TrainingRun.resume(place.resume, plan, device=where)
        elif plan is None or place.out is None:
            raise LearningError("missing CONFIG.toml and --out DIR, or --resume DIR")
        else:
            run = TrainingRun.begin(place.out, plan, device=where)
        with run.folder, _events(run) if tensorboard else nullcontext() as events:
            if place.resume is not None:
                _note_resumed(run)
            return _train(run, events, as_json=as_json)


def _note_resumed(run: Any) -> None:
    """Say what was damaged, and how far earlier sessions have come."""
    note_damage(run.folder, "what it held is learned again")
    note_sessions(run.folder, f"{run.learner.done:,} of {run.plan.settings.updates:,} updates")


def _events(run: Any) -> Any:
    """What writes for TensorBoard, closed at the end."""
    from hanabilab.learning.events import Events

    return closing(Events(run.folder.path, run.curve))


def _train(run: Any, events: Any, *, as_json: bool) -> int:
    """Train, save, print; the exit code."""
    try:
        with progress_bars() as bars:
            total = run.plan.settings.updates
            task = bars.add_task("learning", total=total, completed=run.learner.done)

            def show(told: dict[str, float]) -> None:
                words = (f"{name.replace('_', ' ')} {value:.3g}" for name, value in told.items())
                bars.update(task, completed=run.learner.done, description=", ".join(words))
                if "standard_error" not in told:
                    return
                if events:
                    events.add(run.curve[-1])
                if not as_json:
                    _print_last(run, bars)

            run.train(show)
    except KeyboardInterrupt:
        run.keep()
        note_stop(run.folder)
        return 130
    _save(run)
    if as_json:
        print(json.dumps([_as_json(row) for row in run.curve]))  # noqa: T201  # the document
    else:
        Console().print(f"weights: {run.folder.path / 'weights.safetensors'}")
    return 0


def _as_json(row: dict[str, float]) -> dict[str, float | None]:
    """A row of the curve; JSON has no NaN, so what an update could not tell is null."""
    return {name: None if isnan(value) else value for name, value in row.items()}


def _save(run: Any) -> None:
    """Write the curve, also as a picture, and the weights."""
    from hanabilab.plots import save_training

    curves, rules = {run.plan.algorithm: run.table()}, run.plan.settings.rules
    run.folder.write("curve.png", lambda file: save_training(curves, rules.max_score, file))
    run.finish()


def _print_last(run: Any, bars: Progress) -> None:
    """The last row of the curve as a line, at once; bars make room for it."""
    row = run.curve[-1]
    if "nats" in row:
        found = f"nats {row['nats']:.3f} +- {row['standard_error']:.3f}"
        found += f"   of hints {row['nats_of_hints']:.3f}"
    else:
        found = f"score {row['score']:.2f} +- {row['standard_error']:.2f}   lost {row['lost']:.1%}"
    bars.stop()
    Console().print(f"{row['turns']:>14,.0f} turns {row['cpu_seconds']:>8,.0f} CPU-s   {found}")
    bars.start()
