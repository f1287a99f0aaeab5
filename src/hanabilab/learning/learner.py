"""What all algorithms are made of: a network that plays, and learns from what was played.

    learner = Dagger(settings)
    while learner.done < settings.updates:
        metrics = learner.update()

An algorithm says how the network plays, and what is minimized over the turns just played. All else
is here: minibatches, the optimizer, evaluations, and what a checkpoint holds. Networks that sit on
a guide play other games: see `guided_learner`. Updates are the same to the bit on the same machine,
also after a checkpoint.

Shapes: T turns, B games of a minibatch.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from copy import deepcopy
from itertools import chain
from math import cos, pi
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.errors import LearningError
from hanabilab.learning.cards import Card
from hanabilab.learning.checkpoints import part_of, with_prefix
from hanabilab.learning.descent import Descent, restore_weights, weight_arrays
from hanabilab.learning.devices import CPU
from hanabilab.learning.evaluation import self_play_scores, tell_scores
from hanabilab.learning.networks import Output
from hanabilab.learning.rollouts import Player, Turns
from hanabilab.learning.settings import RunSettings, TrainingSettings
from hanabilab.learning.teachers import Teacher
from hanabilab.learning.vector_games import VectorGames
from hanabilab.learning.weight_files import NETWORKS, Kind, load_start, weights_bytes
from hanabilab.randomness import MAX_SEED
from hanabilab.runs.reading import Layout

S = TypeVar("S", bound=TrainingSettings)


class Learner(Generic[S]):
    """A training run at some point.

    Attributes:
        name: of the algorithm, in configs.
        kind: of its settings.
        files: the kind of its weights.
        value_based: whether outputs are values of actions, not a policy.
        on_gpu: whether it can learn on a GPU.
        adam_eps: of the optimizer.
        settings: of the run.
        device: where it learns.
        network: which learns.
        done: updates so far.
        player: who plays what is learned from.
    """

    name: ClassVar[str]
    kind: ClassVar[type[RunSettings]]
    files: ClassVar[Kind[Any, Any]] = NETWORKS
    value_based: ClassVar[bool] = False
    on_gpu: ClassVar[bool] = True
    adam_eps: ClassVar[float] = 1e-8

    def __init__(self, settings: S, device: torch.device = CPU) -> None:
        self.settings, self.device, self.done = settings, device, 0
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.network = self.new_network()
        self._history: list[dict[str, Any]] = []
        if settings.start:
            wanted = self.card([])
            self._history = load_start(self.network, settings.start, wanted, self.files).history
        self._copies: dict[str, Any] = {}
        self.descent = self.new_descent()
        self.descent.advice = self.advice
        self.begin_play()

    # --- What an algorithm says ------------------------------------------------------------------

    def new_network(self) -> Any:
        """What learns, with random weights."""
        # A file of the user's that makes it is named by the config, or allowed to the folder.
        return self.card([]).new_network()

    def trained(self) -> Any:
        """What the optimizer trains: the network, and what helps it to learn."""
        return self.network

    def new_descent(self) -> Descent:
        """The optimizer."""
        trained, most = self.trained().to(self.device), self.settings.max_grad_norm
        return Descent(trained, most, eps=self.adam_eps)

    def advice(self) -> str:
        """What would help where training diverges: smaller settings, or other weights."""
        large, start = self.settings.too_large, "" if self.done else self.settings.start
        smaller = f"make {' and '.join(large)} smaller" if large else ""
        others = f"start from other weights than {start}" if start else ""
        return ", or ".join(filter(None, (smaller, others)))

    def begin_play(self) -> None:
        """Deal the games that are learned from."""
        settings = self.settings
        games = VectorGames(
            settings.rules,
            settings.num_envs,
            seed=settings.seed,
            other_play=settings.other_play,
            tells_best=settings.architecture.greedy_actions,
        )
        self.player = self.new_player(games, torch.Generator().manual_seed(settings.seed))

    def new_player(self, games: VectorGames, generator: torch.Generator) -> Player:
        """Who plays what is learned from: the network itself; a teacher watches, if there is one.

        Raises:
            LearningError: settings of the teacher do not go together.
        """
        teacher = getattr(self.settings, "teacher", "")
        if teacher and self.settings.other_play:
            raise LearningError(
                "with other_play a seat has its own names of colors, and a teacher knows the true"
                " ones; leave out other_play or the teacher"
            )
        return Player(self.network, games, Teacher(teacher, games) if teacher else None, generator)

    def prepare(self) -> None:
        """Set how the player plays before the next turns."""

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
        """Play, and learn from it; what a curve tells of the update."""
        self.descent.set_rate(self.learning_rate())
        with torch.random.fork_rng(devices=[]):
            # A user's network may draw from PyTorch's own generator, to leave neurons out.
            torch.manual_seed((self.settings.seed + self.done + 1) % (MAX_SEED + 1))
            told = self.learn(self.play())
        self.done += 1
        return told

    def play(self) -> Any:
        """The next turns of all games."""
        self.prepare()
        return self.player.play(self.settings.num_steps)

    def learn(self, turns: Any) -> dict[str, float]:
        """Gradient steps on turns that were just played; see `sum_up`."""
        targets = self.targets(turns)
        told: list[dict[str, float]] = []
        for _ in range(getattr(self.settings, "epochs", 1)):
            order = torch.randperm(self.settings.num_envs, generator=self.player.generator)
            for rows in order.to(self.device).split(self.settings.minibatch_size):
                part = turns.rows(rows)
                out = self.network.games(part.observations.float(), part.carried, part.ages)
                part_of_targets = tuple(target[:, rows] for target in targets)
                told.append(self.descend(self.losses(part, out, part_of_targets)))
        return self.sum_up(told)

    def sum_up(self, told: list[dict[str, float]]) -> dict[str, float]:
        """The means of what gradient steps tell, each of those that do, and the score in play."""
        scores, found = self.player.take_scores(), defaultdict[str, list[float]](list)
        for name, number in chain.from_iterable(each.items() for each in told):
            found[name].append(number)
        means = {name: sum(numbers) / len(numbers) for name, numbers in found.items()}
        return means | {"score_in_play": float(np.mean(scores)) if scores else float("nan")}

    def descend(self, losses: Mapping[str, Tensor]) -> dict[str, float]:
        """A gradient step down "loss"; all losses as numbers."""
        self.descent.step(losses["loss"])
        return {name: value.item() for name, value in losses.items()}

    @property
    def progress(self) -> float:
        """The share of the updates that are done."""
        return min(1.0, self.done / self.settings.updates)

    def learning_rate(self) -> float:
        """Of the next update."""
        falls = {
            "constant": 1.0,
            "linear": 1 - self.progress,
            "cosine": (1 + cos(pi * self.progress)) / 2,
        }
        warm = min(1.0, (self.done + 1) / max(1, self.settings.lr_warmup))
        return self.settings.learning_rate * warm * falls[self.settings.lr_schedule]

    # --- Results ---------------------------------------------------------------------------------

    @property
    def shipped(self) -> Any:
        """The network that is evaluated, and whose weights are kept."""
        return self.network

    def scores(self, games: int) -> NDArray[np.int64]:
        """[games] scores in all seats, by its best actions, on fixed decks."""
        return self_play_scores(self.network, self.settings.rules, games)

    @property
    def turns(self) -> int:
        """Turns that were learned from."""
        return self.done * self.settings.num_envs * self.settings.num_steps

    def evaluation(self) -> dict[str, float]:
        """`evaluate`, as much as the settings ask for."""
        return self.evaluate(self.settings.evaluate_games)

    def evaluate(self, games: int) -> dict[str, float]:
        """What a row of the curve tells, on the first games of a fixed seed."""
        return tell_scores(self.scores(games))

    def weights(self, step: dict[str, Any]) -> bytes:
        """A file of the weights; `step` says how this run made them."""
        return weights_bytes(self.shipped, self.card([*self._history, step]), self.files)

    def row_of_weights(self, curve: Sequence[dict[str, float]]) -> dict[str, float]:
        """The row of a curve, which has some, that tells of the weights that are kept."""
        return curve[-1]

    def told_of_run(self) -> dict[str, Any]:
        """What the card of its weights tells of this run, beside what all tell."""
        return {}

    def card(self, history: list[dict[str, Any]]) -> Any:
        """Of the weights, which came to be as `history` tells."""
        settings = self.settings
        architecture = None if settings.network else settings.architecture
        return Card(
            settings.rules,
            architecture,
            history,
            value_based=self.value_based,
            network=settings.network,
        )

    # --- Checkpoints -----------------------------------------------------------------------------

    def new_copy(self, name: str) -> Any:
        """A copy of the network that is not trained; checkpoints hold it under `name`."""
        return self._copies.setdefault(name, deepcopy(self.network).requires_grad_(False))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that the run has come to."""
        found: dict[str, NDArray[Any]] = {"done": np.array(self.done)}
        for name, copy in self._copies.items():
            found |= with_prefix(f"{name}.", weight_arrays(copy))
        return found | self.descent.arrays() | self.play_arrays()

    def play_arrays(self) -> dict[str, NDArray[Any]]:
        """Where play has come to."""
        return with_prefix("player.", self.player.arrays())

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to what `arrays` gave.

        Raises:
            KeyError, ValueError, RuntimeError: it is of another run.
            LearningError: it is of an older release, and folders are not trusted.
        """
        self.done = int(arrays["done"].flat[0])
        for name, copy in self._copies.items():
            restore_weights(copy, part_of(arrays, f"{name}."))
        self.descent.restore(arrays)
        if self.done < self.settings.updates:  # nobody plays on after the last
            self.restore_play(arrays)

    def restore_play(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to what `play_arrays` gave."""
        self.player.restore(part_of(arrays, "player."))

    def later_layouts(self) -> dict[str, Layout]:
        """What else `arrays` has after the first update; to be asked before `restore` alone."""
        scores = range(self.settings.num_envs * (self.settings.num_steps + 1) + 1)
        return self.descent.layouts() | {"player.scores": Layout(np.int64, (scores,))}
