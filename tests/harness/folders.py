"""Run folders, and what strangers and disks do to them: each is refused in a line, or made good."""

from __future__ import annotations

import functools
import hashlib
import io
import json
import os
import re
import shutil
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tests.cli.keeping import COMMANDS, Kept, contents, results
from tests.cli.small import make_small, make_world
from tests.harness.changes import KILLED, count_changes, run_harmed
from tests.harness.children import Ran, in_child, preload, run_command
from tests.harness.spoiling import spoil_bytes
from tests.harness.tally import Tally

__all__ = ["alter_folders", "make_commands", "make_origin", "result_of", "told_of", "whole_of"]

_PART = re.compile(r"part-([0-9a-f]{16})-([0-9]{12})-([0-9a-f]{16})\.(parquet|npz)")
_WILD = (-(1 << 62), -400, -1, 0, 1, 26, 1 << 15, 1 << 40)
#: What is trained beside PPO: what has a replay, and what learns from agents that play.
_MORE = ("r2d2", "belief")
#: Values of JSON that no setting has.
_JUNK = (None, True, -1, 1 << 70, 1.5, "", "x" * 300, "[/bold]\x1b[2J", [], {}, [[1]], "../../x")


def make_commands(folder: Path) -> dict[str, Kept]:
    """The commands that are attacked, with what they work on in `folder`; three of training."""
    folder.mkdir()
    told_of(make_world, folder)
    os.chdir(folder)
    commands = dict(COMMANDS)
    if "train" in commands:
        for each in _MORE:
            commands[f"train {each}"] = replace(commands["train"], settings=(f"{each}.toml",))
    _preload(tuple(commands.values()))
    return commands


@functools.cache
def _preload(commands: tuple[Kept, ...]) -> None:
    """Import here what the commands import, once."""

    def run_all() -> None:
        make_small(setattr)
        for number, command in enumerate(commands):
            run_command(command.begin(Path(folder) / str(number)))

    with tempfile.TemporaryDirectory() as folder:
        preload(run_all)


def told_of(work: Any, *arguments: Any) -> Ran:
    """What `work` comes to in a child that has been made small."""

    def small() -> Any:
        make_small(setattr)
        return work(*arguments)

    return in_child(small)


def alter_folders(random: Random, trials: int, folder: Path) -> Tally:
    """A folder of a run is altered, then resumed: refused untouched, or whole as if never so."""
    tally, commands = Tally(), make_commands(folder / "world")
    origins = {
        (name, few): make_origin(command, folder / f"{name}-{few}", few=few)
        for name, command in commands.items()
        for few in (True, False)
    }
    whole = {name: told_of(result_of, folder / f"{name}-False").value for name in commands}
    for trial in range(trials):
        (name, few), origin = list(origins.items())[trial % len(origins)]
        place = folder / "altered"
        shutil.copytree(origin, place)
        seed = random.randrange(1 << 62)
        ran = told_of(_trial, commands[name], place, seed, _others(origins), whole[name])
        way, came = ran.value or (f"seed {seed}", f"!the process died: {ran.death}")
        words = f"{name} {'unfinished' if few else 'finished'}, {way}"
        if came.startswith("!"):
            tally.find(f"{words}: {came[1:]}")
        else:
            tally.kept[came] += 1
        shutil.rmtree(place)
    return tally


def _trial(
    command: Kept, place: Path, seed: int, others: list[Path], whole: str
) -> tuple[str, str]:
    """In a child: alter, resume and judge; what was done, and what came of it."""
    way, stray = _alter(place, seed, others)
    before = contents(place)
    ran = run_command(command.resume(place, *command.wanted()))
    if ran["code"] == 2 and contents(place) != before:
        return way, f"!refused, but files changed: {ran['errors']}"
    if stray and (not stray.exists() or before[stray] != stray.read_bytes()):
        return way, f"!a file that is not ours was touched: {stray.name}"
    if stray:
        stray.unlink()
    return way, _judge(ran, place, whole)


def make_origin(command: Kept, folder: Path, *, few: bool) -> Path:
    """The folder of a run; unfinished when it has come to few of its games, or was killed."""
    ran = told_of(run_command, command.begin(folder, few=few))
    if ran.death or ran.value["code"]:
        raise RuntimeError(f"cannot begin {folder}: {ran}")
    if few and not command.target:
        shutil.rmtree(folder)
        half = told_of(count_changes, command.begin(folder), folder).value // 2
        shutil.rmtree(folder)
        told_of(run_harmed, command.begin(folder), folder, half, KILLED)
    return folder


