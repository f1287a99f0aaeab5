"""What a seat does that looks at all that can follow: one hand after another, as if it were open.

All hands that fit are counted by dealing single cards; nothing is merged, no line is cut short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from tests.naive.game import HeldCard, NaiveAction, NaiveGame
from tests.naive.open_hands import OpenHands

__all__ = ["HiddenHand"]

Key = tuple[int, int]


class HiddenHand:
    """A seat to act that knows of each own slot what its card can be.

    Attributes:
        game: with the true cards.
        sets: by slot the cards, as (suit, rank); empty for an empty slot.
        discards: the slots that it may discard.
    """

    def __init__(self, game: NaiveGame, sets: list[set[Key]], discards: set[int]) -> None:
        self.game, self.sets, self.discards = game, sets, discards
        self.open_hands = OpenHands()
        held = [(card.suit, card.rank) for card in game.hands[game.seat] if card]
        self.unseen = Counter(held) + Counter(game.deck[game.drawn :])

    def hands(self, slot: int = 0, dealt: tuple[Key | None, ...] = ()) -> Iterator[tuple]:
        """Every way to deal the hand, single copies told apart."""
        if slot == len(self.sets):
            yield dealt
            return
        if not self.sets[slot]:
            yield from self.hands(slot + 1, (*dealt, None))
        for card in self.sets[slot]:
            for _ in range(self.unseen[card] - dealt.count(card)):
                yield from self.hands(slot + 1, (*dealt, card))

    def value(self, action: NaiveAction) -> Fraction:
        """The points that follow, in the mean over all hands."""
        hands = list(self.hands())
        total = Fraction(0)
        for hand, ways in Counter(hands).items():
            game = self.game.copy()
            game.hands[game.seat] = [HeldCard(*card, age=0) if card else None for card in hand]
            rest = self.unseen - Counter(card for card in hand if card)
            game.deck = game.deck[: game.drawn] + sorted(rest.elements())
            total += ways * max(self.open_hands.value_of(game, action), Fraction(0))
        return total / len(hands)

    def choices(self, hint: NaiveAction | None) -> Iterator[NaiveAction]:
        """Plays that may score, the hint, discards; with the last life, only sure plays."""
        for slot, cards in enumerate(self.sets):
            playable = [card for card in cards if self.game.is_playable(card)]
            if playable and (self.game.lives > 1 or len(playable) == len(cards)):
                yield ("play", slot)
        if hint:
            yield hint
        for slot, cards in enumerate(self.sets):
            if cards and slot in self.discards and self.game.allows(("discard", slot)):
                yield ("discard", slot)

    def improved(self, action: NaiveAction, hint: NaiveAction | None) -> NaiveAction:
        """`action`, or the first that makes more than all before it."""
        found, best = action, self.value(action)
        for other in self.choices(hint):
            value = self.value(other)
            if value > best:
                found, best = other, value
        return found
