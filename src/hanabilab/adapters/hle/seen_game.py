"""A game in HLE as one player has seen it, gathered from the observations of its turns.

An observation tells the moves since the player's last one, and the hands as they are now. From the
first one on, that makes the whole game but for the own hand.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from hanabilab.adapters.hle.moves import HanabiMoveType
from hanabilab.adapters.one_seat import fitting_cards
from hanabilab.errors import IllegalActionError
from hanabilab.game.actions import discard_action, hint_action, play_action
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules

_USES = (HanabiMoveType.PLAY, HanabiMoveType.DISCARD)


class _OwnHint(NamedTuple):
    """A hint that the player was given: its value, the cards held then, and those it touched."""

    value: int
    held: tuple[int, ...]
    touched: frozenset[int]


class SeenHleGame:
    """A game of which a player has had a turn. Cards are told by their places in the deck.

    Args:
        rules: `first_seat` is read off the first moves.
        seat: the player.
        first: its observation on its first turn, HLE's or ours.
    """

    def __init__(self, rules: Rules, seat: int, first: Any) -> None:
        self.seat, self.players, self.ranks = seat, rules.players, rules.ranks
        self.cards: list[int | None] = []
        self.hands: list[list[int]] = [[] for _ in range(rules.players)]
        self.hints: list[_OwnHint] = []
        self.actions: list[int] = []
        self._rules = rules
        moves = [item for item in first.last_moves() if item.player() >= 0]
        self.first_seat = self._absolute(moves[-1].player()) if moves else seat
        for player, hand in enumerate(self._dealt(first)):
            for card in hand:
                self._draw(player, card)
        self._turn: tuple[int, ...] = ()
        self.hear(first)

    def hear(self, observation: Any) -> None:
        """Take in the moves since the player's last turn; once for each turn."""
        cards = sum(map(len, observation.observed_hands()))
        turn = (observation.deck_size(), observation.information_tokens(), cards)
        if turn == self._turn:  # a round draws a card, spends a token or empties a hand
            return
        self._turn = turn
        for item in reversed(observation.last_moves()):
            self._take(item)

    def game(self) -> Game:
        """A game that looks to the player as this one does.

        Raises:
            NotationError, IllegalActionError: what was seen cannot have happened.
        """
        rules = Rules(**{**_settings(self._rules), "first_seat": self.first_seat})
        game = Game(rules, deck=self._fitting_deck())
        for action in self.actions:
            game.act(action)
        return game

    def is_at_the_turn_of(self, other: SeenHleGame) -> bool:
        """Whether both have seen the same, card for card and move for move."""
        mine = self.seat, self.first_seat, self.cards, self.hands, self.actions
        return mine == (other.seat, other.first_seat, other.cards, other.hands, other.actions)

    def _absolute(self, offset: int) -> int:
        return (self.seat + offset) % self.players

    def _dealt(self, first: Any) -> list[list[int | None]]:
        """[P] the hands at the start: those of the first turn, with the moves before it undone."""
        hands: list[list[int | None]] = [[] for _ in range(self.players)]
        for offset, hand in enumerate(first.observed_hands()):
            cards = [
                None if offset == 0 else self._card(card.color(), card.rank()) for card in hand
            ]
            hands[self._absolute(offset)] = cards
        for item in first.last_moves():
            kind = item.move().type()
            if kind == HanabiMoveType.DEAL:
                hands[self._absolute(item.deal_to_player())].pop()
            elif kind in _USES:
                card = self._card(item.color(), item.rank())
                hands[self._absolute(item.player())].insert(item.move().card_index(), card)
        return hands

    def _card(self, color: int, rank: int) -> int:
        return int(color * self.ranks + rank)

    def _draw(self, player: int, card: int | None) -> None:
        self.hands[player].append(len(self.cards))
        self.cards.append(card)

    def _take(self, item: Any) -> None:
        """Take in a move, one of chance included."""
        move, kind = item.move(), item.move().type()
        if kind == HanabiMoveType.DEAL:
            player = self._absolute(item.deal_to_player())
            known = None if player == self.seat else self._card(move.color(), move.rank())
            self._draw(player, known)
            return
        player, tables = self._absolute(item.player()), self._rules.tables
        if kind in _USES:
            order = self.hands[player].pop(move.card_index())
            self.cards[order] = self._card(item.color(), item.rank())
            make = play_action if kind == HanabiMoveType.PLAY else discard_action
            self.actions.append(int(make(tables, move.card_index())))
            return
        is_color = kind == HanabiMoveType.REVEAL_COLOR
        value = int(move.color() if is_color else self._rules.num_colors + move.rank())
        self.actions.append(int(hint_action(tables, move.target_offset(), value)))
        if (player + move.target_offset()) % self.players == self.seat:
            own = self.hands[self.seat]
            touched = frozenset(own[slot] for slot in item.card_info_revealed())
            self.hints.append(_OwnHint(value, tuple(own), touched))

    def _fitting_deck(self) -> list[int]:
        tables, size = self._rules.tables, self._rules.deck_size
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
        for hint in self.hints:
            fits = {c for c in left if int(self._rules.tables.touched_by[c]) >> hint.value & 1}
            for order in possible.keys() & set(hint.held):
                possible[order] &= fits if order in hint.touched else left.keys() - fits
        return possible


def _settings(rules: Rules) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in rules.__dataclass_fields__}
