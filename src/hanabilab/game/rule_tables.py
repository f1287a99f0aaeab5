"""The rules as kernels read them: one record row of numbers and tables.

Made from `Rules` alone, by `tables_of`; the maxima below are the shapes of every record.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hanabilab.game.record import Record
from hanabilab.game.stacks import fits_first

if TYPE_CHECKING:
    from hanabilab.game.rules import Rules
    from hanabilab.game.variant import VariantTables

MAX_PLAYERS = 6
MAX_SUITS = 6
MAX_RANKS = 5
#: Loops of kernels over all of these slots are quicker than over `hand_size`: their length is
#: known. Slots that the rules do not use are always empty.
MAX_HAND = 6
MAX_COPIES = 3
MAX_CARDS = MAX_SUITS * MAX_RANKS
MAX_DECK = MAX_CARDS * MAX_COPIES
MAX_HINT_VALUES = MAX_SUITS + MAX_RANKS
#: The last is for a play from the deck.
MAX_ACTIONS = 2 * MAX_HAND + (MAX_PLAYERS - 1) * MAX_HINT_VALUES + 1

#: `RuleTables.action_kind`, in the order of action ids.
DISCARD, PLAY, COLOR_HINT, RANK_HINT = range(4)

#: `RuleTables.draw_slot`: older cards shift down and the drawn card takes the last slot.
DRAW_NEWEST = 0
#: `RuleTables.draw_slot`: the drawn card takes the slot that was emptied.
DRAW_VACATED = 1

_RULE_FIELDS: list[tuple[Any, ...]] = [
    ("touches", np.int32, (MAX_HINT_VALUES,)),
    ("left_at_start", np.int32, (MAX_COPIES,)),
    ("playable_at_start", np.int32),
    ("num_players", np.int16),
    ("num_suits", np.int16),
    ("num_ranks", np.int16),
    ("num_cards", np.int16),
    ("num_colors", np.int16),
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
    ("stack_kind", np.int16),
    ("empty_hints", np.int16),
    ("alternates_hints", np.int16),
    ("discards_per_token", np.int16),
    ("discards_below", np.int16),
    ("all_or_nothing", np.int16),
    ("variant", np.int16),
    ("touched_by", np.int16, (MAX_CARDS,)),
    ("copies", np.int16, (MAX_CARDS,)),
    ("suit_of", np.int16, (MAX_CARDS,)),
    ("rank_of", np.int16, (MAX_CARDS,)),
    ("action_value", np.int16, (MAX_ACTIONS,)),
    ("action_kind", np.int8, (MAX_ACTIONS,)),
    ("action_place", np.int8, (MAX_ACTIONS,)),
    ("sorted_deck", np.int8, (MAX_DECK,)),
]

#: `Rules` as kernels read them. Shapes are the maxima above; unused entries are zero.
#: Inside another record it must be this plain struct: a nested np.record loses its alignment.
#: The widest fields come first, so that there is no gap: NumPy's copies would leave whatever bytes
#: were there, and rows are compared byte by byte.
RULE_STRUCT = np.dtype(_RULE_FIELDS, align=True)
#: One row on its own.
RULE_TABLES = np.dtype((Record, RULE_STRUCT))


class RuleTables(Protocol):
    """A RULE_TABLES row, field for field.

    A *hint value* names what a hint says: 0..num_colors-1 a color, from there on a rank. In the
    usual game every suit has its color and every rank can be told: num_suits + rank - 1.
    """

    touches: NDArray[np.int32]  # [hint value] bit set of the cards it touches
    left_at_start: NDArray[np.int32]  # [n] bit set of the cards with over n copies
    playable_at_start: int  # bit set of the cards that may be played on empty fireworks
    num_players: int  # seats at the table
    num_suits: int  # fireworks
    num_ranks: int  # cards of a whole firework
    num_cards: int  # distinct cards: suits x ranks
    num_colors: int  # that hints can say; in variants not always the number of suits
    num_hint_values: int  # colors and ranks that hints can say
    num_actions: int  # action ids: 0 to num_actions - 1
    hand_size: int  # slots of a full hand
    max_information_tokens: int  # at the start, and at most
    max_life_tokens: int  # at the start
    max_score: int  # points of all fireworks when they are whole
    first_seat: int  # who acts first
    draw_slot: int  # where a drawn card goes: DRAW_NEWEST or DRAW_VACATED
    bomb_keeps_points: int  # 1 if a lost game scores its points, 0 if it scores nothing
    deck_size: int  # cards, those dealt included
    max_turns: int  # actions that no game exceeds
    stack_kind: int  # how suits are played, see `game.stacks`
    empty_hints: int  # bit set of the hint values that may touch nothing
    alternates_hints: int  # 1 if colors and ranks are told in turn
    discards_per_token: int  # or suits completed
    discards_below: int  # tokens below which a card may be discarded
    all_or_nothing: int  # 1 if there is no last round, and no score but the perfect one
    variant: int  # a number for `game.variant.names_numbered`, 0 for none
    touched_by: NDArray[np.int16]  # [card] bit set of the hint values that touch it
    copies: NDArray[np.int16]  # [card] copies in the deck
    suit_of: NDArray[np.int16]  # [card] its suit, from 0
    rank_of: NDArray[np.int16]  # [card] from 0, in the order in which the suit is played
    action_value: NDArray[np.int16]  # [action] hint value of a hint
    action_kind: NDArray[np.int8]  # [action] DISCARD, PLAY, COLOR_HINT or RANK_HINT
    action_place: NDArray[np.int8]  # [action] slot of a play or discard, target offset of a hint
    sorted_deck: NDArray[np.int8]  # [deck_size] every card, in order of id


@lru_cache(maxsize=256)
def tables_of(rules: Rules) -> Any:
    """The RULE_TABLES row of `rules`; shared, and not to be written to."""
    rows = np.zeros(1, RULE_TABLES)
    _fill_tables(rows[0], rules)
    rows.flags.writeable = False
    return rows[0]


def _fill_tables(row: Any, rules: Rules) -> None:
    row.num_players = rules.players
    row.num_suits = rules.suits
    row.num_ranks = rules.ranks
    row.num_cards = rules.num_cards
    row.num_colors = rules.num_colors
    row.num_hint_values = rules.num_hint_values
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
    row.all_or_nothing = rules.all_or_nothing
    row.empty_hints = (1 << rules.num_hint_values) - 1 if rules.empty_hints else 0
    row.discards_per_token = 1
    row.discards_below = rules.information_tokens + rules.discard_at_max
    if rules.variant:
        _fill_variant(row, rules.variant)
    _fill_cards(row, rules)
    for action, parts in enumerate(_action_parts(rules)):
        row.action_kind[action], row.action_place[action], row.action_value[action] = parts


def _fill_variant(row: Any, variant: VariantTables) -> None:
    """What a variant changes beside its cards and what hints touch."""
    row.stack_kind = variant.up_or_down
    row.empty_hints |= variant.empty_hints
    row.alternates_hints = variant.alternates_hints
    row.discards_per_token = variant.discards_per_token
    row.discards_below = max(
        row.discards_below, row.max_information_tokens + variant.discards_when_full
    )
    row.variant = variant.names_number


def _fill_cards(row: Any, rules: Rules) -> None:
    cards = rules.num_cards
    row.copies[:cards] = rules.card_copies
    row.sorted_deck[: rules.deck_size] = np.repeat(np.arange(cards), rules.card_copies)
    row.suit_of[:cards], row.rank_of[:cards] = np.divmod(np.arange(cards), rules.ranks)
    row.touches[: len(rules.touches)] = rules.touches
    for value, touched in enumerate(rules.touches):
        for card in range(cards):
            row.touched_by[card] |= (touched >> card & 1) << value
    for card, copies in enumerate(rules.card_copies):
        row.left_at_start[:copies] |= 1 << card
        row.playable_at_start |= fits_first(row.stack_kind, card % rules.ranks) << card


def _action_parts(rules: Rules) -> Iterator[tuple[int, int, int]]:
    """Kind, place and hint value of every action, in the order of HLE's ids; then the deck's."""
    for kind in (DISCARD, PLAY):
        for slot in range(rules.hand_size):
            yield kind, slot, 0
    values = range(rules.num_hint_values)
    said = (COLOR_HINT, values[: rules.num_colors]), (RANK_HINT, values[rules.num_colors :])
    for kind, told in said:
        for offset in range(1, rules.players):
            for value in told:
                yield kind, offset, value
    if rules.deck_plays:
        yield PLAY, rules.hand_size, 0
