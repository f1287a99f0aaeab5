"""Which hand holds which card of the deck as a log goes on. No rules are applied."""

from __future__ import annotations


class Deals:
    """The hands of a log, dealt seat by seat, oldest card first.

    Args:
        deck_size: cards in all.
    """

    def __init__(self, players: int, hand_size: int, deck_size: int) -> None:
        self.hands = [
            list(range(seat * hand_size, (seat + 1) * hand_size)) for seat in range(players)
        ]
        self._next, self._deck_size = players * hand_size, deck_size

    def at_slot(self, seat: int, slot: int) -> int | None:
        """The card of a seat in a slot as the site counts them: 1 is the newest; None if none."""
        hand = self.hands[seat]
        return hand[-slot] if 1 <= slot <= len(hand) else None

    def use(self, seat: int, card: int) -> None:
        """Take a card out of a hand, if it is there, and draw the next."""
        hand = self.hands[seat]
        if card in hand:
            hand.remove(card)
            if self._next < self._deck_size:
                hand.append(self._next)
                self._next += 1
