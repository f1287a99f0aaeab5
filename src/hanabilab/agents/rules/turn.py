"""What the rules ask about a turn: worked out when first asked, kept until the turn is over.

It all stands in one record, TURN, zero until it is asked for. Numbers of copies, seven bits a slot,
are packed into one word a hand: see `counted`. Slots are picked by them here, too.

The own hand is judged by the cards that the seat cannot see; another's by those neither played nor
discarded, which is what all know about it.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.game.actions import FORFEIT, NO_ACTION, hint_action, seat_at
from hanabilab.game.record import Record
from hanabilab.game.rule_tables import MAX_HAND, MAX_PLAYERS
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import wide
from hanabilab.knowledge.copies import Copies, copies_left, copies_unseen, count_copies
from hanabilab.knowledge.hints import rank_value

#: What a rule answers in place of an action, beside NO_ACTION and FORFEIT: that the original throws
#: an exception here; that there is no such rule, a mistake in the lists of `families`.
THROWS, NO_SUCH_RULE = FORFEIT - 1, FORFEIT - 2

_FIELDS: list[tuple[Any, ...]] = [
    ("unseen", np.int64, (3,)),
    ("own_total", np.int64),
    ("own_playable", np.int64),
    ("own_useless", np.int64),
    ("facts", np.int64, (MAX_PLAYERS,)),
    ("colors", np.int64, (MAX_PLAYERS,)),
    ("ranks", np.int64, (MAX_PLAYERS,)),
    ("total", np.int64, (MAX_PLAYERS,)),
    ("playable", np.int64, (MAX_PLAYERS,)),
]

#: One row: what has been asked about one turn.
TURN = np.dtype((Record, np.dtype(_FIELDS, align=True)))


class Turn(Protocol):
    """A TURN row. [P] is by offset from the seat to act; read it by the kernels below."""

    unseen: NDArray[np.int64]  # `Copies` that the seat to act cannot see
    own_total: int  # packed: copies unseen that each own slot may hold,
    own_playable: int  # the playable ones among them,
    own_useless: int  # and the useless ones
    facts: NDArray[np.int64]  # [P] sets of slots, see `facts`
    colors: NDArray[np.int64]  # [P] for each color, MAX_HAND bits: the slots of its cards
    ranks: NDArray[np.int64]  # [P] the same of ranks
    total: NDArray[np.int64]  # [P] packed: copies left that each slot may hold,
    playable: NDArray[np.int64]  # [P] and the playable ones among them


#: Sets of slots of another hand, by what the card there is and what its holder has not been told.
HELD, PLAYABLE, USELESS, COLOR_MISSING, RANK_MISSING = range(0, 5 * MAX_HAND, MAX_HAND)
_SLOTS = (1 << MAX_HAND) - 1
_KNOWN = 1 << 62  # these facts have been worked out

_COUNT_BITS = 7
_COUNT_MASK = (1 << _COUNT_BITS) - 1


# --- The own hand --------------------------------------------------------------------------------


@kernel
def _look_around(view: View, turn: Turn) -> int:
    """Work out `unseen_copies`."""
    copies = copies_unseen(view)
    turn.unseen[0], turn.unseen[1], turn.unseen[2] = copies
    return copies[0]


@inlined_kernel
def unseen_cards(view: View, turn: Turn) -> int:
    """The cards of which the seat to act cannot see every copy."""
    cards = turn.unseen[0]
    return cards if cards != 0 else _look_around(view, turn)


@inlined_kernel
def unseen_copies(view: View, turn: Turn) -> Copies:
    """The copies of each card that the seat to act cannot see."""
    return unseen_cards(view, turn), turn.unseen[1], turn.unseen[2]


@kernel
def _count_hand(view: View, copies: Copies, seat: int, cards: int) -> int:
    """For each slot of a seat, the copies of those of `cards` that hints allow there; packed."""
    word = wide(0)
    for slot in range(view.rules.hand_size):
        count = count_copies(copies, view.possible[seat, slot] & cards)
        word |= count << _COUNT_BITS * slot
    return word


@inlined_kernel
def counted(word: int, slot: int) -> int:
    """The number of copies for one slot of a packed hand."""
    return word >> _COUNT_BITS * slot & _COUNT_MASK


@inlined_kernel
def own_counts(view: View, turn: Turn, cards: int) -> int:
    """Copies unseen of those of `cards` that each own slot may hold; packed."""
    return _count_hand(view, unseen_copies(view, turn), int(view.seat), wide(cards))


@inlined_kernel
def own_total(view: View, turn: Turn) -> int:
    """Copies unseen that each own slot may hold; packed."""
    if turn.own_total == 0:
        turn.own_total = own_counts(view, turn, -1)
    return turn.own_total


@inlined_kernel
def own_playable(view: View, turn: Turn) -> int:
    """The playable ones among `own_total`; packed."""
    if turn.own_playable == 0:
        turn.own_playable = own_counts(view, turn, view.playable)
    return turn.own_playable


@inlined_kernel
def own_useless(view: View, turn: Turn) -> int:
    """The useless ones among `own_total`; packed."""
    if turn.own_useless == 0:
        turn.own_useless = own_counts(view, turn, view.useless)
    return turn.own_useless


# --- Other hands ---------------------------------------------------------------------------------


@kernel
def _look_at(view: View, turn: Turn, offset: int) -> int:
    """Work out what `facts` and `touched_by` tell of another hand."""
    rules, seat = view.rules, seat_at(view, offset)
    known, colors, ranks = wide(_KNOWN), wide(0), wide(0)
    for slot in range(rules.hand_size):
        card = view.hands[seat, slot]
        if card < 0:
            continue
        suit, rank = rules.suit_of[card], rules.rank_of[card]
        possible = view.possible[seat, slot]
        known |= (
            wide(1) << HELD
            | wide(view.playable >> card & 1) << PLAYABLE
            | wide(view.useless >> card & 1) << USELESS
            | wide(possible & ~rules.touches[suit] != 0) << COLOR_MISSING
            | wide(possible & ~rules.touches[rules.num_suits + rank] != 0) << RANK_MISSING
        ) << slot
        colors |= wide(1) << wide(MAX_HAND * suit + slot)
        ranks |= wide(1) << wide(MAX_HAND * rank + slot)
    turn.colors[offset], turn.ranks[offset] = colors, ranks
    turn.facts[offset] = known
    return known


@inlined_kernel
def facts(view: View, turn: Turn, offset: int) -> int:
    """What is so of the slots of the seat at `offset`: a word for `slots_with`."""
    known = turn.facts[offset]
    return known if known != 0 else _look_at(view, turn, offset)


@inlined_kernel
def slots_with(known: int, fact: int) -> int:
    """The set of slots of which a fact is so."""
    return known >> fact & _SLOTS


@inlined_kernel
def incomplete(known: int) -> int:
    """The slots with something missing."""
    return slots_with(known, COLOR_MISSING) | slots_with(known, RANK_MISSING)


@inlined_kernel
def has_gap(view: View, known: int) -> bool:
    """Whether a slot of a hand is empty."""
    return slots_with(known, HELD) != (1 << view.rules.hand_size) - 1


@inlined_kernel
def touched_by(view: View, turn: Turn, offset: int, value: int) -> int:
    """The slots of the seat at `offset` that a hint value touches."""
    facts(view, turn, offset)
    suits = view.rules.num_suits
    if value < suits:
        return turn.colors[offset] >> MAX_HAND * wide(value) & _SLOTS
    return turn.ranks[offset] >> MAX_HAND * wide(value - suits) & _SLOTS


@inlined_kernel
def partner_total(view: View, turn: Turn, offset: int) -> int:
    """Copies left that each slot of another seat may hold; packed."""
    if turn.total[offset] == 0:
        turn.total[offset] = _count_hand(view, copies_left(view), seat_at(view, offset), wide(-1))
    return turn.total[offset]


@inlined_kernel
def partner_playable(view: View, turn: Turn, offset: int) -> int:
    """The playable ones among `partner_total`; packed."""
    if turn.playable[offset] == 0:
        seat, cards = seat_at(view, offset), wide(view.playable)
        turn.playable[offset] = _count_hand(view, copies_left(view), seat, cards)
    return turn.playable[offset]


@kernel
def hint_missing(view: View, turn: Turn, offset: int, slot: int, color_first: bool) -> int:
    """The hint of what the card's holder has not been told of it; NO_ACTION if nothing.

    Args:
        slot: of the card; NO_ACTION if it is -1.
    """
    if slot < 0:
        return NO_ACTION
    rules, known = view.rules, facts(view, turn, offset)
    card = view.hands[seat_at(view, offset), slot]
    color = slots_with(known, COLOR_MISSING) >> slot & 1
    rank = slots_with(known, RANK_MISSING) >> slot & 1
    if color and (color_first or not rank):
        return hint_action(rules, offset, int(rules.suit_of[card]))
    return hint_action(rules, offset, int(rank_value(rules, card))) if rank else NO_ACTION


# --- Picking slots -------------------------------------------------------------------------------


@inlined_kernel
def first_slot(slots: int) -> int:
    """The lowest slot of a set; -1 if it is empty."""
    slot = 0
    while slots >> slot & 1 == 0:
        if slots >> slot == 0:
            return -1
        slot += 1
    return slot


@inlined_kernel
def last_slot(slots: int) -> int:
    """The highest slot of a set; -1 if it is empty."""
    slot = -1
    while slots >> slot + 1:
        slot += 1
    return slot


@inlined_kernel
def is_sure(some: int, total: int, slot: int, percent: int) -> bool:
    """Whether `some` are `percent` or more of the copies for a slot, which are in `total`."""
    count = counted(total, slot)
    return count > 0 and 100 * counted(some, slot) >= percent * count


@kernel
def likeliest_slot(view: View, some: int, total: int, slots: int) -> int:
    """The slot of a set where `some` are most of `total`, the last of equals; -1 if none."""
    best, best_some, best_total = -1, 0, 1
    for slot in range(view.rules.hand_size):
        share, count = counted(some, slot), counted(total, slot)
        if slots >> slot & 1 and count > 0 and share * best_total >= best_some * count:
            best, best_some, best_total = slot, share, count
    return best


@kernel
def least_likely_slot(view: View, some: int, total: int, slots: int) -> int:
    """The slot of a set where `some` are fewest of `total`, the last of equals; -1 if none."""
    best, best_some, best_total = -1, 0, 1
    for slot in range(view.rules.hand_size):
        share, count = counted(some, slot), counted(total, slot)
        fewer = best < 0 or share * best_total <= best_some * count
        if slots >> slot & 1 and count > 0 and fewer:
            best, best_some, best_total = slot, share, count
    return best
