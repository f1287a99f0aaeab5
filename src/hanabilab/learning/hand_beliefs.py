"""Learning a belief: an agent plays, and a network learns which hands its seats held.

The agent's choices tell of hands. Where a search cannot list all hands, it draws them from what was
learned here (`believing`). The loss is the mean negative logarithm of the chance of the true hand,
in nats. No belief can reach less than the exact one has: see docs/learned_beliefs.md.

Shapes: T turns, G games, S slots, C cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.agents.policy import CompiledPolicy
from hanabilab.agents.registry import as_agent
from hanabilab.errors import LearningError
from hanabilab.learning.agent import NetworkAgent
from hanabilab.learning.devices import CPU
from hanabilab.learning.feed_forward_agent import FeedForwardPolicy
from hanabilab.learning.learner import Learner
from hanabilab.learning.networks import Architecture, Channels, HandBelief, Network, read_labels
from hanabilab.learning.own_hand import HandLabels
from hanabilab.learning.rollouts import Player, Turns
from hanabilab.learning.settings import EVALUATION_SEED, TrainingSettings
from hanabilab.learning.teachers import Teacher
from hanabilab.learning.vector_games import VectorGames
from hanabilab.learning.weight_files import BELIEFS, load_encoder
from hanabilab.runs.settings import Setting

_TURNS_AT_ONCE = 8


@dataclass(frozen=True, kw_only=True)
class BeliefSettings(TrainingSettings):
    """Settings of learning a belief."""

    agent: Annotated[str, Setting("Whose games: net(FILE), or a compiled agent.")] = "net(gru-2p)"
    encoder: Annotated[
        str, Setting("Weights of a network that plays, whose layers and memory it begins with.")
    ] = ""
    epochs: Annotated[int, Setting("Times that an update goes through its turns.", 1, 100)] = 1
    epsilon: Annotated[float, Setting("Share of random actions of the agent.", 0, 1)] = 0.0
    slots_coef: Annotated[
        float, Setting("Weight of the nats of single slots; obl reads these.", 0, 100)
    ] = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.inferences or self.other_play or self.network:
            raise LearningError(
                "a belief learns hands alone, by a network of ours: no inferences, no other_play, "
                "and no network"
            )
        if not self.agent:
            raise LearningError("a belief needs an agent: net(FILE), or a compiled one")
        if self.start and self.encoder:
            raise LearningError(
                "start begins with all weights of a belief, encoder with layers alone; leave out "
                "one of them"
            )


class BeliefLearner(Learner[BeliefSettings]):
    """A learned belief in the making; `network` is a `HandBelief`."""

    name, kind, files, on_gpu = "belief", BeliefSettings, BELIEFS, False
    network: HandBelief

    def __init__(self, settings: BeliefSettings, device: torch.device = CPU) -> None:
        super().__init__(settings, device)
        state = self.network.first_state(settings.num_envs)
        self._carried = torch.stack([state] * settings.rules.players)

    def new_network(self) -> HandBelief:
        """What learns, with random weights."""
        network = HandBelief(self.settings.rules, self.settings.architecture)
        if self.settings.encoder:
            load_encoder(network, self.settings.encoder, self.settings.rules)
        return network

    def new_player(self, games: VectorGames, generator: torch.Generator) -> Player:
        """The agent, at every seat."""
        player = _player(self.settings.agent, games, generator)
        if self.settings.epsilon:
            player.random = torch.full((len(games),), self.settings.epsilon)
        return player

    def learn(self, turns: Turns) -> dict[str, float]:
        """With what the belief remembers."""
        turns = turns._replace(carried=self._carried)
        with torch.no_grad():
            _, self._carried = self._remembered(turns)
        return super().learn(turns)

    def losses(self, turns: Turns, out: Any, targets: tuple[Tensor, ...]) -> dict[str, Tensor]:  # noqa: ARG002  # as called
        """Nats of the true hands, and of the cards of single slots."""
        hands = self._nats(turns, out[0]).mean()
        if not (weight := self.settings.slots_coef):
            return {"loss": hands}
        slots = self._nats_of_slots(turns, out[0])
        told = {"hands_loss": hands.detach(), "slots_loss": slots.detach()}
        return {"loss": hands + weight * slots} | told

    def evaluate(self, games: int) -> dict[str, float]:
        """What a row of the curve tells, on the first games of a fixed seed.

        Returns:
            `nats` of the hand at a turn, the mean of the means of games; its `standard_error`; and
            `nats_of_hints`, of a belief in hints and counts alone.
        """
        settings = self.settings
        vector = VectorGames(settings.rules, games, seed=EVALUATION_SEED)
        player = _player(settings.agent, vector, torch.Generator())
        carried = torch.stack([self.network.first_state(games)] * settings.rules.players)
        sums, counts = np.zeros((2, games)), np.zeros(games)
        going = np.ones(games, np.bool_)
        while going.any():
            turns = player.play(_TURNS_AT_ONCE)._replace(carried=carried)
            with torch.no_grad():
                remembered, carried = self._remembered(turns)
                learned = self._nats(turns, remembered).numpy()
                hints = self._nats(turns, None).numpy()
            for turn, ended in enumerate(turns.ended.numpy()):
                sums[:, going] += (learned[turn, going], hints[turn, going])
                counts += going
                going &= ~ended
        learned_nats, hints_nats = sums / counts
        return {
            "nats": float(learned_nats.mean()),
            "standard_error": float(learned_nats.std(ddof=1) / games**0.5),
            "nats_of_hints": float(hints_nats.mean()),
        }

    def told_of_run(self) -> dict[str, Any]:
        """Whose games they were, and how much chances of single slots counted."""
        settings = self.settings
        names = "agent", "epsilon", "slots_coef"
        return {name: getattr(settings, name) for name in names}

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All that the run has come to."""
        return super().arrays() | {"believed": self._carried.numpy().copy()}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to what `arrays` gave; raises as `Learner.restore`."""
        super().restore(arrays)
        self._carried = torch.from_numpy(arrays["believed"].copy())

    def _remembered(self, turns: Turns) -> tuple[Tensor, Tensor]:
        """What the belief makes of all turns, and what it remembers after them."""
        found: tuple[Tensor, Tensor] = self.network.games(
            turns.observations.float(), turns.carried, turns.ages
        )
        return found

    def _nats(self, turns: Turns, remembered: Tensor | None) -> Tensor:
        """[T, G] of the true hands; None for a belief in hints and counts alone."""
        known, hands = read_labels(turns.own_hand.flatten(0, 1), self.settings.rules.hand_size)
        read = None if remembered is None else remembered.flatten(0, 1)
        nats: Tensor = -self.network.log_chances(read, known, hands[:, None]).sum((-2, -1))
        return nats.unflatten(0, turns.own_hand.shape[:2])

    def _nats_of_slots(self, turns: Turns, remembered: Tensor) -> Tensor:
        """The mean over turns of the sum over slots, each card's own chance."""
        known, hands = read_labels(turns.own_hand, self.settings.rules.hand_size)
        chances = self.network.of_slots(remembered, known)
        held = chances.gather(-1, hands.clamp(min=0).unsqueeze(-1)).squeeze(-1)
        return -held.masked_fill(hands < 0, 0).sum(-1).mean()


def _player(agent: str, games: VectorGames, generator: torch.Generator) -> Player:
    """An agent that plays `games` at every seat, and tells of its hands.

    Raises:
        AgentError: it is compiled, and as `fit_agent` raises.
        LearningError: it is neither compiled nor a network, or it is a network of other rules.
    """
    made, label = as_agent(agent), HandLabels(games.rules)
    if isinstance(made, NetworkAgent | FeedForwardPolicy) and made.card.rules != games.rules:
        raise LearningError(f"{agent} has learned other rules than those of the belief")
    if isinstance(made, CompiledPolicy):
        # It is its own teacher, and its actions are always taken; the network is never heard.
        with torch.random.fork_rng(devices=[]):  # others' random numbers stay as they are
            nobody = Network(games.rules, Architecture(Channels(1)))
        return Player(nobody, games, Teacher(made, games), generator, guided=1.0, label=label)
    if not isinstance(made, NetworkAgent):
        raise LearningError(f"{agent}: a belief is learned of net(FILE), or of a compiled agent")
    return Player(made.network, games, None, generator, greedy=1.0, label=label)
