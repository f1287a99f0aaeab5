"""Batched policies whose memory a search may carry for them: networks.

A search asks a policy millions of times about games that differ a little. A compiled policy has its
memory in the game. A network's memory is a long row of numbers, and follows from what its seat has
observed. It is recalled once, at the position that is searched, and then carried from turn to turn
beside each game.

Shapes: G games, A actions, C numbers that a seat remembers.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import BatchedPolicy, CompiledPolicy, Turns


@runtime_checkable
class CarryingPolicy(BatchedPolicy, Protocol):
    """A batched policy that tells what it remembers; a seat's memory changes at its own turns.

    `act_batch(turns)` gives the same actions as `act_carrying(turns, recall_batch(turns))`.
    """

    @property
    def carried_size(self) -> int:
        """Numbers that a seat remembers beside the integers of its memory, C; may be 0."""
        ...

    def recall_batch(self, turns: Turns) -> NDArray[np.float32]:
        """[G, C] what the seats to act remember of their turns before this one."""
        ...

    def act_carrying(
        self, turns: Turns, carried: NDArray[np.float32]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """[G] legal actions, and [G, C] what the seats remember after this turn."""
        ...

    def chances(self, turns: Turns) -> NDArray[np.float64]:
        """[G, A] how likely the policy finds each action; illegal ones have no chance."""
        ...


@runtime_checkable
class Expecting(Protocol):
    """A carrying policy that tells what score it expects, so that rollouts can be cut short."""

    def expected_scores(self, turns: Turns, carried: NDArray[np.float32]) -> NDArray[np.float64]:
        """[G] scores at the end, from what the seats to act see and remember."""
        ...


@runtime_checkable
class Believing(Protocol):
    """A batched policy that comes with a learned belief: which hands its seats hold."""

    def draw_hands(self, turns: Turns, count: int) -> NDArray[np.int64]:
        """[N, slots] hands that the seat to act in the only game may hold.

        Args:
            turns: of one game; its generator alone decides what is drawn, and stays as it is.
            count: draws; a few may fail, so N may be less.

        Returns:
            Cards, -1 in an empty slot. All agree with hints and with the cards in sight.
        """
        ...


@runtime_checkable
class Substituted(Protocol):
    """A compiled policy whose rollouts another, quicker one may play on.

    The other has the same memory and the same `observe`.
    """

    @property
    def substitute(self) -> CompiledPolicy:
        """The other one."""
        ...


@runtime_checkable
class Dear(Protocol):
    """A policy that takes much longer to ask than a rule agent."""

    @property
    def max_hands(self) -> int:
        """Hands that a search asks it about, if it is not told otherwise; more are sampled."""
        ...


@runtime_checkable
class AlsoBatched(Protocol):
    """A compiled policy that can be asked in batches as well, and then tells what it expects."""

    @property
    def batched(self) -> CarryingPolicy:
        """The same policy, for batches."""
        ...
