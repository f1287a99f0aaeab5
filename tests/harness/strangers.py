"""Folders of strangers: one file of any kind is forged, and whoever reads the folder is asked.

What is promised: the folder is read, or refused in one line. Nothing crashes, nothing is raised,
nothing but that line reaches the terminal, and memory does not grow with what a file claims.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from tests.cli.keeping import COMMANDS, Kept
from tests.cli.small import make_small, make_world
from tests.harness.children import in_child
from tests.harness.forging import copy_of, forge, sign
from tests.harness.tally import Tally

__all__ = ["forge_folders"]

#: Bytes that reading a file of a small run may take, mapped ones among them.
_MEMORY = 1 << 30
#: Trains in plain Python within seconds; `guided` does not, and has tests of its own.
_TRAINED = {
    "ppo": "other_play = true",
    "r2d2": "replay_capacity = 32\nsad = true\nown_hand_coef = 0.5\nburn_in = 1",
    "dagger": 'teacher = "smart"\ninferences = true',
    "belief": 'agent = "five-rule"',
}

#: What is told before a result cannot be written.
_NOTES = ("are there already", "is damaged;", "some were played at commit")
#: Reads a folder as somebody would who was given it; the exit code of a command.
Reader: TypeAlias = Callable[[Path], int]
#: Makes a folder.
Maker: TypeAlias = Callable[[Path], None]


def forge_folders(random: Random, trials: int, folder: Path) -> Tally:
    """A file of a folder of some kind is forged, then read in some way."""
    tally, kinds = Tally(), make_kinds(folder / "world")
    for _ in range(trials):
        name = random.choice(list(kinds))
        make, readers = kinds[name]
        origin = folder / "world" / name
        if not origin.exists():
            _in_child(make, origin)
        seed, reader = random.randrange(1 << 62), random.choice(readers)
        forged = copy_of(origin, folder / "world" / "forged")
        ran = in_child(partial(_trial, forged, seed, reader))
        way, came = ran.value or (f"seed {seed}", f"!the process died: {ran.death}")
        if came.startswith("!"):
            tally.find(f"{name}, {way}: {came[1:]}")
        else:
            tally.kept[came] += 1
    return tally


def _trial(place: Path, seed: int, reader: Reader) -> tuple[str, str]:
    """In a child: forge a file and read; what was done, and what came of it, "!" if it is wrong."""
    make_small(setattr)
    random = Random(seed)
    paths = sorted(path for path in place.rglob("*") if path.is_file())
    path = random.choice(paths)
    way = f"{path.relative_to(place)}: {forge(random, path)}, seed {seed}"
    if random.random() < 0.8:
        sign(place)
    os.chdir(place.parent)
    _limit_memory()
    with tempfile.TemporaryFile() as told:
        os.dup2(told.fileno(), 2)
        try:
            code: Any = reader(place)
        except Exception as error:  # noqa: BLE001  # the finding
            code = f"{type(error).__name__}: {error}"[:200]
        sys.stderr.flush()
        told.seek(0)
        lines = told.read().decode(errors="replace").splitlines()
    return way, _judged(code, lines)


def _limit_memory() -> None:
    """What a stranger's file may take, beside what is taken already."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + _MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _judged(code: Any, lines: Sequence[str]) -> str:
    """What came of it; a finding begins with "!"."""
    if any("Traceback" in line or "panicked" in line for line in lines):
        return f"!on the terminal: {' / '.join(lines[:3])}"
    if code == 0:
        return "read"
    if code == 1:
        return "read, with findings"
    if code != 2:
        return f"!{code}"
    notes = [line for line in lines[:-1] if any(words in line for words in _NOTES)]
    told = [line for line in lines if line not in notes]
    if len(told) != 1:
        return f"!refused in {len(told)} lines: {' / '.join(told[:3])}"
    return "!not enough memory" if "enough memory" in told[0] else "refused in one line"


# --- Folders, and who reads them -----------------------------------------------------------------


