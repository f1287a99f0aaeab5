"""Hands with what is told of them, and the text of a table, as HLE prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hanabilab.adapters.hle import kernels
from hanabilab.adapters.hle.cards import COLOR_CHAR, HanabiCard, HanabiCardKnowledge
from hanabilab.adapters.hle.moves import Outcome
from hanabilab.adapters.hle.rulebook import Rulebook
from hanabilab.game.cards import NO_CARD, UNKNOWN_CARD

if TYPE_CHECKING:
    from hanabilab.adapters.hle.observations import HanabiObservation
    from hanabilab.adapters.hle.states import HanabiState

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


def table_text(
    table: HanabiState | HanabiObservation, hands: list[list[SlotFacts]], actor: int, ranks: int
) -> str:
    """A table as HLE prints it.

    Args:
        hands: see `slots_of`.
        actor: whose turn it is, by place in `hands`; -1 for nobody's.
    """
    colors = zip(COLOR_CHAR, table.fireworks(), strict=False)
    lines = [
        f"Life tokens: {table.life_tokens()}",
        f"Info tokens: {table.information_tokens()}",
        f"Fireworks: {''.join(f'{color}{height} ' for color, height in colors)}",
        "Hands:",
    ]
    for place, hand in enumerate(hands):
        lines += ["-----"] if place else []
        lines += ["Cur player"] if place == actor else []
        lines += [f"{card_of(fact, ranks)} || {knowledge_of(fact)}" for fact in hand]
    lines.append(f"Deck size: {table.deck_size()}")
    lines.append("Discards:" + "".join(f" {card}" for card in table.discard_pile()))
    return "\n".join(lines)
