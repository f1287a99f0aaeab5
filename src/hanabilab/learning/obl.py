"""Off-belief learning (OBL, Hu et al. 2021): level 1 by exact beliefs, higher ones by learned ones.

At level 1 a seat values its actions as if everybody had acted at random up to now, and as if
everybody will play the learned policy from now on. So no action means more than it says, runs
cannot agree on codes of their own, and agents that were trained apart play together. At level n + 1
everybody is taken to have played level n up to now.

In the paper's terms: pi_0 acts at random, pi_n is of level n, tau^i is all that seat i has seen.
Level n is learned so:

    B(tau | tau^i)  is what seat i believes if everybody has played pi_n-1 so far            (1)
    Q(a | tau^i) = E[ r_t + r_{t+1} + ... to the end ],  tau ~ B, then a, then pi_n          (2)
    Q(a | tau^i) = E[ r_t + ... + r_{t+k-1} + max_a' Q(a' | tau^i_{t+k}) ]                   (3)
    pi_n(tau^i)  = argmax_a Q(a | tau^i)                                                     (4)

where k turns pass until seat i acts again. The value in (3) takes the belief of the later position
as B again; the more turns are played before it, the nearer it comes to (2).

An update plays T real turns of G games, by pi_n with some random actions. At each real turn it
draws W worlds from B, takes the real action there, plays on by pi_n, and values the next position
of the seat. The mean of the worlds is the target of Q. The real game goes on in the real world.

At level 1 hands that counts and hints allow are equally likely. They are drawn exactly
(`imagined_worlds`), all that matters stands in the observation, and no memory is needed. At higher
levels a belief that was learned of games of the level below draws the hands (`hand_beliefs`). The
network reads its chances, and remembers what the belief remembers (`networks.belief_reader`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import smooth_l1_loss, softmax

from hanabilab.beliefs.chances import pack_hands
from hanabilab.errors import LearningError
from hanabilab.learning.cards import Card
from hanabilab.learning.descent import move_towards
from hanabilab.learning.devices import CPU, to_numpy, to_tensor
from hanabilab.learning.imagined_games import ImaginedGames, Shown, values_of
from hanabilab.learning.imagined_worlds import NO_HAND, Positions
from hanabilab.learning.learner import Learner
from hanabilab.learning.networks import HandBelief, Output, dueling, read_labels
from hanabilab.learning.own_hand import HandLabels
from hanabilab.learning.rollouts import Turns
from hanabilab.learning.settings import Memory, Schedule, TrainingSettings
from hanabilab.learning.vector_games import VectorGames
from hanabilab.learning.weight_files import BELIEFS, load_weights
from hanabilab.runs.settings import Setting

#: Below this a softmax takes the best, and quotients would overflow.
_COLD = 1e-6


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
    belief: Annotated[
        str, Setting("Weights of a learned belief of the level below; level 1 has none.")
    ] = ""
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
    temperature: Annotated[
        float,
        Setting(
            "Temperature of the softmax that draws actions in worlds, at first; 0 takes the best.",
            0,
            100,
        ),
    ] = 0.0
    epsilon: Annotated[
        float, Setting("Share of random actions, in the game with the most and at first.", 0, 1)
    ] = 0.4
    epsilon_alpha: Annotated[
        float, Setting("Games have epsilon to a power that goes from 1 to 1 + this.", 0, 100)
    ] = 7.0
    epsilon_end: Annotated[
        float, Setting("Share of the random actions that is left at the end of the run.", 0, 1)
    ] = 0.25

    @property
    def size_in_words(self) -> str:
        """What an update keeps in memory, in words."""
        return f"{super().size_in_words} and {self.worlds:,} worlds of each"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.memory != "none":
            raise LearningError(
                f'memory is {self.memory!r}; obl trains networks without one: memory = "none"'
            )
        if self.belief and not self.facts:
            raise LearningError("facts = false does not go with belief: facts are what is read")
        if self.belief and (self.other_play or self.network):
            name = "other_play" if self.other_play else "network"
            why = "colors have their true names" if self.other_play else "networks of ours read it"
            raise LearningError(f"{name} does not go with belief: {why}; leave out one of them")


class Obl(Learner[OblSettings]):
    """Off-belief learning.

    Attributes:
        slow: a copy of the network that follows it slowly, and says what later positions are worth.
        imagined: games in worlds that seats imagine.
        positions: before each turn of this update.
        remembered: [P, states, G, neurons] what seats remember then, once the seat to act has seen
            its position; this seat is the last.
    """

    name, kind, value_based = "obl", OblSettings, True

    def __init__(self, settings: OblSettings, device: torch.device = CPU) -> None:
        self._belief = load_belief(settings, device) if settings.belief else None
        super().__init__(settings, device)
        if self.network.state_shape[0] and not self._belief:
            raise LearningError(
                f"network {settings.network} has a memory; obl trains networks without one"
            )
        self.slow = self.new_copy("slow")
        self.imagined = ImaginedGames(
            settings.num_envs,
            settings.worlds,
            settings.rules,
            seed=settings.seed,
            discount=settings.discount,
            other_play=settings.other_play,
        )
        self.positions: list[Positions] = []
        self.remembered: list[Tensor] = []
        self.player.watch = self._watch
        self._label = HandLabels(settings.rules)

    def new_network(self) -> Any:
        """What learns, with random weights; it reads the belief."""
        network = super().new_network()
        if self._belief:
            network.belief.load_state_dict(self._belief.state_dict())
        return network

    def card(self, history: list[dict[str, Any]]) -> Card:
        """As `Learner.card`, with the belief."""
        card: Card = super().card(history)
        return replace(card, belief=self._belief.architecture) if self._belief else card

    def told_of_run(self) -> dict[str, Any]:
        """The belief of the level below."""
        return {"belief": self.settings.belief} if self.settings.belief else {}

    def prepare(self) -> None:
        """Fewer random actions as learning goes on."""
        settings = self.settings
        shares = ladder(settings.epsilon, settings.epsilon_alpha, settings.num_envs)
        self.player.random = shares * (1 - self.progress * (1 - settings.epsilon_end))
        self.positions.clear()
        self.remembered.clear()

    def _watch(self, games: VectorGames) -> None:
        """Keep the positions before a turn, to draw worlds from when its action is known."""
        self.positions.append(
            Positions(games.states.copy(), games.names.copy(), games.games.copy())
        )
        self.remembered.append(self.player.carried)

    @torch.no_grad()  # type: ignore[untyped-decorator]  # PyTorch is not followed by mypy
    def targets(self, turns: Turns) -> tuple[Tensor, ...]:
        """[T, G] what the actions taken are worth, each as the mean of its worlds."""
        actions = to_numpy(turns.actions)
        by_turn = zip(self.positions, self.remembered, actions, strict=True)
        with self.network.held(), self.slow.held():
            return (torch.stack([self._target(*each) for each in by_turn]),)

    def _target(self, positions: Positions, carried: Tensor, actions: NDArray[np.int64]) -> Tensor:
        """[G] of the actions of one turn: equation (3)."""
        settings, imagined = self.settings, self.imagined
        imagined.draw(positions, self._hands(positions, carried), carried)  # tau ~ B, equation (1)
        imagined.take_going(np.repeat(actions, settings.worlds))  # a
        ahead = 1
        while ahead < settings.imagined_rounds * settings.rules.players and len(imagined.going):
            shown = imagined.shown()
            chosen, imagined.carried[:, :, imagined.going] = self.best(shown)
            imagined.take_going(chosen)  # pi_n, equation (4)
            ahead += 1
        returns = to_tensor(imagined.returns, self.device)
        if len(imagined.going):
            later = settings.discount**ahead * self.worth(imagined.shown())
            returns[to_tensor(imagined.going, self.device)] += later
        return returns.unflatten(0, (-1, settings.worlds)).mean(1)

    def _hands(self, positions: Positions, carried: Tensor) -> NDArray[np.int32]:
        """[G * W] packed hands that seats to act believe in; NO_HAND for literal beliefs."""
        worlds, rules = self.settings.worlds, self.settings.rules
        if not self._belief:
            return np.full(len(positions.games) * worlds, NO_HAND, np.int32)
        known, _ = read_labels(torch.from_numpy(self._label(positions.states)), rules.hand_size)
        belief, generator = self.network.belief, self.player.generator
        hands = belief.draw(carried[-1, 0], known, worlds, generator).flatten(0, 1).numpy()
        dead = (hands < -1).any(1)  # nothing was left for a slot
        return np.where(dead, NO_HAND, pack_hands(np.maximum(hands, -1))).astype(np.int32)

    @property
    def temperature(self) -> float:
        """Of the softmax by which pi_n acts in worlds; it falls evenly to 0."""
        now = self.settings.temperature * (1 - self.progress)
        return now if now > _COLD else 0.0

    def best(self, shown: Shown) -> tuple[NDArray[np.int64], Tensor]:
        """[B] the actions of pi_n, and [P, states, B, neurons] what seats remember then.

        Raises:
            LearningError: training diverged.
        """
        (values,), carried = values_of([self.network], shown)
        if not self.temperature:
            return to_numpy(values.argmax(-1)), carried
        chances = softmax(values / self.temperature, -1).cpu()  # as its generator
        if not chances.isfinite().all():
            raise self.descent.diverged("values of actions are not finite")
        drawn = torch.multinomial(chances, 1, generator=self.player.generator)
        return to_numpy(drawn[:, 0]), carried

    def worth(self, shown: Shown) -> Tensor:
        """[B] of positions: the network chooses an action, the slow copy values it (double Q)."""
        (values, slow_values), _ = values_of([self.network, self.slow], shown)
        if self.temperature:
            return (softmax(values / self.temperature, -1) * slow_values).sum(-1)
        best = values.argmax(-1, keepdim=True)
        return slow_values.gather(-1, best).squeeze(-1)

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


def load_belief(settings: OblSettings, device: torch.device) -> HandBelief:
    """The belief of the level below.

    Raises:
        LearningError: there is none, or it is not one to learn the next level by.
    """
    belief, card = load_weights(settings.belief, BELIEFS)
    wanted = "a belief is needed"
    if card.rules != settings.rules:
        raise LearningError(f"belief {settings.belief} has learned other rules; {wanted} of these")
    if belief.memory is None:
        raise LearningError(f"belief {settings.belief} remembers nothing; {wanted} with a memory")
    if not (card.history and card.history[-1].get("slots_coef")):
        raise LearningError(
            f"belief {settings.belief} has not learned chances of single slots; {wanted} that was "
            "trained with slots_coef = 1"
        )
    if device != CPU:
        raise LearningError("hands are drawn from a learned belief on the CPU: --device cpu")
    return belief


def ladder(epsilon: float, alpha: float, games: int) -> Tensor:
    """[G] a share of random actions for each game: epsilon^(1 + alpha r / (G - 1)).

    Source: Horgan et al. 2018, "Distributed prioritized experience replay".
    """
    return epsilon ** (1 + alpha * torch.linspace(0, 1, games))
