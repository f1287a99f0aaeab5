"""A model of people that learns in a run of `hanabi train`: `algorithm = "clone"`.

An update is an epoch. Some people, or games where people are not known, are held out: at each
evaluation they are foretold, and the weights that are kept are those that foretell them best. It is
what `hanabi log imitate` learns otherwise, which tells by cross-validation how good its settings
are, and then learns from everybody.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import torch
from numpy.typing import NDArray

from hanabilab.errors import LearningError
from hanabilab.learning.clone.card import CLONES, CloneCard
from hanabilab.learning.clone.decisions import decisions_of
from hanabilab.learning.clone.fitting import Fit, answers_of, kinds_of, new_network
from hanabilab.learning.clone.network import CloneNetwork
from hanabilab.learning.clone.settings import MAX_HIDDEN
from hanabilab.learning.descent import Descent, move_towards
from hanabilab.learning.devices import CPU
from hanabilab.learning.learner import Learner
from hanabilab.learning.rollouts import restore_generator
from hanabilab.learning.settings import MAX_UPDATES, RunSettings
from hanabilab.people import read_people
from hanabilab.people.clusters import deal_folds
from hanabilab.people.likeness import likeness_of
from hanabilab.runs.reading import Layout
from hanabilab.runs.settings import Setting

#: More than any cross-entropy: nobody was foretold yet.
_NO_NATS = 1e9


@dataclass(frozen=True, kw_only=True)
class CloneSettings(RunSettings):
    """Settings of a model of people.

    Raises:
        LearningError: one is out of its range.
    """

    games: Annotated[str, Setting("Games of people: a file, or a folder of files.")] = ""
    parts: Annotated[
        int, Setting("People are dealt out to so many parts; one is held out.", 2, 1000)
    ] = 10
    hidden: Annotated[int, Setting("Neurons of each hidden layer.", 2, MAX_HIDDEN)] = 96
    updates: Annotated[int, Setting("Epochs of the run.", 1, MAX_UPDATES)] = 10
    evaluate_every: Annotated[int, Setting("Updates between two evaluations.", 1)] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.games:
            raise LearningError("clone needs games: a file of games of people, or a folder")

    @property
    def size_in_words(self) -> str:
        """What a run keeps in memory, in words."""
        return f"the decisions of {self.games} and {self.hidden:,} neurons"


class CloneLearner(Learner[Any]):
    """A model of people in the making; `network` is a `CloneNetwork`.

    Attributes:
        best: the network that foretold the held-out people best so far.
        least: its cross-entropy with them, in nats a decision.
    """

    name, kind, files, on_gpu = "clone", CloneSettings, CLONES, False
    settings: CloneSettings

    def __init__(self, settings: CloneSettings, device: torch.device = CPU) -> None:
        found = read_people(settings.games)
        if found.faults:
            raise LearningError(
                f"games: {found.faults[0]}; `hanabi log convert` writes those that can be read"
            )
        self._games = found.games
        self._told = decisions_of(found.games)
        part = deal_folds(self._told.owners, settings.parts)
        # The last part: who has more games than a part has is in the first one, alone.
        held_out = part == settings.parts - 1
        self._rows, self._held_out = np.flatnonzero(~held_out), np.flatnonzero(held_out)
        self.least = _NO_NATS
        super().__init__(settings, device)
        self.best = self.new_copy("best").eval()

    def new_network(self) -> CloneNetwork:
        """What learns, with random weights."""
        network, self._generator = new_network(self.settings.hidden, self.settings.seed)
        return network

    def new_descent(self) -> Descent:
        """That of the fit."""
        settings = self.settings
        self._fit = Fit(self._told, self._rows, settings.updates, self.network, self._generator)
        return self._fit.descent

    def begin_play(self) -> None:
        """Nothing is played."""

    @property
    def turns(self) -> int:
        """Decisions that were learned from, again and again."""
        return self.done * len(self._rows)

    def update(self) -> dict[str, float]:
        """Learn from each decision once."""
        told = {"loss": self._fit.epoch(self.done)}
        self.done += 1
        return told

    def evaluation(self) -> dict[str, float]:
        """How well the held-out people are foretold; the best network so far is kept.

        Returns:
            `agreement` with them, its `standard_error` over people, or over games where people are
            not known, and the cross-entropy in `nats` a decision.
        """
        found = answers_of(self.network.eval(), self._told, self._held_out)
        owners = self._told.owners[self._held_out]
        row = likeness_of("people", found, kinds_of(self._games), owners)
        nats = row.cross_entropy or 0.0
        if nats < self.least:
            self.least = nats
            move_towards(self.best, self.network, 1.0)
        error = float("nan") if row.sem is None else row.sem
        return {"agreement": row.agreement, "standard_error": error, "nats": nats}

    @property
    def shipped(self) -> CloneNetwork:
        """The network that foretold the held-out people best."""
        best: CloneNetwork = self.best
        return best

    def row_of_weights(self, curve: Sequence[dict[str, float]]) -> dict[str, float]:
        """The first of those with the least nats: later networks must be better to be kept."""
        return min(curve, key=lambda row: row["nats"])

    def card(self, history: list[dict[str, Any]]) -> CloneCard:
        """Of the weights, which came to be as `history` tells."""
        rules = self._games[0].record.rules
        sizes = (rules.players, rules.suits, rules.hand_size)
        return CloneCard(*sizes, self.settings.hidden, history)

    # --- Checkpoints -----------------------------------------------------------------------------

    def play_arrays(self) -> dict[str, NDArray[Any]]:
        """The state of its random numbers, how good the best network is, and of which games."""
        generator = self._fit.generator.numpy().copy()
        return {"generator": generator, "least": np.array(self.least), "games": self._digest()}

    def _digest(self) -> NDArray[np.uint8]:
        """Of what people decided, and who they are: other games have another one."""
        told = self._told
        digest = hashlib.sha256(repr(told.positions.shape).encode())
        for part in (told.positions.numpy(), told.people.numpy(), told.owners):
            digest.update(part.tobytes())
        return np.frombuffer(digest.digest(), np.uint8)

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to what `arrays` gave; raises as `Learner.restore`."""
        super().restore(arrays)
        self.least = float(arrays["least"])

    def restore_play(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to what `play_arrays` gave.

        Raises:
            ValueError: it is of other games, so that who is held out now has been learned from.
        """
        if "games" in arrays and not np.array_equal(arrays["games"], self._digest()):
            raise ValueError(
                f"{self.settings.games} holds other games than when the run began; put them back, "
                "or begin a new run"
            )
        generator = torch.Generator()
        restore_generator(generator, arrays["generator"])
        self._fit.generator = generator.get_state()

    def later_layouts(self) -> dict[str, Layout]:
        """What else `arrays` has after the first update."""
        return self.descent.layouts()
