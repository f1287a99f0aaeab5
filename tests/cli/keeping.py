"""The commands that keep runs, small: one list for all tests of how folders are treated."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from hanabilab.cli import run

__all__ = ["COMMANDS", "Kept", "contents", "results", "run_killed", "run_killed_to_the_end"]


@dataclass(frozen=True)
class Kept:
    """A command that keeps runs.

    Attributes:
        words: the command.
        settings: all that it is given but for the target.
        target: the option that may grow, and two values; None if nothing may.
        others: settings that its run does not have, each with the name told.
        changes: of files at least, as it runs to its end.
        step: kills are so many changes apart, where a run takes long.
    """

    words: tuple[str, ...]
    settings: tuple[str, ...]
    target: tuple[str, int, int] | None
    others: tuple[tuple[tuple[str, ...], str], ...]
    changes: int = 6
    step: int = 1

    def begin(self, folder: Path, *, few: bool = False) -> list[str]:
        """A command line that begins a run."""
        return [*self.words, *self.settings, *self.wanted(few=few), "--out", str(folder)]

    def resume(self, folder: Path, *more: str) -> list[str]:
        """A command line that resumes one; all else is as it was."""
        return [*self.words, "--resume", str(folder), *more]

    def wanted(self, *, few: bool = False) -> list[str]:
        """The target as it is given."""
        return [self.target[0], str(self.target[1 if few else 2])] if self.target else []


_SMALL = ("--rules", "very-small", "--seed", "3")
_OTHER_RULES = (("--seed", "4"), "seed"), (("--rules", "small"), "rules")
COMMANDS = {
    "play": Kept(
        ("play",),
        ("random", "five-rule", *_SMALL),
        ("--games", 2, 5),
        (*_OTHER_RULES, (("--bomb", "keep"), "rules"), (("random", "random"), "lineups")),
    ),
    "compare": Kept(
        ("compare",),
        ("random, random", "five-rule, random", *_SMALL),
        ("--games", 2, 5),
        (*_OTHER_RULES, (("random, random", "random, random"), "lineups")),
        step=2,
    ),
    "crossplay": Kept(
        ("crossplay",),
        ("random", "five-rule", *_SMALL),
        ("--games", 4, 5),
        (*_OTHER_RULES, (("random", "iggi"), "ones"), (("--players", "3"), "rules")),
    ),
    "evolve": Kept(
        ("evolve",),
        (
            *("--rules", "very-small(life_tokens=2, bomb=keep, draw_slot=vacated)"),
            *("--mode", "clean", "--length", "6", "--grid", "3x3", "--batch", "4"),
            *("--random", "8", "--games", "1", "--seed", "5", "--replays", "paper"),
            *("--measures", "communicativeness, risk_aversion"),
        ),
        ("--individuals", 8, 16),
        (
            (("--seed", "6"), "seed"),
            (("--grid", "4x4"), "grid"),
            (("--mode", "compat"), "mode"),
            (("--measures", "risk_aversion,communicativeness"), "measures"),
            (("--players", "3"), "rules"),
            (("--bomb", "zero"), "rules"),
        ),
    ),
    "adhoc": Kept(
        ("adhoc",),
        (
            *("pool", "--partners", "random", "--length", "2", "--sequences", "1"),
            *("--seed", "3"),
        ),
        None,
        (
            (("--seed", "4"), "seed"),
            (("--length", "3"), "length"),
            (("--partners", "five-rule"), "partners"),
            (("elsewhere",), "pool"),
        ),
        step=3,
    ),
}
if find_spec("ribs"):
    COMMANDS["tune"] = Kept(
        ("tune",),
        (
            *("keen", *_SMALL, "--candidates", "4", "--games", "8", "--finals", "4"),
            *("--only", "short_deck, late_deck"),
        ),
        ("--generations", 1, 3),
        (
            *_OTHER_RULES,
            (("keen(short_deck=19)",), "agent"),
            (("--only", "short_deck"), "only"),
            (("--drop", "3"), "drop"),
            (("--players", "3"), "rules"),
        ),
    )
if find_spec("torch"):
    COMMANDS["tiny capi"] = Kept(
        ("tiny", "capi"),
        ("A", "--seed", "3", "--samples", "20"),
        ("--episodes", 1, 3),
        (
            (("--seed", "4"), "seed"),
            (("--samples", "21"), "samples"),
            (("--published",), "samples"),
            (("B",), "game"),
        ),
    )
    COMMANDS["train"] = Kept(
        ("train",),
        ("ppo.toml",),
        None,
        ((("belief.toml",), "algorithm"), (("other.toml",), "seed")),
        step=3,
    )

_CLOCK = {"seconds", "games_per_second", "moves_per_second", "cpu_seconds", "cpu_hours"}


def results(folder: Path) -> dict[str, Any]:
    """Everything in a folder that does not depend on the clock or on how a run came to its end."""
    found: dict[str, Any] = {}
    for path in (path for path in folder.rglob("*") if path.is_file()):
        name = _name_of(path.relative_to(folder).as_posix())
        if path.suffix == ".parquet":
            found[name] = (
                pl.read_parquet(path).drop("seconds", strict=False).to_dict(as_series=False)
            )
        elif path.name == "manifest.json":
            manifest = json.loads(path.read_text())
            told = {key: manifest[key] for key in ("command", "settings", "target", "status")}
            found[name] = told | {"files": sorted(map(_name_of, manifest.get("files", [])))}
        elif path.suffix == ".json":
            found[name] = _timeless(json.loads(path.read_text()))
        elif path.suffix == ".npz":
            found[name] = _arrays(path)
        elif path.suffix == ".safetensors":
            found[name] = _weights(path.read_bytes())
        elif path.name == "curve.csv":
            found[name] = pl.read_csv(path).drop("cpu_seconds", strict=False).write_csv()
        else:
            found[name] = path.read_bytes()
    return found


def _name_of(name: str) -> str:
    """The name of a file; that of a part without its digest, which has the clock in it."""
    return re.sub(r"-[0-9a-f]{16}\.(parquet|npz)$", r".\1", name)


def _arrays(path: Path) -> dict[str, Any]:
    """The arrays of a state to the bit, but for those that tell the time."""
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files if name.split(".")[-1] not in _CLOCK}
    return {name: (each.dtype, each.shape, each.tobytes()) for name, each in arrays.items()}


def _weights(data: bytes) -> Any:
    """Weights to the bit, and their card: a header as long as the first eight bytes say."""
    end = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:end])
    card = json.loads(header["__metadata__"].pop("card"))
    return _timeless(header), _timeless(card), data[end:]


def _timeless(document: Any) -> Any:
    if isinstance(document, dict):
        return {name: _timeless(each) for name, each in document.items() if name not in _CLOCK}
    return [_timeless(each) for each in document] if isinstance(document, list) else document


def contents(folder: Path) -> dict[Path, bytes]:
    """Every file to the byte, but for the lock that a killed process has left."""
    paths = [path for path in folder.rglob("*") if path.name != ".hanabi-lock"]
    return {path: path.read_bytes() for path in paths if path.is_file()}


class Killed(BaseException):
    """What no code of ours expects."""


def run_killed(arguments: list[str], changes: int, run: Callable[[list[str]], int] = run) -> bool:
    """Run a command that is killed after so many changes of files; whether it ended before."""
    left = changes

    def counted(change):
        def counting(path, *others, **options):
            nonlocal left
            left -= path.exists()
            if left < 0:
                raise Killed
            return change(path, *others, **options)

        return counting

    with pytest.MonkeyPatch.context() as monkeypatch:
        for name in ("replace", "unlink"):
            monkeypatch.setattr(Path, name, counted(getattr(Path, name)))
        try:
            assert run(arguments) == 0
        except Killed:
            return False
    return True


def run_killed_to_the_end(command: Kept, folder: Path, arguments: list[str], changes: int) -> bool:
    """The same; then resume it, or begin it if it was killed before it had begun."""
    ended = run_killed(arguments, changes)
    if run(command.resume(folder, *command.wanted())) != 0:
        assert run(command.begin(folder)) == 0
    return ended
