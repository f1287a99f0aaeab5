"""Moves, and moves as they stand in a game's history, as HLE's `pyhanabi` shows them."""

from __future__ import annotations

import enum
import operator
from typing import Any, NamedTuple, SupportsIndex

from hanabilab.adapters.hle.cards import HanabiCard, color_idx_to_char, color_letter

#: The player of chance, who deals.
CHANCE_PLAYER_ID = -1

#: Slots, offsets, colors and ranks of a move are below it; HLE keeps them in eight bits.
_MOST = 128


class HanabiMoveType(enum.IntEnum):
    """Kinds of move, those of chance included."""

    INVALID = 0
    PLAY = 1
    DISCARD = 2
    REVEAL_COLOR = 3
    REVEAL_RANK = 4
    DEAL = 5
    RETURN = 6
    DEAL_SPECIFIC = 7


#: Names of HLE's kinds, as dictionaries of actions have them. The last two kinds are extras.
MOVE_TYPES = [kind.name for kind in HanabiMoveType if kind <= HanabiMoveType.DEAL]


class Fields(NamedTuple):
    """The fields of a move; -1 where a kind has none.

    Attributes:
        kind: a `HanabiMoveType`.
        card_index: the slot of a play or discard, or of a card that is taken back or put in.
        target_offset: seats to the left of the player, of a hint; the seat whose card is taken back
            or put in.
        color: of a hint or a dealt card.
        rank: of a hint or a dealt card.
    """

    kind: int
    card_index: int
    target_offset: int
    color: int
    rank: int


class HanabiMove:
    """A move of a player or of chance. Equal moves are equal, and can be keys (HLE's cannot).

    Args:
        move: the fields of a move; the static methods make moves of what a player says.
    """

    __slots__ = ("_fields",)

    def __init__(self, move: Fields) -> None:
        self._fields = move

    @property
    def c_move(self) -> Fields:
        """The fields; there is no pointer behind the move."""
        return self._fields

    def type(self) -> HanabiMoveType:
        """What kind it is."""
        return HanabiMoveType(self._fields.kind)

    def card_index(self) -> int:
        """The slot of a play or discard, 0 the oldest card."""
        return self._fields.card_index

    def target_offset(self) -> int:
        """How many seats to the left of the player the hinted hand is."""
        return self._fields.target_offset

    def color(self) -> int:
        """The color of a hint or of a dealt card."""
        return self._fields.color

    def rank(self) -> int:
        """The rank of a hint or of a dealt card, from 0."""
        return self._fields.rank

    def to_dict(self) -> dict[str, Any]:
        """As in observation dictionaries.

        Raises:
            ValueError: an invalid move.
        """
        kind, index, offset, color, rank = self._fields
        found: dict[str, Any] = {"action_type": HanabiMoveType(kind).name}
        if kind in (HanabiMoveType.PLAY, HanabiMoveType.DISCARD):
            found["card_index"] = index
        elif kind == HanabiMoveType.REVEAL_COLOR:
            found |= {"target_offset": offset, "color": color_idx_to_char(color)}
        elif kind == HanabiMoveType.REVEAL_RANK:
            found |= {"target_offset": offset, "rank": rank}
        elif kind == HanabiMoveType.DEAL:
            found |= {"color": color_idx_to_char(color), "rank": rank}
        elif kind == HanabiMoveType.RETURN:
            found |= {"card_index": index, "player": offset}
        elif kind == HanabiMoveType.DEAL_SPECIFIC:
            found |= {"card_index": index, "player": offset}
            found |= {"color": color_idx_to_char(color), "rank": rank}
        else:
            raise ValueError(f"Unsupported move: {self}")
        return found

    @staticmethod
    def get_discard_move(card_index: int) -> HanabiMove:
        """Discard the card in a slot."""
        return _made(HanabiMoveType.DISCARD, card_index=card_index)

    @staticmethod
    def get_play_move(card_index: int) -> HanabiMove:
        """Play the card in a slot."""
        return _made(HanabiMoveType.PLAY, card_index=card_index)

    @staticmethod
    def get_reveal_color_move(target_offset: int, color: int) -> HanabiMove:
        """Hint a color, 0 to 4, to the seat so many to the left."""
        return _made(HanabiMoveType.REVEAL_COLOR, target_offset=target_offset, color=color)

    @staticmethod
    def get_reveal_rank_move(target_offset: int, rank: int) -> HanabiMove:
        """Hint a rank, 0 to 4, to the seat so many to the left."""
        return _made(HanabiMoveType.REVEAL_RANK, target_offset=target_offset, rank=rank)

    @staticmethod
    def get_return_move(card_index: int, player: int) -> HanabiMove:
        """Take the card in a slot of a seat back into the deck; an extra."""
        return _made(HanabiMoveType.RETURN, card_index=card_index, target_offset=player)

    @staticmethod
    def get_deal_specific_move(card_index: int, player: int, color: int, rank: int) -> HanabiMove:
        """Put this very card into a slot of a seat whose cards were taken back; an extra."""
        where = {"card_index": card_index, "target_offset": player}
        return _made(HanabiMoveType.DEAL_SPECIFIC, **where, color=color, rank=rank)

    def __str__(self) -> str:
        kind, index, offset, color, rank = self._fields
        if kind == HanabiMoveType.PLAY:
            return f"(Play {index})"
        if kind == HanabiMoveType.DISCARD:
            return f"(Discard {index})"
        if kind == HanabiMoveType.REVEAL_COLOR:
            return f"(Reveal player +{offset} color {color_letter(color)})"
        if kind == HanabiMoveType.REVEAL_RANK:
            return f"(Reveal player +{offset} rank {rank + 1})"
        if kind == HanabiMoveType.DEAL:
            return f"(Deal {HanabiCard(color, rank)})"
        if kind == HanabiMoveType.RETURN:
            return f"(Return {index} of player {offset})"
        if kind == HanabiMoveType.DEAL_SPECIFIC:
            return f"(Deal {HanabiCard(color, rank)} to {index} of player {offset})"
        return "(INVALID)"

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return self._fields == other.c_move if isinstance(other, HanabiMove) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._fields)


