"""Networks that play: what a seat observes, turn by turn, to the worth of actions.

One class serves for plain and for symmetric networks, for those with and without memory, and for
actor-critic and value-based learning.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from hanabilab.game.rules import Rules
from hanabilab.learning.networks.encoder import Architecture, Encoder, channels_of
from hanabilab.learning.networks.families import Channels
from hanabilab.learning.networks.linear import SymmetricLinear
from hanabilab.learning.symmetry import color_symmetry


class Output(NamedTuple):
    """What a network makes of observations.

    Attributes:
        actions: [T, B, A] logits of a policy, or advantages; illegal actions are not masked.
        value: [T, B] of the position, in points; beside advantages the mean of legal actions.
        own_hand: [T, B, slots, 3] logits of playable, already played, neither; no
            slots if not asked.
        inferences: [T, B, slots, cards] logits of what each slot can hold, the observer's first; no
            slots if not asked.
        waiting: [T, B, A] what the seat adds to the value of the team while others act, by the
            action that it took; no actions if not asked.
        state: [states, B, neurons] memory after the last turn; no states without memory. Of
            `Network.games` [P, states, B, neurons], after each of the last P turns.
    """

    actions: Tensor
    value: Tensor
    own_hand: Tensor
    inferences: Tensor
    waiting: Tensor
    state: Tensor


class Network(Encoder):
    """A network over the observations of a seat, which tells what actions are worth.

    Args:
        rules: of the games; their suits must be alike.
        architecture: layers.

    Raises:
        RulesError: suits differ in more than names.
    """

    def __init__(self, rules: Rules, architecture: Architecture) -> None:
        super().__init__(rules, architecture)
        hidden, actions = architecture.hidden, self.arranged(color_symmetry(rules).actions)
        self.register_buffer("act_order", torch.from_numpy(actions.inverse), persistent=False)
        self.policy_head = SymmetricLinear(hidden, channels_of(actions), self.colors)
        self.value_head = SymmetricLinear(hidden, Channels(1), self.colors)
        self.slots = rules.hand_size if architecture.own_hand else 0
        self.hand_head = SymmetricLinear(hidden, Channels(3 * self.slots), self.colors)
        self.cards = (
            self.colors,
            rules.players * rules.hand_size * architecture.inferences,
            rules.ranks,
        )
        inferred = self.of_cards(self.cards[1] * rules.ranks)
        self.inference_head = SymmetricLinear(hidden, inferred, self.colors)
        self.waiting_head = None
        if architecture.waiting:
            self.waiting_head = SymmetricLinear(hidden, channels_of(actions), self.colors)

    def forward(self, observations: Tensor, state: Tensor) -> Output:
        """The outputs for a sequence of turns of one seat.

        Args:
            observations: [T, B, N] vectors in the order of the game's layout.
            state: [states, B, neurons] before the first turn, of `first_state` or of an output.
        """
        return self._outputs(*self.follow(observations, state))

    def act(self, observations: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        """[B, A] logits and [states, B, neurons] the memory after one turn; no other head.

        Args:
            observations: [B, N].
            state: [states, B, neurons] before the turn.
        """
        values, state = self.remember(observations, state)
        return self.policy_head(values)[..., self.act_order], state

    def judge(self, observations: Tensor, state: Tensor) -> Tensor:
        """[B] what the positions are worth, in points that are still to come; as `act`."""
        value: Tensor = self.value_head(self.remember(observations, state)[0]).squeeze(-1)
        return value

    def games(self, observations: Tensor, carried: Tensor, ages: Tensor) -> Output:
        """The outputs for consecutive turns of all seats; as `follow_games`."""
        return self._outputs(*self.follow_games(observations, carried, ages))

    def _outputs(self, values: Tensor, state: Tensor) -> Output:
        """What the heads make of the last layer."""
        actions = self.policy_head(values)[..., self.act_order]
        own_hand = self.hand_head(values).unflatten(-1, (self.slots, 3))
        inferences = self.inference_head(values).unflatten(-1, self.cards)
        inferences = inferences.transpose(-3, -2).flatten(-2)
        value, waiting = self.value_head(values).squeeze(-1), actions[..., :0]
        if self.waiting_head is not None:
            waiting = self.waiting_head(values)[..., self.act_order]
        return Output(actions, value, own_hand, inferences, waiting, state)


def dueling(output: Output, legal: Tensor) -> Tensor:
    """[T, B, A] values of actions: the position's, and how much better than the mean legal one.

    Args:
        output: of a network.
        legal: [T, B, A] which actions are legal; at least one in each position.

    Source: Wang et al. 2016, equation 9, over legal actions.
    """
    advantages = output.actions * legal
    mean = advantages.sum(-1, keepdim=True) / legal.sum(-1, keepdim=True).clamp(min=1)
    return output.value.unsqueeze(-1) + output.actions - mean