def whole_of(command: Kept, folder: Path) -> str:
    """The digest of what a command comes to in a new folder, left alone."""
    return str(told_of(result_of, make_origin(command, folder, few=False)).value)


def _others(origins: dict[Any, Path]) -> list[Path]:
    return [path for origin in origins.values() for path in sorted(origin.rglob("*.*"))]


def result_of(folder: Path) -> str:
    """The digest of a run's results; its parts, from which they are made, are left out."""
    found = {name: each for name, each in results(folder).items() if "part-" not in name}
    for told in found.values():
        if isinstance(told, dict):
            told.pop("files", None)
    return hashlib.sha256(repr(sorted(found.items())).encode()).hexdigest()


def _judge(ran: dict[str, Any], place: Path, whole: str) -> str:
    """What came of it; a finding begins with "!"."""
    code, lines = ran["code"], ran["errors"]
    if any("Traceback" in line for line in lines):
        return f"!a traceback: {lines[-1]}"
    if code == 2:
        return "refused in one line" if len(lines) == 1 else f"!refused in {lines}"
    if code != 0:
        return f"!exit code {code}: {lines}"
    return (
        "resumed to the same results" if result_of(place) == whole else "!resumed to other results"
    )


# --- Altering, in a child: polars reads and writes here -------------------------------------------


def _alter(place: Path, seed: int, others: list[Path]) -> tuple[str, Path | None]:
    """Alter one file; how, and the file that is not ours if one was put there."""
    random = Random(seed)
    paths = sorted(path for path in place.rglob("*") if path.is_file())
    path = random.choice(paths)
    name = _PART.fullmatch(path.name)
    ways = [partial(_spoil, random, path, others), path.unlink, partial(_stray, random, place)]
    if path.suffix == ".json":
        ways += [partial(_edit, random, path)] * 4
    if name and path.suffix == ".parquet":
        ways += [partial(_forge, random, path, name)] * 4
    told = random.choice(ways)()
    if isinstance(told, Path):
        return f"a stray {told.name}, seed {seed}", told
    return f"{path.relative_to(place)} {told or 'removed'}, seed {seed}", None


def _spoil(random: Random, path: Path, others: list[Path]) -> str:
    foreign = [other.read_bytes() for other in random.sample(others, 2)]
    way, data = spoil_bytes(random, path.read_bytes(), foreign)
    path.write_bytes(data)
    return way


def _stray(random: Random, place: Path) -> Path:
    """A file that is not ours stands in the folder."""
    names = ("thesis.tex", "part-x.parquet", ".hidden", "[1].txt", "a b", "results")
    stray = place / random.choice(names)
    stray.write_bytes(random.randbytes(20))
    return stray


def _edit(random: Random, path: Path) -> str:
    """A value of a JSON document is another; digests that it tells stay as they were."""
    document = json.loads(path.read_text())
    here, where = document, []
    while isinstance(here, dict | list) and here:
        keys = list(here) if isinstance(here, dict) else range(len(here))
        key = random.choice(list(keys))
        where.append(key)
        if isinstance(here[key], dict | list) and here[key] and random.random() < 0.9:
            here = here[key]
            continue
        junk = random.choice(_JUNK)
        here[key] = junk
        path.write_text(json.dumps(document))
        return f"{'/'.join(map(str, where))} = {junk!r}"
    path.write_text("[]")
    return "is []"


def _forge(random: Random, path: Path, name: re.Match[str]) -> str:
    """A value out of range, or another shape, in a part whose name has the right digest."""
    import polars as pl

    table = pl.read_parquet(path)
    column = random.choice([each for each in table.columns if table[each].dtype.is_numeric()])
    wild = random.choice(_WILD)
    way = random.choice(("value", "type", "column lost", "rows doubled"))
    if way == "value":
        kind = table[column].dtype
        try:
            forged = table.with_columns(pl.lit(wild).cast(kind).alias(column))
        except pl.exceptions.InvalidOperationError:  # the type cannot hold it
            forged = table.with_columns(pl.lit(wild).alias(column))
    elif way == "type":
        forged = table.with_columns(pl.col(column).cast(pl.String))
    else:
        forged = table.drop(column) if way == "column lost" else pl.concat([table, table])
    buffer = io.BytesIO()
    forged.write_parquet(buffer)
    data = buffer.getvalue()
    digest = hashlib.sha256(name[1].encode() + data).hexdigest()[:16]
    path.unlink()
    path.with_name(f"part-{name[1]}-{name[2]}-{digest}.parquet").write_bytes(data)
    return f"with the right digest: {way} {column} {wild if way == 'value' else ''}"
