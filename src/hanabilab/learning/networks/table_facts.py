"""What a network reads beside the observation: chances of cards, and which of them matter.

All of it follows from the vector of HLE, in tensors, so that it is computed where the network is.
Chances of own cards may come from a learned belief instead.

Card counting takes the place of the vector's "plausible" entries: the chance of each card in each
slot, from the hints and from the copies that the seat does not see. Of each slot it gives the
chances that the card is playable, useless, and the last copy of one that is still needed; of the
cards in sight, whether they are.

Shapes: N entries of the vector, S slots of all hands, the observer's first; C suits, K ranks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hanabilab.errors import LearningError
from hanabilab.game.layout import layout_of
from hanabilab.game.rules import Rules
from hanabilab.game.stacks import STACKS_UP
from hanabilab.learning.networks.linear import pick

#: What is told of each slot: playable, useless, last copy.
NUM_FACTS = 3


class Known(NamedTuple):
    """What counts and hints say of own hands.

    Attributes:
        possible: [..., S, C] whether hints allow a card; nowhere in an empty slot.
        unseen: [..., C] copies that the seat does not see.
    """

    possible: Tensor
    unseen: Tensor


#: [..., S, C] chances of the cards of the own hand, of what is known of it.
Believe: TypeAlias = Callable[[Known], Tensor]


def require_facts(rules: Rules) -> None:
    """Do nothing if facts can be read from the vector under `rules`.

    Raises:
        LearningError: the vector leaves out what they follow from; says what to do.
    """
    if rules.observation == "minimal":
        raise LearningError(
            "facts are read from what hints leave possible, which observation=minimal leaves"
            " out; set facts = false, or take rules with observation=knowledge"
        )
    if rules.tables.stack_kind != STACKS_UP:
        raise LearningError(
            "facts are read from suits that are played upward, and these go up or down; set"
            " facts = false"
        )


class TableFacts(nn.Module):  # type: ignore[misc]  # PyTorch is not followed by mypy
    """Adds facts to observations: [..., N] to [..., N + `count`].

    Args:
        rules: of the games. Suits must be alike, as in the standard game.

    Raises:
        LearningError: see `require_facts`.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        require_facts(rules)
        sections = layout_of(rules).sections
        self.slots, self.cards = rules.players * rules.hand_size, rules.suits * rules.ranks
        self.seen = self.slots - rules.hand_size
        self.count = NUM_FACTS * (self.slots + self.seen)
        hands = sections["hands"].indices().reshape(self.seen, self.cards)
        possible = sections["possible"].indices().reshape(self.slots, self.cards)
        self.register_buffer("hands", torch.from_numpy(hands), persistent=False)
        self.register_buffer("possible", torch.from_numpy(possible), persistent=False)
        weights, biases = _board(rules)
        self.register_buffer("board", torch.from_numpy(weights), persistent=False)
        self.register_buffer("board_bias", torch.from_numpy(biases), persistent=False)

    def forward(self, observations: Tensor, believe: Believe | None = None) -> Tensor:
        """The vectors with chances in place of "plausible", and facts at their end.

        Args:
            observations: [..., N].
            believe: what the chances of own cards are; those of counts and hints by default.
        """
        hands = pick(observations, self.hands)
        board = (observations @ self.board + self.board_bias).unflatten(-1, (-1, self.cards))
        left, marks = board[..., 0, :], board[..., 1:, :].clamp(0, 1)
        unseen = (left - hands.sum(-2)).clamp(min=0)
        possible = pick(observations, self.possible)
        chances = possible * unseen.unsqueeze(-2)
        chances = chances / chances.sum(-1, keepdim=True).clamp(min=1e-6)
        if believe is not None:
            own = possible[..., : self.slots - self.seen, :].bool()
            others = chances[..., self.slots - self.seen :, :]
            chances = torch.cat((believe(Known(own, unseen)) * own, others), -2)
        facts = torch.cat((chances, hands), -2) @ marks.transpose(-1, -2)
        vector = observations.index_copy(
            -1, self.possible.flatten(), chances.flatten(-2).to(observations.dtype)
        )
        return torch.cat((vector, facts.flatten(-2)), -1)


def _board(rules: Rules) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """[N, 4 x C x K] and [4 x C x K]: copies left, playable, useless and last copies of each card.

    All are linear in the entries of the vector, as far as these are zeros and ones and a copy is
    left of every card that is needed. A last copy comes out at 1 or more, all others at 0 or less.
    """
    suits, ranks = rules.suits, rules.ranks
    copies = np.asarray(rules.tables.copies[: suits * ranks]).reshape(suits, ranks).astype(int)
    sections = layout_of(rules).sections
    fireworks, discards = sections["fireworks"].indices(), sections["discards"].indices()
    weights = np.zeros((layout_of(rules).size, 4, suits, ranks), np.float32)
    biases = np.zeros((4, suits, ranks), np.float32)
    biases[0], biases[3] = copies, 2 - copies
    biases[1, :, 0] = 1
    first = np.concatenate(([0], np.cumsum(copies[0])))
    for suit in range(suits):
        for rank in range(ranks):
            thrown = discards[suit, first[rank] : first[rank + 1]]
            weights[thrown, 0, suit, rank] = -1
            weights[thrown, 3, suit, rank] = 1
            for top in range(ranks):  # the stack's top card
                entry = fireworks[suit, top]
                if rank <= top:
                    weights[entry, 0, suit, rank] = -1
                    weights[entry, 2, suit, rank] = 1
                    weights[entry, 3, suit, rank] = -copies[suit, rank]
                if rank == 0:
                    weights[entry, 1, suit, rank] = -1
                elif top == rank - 1:
                    weights[entry, 1, suit, rank] = 1
    return weights.reshape(len(weights), -1), biases.reshape(-1)
