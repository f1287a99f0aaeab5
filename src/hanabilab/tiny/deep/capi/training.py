"""CAPI: policy iteration on public beliefs, with sampled prescriptions and a network.

An episode searches every public state that is reached. Then the network takes one step of Adam
towards the values that the search found, and towards its best prescriptions.

Three things differ from the paper's release:

- A public state's policy loss counts only types that are possible there. The release also imitates
  the actions that impossible types happened to get.
- Payoffs are divided by the largest.
- Everything is seeded.

Batches and shared parts change no value.

Source: Sokota, Lockhart, Timbers et al. 2021, "Solving common-payoff games with approximate policy
iteration", section 4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import GameError
from hanabilab.randomness import seed_rng
from hanabilab.runs.settings import Setting, check_settings
from hanabilab.tiny.deep.capi.network import Network
from hanabilab.tiny.deep.capi.search import Lesson, Searcher
from hanabilab.tiny.deep.public_model import PublicModel
from hanabilab.tiny.game import check_seed
from hanabilab.tiny.sweeps import value_margin
from hanabilab.torch_extra import import_torch, one_thread

_TRAINING, _EVALUATION = 1, 2  # streams of random numbers

#: What Adam keeps of a weight: two arrays like it, and a number.
MOMENTS = ("exp_avg", "exp_avg_sq", "step")


_MOST = 1_000_000


@dataclass(frozen=True)
class CapiSettings:
    """What a run of CAPI is made of; `CapiSettings.published()` for the paper's.

    The defaults explore more and learn faster, which small games need: with the paper's a run stays
    for thousands of episodes where it first came to.

    Attributes:
        samples: K, prescriptions tried at each public state.
        epsilon: probability of going on with a random one of them.
        learning_rate: Adam's.
        policy_weight: what the policy's loss counts beside the value's.
        hidden: units of a layer.
        evaluate_every: episodes between evaluations.

    Raises:
        GameError: a number out of range.
    """

    samples: Annotated[int, Setting("Prescriptions tried at a public state.", 1, _MOST)] = 1000
    epsilon: Annotated[float, Setting("Chance of going on with a random one.", 0, 1)] = 0.7
    learning_rate: Annotated[float, Setting("Step size of Adam.", 0, 1)] = 3e-4
    policy_weight: Annotated[float, Setting("Weight of the policy's loss.", 0, 1000)] = 0.01
    hidden: Annotated[int, Setting("Units of a layer.", 1, _MOST)] = 256
    evaluate_every: Annotated[int, Setting("Episodes between evaluations.", 1, _MOST)] = 10

    def __post_init__(self) -> None:
        check_settings(self, GameError)

    @classmethod
    def published(cls, samples: int = 10_000) -> CapiSettings:
        """The paper's, for Trade Comm with 12 items and utterances."""
        return cls(samples=samples, epsilon=0.1, learning_rate=1e-4)

    def as_json(self) -> dict[str, Any]:
        """For a settings file."""
        return asdict(self)


