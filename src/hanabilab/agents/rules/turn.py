"""What the rules ask about a turn: worked out when first asked, kept until the turn is over.

Everything stands in one short array on the stack, `turn`, whose entries are zero until they are
asked for. Numbers of copies, seven bits a slot, are packed into one word a hand: see `counted`.

The own hand is judged by the cards that the seat cannot see; another's by those neither played nor
discarded, which is what all know about it.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.game.actions import NO_ACTION, hint_action, seat_at
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_HAND, MAX_PLAYERS
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_cards, wide
from hanabilab.knowledge.copies import Copies, copies_left, without_copy

#: `int64[TURN_SIZE]`, scratch.
Turn: TypeAlias = NDArray[np.int64]

_UNSEEN, _OWN_TOTAL, _OWN_PLAYABLE, _OWN_USELESS = 0, 3, 4, 5
_FACTS = 6  # a word for each offset, 1 to MAX_PLAYERS - 1; so are those that follow
_COLORS = _FACTS + MAX_PLAYERS
_RANKS = _COLORS + MAX_PLAYERS
_TOTAL = _RANKS + MAX_PLAYERS
_PLAYABLE = _TOTAL + MAX_PLAYERS
TURN_SIZE = _PLAYABLE + MAX_PLAYERS

#: Sets of slots of another hand, by what the card there is and what its holder has not been told.
HELD, PLAYABLE, USELESS, COLOR_MISSING, RANK_MISSING = range(0, 5 * MAX_HAND, MAX_HAND)
_SLOTS = (1 << MAX_HAND) - 1
_KNOWN = 1 << 62  # these facts have been worked out

_COUNT_BITS = 7
_COUNT_MASK = (1 << _COUNT_BITS) - 1


# --- The own hand --------------------------------------------------------------------------------


@inlined_kernel
def unseen_copies(view: View, turn: Turn) -> Copies:
    """The copies of each card that the seat to act cannot see."""
    if turn[_UNSEEN] == 0:
        copies = copies_left(view)
        for offset in range(1, view.rules.num_players):
            seat = seat_at(view, offset)
            for slot in range(view.rules.hand_size):
                if view.hands[seat, slot] >= 0:
                    copies = without_copy(copies, wide(bit(view.hands[seat, slot])))
        turn[_UNSEEN], turn[_UNSEEN + 1], turn[_UNSEEN + 2] = copies
    return turn[_UNSEEN], turn[_UNSEEN + 1], turn[_UNSEEN + 2]


@kernel
def count_copies(copies: Copies, cards: int) -> int:
    """How many copies there are of the cards of a set."""
    one, two, three = copies
    return count_cards(one & cards) + count_cards(two & cards) + count_cards(three & cards)


@kernel
def count_hand(view: View, copies: Copies, seat: int, cards: int) -> int:
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
    return count_hand(view, unseen_copies(view, turn), view.seat, cards)


@inlined_kernel
def own_total(view: View, turn: Turn) -> int:
    """Copies unseen that each own slot may hold; packed."""
    if turn[_OWN_TOTAL] == 0:
        turn[_OWN_TOTAL] = own_counts(view, turn, -1)
    return turn[_OWN_TOTAL]


@inlined_kernel
def own_playable(view: View, turn: Turn) -> int:
    """The playable ones among `own_total`; packed."""
    if turn[_OWN_PLAYABLE] == 0:
        turn[_OWN_PLAYABLE] = own_counts(view, turn, view.playable)
    return turn[_OWN_PLAYABLE]


@inlined_kernel
def own_useless(view: View, turn: Turn) -> int:
    """The useless ones among `own_total`; packed."""
    if turn[_OWN_USELESS] == 0:
        turn[_OWN_USELESS] = own_counts(view, turn, view.useless)
    return turn[_OWN_USELESS]


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
    turn[_COLORS + offset], turn[_RANKS + offset] = colors, ranks
    turn[_FACTS + offset] = known
    return known


@inlined_kernel
def facts(view: View, turn: Turn, offset: int) -> int:
    """What is so of the slots of the seat at `offset`: a word for `slots_with`."""
    known = turn[_FACTS + offset]
    return known if known != 0 else _look_at(view, turn, offset)


@inlined_kernel
def slots_with(known: int, fact: int) -> int:
    """The set of slots of which a fact is so."""
    return known >> fact & _SLOTS


@inlined_kernel
def touched_by(view: View, turn: Turn, offset: int, value: int) -> int:
    """The slots of the seat at `offset` that a hint value touches."""
    facts(view, turn, offset)
    suits = view.rules.num_suits
    if value < suits:
        return turn[_COLORS + offset] >> MAX_HAND * wide(value) & _SLOTS
    return turn[_RANKS + offset] >> MAX_HAND * wide(value - suits) & _SLOTS


@inlined_kernel
def partner_total(view: View, turn: Turn, offset: int) -> int:
    """Copies left that each slot of another seat may hold; packed."""
    if turn[_TOTAL + offset] == 0:
        turn[_TOTAL + offset] = count_hand(view, copies_left(view), seat_at(view, offset), -1)
    return turn[_TOTAL + offset]


@inlined_kernel
def partner_playable(view: View, turn: Turn, offset: int) -> int:
    """The playable ones among `partner_total`; packed."""
    if turn[_PLAYABLE + offset] == 0:
        seat = seat_at(view, offset)
        turn[_PLAYABLE + offset] = count_hand(view, copies_left(view), seat, view.playable)
    return turn[_PLAYABLE + offset]


@inlined_kernel
def hint_missing(view: View, turn: Turn, offset: int, slot: int, color_first: bool) -> int:
    """The hint of what the card's holder has not been told of it; NO_ACTION if nothing."""
    rules, known = view.rules, facts(view, turn, offset)
    card = view.hands[seat_at(view, offset), slot]
    color = slots_with(known, COLOR_MISSING) >> slot & 1
    rank = slots_with(known, RANK_MISSING) >> slot & 1
    if color and (color_first or not rank):
        return hint_action(rules, offset, rules.suit_of[card])
    if rank:
        return hint_action(rules, offset, rules.num_suits + rules.rank_of[card])
    return NO_ACTION
