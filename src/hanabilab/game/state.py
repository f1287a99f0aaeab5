"""STATE: everything true at the table, one row of a record array.

STATE and VIEW both begin with `TABLE_FIELDS`, so that what everyone may know is written once and
copied at once. The `State` protocol explains each field; a test compares it with the record.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hanabilab.game.cards import Table
from hanabilab.game.record import Record
from hanabilab.game.rule_tables import (
    MAX_CARDS,
    MAX_COPIES,
    MAX_DECK,
    MAX_HAND,
    MAX_PLAYERS,
    MAX_SUITS,
    RULE_STRUCT,
)

#: `State.status`, numbered as HLE's end-of-game types; and a game that its seat to act has given
#: up, which the arena sets for agents that may: no action leads there.
RUNNING, LOST, OUT_OF_CARDS, COMPLETED, FORFEITED = range(5)
STATUS_NAMES = ("running", "lost", "out of cards", "completed", "forfeited")

_HANDS = (MAX_PLAYERS, MAX_HAND)

#: What everyone knows, and the hands: the leading fields of STATE and of VIEW, in this order. What
#: a move reads and writes lies in few cache lines, and what says whether it is legal in two. There
#: are no gaps between fields: NumPy's copies would leave whatever bytes were there.
TABLE_FIELDS: list[tuple[Any, ...]] = [
    ("left", np.int32, (MAX_COPIES,)),
    ("playable", np.int32),
    ("useless", np.int32),
    ("barred_hints", np.int16),
    ("turn", np.int16),
    ("information_tokens", np.int16),
    ("life_tokens", np.int16),
    ("points", np.int16),
    ("deck_drawn", np.int16),
    ("current_seat", np.int16),
    ("turns_left", np.int16),
    ("last_seat", np.int16),
    ("last_action", np.int16),
    ("last_card", np.int16),
    ("last_touched", np.int16),
    ("last_scored", np.int8),
    ("last_gained_token", np.int8),
    ("status", np.int8),
    ("token_parts", np.int8),
    ("fireworks", np.int8, (MAX_SUITS,)),
    ("hands", np.int16, _HANDS),
    ("deck_index", np.int8, _HANDS),
    ("hinted", np.int16, _HANDS),
    ("discards", np.int8, (MAX_CARDS,)),
    ("possible", np.int32, _HANDS),
]

_STATE_FIELDS: list[tuple[Any, ...]] = [
    *TABLE_FIELDS,
    ("deck", np.int16, (MAX_DECK,)),
    ("rules", RULE_STRUCT),
]

#: One row: one game at one moment. Shapes are maxima; what the rules do not use stays at its
#: starting value, so that equal games are equal bytes.
STATE = np.dtype((Record, np.dtype(_STATE_FIELDS, align=True)))


class PublicTable(Table, Protocol):
    """The public fields, common to a STATE and a VIEW row."""

    possible: NDArray[np.int32]  # [seat, slot] bit set of the cards that the hints allow
    hinted: NDArray[np.int16]  # [seat, slot] bit set of the hint values given for this card
    token_parts: int  # discards, or suits completed, since a token last came back
    deck_index: NDArray[np.int8]  # [seat, slot] place in the deck: its age; -1 for an empty slot
    left: NDArray[np.int32]  # [n] bit set of the cards with over n copies not played or discarded
    life_tokens: int  # mistakes until the game is lost
    points: int  # sum of the fireworks, also after the game is lost
    turn: int  # actions so far
    turns_left: int  # in the last round; num_players until the deck is empty; 0 if there is none
    status: int  # RUNNING, LOST, OUT_OF_CARDS, COMPLETED or FORFEITED
    last_seat: int  # who acted last; -1 before the first action
    last_action: int  # its action id; -1 before the first action
    last_card: int  # the card played or discarded; NO_CARD after a hint
    last_touched: int  # bit set of the slots that a hint touched, as they were then
    last_scored: int  # 1 if a card was played successfully
    last_gained_token: int  # 1 if a completed suit brought a token


class State(PublicTable, Protocol):
    """A STATE row, field for field, with the fields of `PublicTable` and `Table`."""

    deck: NDArray[np.int16]  # [deck_size] card ids in the order they are drawn