class Capi:
    """A run of CAPI, wherever it has come to.

    Attributes:
        done: episodes so far.
        curve: [evaluations, 2] episode, and the exact expected payoff of what search plays then.

    Args:
        model: the game.
        seed: 0 to 2**63 - 1; two runs of one seed are the same.

    Raises:
        GameError: a seed out of range.
        HanabiError: PyTorch is not installed.
    """

    def __init__(self, model: PublicModel, settings: CapiSettings, seed: int) -> None:
        self.model, self.settings, self.seed, self.done = model, settings, check_seed(seed), 0
        self.network = Network(model, settings.hidden, seed)
        rate = settings.learning_rate
        self.adam = import_torch().optim.Adam(self.network.weights.values(), lr=rate, fused=True)
        self.rng = np.zeros(2, np.uint64)
        seed_rng(self.rng, seed, 0, _TRAINING)
        self._points: list[tuple[int, float]] = []

    @property
    def curve(self) -> NDArray[np.float64]:
        """[evaluations, 2] episodes done, and the exact expected payoff then."""
        return np.array(self._points, np.float64).reshape(-1, 2)

    def train(self, episodes: int, on_point: Callable[[Capi], bool] | None = None) -> None:
        """Go on until `episodes` are done in all.

        Args:
            on_point: called after each evaluation; training stops if it answers True.
        """
        with one_thread():
            while self.done < episodes:
                self._step()
                if self.done % self.settings.evaluate_every == 0:
                    self._points.append((self.done, self.evaluate()))
                    if on_point is not None and on_point(self):
                        return

    def evaluate(self) -> float:
        """The exact expected payoff of what search plays now, without exploration.

        Its random numbers depend on seed and episode alone.
        """
        rng = np.zeros(2, np.uint64)
        seed_rng(rng, self.seed, self.done, _EVALUATION)
        with one_thread(), import_torch().no_grad():
            return self._searcher(rng).episode(explore=False)[0]

    def first_reaching(self, payoff: float) -> int | None:
        """The first evaluated episode worth `payoff`, but for rounding; None if none was."""
        episodes, values = self.curve.T
        enough = payoff - value_margin(self.model.largest_payoff)
        reached = np.flatnonzero(values >= enough)
        return int(episodes[reached[0]]) if reached.size else None

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that the next episode depends on, and the curve, as arrays for a file."""
        weights = self.network.weights
        state = {name: weight.detach().numpy() for name, weight in weights.items()}
        for name, weight in weights.items():
            moments = self.adam.state[weight]
            state |= {f"{name}.{key}": moments[key].numpy() for key in MOMENTS if moments}
        return {**state, "done": np.array(self.done), "rng": self.rng, "curve": self.curve}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take up where `arrays` of a run of the same model, settings and seed were made.

        Raises:
            KeyError: an array is missing.
            ValueError: one has another shape.
        """
        torch = import_torch()
        done, rng, curve = int(arrays["done"]), arrays["rng"], arrays["curve"]
        for name, weight in self.network.weights.items():
            with torch.no_grad():
                weight.copy_(_tensor(arrays[name], weight.shape))
            if done:
                kept = {key: arrays[f"{name}.{key}"] for key in MOMENTS}
                shapes = weight.shape, weight.shape, ()
                self.adam.state[weight] = {
                    key: _tensor(kept[key], shape)
                    for key, shape in zip(MOMENTS, shapes, strict=True)
                }
        self.rng[:] = rng.reshape(2)
        self._points = [(int(episode), float(value)) for episode, value in curve.reshape(-1, 2)]
        self.done = done

    def _searcher(self, rng: NDArray[np.uint64]) -> Searcher:
        settings = self.settings
        return Searcher(self.model, self.network, settings.samples, settings.epsilon, rng)

    def _step(self) -> None:
        """An episode, and a step of Adam."""
        _, lessons = self._searcher(self.rng).episode(explore=True)
        self.adam.zero_grad()
        sum(_loss(lesson, self.settings.policy_weight) for lesson in lessons).backward()
        self.adam.step()
        self.done += 1


def _tensor(array: NDArray[Any], shape: Any) -> Any:
    """A copy as a tensor, if it has the shape."""
    if array.shape != tuple(shape) or array.dtype != np.float32:
        raise ValueError(f"an array has shape {array.shape}, not {tuple(shape)}")
    return import_torch().from_numpy(array.copy())


def _loss(lesson: Lesson, policy_weight: float) -> Any:
    """Squared error of values, and cross entropy of the actions that search took."""
    torch = import_torch()
    targets = torch.from_numpy(lesson.targets.astype(np.float32))
    loss = (lesson.value - targets).square().mean()
    picks = [torch.from_numpy(picks) for picks in lesson.picks]
    likelihoods = [
        log_policy.gather(-1, pick.clamp(min=0)[..., None]).squeeze(-1)[pick >= 0]
        for log_policy, pick in zip(lesson.log_policies, picks, strict=True)
    ]
    return loss - policy_weight * torch.cat(likelihoods).mean()
