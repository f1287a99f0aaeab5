"""What all algorithms are made of: a network that plays, and learns from what it has played.

    learner = Dagger(settings)
    while learner.done < settings.updates:
        metrics = learner.update()

An algorithm says how the network plays, and what is minimized over the turns just played. All else
is here: minibatches, the optimizer, and what a checkpoint holds. Updates are the same to the bit on
the same machine, also after a checkpoint.

Shapes: T turns, B games of a minibatch.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.errors import LearningError
from hanabilab.learning.checkpoints import part_of, with_prefix
from hanabilab.learning.descent import Descent
from hanabilab.learning.devices import CPU
from hanabilab.learning.evaluation import self_play_scores, tell_scores
from hanabilab.learning.networks import Network, Output
from hanabilab.learning.rollouts import Player, Turns
from hanabilab.learning.settings import TrainingSettings
from hanabilab.learning.teachers import Teacher
from hanabilab.learning.vector_games import VectorGames
from hanabilab.learning.weight_files import Card, load_start, weights_bytes
from hanabilab.runs.reading import Layout

S = TypeVar("S", bound=TrainingSettings)
#: Updates in which the learning rate grows to its value.
_WARM_UP = 20


class Learner(Generic[S]):
    """A training run at some point.

    Attributes:
        name: of the algorithm, in configs.
        kind: of its settings.
        value_based: whether outputs are values of actions, not a policy.
        on_gpu: whether it can learn on a GPU.
        settings: of the run.
        device: where it learns.
        network: which learns.
        done: updates so far.
    """

    name: ClassVar[str]
    kind: ClassVar[type[TrainingSettings]]
    value_based: ClassVar[bool] = False
    on_gpu: ClassVar[bool] = True

    def __init__(self, settings: S, device: torch.device = CPU) -> None:
        self.settings, self.device, self.done = settings, device, 0
        generator = torch.Generator().manual_seed(settings.seed)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.network = self.new_network()
        self._history: list[dict[str, Any]] = []
        if settings.start:
            self._history = load_start(self.network, settings.start, self._card([])).history
        self.trained().to(device)
        games = VectorGames(
            settings.rules,
            settings.games,
            seed=settings.seed,
            other_play=settings.other_play,
            tells_best=settings.architecture.greedy_actions,
        )
        self.player = self.new_player(games, generator)
        self.descent = Descent(self.trained())

    # --- What an algorithm says ------------------------------------------------------------------

    def new_network(self) -> Network:
        """What learns, with random weights."""
        return Network(self.settings.rules, self.settings.architecture)

    def trained(self) -> Any:
        """What the optimizer trains: the network, and what helps it to learn."""
        return self.network

    def new_player(self, games: VectorGames, generator: torch.Generator) -> Player:
        """Who plays what is learned from: the network itself.

        Raises:
            LearningError: settings of the teacher do not go together.
        """
        teacher = self.teacher()
        if teacher and self.settings.other_play:
            raise LearningError(
                "with other_play a seat has its own names of colors, and a teacher knows the true"
                " ones; leave out other_play or the teacher"
            )
        return Player(self.network, games, Teacher(teacher, games) if teacher else None, generator)

    def teacher(self) -> str:
        """The agent that teaches; empty for none."""
        return ""

    def prepare(self) -> None:
        """Set how the player plays before the next turns."""

    def passes(self) -> int:
        """How often the turns of an update are learned from."""
        return 1

    def targets(self, turns: Turns) -> tuple[Tensor, ...]:  # noqa: ARG002  # some need none
        """[T, G] each: what `losses` compares with, beside the turns themselves."""
        return ()

    def losses(self, turns: Turns, out: Output, targets: tuple[Tensor, ...]) -> dict[str, Tensor]:
        """What is minimized, as "loss", beside what a curve shows.

        Args:
            turns: of a minibatch, B games.
            out: of the network for them.
            targets: of the same games.
        """
        raise NotImplementedError

    # --- An update -------------------------------------------------------------------------------

    def update(self) -> dict[str, float]:
        """Play, and learn from it; the means of what the losses tell, and the score in play."""
        self.prepare()
        turns = self.player.play(self.settings.turns)
        self.descent.set_rate(self._learning_rate())
        told = self.learn(turns)
        self.done += 1
        scores = self.player.take_scores()
        means = {name: sum(each[name] for each in told) / len(told) for name in told[0]}
        return means | {"score_in_play": float(np.mean(scores)) if scores else float("nan")}

    def learn(self, turns: Turns) -> list[dict[str, float]]:
        """Gradient steps on turns that were just played; what each tells."""
        targets = self.targets(turns)
        told: list[dict[str, float]] = []
        for _ in range(self.passes()):
            order = torch.randperm(self.settings.games, generator=self.player.generator)
            for rows in order.to(self.device).split(self.settings.minibatch):
                part = turns.rows(rows)
                out = self.network.games(part.observations.float(), part.carried, part.ages)
                part_of_targets = tuple(target[:, rows] for target in targets)
                told.append(self.descend(self.losses(part, out, part_of_targets)))
        return told

    def descend(self, losses: Mapping[str, Tensor]) -> dict[str, float]:
        """A gradient step down "loss"; all losses as numbers."""
        self.descent.step(losses["loss"])
        return {name: value.item() for name, value in losses.items()}

    @property
    def progress(self) -> float:
        """The share of the updates that are done."""
        return min(1.0, self.done / self.settings.updates)

    def _learning_rate(self) -> float:
        """Of the next update."""
        falls = {
            "constant": 1.0,
            "linear": 1 - self.progress,
            "cosine": (1 + cos(pi * self.progress)) / 2,
        }
        warm = min(1.0, (self.done + 1) / _WARM_UP)
        return self.settings.learning_rate * warm * falls[self.settings.schedule]

    # --- Results ---------------------------------------------------------------------------------

    def scores(self, games: int) -> NDArray[np.int64]:
        """[games] scores of the network in all seats, by its best actions, on fixed decks."""
        return self_play_scores(self.network, self.settings.rules, games)

    def evaluate(self, games: int) -> dict[str, float]:
        """What a row of the curve tells, on the first games of a fixed seed."""
        return tell_scores(self.scores(games))

    def weights(self, step: dict[str, Any]) -> bytes:
        """A file of the weights; `step` says how this run made them."""
        return weights_bytes(self.network, self._card([*self._history, step]))

    def _card(self, history: list[dict[str, Any]]) -> Card:
        """Of the weights, which came to be as `history` tells."""
        settings = self.settings
        return Card(settings.rules, settings.architecture, history, value_based=self.value_based)

    # --- Checkpoints -----------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that the run has come to."""
        found = {"done": np.array(self.done)}
        return found | with_prefix("player.", self.player.arrays()) | self.descent.arrays()

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to what `arrays` gave.

        Raises:
            KeyError, ValueError, RuntimeError: it is of another run.
            LearningError: it is of an older release, and folders are not trusted.
        """
        self.done = int(arrays["done"])
        if self.done < self.settings.updates:  # nobody plays on after the last
            self.player.restore(part_of(arrays, "player."))
        self.descent.restore(arrays)

    def later_layouts(self) -> dict[str, Layout]:
        """What else `arrays` has after the first update; to be asked before `restore` alone."""
        scores = range(self.settings.games * (self.settings.turns + 1) + 1)
        return self.descent.layouts() | {"player.scores": Layout(np.int64, (scores,))}
