"""What reads the observations of a seat, turn by turn, and remembers: all networks but their heads.

A plain network is a symmetric one whose channels are all of order 0: it may treat every color as it
likes.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
import torch
from torch import Tensor, nn

from hanabilab.game.layout import layout_of
from hanabilab.game.rules import Rules
from hanabilab.learning.networks.families import MAX_LAYERS, Channels, check_channels
from hanabilab.learning.networks.linear import SymmetricLinear, pick
from hanabilab.learning.networks.recurrent import SymmetricRecurrent
from hanabilab.learning.networks.table_facts import Believe, TableFacts
from hanabilab.learning.symmetry import ColorMajor, color_symmetry, joined, last_action

_SWITCHES = ("facts", "own_hand", "inferences", "greedy_actions", "waiting")


@dataclass(frozen=True)
class Architecture:
    """What a network is made of.

    Attributes:
        hidden: channels of each hidden layer; `Channels(512)` makes a plain network.
        layers: linear layers with ReLU before the memory, 1 or more.
        memory: "gru" or "lstm" after them, of the same channels; None for a network without.
        facts: whether it reads chances of cards and facts that follow from the vector, too; see
            `table_facts`.
        own_hand: whether it also tells of each own card whether it is playable, already played or
            neither, to be trained beside the policy (the auxiliary task of Hu & Foerster 2020).
        inferences: whether it also tells of each slot which cards the conventions of a teacher
            leave, to be trained beside the policy.
        greedy_actions: whether it also reads what the last player would have done without
            exploring (SAD, Hu & Foerster 2020): `VectorGames.best` after the vector. Without these
            entries the last action is taken to be the best one.
        waiting: whether it also tells, for each action, what a seat that took it adds to the value
            of the team while others act (VDN).
    """

    hidden: Channels
    layers: int = 1
    memory: Literal["gru", "lstm"] | None = None
    facts: bool = False
    own_hand: bool = False
    inferences: bool = False
    greedy_actions: bool = False
    waiting: bool = False

    def __post_init__(self) -> None:
        if self.memory not in (None, "gru", "lstm"):
            raise ValueError(f"memory is {self.memory!r}; gru, lstm, or None")
        if type(self.layers) is not int or not 1 <= self.layers <= MAX_LAYERS:
            raise ValueError(f"layers is {self.layers}; a whole number from 1 to {MAX_LAYERS}")
        check_channels(self.hidden)
        for name in _SWITCHES:
            if type(value := getattr(self, name)) is not bool:
                raise ValueError(f"{name} is {value!r}; True or False")

    @property
    def symmetric(self) -> bool:
        """Whether the network treats all colors alike."""
        return bool(self.hidden.colors or self.hidden.pairs)


class Encoder(nn.Module):  # type: ignore[misc]  # PyTorch is not followed by mypy
    """Layers and memory over the observations of a seat.

    Args:
        rules: of the games; their suits must be alike.
        architecture: layers.

    Raises:
        RulesError: suits differ in more than names.
    """

    def __init__(self, rules: Rules, architecture: Architecture) -> None:
        super().__init__()
        symmetry, self.architecture = color_symmetry(rules), architecture
        self.colors, hidden = symmetry.colors, architecture.hidden
        observation = symmetry.observation
        self.facts = TableFacts(rules) if architecture.facts else None
        if self.facts is not None:
            observation = _with_more(observation, Channels(self.facts.count))
        last = last_action(rules)
        if architecture.greedy_actions:
            observation = _with_more(observation, channels_of(last))
        self.size = layout_of(rules).size
        self.register_buffer("last_action", torch.from_numpy(last.order), persistent=False)
        observation = self.arranged(observation)
        self.register_buffer("read_order", torch.from_numpy(observation.order), persistent=False)

        sizes = [channels_of(observation)] + [hidden] * architecture.layers
        self.layers = nn.ModuleList(SymmetricLinear(a, b, self.colors) for a, b in pairwise(sizes))
        memory = architecture.memory
        self.memory = memory and SymmetricRecurrent(memory, hidden, hidden, self.colors)

    def arranged(self, entries: ColorMajor) -> ColorMajor:
        """The same entries; for a plain network none is taken to belong to a color."""
        if self.architecture.symmetric:
            return entries
        colors, moved = entries.moved.shape
        return ColorMajor(np.arange(entries.fixed.size + colors * moved), entries.moved[:, :0])

    def of_cards(self, channels: int) -> Channels:
        """A layer of so many channels for each color; for a plain network of as many neurons."""
        plain = Channels(self.colors * channels)
        return Channels(0, channels) if self.architecture.symmetric else plain

    @property
    def state_shape(self) -> tuple[int, int]:
        """Vectors that a seat remembers, and neurons of each."""
        return (0, 0) if self.memory is None else (self.memory.states, self.memory.size)

    def first_state(self, batch: int) -> Tensor:
        """[states, B, neurons] what is remembered before the first turn."""
        if self.memory is None:
            return self.layers[0].bias.new_zeros(0, batch, 0)
        return self.memory.first_state(batch)

    def held(self) -> AbstractContextManager[None]:
        """A context in which weights do not change, so that calls are quicker."""
        return self.memory.held() if self.memory is not None else nullcontext()

    def follow(self, observations: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        """[T, B, neurons] of a sequence of turns of one seat, and the memory after it.

        Args:
            observations: [T, B, N] vectors in the order of the game's layout.
            state: [states, B, neurons] before the first turn.
        """
        values = self._read(observations)
        return (values, state) if self.memory is None else self.memory(values, state)

    def remember(self, observations: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        """[B, neurons] of one turn, and the memory after it.

        Args:
            observations: [B, N].
            state: [states, B, neurons] before the turn.
        """
        values = self._read(observations)
        if self.memory is None:
            return values, state
        state = self.memory.stepper(values[None])(0, state)
        return state[0], state

    def follow_games(
        self, observations: Tensor, carried: Tensor, ages: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The same for consecutive turns of all seats, in rows where game follows on game.

        P seats act in turn, so what a seat remembers is the state of P turns before.

        Args:
            observations: [T, B, N] what the seat to act observes at each turn.
            carried: [P, states, B, neurons] after each of the P turns before these.
            ages: [T, B] how many turns of its game were played before; a seat remembers nothing
                before its first turn.

        Returns:
            [T, B, neurons], and [P, states, B, neurons] after each of the last P turns.
        """
        values = self._read(observations)
        if self.memory is None:
            return values, carried
        step, players = self.memory.stepper(values), len(carried)
        states = list(carried)
        known = (ages >= players).to(values.dtype).unsqueeze(-1).unbind(0)
        for turn in range(len(values)):
            states.append(step(turn, states[turn] * known[turn]))
        hidden = torch.stack([state[0] for state in states[players:]])
        return hidden, torch.stack(states[len(values) :])

    def _read(self, observations: Tensor, believe: Believe | None = None) -> Tensor:
        """The layers before the memory; facts are of what is believed, see `TableFacts`."""
        seen, best = observations.split((self.size, observations.shape[-1] - self.size), -1)
        values = seen if self.facts is None else self.facts(seen, believe)
        if self.architecture.greedy_actions:
            # Whoever plays without exploring has taken its best action.
            told = best if best.shape[-1] else seen[..., self.last_action]
            values = torch.cat((values, told), -1)
        values = pick(values, self.read_order)
        for layer in self.layers:
            values = layer(values).relu()
        return values


def channels_of(entries: ColorMajor) -> Channels:
    """How many entries belong to no color, and how many to each."""
    return Channels(entries.fixed.size, entries.moved.shape[1])


def _with_more(entries: ColorMajor, more: Channels) -> ColorMajor:
    """The same with more entries after the vector's: first those of no color, then by colors."""
    size, colors = entries.fixed.size + entries.moved.size, len(entries.moved)
    fixed, moved = np.split(size + np.arange(more.count_neurons(colors)), [more.fixed])
    return joined([entries, ColorMajor(fixed, moved.reshape(colors, -1))])
