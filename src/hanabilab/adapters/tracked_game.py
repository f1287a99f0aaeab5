"""A game at somebody else's table as one seat has seen it, event by event; and our game of it.

All but the seat's own cards is known. To ask an agent, the game is played again on a deck that fits
what was seen, see `adapters.one_seat`. Cards are told by their places in the deck.
"""

from __future__ import annotations

from collections.abc import Iterable

from hanabilab.adapters.one_seat import OwnHint, fitting_deck
from hanabilab.errors import IllegalActionError
from hanabilab.game.actions import action_slot, hint_offset, hint_value
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules


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
        self._hints: list[OwnHint[int]] = []

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
            own, value = self.hands[self.seat], int(hint_value(self.rules.tables, action))
            touched_by = enumerate(self.rules.tables.touched_by[: self.rules.num_cards].tolist())
            fits = frozenset(card for card, values in touched_by if values >> value & 1)
            self._hints.append(OwnHint(fits, tuple(own), frozenset(own[slot] for slot in touched)))
        self.actions.append(action)

    def game(self) -> Game:
        """A game that looks to the seat as this one does.

        Raises:
            NotationError, IllegalActionError: what was seen cannot have happened.
        """
        whole = self.rules.tables.sorted_deck[: self.rules.deck_size].tolist()
        too_many = IllegalActionError("the observations show more copies of a card than there are")
        game = Game(self.rules, deck=fitting_deck(whole, self.cards, self._hints, too_many))
        for action in self.actions:
            game.act(action)
        return game
