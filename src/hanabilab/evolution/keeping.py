"""An evolution in its folder.

    DIR/settings.json                    settings, individuals wanted, sessions that worked on it
    DIR/archive/part-NUMBER-DIGEST.npz   the evolution after NUMBER individuals; the last two,
                                         and of a finished run the last

Each file is written under another name first. A state ends in the digest of its bytes and says of
which settings it is; one that is damaged is dropped, and the evolution goes on from the one before,
or from its beginning: it comes out the same.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from hanabilab.arena.folder import ResultsFolder, describe_session, now
from hanabilab.arena.parts import keep_bytes, part_paths, read_file, read_part
from hanabilab.errors import HanabiError, OutputError, ResumeError
from hanabilab.evolution.kernels import NUM_RESULTS
from hanabilab.evolution.search import CURVE, Evolution, check_individuals
from hanabilab.evolution.settings import Settings

__all__ = ["Kept", "read_evolution"]

_SETTINGS = "settings.json"
_HOME = "archive"
_STATES_KEPT = 2


@dataclass
class Kept:
    """An evolution in its folder.

    Attributes:
        individuals: that are wanted.
        sessions: that worked on it, the present one last: command, versions, commit, beginning.
        damaged: states that were dropped.
    """

    folder: ResultsFolder
    settings: Settings
    individuals: int
    sessions: list[dict[str, Any]] = field(default_factory=list)
    damaged: list[Path] = field(default_factory=list)

    @classmethod
    def begin(cls, path: Path, settings: Settings, individuals: int) -> Kept:
        """Make ready for an evolution in the folder `path`, new or empty.

        Raises:
            OutputError: it cannot be written to, or holds something.
            EvolutionError: individuals that are not whole batches.
        """
        check_individuals(settings, individuals)
        if (path / _SETTINGS).is_file():
            raise OutputError(f"{path} holds a run; go on with --resume {path}, or name another")
        if path.is_dir() and any(not entry.name.startswith(".") for entry in path.iterdir()):
            raise OutputError(f"{path} is not empty; name a new folder for an evolution")
        kept = cls(ResultsFolder(path), settings, individuals)
        kept._open_session()
        return kept

    @classmethod
    def find(cls, path: Path) -> Kept:
        """The evolution in the folder `path`; nothing is written.

        Raises:
            OutputError: the folder cannot be written to.
            ResumeError: there is none, or none that can be read.
        """
        settings, individuals, sessions = _read_settings(path)
        return cls(ResultsFolder(path), settings, individuals, sessions)

    def go_on(self, individuals: int) -> Evolution:
        """Take up an evolution that was found; where it has come to.

        Raises:
            ResumeError: states of another evolution, or fewer individuals than are wanted already.
            EvolutionError: individuals that are not whole batches.
        """
        check_individuals(self.settings, individuals)
        if individuals < self.individuals:
            raise ResumeError(
                f"the run in {self.folder.path} is of {self.individuals} individuals; it can get "
                f"more, not {individuals}"
            )
        self.individuals = individuals
        found = self._last_state()
        self._open_session()
        for path in self.damaged:
            path.unlink(missing_ok=True)
        return found or Evolution.begin(self.settings)

    def keep(self, evolution: Evolution) -> None:
        """Save where the evolution has come to.

        Raises:
            OutputError: it cannot be written.
        """
        data = _packed(evolution)
        keep_bytes(self.folder, _HOME, evolution.done, data, "npz")
        # Which state came before the last depends on the clock; what a finished run keeps must not.
        count = 1 if evolution.done >= self.individuals else _STATES_KEPT
        for path in part_paths(self.folder, _HOME)[:-count]:
            path.unlink(missing_ok=True)

    def _last_state(self) -> Evolution | None:
        """The last state that is whole; None if there is none."""
        for path in reversed(part_paths(self.folder, _HOME)):
            if (data := read_part(path)) is not None:
                return _unpacked(data, self.settings, path)
            self.damaged.append(path)
        return None

    def _open_session(self) -> None:
        self.sessions.append({**describe_session(), "began": now()})
        document = {
            "evolution": self.settings.as_json(),
            "individuals": self.individuals,
            "sessions": self.sessions,
        }
        self.folder.write_json(_SETTINGS, document)


def read_evolution(path: Path) -> Evolution:
    """Where the evolution in a folder has come to; nothing is written.

    Raises:
        ResumeError: there is none, or none that can be read.
    """
    settings, _, _ = _read_settings(path)
    states = sorted((path / _HOME).glob("part-*"))
    if not states:
        raise ResumeError(f"the evolution in {path} has no archive yet; go on with --resume {path}")
    if (data := read_part(states[-1])) is None:
        raise ResumeError(f"{states[-1]} is damaged; hanabi evolve --resume {path} mends it")
    return _unpacked(data, settings, states[-1])


def _read_settings(path: Path) -> tuple[Settings, int, list[dict[str, Any]]]:
    file = path / _SETTINGS
    if not file.is_file():
        raise ResumeError(f"no evolution in {path}; start one with hanabi evolve --out {path}")
    try:
        found = json.loads(read_file(file))
        if not isinstance(found, dict) or "evolution" not in found:
            raise ResumeError(f"the results in {path} are of another command than hanabi evolve")
        settings = Settings.from_json(found["evolution"])
        return settings, int(found["individuals"]), list(found["sessions"])
    except ResumeError:
        raise
    except (HanabiError, ValueError, KeyError, TypeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise ResumeError(f"cannot read the settings of an evolution in {file}: {reason}") from None


# --- A state as bytes ----------------------------------------------------------------------------


def _digest_of(settings: Settings) -> str:
    """What tells the states of one evolution from those of others."""
    text = json.dumps(settings.as_json(), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _packed(evolution: Evolution) -> bytes:
    """The same bytes for the same state: NumPy dates what it packs 1980."""
    archive, filled = evolution.archive, evolution.archive.filled
    buffer = BytesIO()
    np.savez_compressed(
        buffer,
        settings=np.array(_digest_of(evolution.settings)),
        done=np.array(evolution.done),
        cells=filled,
        numbers=archive.numbers[filled],
        genes=archive.genes[filled],
        games=archive.games[filled],
        results=archive.results[filled],
        curve=evolution.curve,
    )
    return buffer.getvalue()


def _unpacked(data: bytes, settings: Settings, path: Path) -> Evolution:
    arrays: dict[str, NDArray[Any]] = {}
    with (
        suppress(BadZipFile, OSError, ValueError, KeyError),
        np.load(BytesIO(data), allow_pickle=False) as loaded,
    ):
        arrays = {name: loaded[name] for name in loaded.files}
    if str(arrays.get("settings")) != _digest_of(settings):
        raise ResumeError(f"{path} is of another run than the settings beside it")
    empty = Evolution.begin(settings)
    _check_shapes(arrays, empty, path)
    for name in ("numbers", "genes", "games", "results"):
        getattr(empty.archive, name)[arrays["cells"]] = arrays[name]
    return Evolution(settings, int(arrays["done"]), empty.archive, arrays["curve"])


def _check_shapes(arrays: dict[str, NDArray[Any]], empty: Evolution, path: Path) -> None:
    """Do nothing if these are the arrays of a state."""
    count = arrays["cells"].size if "cells" in arrays else 0
    shapes = {
        "cells": (count,),
        "numbers": (count,),
        "genes": (count, empty.settings.length),
        "games": (count,),
        "results": (count, NUM_RESULTS),
    }
    fit = all(name in arrays and arrays[name].shape == shape for name, shape in shapes.items())
    within = fit and np.all((arrays["cells"] >= 0) & (arrays["cells"] < len(empty.archive)))
    if not within or arrays.get("curve", np.empty(0)).shape[1:] != (len(CURVE),):
        raise ResumeError(f"{path} is of another version of hanabilab")
