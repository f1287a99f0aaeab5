"""What everybody knows of all cards and of all hints that still promise something: the memory.

Kernels. Three blocks of `int64` entries, then a few numbers:

- ENTRY [place]: the *note* of a card, the bit set of what it can be by hints and conventions, and
  flags above it. 0 for an empty slot.
- PAST [place]: the card's age, when it was first hinted, and by whom.
- PROMISES [promise, field]: hints whose focus may wait for other cards. The oldest is first.

Nothing here depends on a hand. A promise says which cards its focus may be; which of them it is,
each seat works out from what it sees (`conventions.reading`). Cards are named by their age, their
place in the deck plus one, which does not change as hands shift.

A *stamp* is a moment: 1 for hints given before the memory began, `view.turn + 1` after an action.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.agents.policy import Memory
from hanabilab.game.rule_tables import DRAW_NEWEST
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import wide
from hanabilab.knowledge.slot_memory import CARDS, NUM_PLACES, place_of, take_out

#: The part of an entry that is the note.
NOTE = CARDS
#: Flags of an entry: the card is promised to be playable once its turn comes; it is protected
#: without a hint; all know it to be useless; its note was begun anew, because it was wrong.
PLAYS, MOVED, TRASH, RESET = 1 << 30, 1 << 31, 1 << 32, 1 << 33
#: Flags of an entry: the card was dealt, not drawn; it was on the chop when it was hinted.
DEALT, FIRST = 1 << 34, 1 << 35

#: Ranks from 0 of which conventions tell.
ONE, TWO, FIVE = 0, 1, 4

PAST = NUM_PLACES
AGE_BITS, _STAMP_BITS = 7, 10
_AGE, _STAMP = (1 << AGE_BITS) - 1, (1 << _STAMP_BITS) - 1

PROMISES = PAST + NUM_PLACES
#: Fields of a promise: cards that the focus may be as a play, and as a save; who hinted whom; the
#: age of the focus and of the youngest card in any hand; the slots that the hint touched; the
#: seats that let it pass; its stamp; the heights of the fireworks, three bits a suit; the cards
#: that were played for it since; flags; the ages of all chops before it, seven bits a seat.
(
    P_PLAYS,
    P_SAVES,
    P_GIVER,
    P_RECEIVER,
    P_FOCUS,
    P_YOUNGEST,
    P_TOUCHED,
    P_PASSED,
    P_STAMP,
    P_STACKS,
    P_PLAYED,
    P_FLAGS,
    P_CHOPS,
) = range(13)
NUM_FIELDS = 13
MOST_PROMISES = 12
#: Flags of a promise: it may be a stall that promises nothing; a blind play has shown it a play;
#: the hint was the highest rank, or a color.
MAY_STALL, SHOWN, FIVE_HINT, COLOR_PROMISE = 1, 2, 4, 8

TABLE = PROMISES + MOST_PROMISES * NUM_FIELDS
#: How many promises live.
COUNT = TABLE
#: 1 until somebody discards a card of which nothing was told.
EARLY = TABLE + 1
#: Of the last action: what kind of hint it was to all, and the place of its focus plus one.
KIND, FOCUS = TABLE + 2, TABLE + 3
#: How many promises were dropped because there was no room.
DROPPED = TABLE + 4
#: The level by which hints are read; a setting.
LEVEL = TABLE + 5
MEMORY_SIZE = TABLE + 6

#: What a hint is to all seats, `memory[KIND]`.
(
    NO_HINT,
    PLAY_HINT,
    SAVE_HINT,
    PLAY_OR_SAVE,
    STALL,
    FIX,
    FILL_IN,
    TRASH_MOVE,
    FIVE_MOVE,
    UNREAD,
    TEMPO_MOVE,
) = range(11)
#: What a hint is, in words, by `memory[KIND]`.
HINT_KINDS = (
    "none",
    "play",
    "save",
    "play or save",
    "stall",
    "fix",
    "fill-in",
    "trash chop move",
    "five's chop move",
    "unread",
    "tempo chop move",
)
#: The levels that can be read by.
BUILT_LEVELS = range(1, 7)
#: The level that games of people are read by unless another one is asked for.
USUAL_LEVEL = 4
#: The level from which other cards may lie above the one that is asked for.
LAYERS = 5
#: The level from which a hint that only makes one hinted card playable moves a chop.
TEMPO = 6


# --- Cards ---------------------------------------------------------------------------------------


@inlined_kernel
def note_of(memory: Memory, place: int) -> int:
    """The note of a card."""
    return memory[place] & NOTE


@inlined_kernel
def set_note(memory: Memory, place: int, note: int) -> None:
    """Change the note of a card; its flags stay."""
    memory[place] = (memory[place] & ~NOTE) | note


@inlined_kernel
def age_of(memory: Memory, place: int) -> int:
    """The card's place in the deck plus one; 0 for an empty slot."""
    return memory[PAST + place] & _AGE


