"""The rules as kernels read them: one record row of numbers and tables.

Made from `Rules` alone, by `tables_of`; the maxima below are the shapes of every record.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from hanabilab.game.rules import Rules

MAX_PLAYERS = 6
MAX_SUITS = 6
MAX_RANKS = 5
MAX_HAND = 6
MAX_COPIES = 3
MAX_CARDS = MAX_SUITS * MAX_RANKS
MAX_DECK = MAX_CARDS * MAX_COPIES
MAX_HINT_VALUES = MAX_SUITS + MAX_RANKS
MAX_ACTIONS = 2 * MAX_HAND + (MAX_PLAYERS - 1) * MAX_HINT_VALUES

#: `RuleTables.action_kind`, in the order of action ids.
DISCARD, PLAY, COLOR_HINT, RANK_HINT = range(4)

#: `RuleTables.draw_slot`: older cards shift down and the drawn card takes the last slot.
DRAW_NEWEST = 0
#: `RuleTables.draw_slot`: the drawn card takes the slot that was emptied.
DRAW_VACATED = 1

_RULE_FIELDS: list[tuple[Any, ...]] = [
    ("num_players", np.int16),
    ("num_suits", np.int16),
    ("num_ranks", np.int16),
    ("num_cards", np.int16),
    ("num_hint_values", np.int16),
    ("num_actions", np.int16),
    ("hand_size", np.int16),
    ("max_information_tokens", np.int16),
    ("max_life_tokens", np.int16),
    ("max_score", np.int16),
    ("first_seat", np.int16),
    ("draw_slot", np.int16),
    ("bomb_keeps_points", np.int16),
    ("deck_size", np.int16),
    ("max_turns", np.int16),
    ("copies", np.int16, (MAX_CARDS,)),
    ("suit_of", np.int16, (MAX_CARDS,)),
    ("rank_of", np.int16, (MAX_CARDS,)),
    ("sorted_deck", np.int16, (MAX_DECK,)),
    ("touched_by", np.int16, (MAX_CARDS,)),
    ("touches", np.int32, (MAX_HINT_VALUES,)),
    ("action_kind", np.int16, (MAX_ACTIONS,)),
    ("action_place", np.int16, (MAX_ACTIONS,)),
    ("action_value", np.int16, (MAX_ACTIONS,)),
]

#: `Rules` as kernels read them. Shapes are the maxima above; unused entries are zero.
#: Inside another record it must be this plain struct: a nested np.record loses its alignment.
#: Its fields leave no gap at the end: NumPy's copies would leave whatever bytes were there.
RULE_STRUCT = np.dtype(_RULE_FIELDS, align=True)
#: One row on its own.
RULE_TABLES = np.dtype((np.record, RULE_STRUCT))


class RuleTables(Protocol):
    """A RULE_TABLES row, field for field.

    A *hint value* names what a hint says: 0..num_suits-1 a color, then num_suits + rank - 1 a rank.
    """

    num_players: int
    num_suits: int
    num_ranks: int
    num_cards: int  # distinct cards: suits x ranks
    num_hint_values: int
    num_actions: int
    hand_size: int
    max_information_tokens: int
    max_life_tokens: int
    max_score: int
    first_seat: int
    draw_slot: int
    bomb_keeps_points: int
    deck_size: int
    max_turns: int
    copies: NDArray[np.int16]  # [card] copies in the deck
    suit_of: NDArray[np.int16]  # [card]
    rank_of: NDArray[np.int16]  # [card] from 0
    sorted_deck: NDArray[np.int16]  # [deck_size] every card, in order of id
    touched_by: NDArray[np.int16]  # [card] bit set of the hint values that touch it
    touches: NDArray[np.int32]  # [hint value] bit set of the cards it touches
    action_kind: NDArray[np.int16]  # [action] DISCARD, PLAY, COLOR_HINT or RANK_HINT
    action_place: NDArray[np.int16]  # [action] slot of a play or discard, target offset of a hint
    action_value: NDArray[np.int16]  # [action] hint value of a hint


@lru_cache(maxsize=256)
def tables_of(rules: Rules) -> Any:
    """The RULE_TABLES row of `rules`; shared, and not to be written to."""
    rows = np.zeros(1, RULE_TABLES)
    _fill_tables(rows[0], rules)
    rows.flags.writeable = False
    return rows[0]


def _fill_tables(row: Any, rules: Rules) -> None:
    suits, ranks = rules.suits, rules.ranks
    num_cards = suits * ranks
    row.num_players = rules.players
    row.num_suits = suits
    row.num_ranks = ranks
    row.num_cards = num_cards
    row.num_hint_values = suits + ranks
    row.num_actions = rules.num_actions
    row.hand_size = rules.hand_size
    row.max_information_tokens = rules.information_tokens
    row.max_life_tokens = rules.life_tokens
    row.max_score = rules.max_score
    row.first_seat = rules.first_seat
    row.draw_slot = DRAW_NEWEST if rules.draw_slot == "newest" else DRAW_VACATED
    row.bomb_keeps_points = rules.bomb == "keep"
    row.deck_size = rules.deck_size
    row.max_turns = rules.max_turns
    row.copies[:num_cards] = np.tile(rules.copies, suits)
    row.sorted_deck[: rules.deck_size] = np.repeat(np.arange(num_cards), row.copies[:num_cards])
    for card in range(num_cards):
        row.suit_of[card], row.rank_of[card] = divmod(card, ranks)
        for value in (card // ranks, suits + card % ranks):
            row.touched_by[card] |= 1 << value
            row.touches[value] |= 1 << card
    for action, parts in enumerate(_action_parts(rules)):
        row.action_kind[action], row.action_place[action], row.action_value[action] = parts


def _action_parts(rules: Rules) -> Iterator[tuple[int, int, int]]:
    """Kind, place and hint value of every action, in the order of HLE's action ids."""
    for kind in (DISCARD, PLAY):
        for slot in range(rules.hand_size):
            yield kind, slot, 0
    colors, values = range(rules.suits), range(rules.suits + rules.ranks)
    for kind, said in ((COLOR_HINT, colors), (RANK_HINT, values[rules.suits :])):
        for offset in range(1, rules.players):
            for value in said:
                yield kind, offset, value
