"""A network that tells how likely own hands are, from what a seat has observed: a learned belief.

Hands are built slot after slot (an autoregressive network, as in Hu et al. 2021). The chance of a
card is the number of its copies that are left, if hints allow it, times what the network says of it
from the history and from the cards of the slots before. A network of zeros believes in hints and
counts alone. What partners' choices tell is what it learns.

Shapes: B positions, S slots, C cards, H hands.
"""

from __future__ import annotations

import torch
from torch import Tensor

from hanabilab.errors import LearningError
from hanabilab.game.rules import Rules
from hanabilab.learning.networks.encoder import Architecture, Encoder
from hanabilab.learning.networks.linear import SymmetricLinear
from hanabilab.learning.networks.table_facts import Known

#: So low that there is no chance.
_NEVER = -1e9


def read_labels(labels: Tensor, slots: int) -> tuple[Known, Tensor]:
    """What counts and hints say, and the hands [B, S], of `own_hand.HandLabels` [B, ...]."""
    hands, sets, unseen = labels.split((slots, slots, labels.shape[-1] - 2 * slots), -1)
    cards = torch.arange(unseen.shape[-1])
    possible = ((sets.unsqueeze(-1) >> cards) & 1).bool()
    return Known(possible, unseen.float()), hands.long()


class HandBelief(Encoder):
    """Chances of own hands.

    Args:
        rules: of the games; their suits must be alike.
        architecture: of what reads the history.

    Raises:
        RulesError: suits differ in more than names.
    """

    def __init__(self, rules: Rules, architecture: Architecture) -> None:
        super().__init__(rules, architecture)
        hidden, self.slots, self.ranks = architecture.hidden, rules.hand_size, rules.ranks
        cards = self.of_cards(self.slots * self.ranks)
        self.read_history = SymmetricLinear(hidden, hidden, self.colors)
        self.read_cards = SymmetricLinear(cards, hidden, self.colors)
        self.tell = SymmetricLinear(hidden, cards, self.colors)
        with torch.no_grad():  # so that it begins with hints and counts
            for weight in self.tell.parameters():
                weight.zero_()

    def games(self, observations: Tensor, carried: Tensor, ages: Tensor) -> tuple[Tensor, Tensor]:
        """What is remembered of consecutive turns of all seats; as `follow_games`."""
        return self.follow_games(observations, carried, ages)

    def log_chances(self, remembered: Tensor | None, known: Known, hands: Tensor) -> Tensor:
        """[B, H, S] logarithm of the chance of each slot's card after those before it.

        Args:
            remembered: [B, neurons] of `follow`, `remember` or `follow_games`; None for a belief
                in hints and counts alone.
            known: of the same positions.
            hands: [B, H, S] cards; -1 in an empty slot, of which nothing is said: 0.
        """
        shown = self._one_hot(hands)
        earlier = torch.ones(self.slots, self.slots).tril(-1)  # of [slot, slots before it]
        before = shown.unsqueeze(-4) * earlier[:, None, :, None]
        left = known.unseen[:, None, None] - before.sum(-2).flatten(-2)
        own = torch.zeros(1)
        if remembered is not None:
            said = self._say(remembered[:, None, None], before)
            own = said.diagonal(dim1=-4, dim2=-2).movedim(-1, -3).flatten(-2)
        logits = _with_counts(own, left, known.possible[:, None])
        chosen = logits.log_softmax(-1).gather(-1, hands.clamp(min=0).unsqueeze(-1)).squeeze(-1)
        return chosen.masked_fill(hands < 0, 0.0)

    def of_slots(self, remembered: Tensor, known: Known) -> Tensor:
        """[..., S, C] logarithm of the chance of each card in each slot, whatever the others hold.

        A belief has learned this only if it was asked to (`slots_coef`). Nothing is meant by the
        numbers of an empty slot.

        Args:
            remembered: [..., neurons].
            known: of the same positions.
        """
        nothing = remembered.new_zeros(self.colors, self.slots, self.ranks)
        said = self._say(remembered, nothing).movedim(-3, -2).flatten(-2)
        return _with_counts(said, known.unseen[..., None, :], known.possible).log_softmax(-1)

    def draw(self, remembered: Tensor, known: Known, count: int, rng: torch.Generator) -> Tensor:
        """[B, count, S] hands drawn; -1 in empty slots, and -2 where nothing was left to draw.

        Args:
            remembered: [B, neurons].
            known: of the same positions.
            count: hands of each.
            rng: that is drawn from.

        Raises:
            LearningError: its weights are so large that chances are no numbers.
        """
        hands = torch.full((len(remembered), count, self.slots), -1)
        left = known.unseen[:, None].expand(-1, count, -1).clone().float()
        for slot in range(self.slots):
            held = known.possible[:, slot].any(-1)[:, None].expand(-1, count)
            said = self._say(remembered[:, None], self._one_hot(hands))[..., slot, :].flatten(-2)
            logits = _with_counts(said, left, known.possible[:, None, slot])
            if not logits.isfinite().all():
                raise LearningError("a belief tells chances that are not finite; train it anew")
            drawn = torch.multinomial(logits.softmax(-1).flatten(0, 1), 1, generator=rng)
            drawn = drawn.view(held.shape)
            dead = logits.amax(-1) <= _NEVER / 2
            left.scatter_add_(-1, drawn.unsqueeze(-1), -(held & ~dead).float().unsqueeze(-1))
            hands[..., slot] = torch.where(held, torch.where(dead, -2, drawn), -1)
        return hands

    def _one_hot(self, hands: Tensor) -> Tensor:
        """[..., colors, S, ranks] of `hands` [..., S]; nothing where a slot holds no card."""
        cards = self.colors * self.ranks
        shown = torch.zeros(*hands.shape, cards).scatter_(
            -1, hands.clamp(min=0).unsqueeze(-1), (hands >= 0).float().unsqueeze(-1)
        )
        return shown.unflatten(-1, (self.colors, self.ranks)).movedim(-3, -2)

    def _say(self, remembered: Tensor, before: Tensor) -> Tensor:
        """[..., colors, S, ranks] what is said of all slots, given cards before, of that shape."""
        values = self.read_history(remembered) + self.read_cards(before.flatten(-3))
        told: Tensor = self.tell(values.relu())
        return told.unflatten(-1, (self.colors, self.slots, self.ranks))


def _with_counts(said: Tensor, left: Tensor, possible: Tensor) -> Tensor:
    """[..., C] logits of what the network says of cards, weighed by the copies that are left."""
    allowed = possible & (left > 0)
    return (said + left.clamp(min=1).log()).masked_fill(~allowed, _NEVER)
