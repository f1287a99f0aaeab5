"""A run of CAPI in its folder.

    DIR/manifest.json                      game and its digest, seed, settings, episodes wanted,
                                           sessions
    DIR/state/part-PLAN-NUMBER-DIGEST.npz  the run after NUMBER episodes: the last two states, or
                                           the last one of a finished run

If a state is damaged, the run goes on from the state before, and comes out the same to the bit.
Files hold arrays only, so reading one runs no code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.user_files import require_allowed_code
from hanabilab.errors import ResumeError
from hanabilab.runs import RunFolder
from hanabilab.runs.parts import number_of
from hanabilab.runs.reading import Layout, read_arrays
from hanabilab.tiny.deep.capi.training import MOMENTS, Capi, CapiSettings
from hanabilab.tiny.deep.public_model import model_of
from hanabilab.tiny.names import make_game

_COMMAND = "tiny capi"
_TARGET = "episodes"
_HOME = "state"
_DIGEST = "game_digest"


@dataclass(frozen=True)
class CapiPlan:
    """What is trained: a game by name, with a seed and settings.

    Raises:
        GameError: a seed out of range, as `start` finds.
    """

    game: str
    seed: int
    settings: CapiSettings

    def as_json(self) -> dict[str, Any]:
        """As a manifest has it."""
        return {"game": self.game, "seed": self.seed, **self.settings.as_json()}

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> CapiPlan:
        """The plan that `as_json` gave; the game's file runs only if the user allows it."""
        settings = dict(document)
        game, seed = settings.pop("game"), settings.pop("seed")
        if not isinstance(game, str):
            raise TypeError(f"the game is {game!r}")
        require_allowed_code(game, ResumeError)
        return cls(game, seed, CapiSettings(**settings))

    def start(self) -> Capi:
        """The run before its first episode.

        Raises:
            HanabiError: an impossible game or seed.
        """
        return Capi(model_of(make_game(self.game)), self.settings, self.seed)


@dataclass(frozen=True)
class KeptCapi:
    """A run in its folder.

    Attributes:
        capi: wherever it has come to.
        episodes: that are wanted.
    """

    folder: RunFolder
    plan: CapiPlan
    capi: Capi
    episodes: int

    @classmethod
    def begin(cls, path: Path, plan: CapiPlan, episodes: int) -> KeptCapi:
        """Begin in the folder `path`, new or empty, and hold it.

        Raises:
            OutputError: it cannot be written to, or holds something.
            HanabiError: an impossible game, seed or setting.
        """
        capi = plan.start()
        settings = {**plan.as_json(), _DIGEST: capi.model.digest}
        folder = RunFolder.begin(path, _COMMAND, settings, {_TARGET: episodes})
        return cls(folder, plan, capi, episodes)

    @classmethod
    def find(cls, path: Path) -> KeptCapi:
        """The run in the folder `path`, at its beginning; nothing is written.

        Raises:
            ResumeError: there is none, none that can be read, or its game has changed.
        """
        folder = RunFolder.find(path, _COMMAND)

        # Runs of earlier versions have no digest.
        kept_digest = folder.manifest.settings.get(_DIGEST)
        digest = {} if kept_digest is None else {_DIGEST: kept_digest}

        def start(settings: dict[str, Any]) -> KeptCapi:
            rest = {name: value for name, value in settings.items() if name != _DIGEST}
            plan = CapiPlan.from_json(rest)
            return cls(folder, plan, plan.start(), folder.manifest.target[_TARGET])

        kept = folder.decode(start, lambda kept: {**kept.plan.as_json(), **digest})
        if kept_digest not in (None, kept.capi.model.digest):
            raise ResumeError(
                f"game {kept.plan.game} is not the one that the run in {path} was begun with; "
                "bring it back, or begin in another folder"
            )
        return kept

    def go_on(self, episodes: int) -> KeptCapi:
        """Hold a run that was found, for `episodes` in all, wherever it has come to.

        Raises:
            OutputError: another process works on it, or it cannot be written to.
            ResumeError: a state that cannot be read.
        """
        kept = replace(self, episodes=episodes)
        self.folder.go_on({_TARGET: episodes}, kept.take_last_state)
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
        self.keep()  # a session may have been killed before it had dropped earlier states

    def keep(self) -> None:
        """Save where the run has come to.

        Raises:
            OutputError: it cannot be written.
        """
        buffer = BytesIO()
        arrays: dict[str, Any] = self.capi.arrays()
        np.savez(buffer, **arrays)
        done = self.capi.done
        self.folder.keep_state(_HOME, done, buffer.getvalue(), last=done >= self.episodes)

    def take_last_state(self) -> None:
        """Restore the last state that is whole; without one the run begins again.

        Raises:
            ResumeError: a state that cannot be read, or is of another run.
        """
        if found := self.folder.last_state(_HOME):
            path, data = found
            self.capi.restore(self._unpacked(data, path))

    def _unpacked(self, data: bytes, path: Path) -> Mapping[str, NDArray[Any]]:
        """The arrays of a state."""
        done = number_of(path)
        arrays = read_arrays(data, _layouts(self.capi, done), path)
        numbers = [array for array in arrays.values() if array.dtype.kind == "f"]
        finite = all(np.isfinite(array).all() for array in numbers)
        if arrays["done"] != done or not finite or (arrays["curve"][:, 0] > done).any():
            raise ResumeError(f"cannot read {path}: it has numbers out of range")
        return arrays


def _layouts(capi: Capi, done: int) -> dict[str, Layout]:
    """What the arrays of a run are after `done` episodes."""
    layouts = {
        "done": Layout(np.int64),
        "rng": Layout(np.uint64, (2,)),
        "curve": Layout(np.float64, (done // capi.settings.evaluate_every, 2)),
    }
    for name, weight in capi.network.weights.items():
        layouts[name] = Layout(np.float32, tuple(weight.shape))
        if done:
            shapes = (tuple(weight.shape), tuple(weight.shape), ())
            layouts |= {
                f"{name}.{moment}": Layout(np.float32, shape)
                for moment, shape in zip(MOMENTS, shapes, strict=True)
            }
    return layouts