@inlined_kernel
def stamp_of(memory: Memory, place: int) -> int:
    """When a card was first hinted; 0 if it was not."""
    return (memory[PAST + place] >> AGE_BITS) & _STAMP


@inlined_kernel
def giver_of(memory: Memory, place: int) -> int:
    """Who first hinted a card."""
    return memory[PAST + place] >> (AGE_BITS + _STAMP_BITS)


@inlined_kernel
def set_hinted(memory: Memory, place: int, stamp: int, giver: int) -> None:
    """Note the first hint on a card."""
    above = wide(giver) << _STAMP_BITS | stamp
    memory[PAST + place] = age_of(memory, place) | above << AGE_BITS


@kernel
def begin(view: View, memory: Memory) -> None:
    """Begin a game, or a position: what hints tell to the letter, and no conventions."""
    memory[EARLY] = 1
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            place = place_of(seat, slot)
            memory[PAST + place] = wide(view.deck_index[seat, slot]) + 1
            if view.deck_index[seat, slot] >= 0:
                memory[place] = wide(view.possible[seat, slot]) | DEALT
            if view.hinted[seat, slot]:
                set_hinted(memory, place, 1, 0)


@kernel
def use_card(view: View, memory: Memory, seat: int, slot: int) -> None:
    """Follow a hand from which a card was used. `view` is after that action."""
    take_out(view, memory, seat, slot)
    last = view.rules.hand_size - 1
    if view.rules.draw_slot == DRAW_NEWEST:
        for index in range(slot, last):
            place = PAST + place_of(seat, index)
            memory[place] = memory[place + 1]
        slot = last
    memory[PAST + place_of(seat, slot)] = wide(view.deck_index[seat, slot]) + 1
    if view.deck_index[seat, slot] < 0:
        memory[place_of(seat, slot)] = 0


# --- Promises ------------------------------------------------------------------------------------


@inlined_kernel
def at(index: int, field: int) -> int:
    """The memory entry of a field of a promise."""
    return PROMISES + index * NUM_FIELDS + field


@kernel
def drop_promise(memory: Memory, index: int) -> None:
    """Forget a promise; younger ones move down."""
    last = memory[COUNT] - 1
    for entry in range(at(index, 0), at(last, 0)):
        memory[entry] = memory[entry + NUM_FIELDS]
    memory[at(last, 0) : at(last + 1, 0)] = 0
    memory[COUNT] = last


@kernel
def add_promise(view: View, memory: Memory) -> int:
    """Make room for a promise, the youngest, and fill in when it is made; its index."""
    if memory[COUNT] == MOST_PROMISES:
        drop_promise(memory, 0)
        memory[DROPPED] += 1
    index = memory[COUNT]
    memory[COUNT] = index + 1
    memory[at(index, P_YOUNGEST)] = view.deck_drawn
    memory[at(index, P_STAMP)] = wide(view.turn) + 1
    stacks = wide(0)
    for suit in range(view.rules.num_suits):
        stacks |= wide(view.fireworks[suit]) << (3 * suit)
    memory[at(index, P_STACKS)] = stacks
    return index


@inlined_kernel
def height_at(memory: Memory, index: int, suit: int) -> int:
    """How many cards of a suit were played when a promise was made."""
    return (memory[at(index, P_STACKS)] >> (3 * suit)) & 7
