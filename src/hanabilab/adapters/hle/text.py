"""Hands with what is told of them, and the text of a table, as HLE prints it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hanabilab.adapters.hle import kernels
from hanabilab.adapters.hle.cards import COLOR_CHAR, HanabiCard, HanabiCardKnowledge
from hanabilab.adapters.hle.moves import Outcome
from hanabilab.adapters.hle.rulebook import Rulebook
from hanabilab.game.cards import NO_CARD, UNKNOWN_CARD

#: Of one card: its id or UNKNOWN_CARD, hinted color and rank, colors and ranks that hints leave.
SlotFacts = list[int]


def slots_of(rows: Any, book: Rulebook, first: int = 0) -> list[list[SlotFacts]]:
    """All hands of a STATE or VIEW row [1], from the seat `first` on, oldest card first."""
    facts = book.facts
    kernels.describe(facts, rows, first)
    hands: list[list[SlotFacts]] = facts.tolist()
    for hand in hands:
        while hand and hand[-1][0] == NO_CARD:
            hand.pop()
    return hands


def card_of(fact: SlotFacts, ranks: int) -> HanabiCard:
    """The card of a slot; -1, -1 if it is hidden."""
    card = fact[0]
    return HanabiCard(-1, -1) if card == UNKNOWN_CARD else HanabiCard(*divmod(card, ranks))


def knowledge_of(fact: SlotFacts) -> HanabiCardKnowledge:
    """What hints have told of a slot."""
    return HanabiCardKnowledge(*fact[1:])


def outcome_of(told: Outcome | bytes, ranks: int) -> Outcome:
    """What a move did, of what `kernels.take` told."""
    if isinstance(told, Outcome):
        return told
    player, card, scored, gained, touched, news, *_ = told
    color, rank = (-1, -1) if card == kernels.NOTHING else divmod(card, ranks)
    return Outcome(player, bool(scored), bool(gained), color, rank, touched, news)


class Table(NamedTuple):
    """What is printed of a table.

    Attributes:
        lives: left.
        tokens: left.
        fireworks: cards on each color's.
        hands: see `slots_of`.
        actor: whose turn it is, by place in `hands`; -1 for nobody's.
        deck: cards left.
        discards: in their order.
    """

    lives: int
    tokens: int
    fireworks: Sequence[int]
    hands: list[list[SlotFacts]]
    actor: int
    deck: int
    discards: Sequence[HanabiCard]

    def text(self, ranks: int) -> str:
        """As HLE prints it."""
        colors = zip(COLOR_CHAR, self.fireworks, strict=False)
        lines = [
            f"Life tokens: {self.lives}",
            f"Info tokens: {self.tokens}",
            f"Fireworks: {''.join(f'{color}{height} ' for color, height in colors)}",
            "Hands:",
        ]
        for place, hand in enumerate(self.hands):
            lines += ["-----"] if place else []
            lines += ["Cur player"] if place == self.actor else []
            lines += [f"{card_of(fact, ranks)} || {knowledge_of(fact)}" for fact in hand]
        lines.append(f"Deck size: {self.deck}")
        lines.append("Discards:" + "".join(f" {card}" for card in self.discards))
        return "\n".join(lines)
