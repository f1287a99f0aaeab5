"""Off-belief learning, level 1 (OBL, Hu et al. 2021), with literal beliefs that are exact.

A seat values its actions as if everybody had acted at random up to now, and as if everybody will
play the learned policy from now on. So no action means more than it says, runs cannot agree on
codes of their own, and agents that were trained apart play together.

In the paper's terms: pi_0 acts at random, pi_1 is learned, tau^i is all that seat i has seen.

    B(tau | tau^i)  is what seat i believes if everybody has played pi_0 so far              (1)
    Q(a | tau^i) = E[ r_t + r_{t+1} + ... to the end ],  tau ~ B, then a, then pi_1          (2)
    Q(a | tau^i) = E[ r_t + ... + r_{t+k-1} + max_a' Q(a' | tau^i_{t+k}) ]                   (3)
    pi_1(tau^i)  = argmax_a Q(a | tau^i)                                                     (4)

where k turns pass until seat i acts again. The value in (3) takes the belief of the later position
as B again; the more turns are played before it, the nearer it comes to (2).

An update plays T real turns of G games, by pi_1 with some random actions. At each real turn it
draws W worlds from B (`literal_worlds`: hands that counts and hints allow are equally likely, which
can be drawn exactly), takes the real action there, plays on by pi_1, and values the next position
of the seat. The mean of the worlds is the target of Q. The real game goes on in the real world.

What counts and hints say stands in the observation. So level 1 needs no memory, and no belief that
is learned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import smooth_l1_loss

from hanabilab.errors import LearningError
from hanabilab.learning.descent import move_towards
from hanabilab.learning.devices import CPU, to_numpy
from hanabilab.learning.learner import Learner
from hanabilab.learning.literal_worlds import Positions, draw_worlds
from hanabilab.learning.networks import Network, Output, dueling
from hanabilab.learning.open_games import OpenGames
from hanabilab.learning.rollouts import Turns, mask_illegal
from hanabilab.learning.settings import Memory, Schedule, TrainingSettings
from hanabilab.learning.vector_games import VectorGames
from hanabilab.runs.settings import Setting

#: Rows that go through a network at once on a CPU: more of them do not fit into its cache.
_ROWS = 256


@dataclass(frozen=True, kw_only=True)
class OblSettings(TrainingSettings):
    """Settings of off-belief learning."""

    colors: Annotated[int, Setting("Channels of each color; 0 makes a plain network.", 0, 4096)] = (
        48
    )
    num_layers: Annotated[int, Setting("Linear layers.", 1, 16)] = 2
    memory: Annotated[Memory, Setting("What remembers earlier turns; level 1 needs none.")] = "none"
    num_steps: Annotated[int, Setting("Turns of each game between two updates.", 1, 10_000)] = 16
    minibatch_size: Annotated[int, Setting("Games whose turns make one gradient.", 1)] = 64
    lr_schedule: Annotated[
        Schedule, Setting("How the learning rate falls to zero, if it does.")
    ] = "linear"
    epochs: Annotated[int, Setting("Times that an update goes through its turns.", 1, 100)] = 2
    max_grad_norm: Annotated[float, Setting("Gradients are cut off at this norm.", 0.001)] = 5.0
    discount: Annotated[float, Setting("Gamma: what a point is worth a turn later.", 0, 1)] = 1.0
    worlds: Annotated[
        int, Setting("Worlds drawn at each turn; a target is their mean.", 1, 1000)
    ] = 3
    imagined_rounds: Annotated[
        int,
        Setting("Rounds played in a world until a value is taken; 100 ends the game.", 1, 100),
    ] = 1
    target_update: Annotated[
        float, Setting("Share by which each gradient moves the slow copy to the network.", 0, 1)
    ] = 0.02
    epsilon: Annotated[
        float, Setting("Share of random actions, in the game with the most and at first.", 0, 1)
    ] = 0.4
    epsilon_alpha: Annotated[
        float, Setting("Games have epsilon to a power that goes from 1 to 1 + this.", 0, 100)
    ] = 7.0
    epsilon_end: Annotated[
        float, Setting("Share of the random actions that is left at the end of the run.", 0, 1)
    ] = 0.25

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.memory != "none":
            raise LearningError(
                f'memory is {self.memory!r}; obl trains networks without one: memory = "none"'
            )


class Obl(Learner[OblSettings]):
    """Off-belief learning.

    Attributes:
        slow: a copy of the network that follows it slowly, and says what later positions are worth.
        imagined: games in worlds that seats imagine.
        positions: before each turn of this update.
    """

    name, kind, value_based = "obl", OblSettings, True

    def __init__(self, settings: OblSettings, device: torch.device = CPU) -> None:
        super().__init__(settings, device)
        if self.network.state_shape[0]:
            raise LearningError(
                f"network {settings.network} has a memory; obl trains networks without one"
            )
        self.slow = self.new_copy("slow")
        self.imagined = ImaginedGames(settings.num_envs, settings)
        self.positions: list[Positions] = []
        self.player.watch = self._watch

    def prepare(self) -> None:
        """Fewer random actions as learning goes on."""
        settings = self.settings
        shares = ladder(settings.epsilon, settings.epsilon_alpha, settings.num_envs)
        self.player.random = shares * (1 - self.progress * (1 - settings.epsilon_end))
        self.positions.clear()

    def _watch(self, games: VectorGames) -> None:
        """Keep the positions before a turn, to draw worlds from when its action is known."""
        self.positions.append(
            Positions(games.states.copy(), games.names.copy(), games.games.copy())
        )

    @torch.no_grad()  # type: ignore[untyped-decorator]  # PyTorch is not followed by mypy
    def targets(self, turns: Turns) -> tuple[Tensor, ...]:
        """[T, G] what the actions taken are worth, each as the mean of its worlds."""
        by_turn = zip(self.positions, to_numpy(turns.actions), strict=True)
        return (torch.stack([self._target(*each) for each in by_turn]),)

    def _target(self, positions: Positions, actions: NDArray[np.int64]) -> Tensor:
        """[G] of the actions of one turn: equation (3)."""
        settings, imagined = self.settings, self.imagined
        imagined.draw(positions)  # tau ~ B, equation (1)
        imagined.take_going(np.repeat(actions, settings.worlds))  # a
        ahead = 1
        while ahead < settings.imagined_rounds * settings.rules.players and len(imagined.going):
            imagined.take_going(self.best(*self._shown()))  # pi_1, equation (4)
            ahead += 1
        returns = self._sent(imagined.returns)
        if len(imagined.going):
            later = settings.discount**ahead * self.worth(*self._shown())
            returns[self._sent(imagined.going)] += later
        return returns.unflatten(0, (-1, settings.worlds)).mean(1)

    def _shown(self) -> tuple[Tensor, Tensor]:
        """[B, N] and [B, A] what seats to act see in worlds that go on, and may do."""
        games, rows = self.imagined, self.imagined.going
        return self._sent(games.observations[rows]), self._sent(games.legal[rows])

    def best(self, observations: Tensor, legal: Tensor) -> NDArray[np.int64]:
        """[B] the actions of pi_1."""
        return to_numpy(values_of(self.network, observations, legal).argmax(-1))

    def worth(self, observations: Tensor, legal: Tensor) -> Tensor:
        """[B] of positions: the network chooses an action, the slow copy values it (double Q)."""
        best = values_of(self.network, observations, legal).argmax(-1, keepdim=True)
        return values_of(self.slow, observations, legal).gather(-1, best).squeeze(-1)

    def _sent(self, array: NDArray[Any]) -> Tensor:
        """A copy where the network is."""
        return torch.from_numpy(array.copy()).to(self.device)

    def losses(self, turns: Turns, out: Output, targets: tuple[Tensor, ...]) -> dict[str, Tensor]:
        """Huber loss of the actions taken."""
        values = dueling(out, turns.legal)
        taken = values.gather(-1, turns.actions.unsqueeze(-1)).squeeze(-1)
        loss = smooth_l1_loss(taken, targets[0])
        return {"loss": loss, "value": taken.detach().mean()}

    def descend(self, losses: Mapping[str, Tensor]) -> dict[str, float]:
        """A gradient step, and a smaller one of the slow copy towards the network."""
        told = super().descend(losses)
        move_towards(self.slow, self.network, self.settings.target_update)
        return told


class ImaginedGames(OpenGames):
    """Games in worlds that seats imagine: W of each real game, which stop when they end.

    Args:
        games: how many real ones, G.
        settings: of the run.

    Attributes:
        going: [B] rows of games that have not ended.
        returns: [G * W] points since the worlds were drawn, those of turn k times gamma^k.
    """

    def __init__(self, games: int, settings: OblSettings) -> None:
        super().__init__(settings.rules, games * settings.worlds, other_play=settings.other_play)
        self._seed, self._discount = settings.seed, settings.discount
        self.going, self.returns = np.arange(0), np.zeros(len(self), np.float32)
        self._weight = 1.0  # of the points of the next turn

    def draw(self, positions: Positions) -> None:
        """Begin in worlds of the seats to act, from their literal beliefs.

        Raises:
            LearningError: none was found for a seat.
        """
        place = draw_worlds(self._batch, positions, self._seed, self._scratch)
        if place >= 0:
            game = positions.games[place]
            raise LearningError(f"game {game}: no world was found that a seat cannot tell from it")
        self.going, self.returns[:], self._weight = np.arange(len(self)), 0, 1.0

    def take_going(self, actions: NDArray[np.int64]) -> None:
        """Take `actions` [B], one in each game that goes on."""
        chosen = np.zeros(len(self), np.int64)
        chosen[self.going] = actions
        self._take(chosen, self.going)
        self.returns[self.going] += self._weight * self.rewards[self.going]
        self._weight *= self._discount
        self.going = self.going[~self.ended[self.going]]


def values_of(network: Network, observations: Tensor, legal: Tensor) -> Tensor:
    """[B, A] what a network without memory takes actions to be worth; illegal ones are worst.

    Args:
        network: which values.
        observations: [B, N] zeros and ones.
        legal: [B, A].
    """
    rows = _ROWS if observations.device == CPU else len(observations)
    parts = zip(observations.split(rows), legal.split(rows), strict=True)
    return torch.cat([_values_of_part(network, *part) for part in parts])


def _values_of_part(network: Network, observations: Tensor, legal: Tensor) -> Tensor:
    out = network(observations.float()[None], network.first_state(len(observations)))
    return mask_illegal(dueling(out, legal[None])[0], legal)


def ladder(epsilon: float, alpha: float, games: int) -> Tensor:
    """[G] a share of random actions for each game: epsilon^(1 + alpha r / (G - 1)).

    Source: Horgan et al. 2018, "Distributed prioritized experience replay".
    """
    return epsilon ** (1 + alpha * torch.linspace(0, 1, games))
