"""A network that plays by a learned belief: it reads how likely its own cards are.

Facts of own cards follow from the belief where other networks count copies: a card that a partner's
choices speak for has more of a chance. The belief is that of an agent of the level below (Hu et al.
2021, "Off-belief learning"). It was learned before, and stays as it is; what it remembers is all
that the network remembers.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import torch
from torch import Tensor

from hanabilab.game.rules import Rules
from hanabilab.learning.networks.encoder import Architecture
from hanabilab.learning.networks.hand_belief import HandBelief
from hanabilab.learning.networks.network import Network, Output
from hanabilab.learning.networks.table_facts import Known


class BeliefReader(Network):
    """A network without a memory of its own; what it remembers is what its belief does.

    Args:
        rules: of the games; their suits must be alike.
        architecture: of its layers, with facts.
        belief: of the belief, whose chances of single slots are read.

    Attributes:
        belief: is not trained.

    Raises:
        RulesError: suits differ in more than names.
        ValueError: the layers have a memory, or read no facts.
    """

    def __init__(self, rules: Rules, architecture: Architecture, belief: Architecture) -> None:
        if architecture.memory is not None or not architecture.facts:
            raise ValueError("a network with a belief has no other memory, and reads facts")
        super().__init__(rules, architecture)
        self.belief = HandBelief(rules, belief).requires_grad_(False)

    @property
    def state_shape(self) -> tuple[int, int]:
        """As the belief's."""
        return self.belief.state_shape

    def first_state(self, batch: int) -> Tensor:
        """[states, B, neurons] what is remembered before the first turn."""
        return self.belief.first_state(batch)

    def held(self) -> AbstractContextManager[None]:
        """A context in which weights do not change."""
        return self.belief.held()

    def follow(self, observations: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        """As `Encoder.follow`."""
        return self._read_with(self.belief.follow, observations, state)

    def remember(self, observations: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        """As `Encoder.remember`."""
        return self._read_with(self.belief.remember, observations, state)

    def follow_games(
        self, observations: Tensor, carried: Tensor, ages: Tensor
    ) -> tuple[Tensor, Tensor]:
        """As `Encoder.follow_games`."""
        return self._read_with(self.belief.follow_games, observations, carried, ages)

    def games_with(self, observations: Tensor, remembered: Tensor, carried: Tensor) -> Output:
        """As `games`, where the belief has been asked before.

        Args:
            observations: [T, B, N].
            remembered, carried: what `belief.follow_games` made of them.
        """
        return self._outputs(self.read(observations, remembered), carried)

    def _read_with(
        self, recall: Callable[..., tuple[Tensor, Tensor]], observations: Tensor, *before: Tensor
    ) -> tuple[Tensor, Tensor]:
        """What the layers make of observations, and what the belief then remembers."""
        with torch.no_grad():
            remembered, after = recall(observations, *before)
        return self.read(observations, remembered), after

    def read(self, observations: Tensor, remembered: Tensor) -> Tensor:
        """[..., neurons] of the last layer.

        Args:
            observations: [..., N].
            remembered: [..., neurons] what the belief makes of them and of all before.
        """

        def believe(known: Known) -> Tensor:
            with torch.no_grad():
                return self.belief.of_slots(remembered, known).exp()

        return self._read(observations, believe)
