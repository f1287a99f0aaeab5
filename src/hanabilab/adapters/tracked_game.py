"""A game at somebody else's table as one seat has seen it, event by event; and our game of it.

All but the seat's own cards is known. To ask an agent, the game is played again on a deck that fits
what was seen, see `adapters.one_seat`. Cards are told by their places in the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from hanabilab.adapters.one_seat import fitting_cards
from hanabilab.errors import IllegalActionError
from hanabilab.game.actions import action_slot, hint_offset, hint_value
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules


class _OwnHint(NamedTuple):
    """A hint that the seat was given: its value, the cards held then, and those it touched."""

    value: int
    held: tuple[int, ...]
    touched: frozenset[int]


class TrackedGame:
    """What a seat has seen of a game.

    Attributes:
        rules: of the game, with the seat that begins.
        seat: whose eyes these are.
        cards: in the order drawn; None where the seat does not know one.
        hands: [P] the cards that each seat holds, the oldest first.
        actions: ids, in order.
    """

    def __init__(self, rules: Rules, seat: int) -> None:
        self.rules, self.seat = rules, seat
        self.cards: list[int | None] = []
        self.hands: list[list[int]] = [[] for _ in range(rules.players)]
        self.actions: list[int] = []
        self._hints: list[_OwnHint] = []

    @property
    def next_seat(self) -> int:
        """Who acts next, if the game goes on."""
        return (self.rules.first_seat + len(self.actions)) % self.rules.players

    def draw(self, player: int, card: int | None) -> None:
        """A seat draws the next card; None if it cannot be seen."""
        self.hands[player].append(len(self.cards))
        self.cards.append(card)

    def use(self, player: int, action: int, card: int) -> None:
        """A seat plays or discards, and everybody sees the card."""
        order = self.hands[player].pop(int(action_slot(self.rules.tables, action)))
        self.cards[order] = card
        self.actions.append(action)

    def hint(self, player: int, action: int, touched: Iterable[int]) -> None:
        """A seat gives a hint, which touches these slots."""
        target = (player + int(hint_offset(self.rules.tables, action))) % self.rules.players
        if target == self.seat:
            own = self.hands[self.seat]
            value = int(hint_value(self.rules.tables, action))
            self._hints.append(
                _OwnHint(value, tuple(own), frozenset(own[slot] for slot in touched))
            )
        self.actions.append(action)

    def game(self) -> Game:
        """A game that looks to the seat as this one does.

        Raises:
            NotationError, IllegalActionError: what was seen cannot have happened.
        """
        game = Game(self.rules, deck=self._fitting_deck())
        for action in self.actions:
            game.act(action)
        return game

    def _fitting_deck(self) -> list[int]:
        tables, size = self.rules.tables, self.rules.deck_size
        left = Counter(tables.sorted_deck[:size].tolist())
        left.subtract(card for card in self.cards if card is not None)
        if min(left.values()) < 0:
            raise IllegalActionError("the observations show more copies of a card than there are")
        own = fitting_cards(self._possible(+left), +left)
        left.subtract(own.values())
        known = [own[order] if card is None else card for order, card in enumerate(self.cards)]
        return known + list(left.elements())

    def _possible(self, left: Counter[int]) -> dict[int, set[int]]:
        """What hints leave each unknown card to be."""
        possible = {order: set(left) for order, card in enumerate(self.cards) if card is None}
        for hint in self._hints:
            fits = {c for c in left if int(self.rules.tables.touched_by[c]) >> hint.value & 1}
            for order in possible.keys() & set(hint.held):
                possible[order] &= fits if order in hint.touched else left.keys() - fits
        return possible