def make_kinds(world: Path) -> dict[str, tuple[Maker, list[Reader]]]:
    """Kinds of folders: how one is made in `world`, and those who read it."""
    world.mkdir()
    _in_child(make_world, world)
    os.chdir(world)
    kinds: dict[str, tuple[Maker, list[Reader]]] = {"study": (_collect, [_open_study])}
    for name, command in COMMANDS.items():
        for few in (True, False):
            resume = _command(*command.words, "--resume", "{}", *command.wanted(few=few))
            readers = [resume, resume, _command("run", "check", "{}"), *_MORE.get(name, [])]
            kind = f"{name.replace(' ', '-')}-{'begun' if few else 'whole'}"
            kinds[kind] = partial(_begin, command, few), readers
    for name, text in _TRAINED.items() if "tiny capi" in COMMANDS else ():
        weights = [_command("play", "net({}/run/weights.safetensors)", *_ONE)]
        readers = [_resume_training, _read_config, *weights * (name != "belief")]
        kinds[name] = partial(_train, f'algorithm = "{name}"\n{text}\n'), readers
    return kinds


def _begin(command: Kept, few: bool, place: Path) -> None:
    _call(*command.begin(place, few=few))


_ONE = ("--rules", "small", "--games", "1")
_ADHOC = ("--partners", "random", "--length", "1", "--oracle-games", "4")


def _command(*words: str) -> Reader:
    """Runs a command in which {} stands for the folder."""
    return lambda place: _call(*(word.format(place) for word in words))


def _call(*arguments: str) -> int:
    from hanabilab.cli import run

    return run(list(arguments))


#: Who reads folders of a command, beside the command itself.
_MORE = {
    "crossplay": [
        _command("adhoc", "{}", *_ADHOC),
        _command("play", "adaptive({})", "random", "--rules", "very-small", "--games", "1"),
    ],
    "evolve": [_command("pool", "{}")],
    "play": [_command("review", "{}"), _command("run", "gather", "{}")],
    "compare": [_command("run", "gather", "{}")],
}


def _in_child(work: Callable[..., Any], *arguments: Any) -> None:
    def small() -> Any:
        make_small(setattr)
        return work(*arguments)

    ran = in_child(small)
    if ran.death:
        raise RuntimeError(f"{work} {arguments}: {ran.death}")


def _train(text: str, place: Path) -> None:
    """A finished run of two updates, and beside it the state after the first, as it was killed."""
    from hanabilab.learning.plan import TrainingPlan
    from hanabilab.learning.training import TrainingRun
    from tests.learning.small import SMALL

    small = SMALL.replace("num_steps = 6", "num_steps = 7").replace("updates = 4", "updates = 2")
    place.mkdir()
    (place / "plan.toml").write_text(text + small)
    run = TrainingRun(TrainingPlan.from_config(place / "plan.toml")).begin(place / "run")
    run.learner.update()
    run.keep_state(run.learner)
    copy_of(run.folder.path, place / "half")
    (place / "half" / ".hanabi-lock").unlink(missing_ok=True)
    run.train()
    run.finish()
    run.folder.release()


def _refusing(work: Callable[[], object]) -> int:
    """The exit code of a command that does this."""
    from hanabilab.errors import HanabiError

    try:
        work()
    except HanabiError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _resume_training(place: Path) -> int:
    """Both runs, each from its last state; nothing is trained."""
    from hanabilab.learning.training import TrainingRun

    def resume() -> None:
        for name in ("run", "half"):
            sign(place / name)
            TrainingRun.find(place / name).go_on().folder.release()

    return _refusing(resume)


def _read_config(place: Path) -> int:
    from hanabilab.learning.plan import TrainingPlan

    return _refusing(lambda: TrainingPlan.from_config(place / "plan.toml"))


def _collect(place: Path) -> None:
    from hanabilab.web.study_folder import StudyFolder
    from tests.web.test_study_folder import study_of, take_part

    for _ in range(2):  # tables are put together when the folder is opened
        with StudyFolder(study_of(place), place / "out", 2) as folder:
            if not folder.people[0].has_begun(0):
                take_part(folder, 0)
                take_part(folder, 1, unfinished=True)


def _open_study(place: Path) -> int:
    from hanabilab.web.study import Study
    from hanabilab.web.study_folder import StudyFolder

    def open_it() -> None:
        with StudyFolder(Study.read(place / "study.toml"), place / "out", 2) as folder:
            for person in folder.people:
                stage = person.stage
                if stage.name == "game":
                    person.table(stage.game)

    return _refusing(open_it)
