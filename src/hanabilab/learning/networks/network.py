"""Networks that play: what a seat observes, turn by turn, to the worth of actions.

One class serves for plain and for symmetric networks, for those with and without memory, and for
actor-critic and value-based learning. A plain network is a symmetric one whose channels are all of
order 0: it may treat every color as it likes.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from hanabilab.game.layout import layout_of
from hanabilab.game.rules import Rules
from hanabilab.learning.networks.families import Channels
from hanabilab.learning.networks.linear import SymmetricLinear
from hanabilab.learning.networks.recurrent import SymmetricRecurrent
from hanabilab.learning.networks.table_facts import TableFacts
from hanabilab.learning.symmetry import ColorMajor, color_symmetry, last_action


@dataclass(frozen=True)
class Architecture:
    """What a network is made of.

    Attributes:
        hidden: channels of each hidden layer; `Channels(512)` makes a plain network.
        layers: linear layers with ReLU before the memory, 1 or more.
        memory: "gru" or "lstm" after them, of the same channels; None for a network without.
        facts: whether it reads chances of cards and facts that follow from the vector, too; see
            `table_facts`.
        own_hand: whether it also tells of each own card whether it is playable, discardable or
            neither, to be trained beside the policy (the auxiliary task of Hu & Foerster 2020).
        inferences: whether it also tells of each slot which cards the conventions of a teacher
            leave, to be trained beside the policy.
        greedy_actions: whether it also reads what the last player would have done without
            exploring (SAD, Hu & Foerster 2020): `VectorGames.best` after the vector. Without these
            entries the last action is taken to be the best one.
    """

    hidden: Channels
    layers: int = 1
    memory: Literal["gru", "lstm"] | None = None
    facts: bool = False
    own_hand: bool = False
    inferences: bool = False
    greedy_actions: bool = False

    @property
    def symmetric(self) -> bool:
        """Whether the network treats all colors alike."""
        return bool(self.hidden.colors or self.hidden.pairs)


class Output(NamedTuple):
    """What a network makes of observations.

    Attributes:
        actions: [T, B, A] logits of a policy, or advantages; illegal actions are not masked.
        value: [T, B] of the position, in points.
        own_hand: [T, B, slots, 3] logits of playable, discardable, neither; no slots if not asked.
        inferences: [T, B, slots, cards] logits of what each slot can hold, the observer's first; no
            slots if not asked.
        state: [states, B, neurons] memory after the last turn; no states without memory. Of
            `Network.games` [P, states, B, neurons], after each of the last P turns.
    """

    actions: Tensor
    value: Tensor
    own_hand: Tensor
    inferences: Tensor
    state: Tensor


class Network(nn.Module):  # type: ignore[misc]  # PyTorch is not followed by mypy
    """A network over the observations of a seat.

    Args:
        rules: of the games; their suits must be alike.
        architecture: layers.

    Raises:
        RulesError: suits differ in more than names.
    """

    def __init__(self, rules: Rules, architecture: Architecture) -> None:
        super().__init__()
        symmetry, self.architecture = color_symmetry(rules), architecture
        colors, hidden = symmetry.colors, architecture.hidden
        observation, actions = symmetry.observation, symmetry.actions
        self.facts = TableFacts(rules) if architecture.facts else None
        if self.facts is not None:
            observation = _with_fixed(observation, self.facts.count)
        last = last_action(rules)
        if architecture.greedy_actions:
            observation = _with_last_action(observation, last)
        self.size = layout_of(rules).size
        self.register_buffer("last_action", torch.from_numpy(last.order), persistent=False)
        if not architecture.symmetric:
            observation, actions = _plain(observation), _plain(actions)
        self.register_buffer("read_order", torch.from_numpy(observation.order), persistent=False)
        self.register_buffer("act_order", torch.from_numpy(actions.inverse), persistent=False)

        sizes = [_channels(observation)] + [hidden] * architecture.layers
        self.layers = nn.ModuleList(SymmetricLinear(a, b, colors) for a, b in pairwise(sizes))
        memory = architecture.memory
        self.memory = memory and SymmetricRecurrent(memory, hidden, hidden, colors)
        self.policy_head = SymmetricLinear(hidden, _channels(actions), colors)
        self.value_head = SymmetricLinear(hidden, Channels(1), colors)
        self.slots = rules.hand_size if architecture.own_hand else 0
        self.hand_head = SymmetricLinear(hidden, Channels(3 * self.slots), colors)
        self.cards = (
            colors,
            rules.players * rules.hand_size * architecture.inferences,
            rules.ranks,
        )
        told = self.cards[1] * rules.ranks
        inferred = Channels(0, told) if architecture.symmetric else Channels(colors * told)
        self.inference_head = SymmetricLinear(hidden, inferred, colors)

    def first_state(self, batch: int) -> Tensor:
        """[states, B, neurons] what is remembered before the first turn."""
        if self.memory is None:
            return self.policy_head.bias.new_zeros(0, batch, 0)
        return self.memory.first_state(batch)

    def held(self) -> AbstractContextManager[None]:
        """A context in which weights do not change, so that calls are quicker."""
        return self.memory.held() if self.memory is not None else nullcontext()

    def forward(self, observations: Tensor, state: Tensor) -> Output:
        """The outputs for a sequence of turns of one seat.

        Args:
            observations: [T, B, N] vectors in the order of the game's layout.
            state: [states, B, neurons] before the first turn, of `first_state` or of an output.
        """
        values = self._read(observations)
        if self.memory is not None:
            values, state = self.memory(values, state)
        return self._outputs(values, state)

    def act(self, observations: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        """[B, A] logits and [states, B, neurons] the memory after one turn; no other head.

        Args:
            observations: [B, N].
            state: [states, B, neurons] before the turn.
        """
        values, state = self._remember(observations, state)
        return self.policy_head(values)[..., self.act_order], state

    def judge(self, observations: Tensor, state: Tensor) -> Tensor:
        """[B] what the positions are worth, in points that are still to come; as `act`."""
        value: Tensor = self.value_head(self._remember(observations, state)[0]).squeeze(-1)
        return value

    def _remember(self, observations: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        """What the heads read at one turn, and the memory after it."""
        values = self._read(observations)
        if self.memory is None:
            return values, state
        state = self.memory.stepper(values[None])(0, state)
        return state[0], state

    def games(self, observations: Tensor, carried: Tensor, ages: Tensor) -> Output:
        """The outputs for consecutive turns of all seats, in rows where game follows on game.

        P seats act in turn, so what a seat remembers is the state of P turns before.

        Args:
            observations: [T, B, N] what the seat to act observes at each turn.
            carried: [P, states, B, neurons] after each of the P turns before these.
            ages: [T, B] how many turns of its game were played before; a seat remembers nothing
                before its first turn.
        """
        values = self._read(observations)
        if self.memory is None:
            return self._outputs(values, carried)
        step, players = self.memory.stepper(values), len(carried)
        states = list(carried)
        known = (ages >= players).to(values.dtype).unsqueeze(-1).unbind(0)
        for turn in range(len(values)):
            states.append(step(turn, states[turn] * known[turn]))
        hidden = torch.stack([state[0] for state in states[players:]])
        return self._outputs(hidden, torch.stack(states[len(values) :]))

    def _read(self, observations: Tensor) -> Tensor:
        """The layers before the memory."""
        seen, best = observations.split((self.size, observations.shape[-1] - self.size), -1)
        values = seen if self.facts is None else self.facts(seen)
        if self.architecture.greedy_actions:
            # Whoever plays without exploring has taken its best action.
            told = best if best.shape[-1] else seen[..., self.last_action]
            values = torch.cat((values, told), -1)
        values = values[..., self.read_order]
        for layer in self.layers:
            values = layer(values).relu()
        return values

    def _outputs(self, values: Tensor, state: Tensor) -> Output:
        """What the heads make of the last layer."""
        actions = self.policy_head(values)[..., self.act_order]
        own_hand = self.hand_head(values).unflatten(-1, (self.slots, 3))
        inferences = self.inference_head(values).unflatten(-1, self.cards)
        inferences = inferences.transpose(-3, -2).flatten(-2)
        value = self.value_head(values).squeeze(-1)
        return Output(actions, value, own_hand, inferences, state)


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


def _channels(entries: ColorMajor) -> Channels:
    return Channels(entries.fixed.size, entries.moved.shape[1])


def _with_fixed(entries: ColorMajor, more: int) -> ColorMajor:
    """The same with more entries after the vector's, none of which belongs to a color."""
    size = entries.fixed.size + entries.moved.size
    return ColorMajor(np.concatenate((entries.fixed, size + np.arange(more))), entries.moved)


def _with_last_action(entries: ColorMajor, last: ColorMajor) -> ColorMajor:
    """The same with the entries of a last action after the vector's, in the order of `last`."""
    size, fixed = entries.fixed.size + entries.moved.size, last.fixed.size
    moved = size + fixed + np.arange(last.moved.size).reshape(last.moved.shape)
    return ColorMajor(
        np.concatenate((entries.fixed, size + np.arange(fixed))),
        np.concatenate((entries.moved, moved), axis=1),
    )


def _plain(entries: ColorMajor) -> ColorMajor:
    """The same entries, none of which is taken to belong to a color."""
    colors, moved = entries.moved.shape
    return ColorMajor(np.arange(entries.fixed.size + colors * moved), entries.moved[:, :0])
