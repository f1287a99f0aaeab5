"""A run of CAPI in its folder.

    DIR/settings.json                 game, seed, settings, episodes wanted, sessions
    DIR/state/part-NUMBER-DIGEST.npz  the run after NUMBER episodes; the last two

Each file is written under another name first, and a state that is damaged is passed over: the run
goes on from the one before, and comes out the same to the bit. Arrays only: nothing that is read
can run.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.user_files import require_allowed_code
from hanabilab.arena.folder import ResultsFolder, describe_session, now
from hanabilab.arena.parts import keep_bytes, part_paths, read_file, read_part
from hanabilab.errors import HanabiError, OutputError, ResumeError
from hanabilab.learning.capi.training import Capi, CapiSettings
from hanabilab.learning.public_model import model_of
from hanabilab.tiny.names import make_game

__all__ = ["KeptCapi"]

_SETTINGS = "settings.json"
_HOME = "state"
_STATES_KEPT = 2


@dataclass
class KeptCapi:
    """A run in its folder.

    Attributes:
        capi: wherever it has come to.
        episodes: that are wanted.
    """

    folder: ResultsFolder
    game: str
    capi: Capi
    episodes: int
    sessions: list[dict[str, Any]]

    @classmethod
    def begin(
        cls, path: Path, game: str, *, seed: int, episodes: int, settings: CapiSettings
    ) -> KeptCapi:
        """Make ready in the folder `path`, new or empty.

        Raises:
            OutputError: it cannot be written to, or holds something.
            HanabiError: an impossible game, seed or setting.
        """
        if path.is_dir() and any(not entry.name.startswith(".") for entry in path.iterdir()):
            raise OutputError(f"{path} is not empty; name a new folder, or go on with --resume")
        capi = Capi(model_of(make_game(game)), settings, seed)
        kept = cls(ResultsFolder(path), game, capi, episodes, [])
        kept.open_session()
        return kept

    @classmethod
    def resume(cls, path: Path, *, episodes: int | None = None) -> KeptCapi:
        """Take up the run in the folder `path`, for `episodes` in all.

        Raises:
            ResumeError: there is none, or none that can be read.
        """
        file = path / _SETTINGS
        if not file.is_file():
            raise ResumeError(f"no run of CAPI in {path}; start one with --out {path}")
        try:
            found = json.loads(read_file(file))
            run = found["capi"]
            settings, wanted = CapiSettings(**run["settings"]), int(run["episodes"])
            require_allowed_code(run["game"], ResumeError)
            capi = Capi(model_of(make_game(run["game"])), settings, int(run["seed"]))
            kept = cls(ResultsFolder(path), run["game"], capi, wanted, list(found["sessions"]))
        except (HanabiError, ValueError, KeyError, TypeError) as error:
            reason = f"{type(error).__name__}: {error}"
            raise ResumeError(f"cannot read the settings of CAPI in {file}: {reason}") from None
        kept.episodes = max(wanted, episodes or 0)
        kept._take_last_state()
        kept.open_session()
        return kept

    def train(self, every: int = 100, on_point: Callable[[Capi], None] | None = None) -> None:
        """Train to the end, saving after each `every` episodes.

        Args:
            on_point: called after each evaluation.

        Raises:
            OutputError: a state cannot be written.
        """

        def go_on(capi: Capi) -> bool:
            if on_point is not None:
                on_point(capi)
            return False

        while self.capi.done < self.episodes:
            goal = min(self.episodes, (self.capi.done // every + 1) * every)
            self.capi.train(goal, go_on)
            self.keep()

    def keep(self) -> None:
        """Save where the run has come to.

        Raises:
            OutputError: it cannot be written.
        """
        buffer = BytesIO()
        arrays: dict[str, Any] = self.capi.arrays()
        np.savez(buffer, **arrays)
        keep_bytes(self.folder, _HOME, self.capi.done, buffer.getvalue(), "npz")
        for path in part_paths(self.folder, _HOME)[:-_STATES_KEPT]:
            path.unlink(missing_ok=True)

    def _take_last_state(self) -> None:
        """Restore the last state that is whole; without one the run begins again."""
        for path in reversed(part_paths(self.folder, _HOME)):
            if (data := read_part(path)) is not None:
                self._restore(data, path)
                return
            path.unlink(missing_ok=True)

    def _restore(self, data: bytes, path: Path) -> None:
        try:
            self.capi.restore(_unpacked(data))
        except (KeyError, ValueError, TypeError):
            raise ResumeError(f"{path} is of another run than the settings beside it") from None

    def open_session(self) -> None:
        """Note, in the settings, who works on the run from now on."""
        self.sessions.append({**describe_session(), "began": now()})
        capi = self.capi
        run = {
            "game": self.game,
            "seed": capi.seed,
            "episodes": self.episodes,
            "settings": capi.settings.as_json(),
        }
        self.folder.write_json(_SETTINGS, {"capi": run, "sessions": self.sessions})


def _unpacked(data: bytes) -> dict[str, NDArray[Any]]:
    """The arrays of a state; none if they cannot be read."""
    with (
        suppress(BadZipFile, OSError, ValueError),
        np.load(BytesIO(data), allow_pickle=False) as loaded,
    ):
        return {name: loaded[name] for name in loaded.files}
    return {}
