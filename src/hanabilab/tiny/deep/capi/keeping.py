"""A run of CAPI in its folder.

    DIR/manifest.json                      game and its digest, seed, settings, episodes wanted,
                                           sessions
    DIR/state/part-PLAN-NUMBER-DIGEST.npz  the run after NUMBER episodes: the last two states, or
                                           the last one of a finished run

If a state is damaged, the run goes on from the state before, and comes out the same to the bit.
Files hold arrays only, so reading one runs no code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np

from hanabilab.agents.user_files import require_allowed_code
from hanabilab.errors import ResumeError
from hanabilab.runs.faults import faults_told
from hanabilab.runs.files import pack_arrays
from hanabilab.runs.job import Job
from hanabilab.runs.manifest import MANIFEST
from hanabilab.runs.parts import number_of
from hanabilab.runs.plan import JobPlan
from hanabilab.runs.reading import Layout, read_arrays
from hanabilab.tiny.deep.capi.training import MOMENTS, Capi, CapiSettings
from hanabilab.tiny.deep.public_model import model_of
from hanabilab.tiny.names import make_game

#: Episodes of a run, where nothing else is asked for.
EPISODES = 1000
_COMMAND = "tiny capi"
_DIGEST = "game_digest"
# Episodes from one state to the next, at most.
_MOST_EPISODES = 100


@dataclass(frozen=True)
class CapiPlan(JobPlan):
    """What is trained: a game by name, with a seed and settings, for so many episodes.

    Attributes:
        digest: of the game; None of runs of earlier versions, and before one has begun.

    Raises:
        GameError: a seed out of range, as `start` finds.
    """

    game: str
    seed: int
    settings: CapiSettings
    episodes: int = EPISODES
    digest: str | None = None
    command = _COMMAND
    grows = "episodes"

    def as_json(self) -> dict[str, Any]:
        """As a manifest has it."""
        digest = {} if self.digest is None else {_DIGEST: self.digest}
        return {"game": self.game, "seed": self.seed, **self.settings.as_json(), **digest}

    @classmethod
    def from_json(cls, settings: dict[str, Any], target: dict[str, int]) -> CapiPlan:
        """The plan that a manifest tells of; the game's file runs only if the user allows it."""
        rest = dict(settings)
        game, seed, digest = rest.pop("game"), rest.pop("seed"), rest.pop(_DIGEST, None)
        if not isinstance(game, str):
            raise TypeError(f"the game is {game!r}")
        require_allowed_code(game, ResumeError)
        return cls(game, seed, CapiSettings(**rest), target[cls.grows], digest)

    def start(self) -> Capi:
        """The run before its first episode.

        Raises:
            HanabiError: an impossible game or seed.
        """
        return Capi(model_of(make_game(self.game)), self.settings, self.seed)


class KeptCapi(Job[CapiPlan, Capi]):
    """A run in its folder."""

    kind, commands = CapiPlan, (_COMMAND,)
    home = "state"
    mended = "what it held is trained again"
    keeps_states = changes_in_place = True

    @classmethod
    def find(cls, path: Path, *commands: str) -> Self:
        """The run in the folder `path`, at its beginning; nothing is written.

        Raises:
            ResumeError: there is none, none that can be read, or its game has changed.
        """
        kept = super().find(path, *commands)
        with faults_told(path / MANIFEST):
            digest = kept.capi.model.digest
        if kept.plan.digest not in (None, digest):
            raise ResumeError(
                f"game {kept.plan.game} is not the one that the run in {path} was begun with; "
                "bring it back, or begin in another folder"
            )
        return kept

    @cached_property
    def capi(self) -> Capi:
        """The run, wherever it has come to."""
        return self.plan.start()

    def prepare(self) -> None:
        """Refuse an impossible game, seed or setting; a new run keeps the digest of its game."""
        digest = self.capi.model.digest
        if not self.is_kept:
            self.plan = replace(self.plan, digest=digest)

    def states(self) -> Iterator[Capi]:
        """The run after each evaluation, and in between, up to its end."""
        while self.capi.done < self.plan.episodes:
            self.capi.train(
                min(self.plan.episodes, self.capi.done + _MOST_EPISODES), lambda _: True
            )
            yield self.capi

    def pack(self, work: list[Capi]) -> bytes:
        """All arrays of the run."""
        (capi,) = work
        return pack_arrays(capi.arrays(), compressed=False)

    def unpack(self, data: bytes, path: Path) -> Capi:
        """The run, gone back to where it was after as many episodes as the part's number."""
        done = number_of(path)
        arrays = read_arrays(data, _layouts(self.capi, done), path)
        numbers = [array for array in arrays.values() if array.dtype.kind == "f"]
        finite = all(np.isfinite(array).all() for array in numbers)
        if arrays["done"] != done or not finite or (arrays["curve"][:, 0] > done).any():
            raise ResumeError(f"cannot read {path}: it has numbers out of range")
        self.capi.restore(arrays)
        return self.capi


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