#: What HLE gives for a number that is no move's.
INVALID_MOVE = HanabiMove(Fields(HanabiMoveType.INVALID, 0, 0, 0, 0))


def deal_move(color: int, rank: int) -> HanabiMove:
    """Chance deals a card; -1 and -1 for one that an observer does not see."""
    return HanabiMove(Fields(HanabiMoveType.DEAL, -1, -1, color, rank))


def _made(kind: HanabiMoveType, **given: SupportsIndex) -> HanabiMove:
    fields = {"card_index": -1, "target_offset": -1, "color": -1, "rank": -1}
    for name, value in given.items():
        try:
            fields[name] = operator.index(value)  # whole numbers of NumPy, too, as HLE takes them
        except TypeError:
            fields[name] = _MOST
        if not 0 <= fields[name] < _MOST:
            raise ValueError(f"{name} is {value!r}; a whole number from 0 to {_MOST - 1}")
    return HanabiMove(Fields(kind, **fields))


class Outcome(NamedTuple):
    """What a move did, as a history keeps it.

    Attributes:
        player: who moved; -1 for chance. In observations, counted from the observer.
        scored: whether a card was played successfully.
        information_token: whether a token came back, by a discard or a completed color.
        color: of the card that was played or discarded; -1 for other moves.
        rank: of that card.
        touched: bit set of the slots that a hint touched.
        news: bit set of those that had not been told so before.
        deal_to: whom a card was dealt to; -1 for moves of players.
    """

    player: int
    scored: bool = False
    information_token: bool = False
    color: int = -1
    rank: int = -1
    touched: int = 0
    news: int = 0
    deal_to: int = -1


class HanabiHistoryItem:
    """A move with what it did."""

    __slots__ = ("_move", "_outcome")

    def __init__(self, move: HanabiMove, outcome: Outcome) -> None:
        self._move, self._outcome = move, outcome

    def move(self) -> HanabiMove:
        """The move."""
        return self._move

    def player(self) -> int:
        """Who made it: an absolute seat in a state's history, relative in an observation."""
        return self._outcome.player

    def scored(self) -> bool:
        """Whether a card was played successfully."""
        return self._outcome.scored

    def information_token(self) -> bool:
        """Whether a token came back, by a discard or a completed color."""
        return self._outcome.information_token

    def color(self) -> int:
        """Of the card that was played or discarded."""
        return self._outcome.color

    def rank(self) -> int:
        """Of the card that was played or discarded."""
        return self._outcome.rank

    def card_info_revealed(self) -> list[int]:
        """The slots that a hint touched."""
        return _slots(self._outcome.touched)

    def card_info_newly_revealed(self) -> list[int]:
        """The slots that a hint touched and that had not been hinted so before."""
        return _slots(self._outcome.news)

    def deal_to_player(self) -> int:
        """Whom chance dealt the card to."""
        return self._outcome.deal_to

    def __str__(self) -> str:
        done = self._outcome
        words = [str(self._move)]
        if done.player >= 0:
            words.append(f"by player {done.player}")
        if done.scored:
            words.append("scored")
        if done.information_token:
            words.append("info_token")
        if done.color >= 0:
            words.append(str(HanabiCard(done.color, done.rank)))
        if done.touched:
            words.append(f"reveal {','.join(map(str, _slots(done.touched)))}")
        return f"<{' '.join(words)}>"

    __repr__ = __str__


def _slots(bits: int) -> list[int]:
    return [slot for slot in range(bits.bit_length()) if bits >> slot & 1]
