"""What a rule agent remembers: its settings, and what hints have marked. Common knowledge.

The row opens with the settings: how many rules, the mode, and a word for each rule, which
`catalogue.Rule.word` makes. After them, if a rule wants it, stands the log of single hints, those
that touched one card.

Marks are sets of slots, of which each seat has six kinds. Where hands shift, a mark moves with
its card.
"""

from __future__ import annotations

from hanabilab._jit import borrow, inlined_kernel, kernel
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import hint_value
from hanabilab.game.rule_tables import DRAW_NEWEST, MAX_DECK, MAX_HAND, MAX_PLAYERS, PLAY
from hanabilab.game.rules import MAX_TOKENS
from hanabilab.game.view import View
from hanabilab.knowledge.hands import ALL_SLOTS, newest_slot, oldest_among, slot_of
from hanabilab.knowledge.hints import hinted_seat
from hanabilab.knowledge.slot_memory import slots_after

#: The row: number of rules, mode, marks of each seat, the last two single hints, length of the log;
#: then a word for each rule, then the log.
COUNT, MODE, _MARKS = 0, 1, 2
_LAST_SINGLE = _MARKS + MAX_PLAYERS
_SINGLE_BEFORE, _LENGTH = _LAST_SINGLE + 1, _LAST_SINGLE + 2
FIRST_WORD = _LENGTH + 1

#: Bits of `memory[MODE]`: errors of the original are kept; the log is; saved cards are marked; a
#: rule that throws is skipped; the place of the rule that fires is asked for, not its action.
CLEAN, COMPAT, LOGS, SAVES, SKIPS, ASKED = 0, 1, 2, 4, 8, 16

#: Marks of a seat, sets of slots: touched since another seat last played or discarded (RECENT),
#: by a hint that touched nothing else (ONLY); the newest card of each hint since the seat's last
#: turn (TOLD), or as long as it is held (PENDING); as long as they are held, cards that a hint has
#: touched (HINTED), and those that were the chop then, the oldest card not yet hinted (SAVED).
RECENT, ONLY, TOLD, PENDING, HINTED, SAVED = range(0, 6 * MAX_HAND, MAX_HAND)
_SINCE_OTHERS = ALL_SLOTS << RECENT | ALL_SLOTS << ONLY
_OF_A_CARD = 1 << TOLD | 1 << PENDING | 1 << HINTED | 1 << SAVED

#: An entry of the log: receiver, slot, hint value, cards drawn by then, and the card's own place in
#: the deck; two to a word.
_ENTRY, _A_WORD = 24, 2
_HINTS = MAX_DECK + MAX_TOKENS
LOG_SIZE = -(-_HINTS // _A_WORD)


@inlined_kernel
def keeps_errors(memory: Memory) -> bool:
    """Whether rules fail where the original does."""
    return memory[MODE] & COMPAT != 0


@kernel
def marks(memory: Memory, seat: int, kind: int) -> int:
    """The slots of `seat` with a mark of a kind."""
    return memory[_MARKS + seat] >> kind & ALL_SLOTS


@kernel
def single_before(memory: Memory, seat: int) -> int:
    """The slot of `seat` that the action before the last hinted alone; -1 if it did not."""
    found = int(memory[_SINGLE_BEFORE]) - 1
    return found % MAX_HAND if found >= 0 and found // MAX_HAND == seat else -1


@kernel
def log_length(memory: Memory) -> int:
    """How many single hints there have been."""
    return memory[_LENGTH]


@kernel
def log_entry(view: View, memory: Memory, index: int) -> tuple[int, int, int, int]:
    """A single hint: receiver, slot, hint value, and how many cards had been drawn.

    Where hands shift, the slot is where the card is now, -1 if it has gone.
    """
    place = FIRST_WORD + memory[COUNT] + index // _A_WORD
    entry = int(memory[place]) >> _ENTRY * (index % _A_WORD)
    receiver, slot = entry & 7, entry >> 3 & 7
    if view.rules.draw_slot == DRAW_NEWEST:
        slot = slot_of(view, receiver, entry >> 17 & 127)
    return receiver, slot, entry >> 6 & 15, entry >> 10 & 127


@kernel
def _log(view: View, memory: Memory, target: int, slot: int, value: int) -> None:
    index = int(memory[_LENGTH])
    place = FIRST_WORD + memory[COUNT] + index // _A_WORD
    entry = target | slot << 3 | value << 6
    entry |= int(view.deck_drawn) << 10 | int(view.deck_index[target, slot]) << 17
    memory[place] |= entry << _ENTRY * (index % _A_WORD)
    memory[_LENGTH] = index + 1


@kernel
def _without_slot(view: View, word: int, slot: int) -> int:
    """The marks of a seat whose card in `slot` has gone."""
    if view.rules.draw_slot != DRAW_NEWEST:
        return word & ~(_OF_A_CARD << slot)
    kept = 0
    for kind in range(RECENT, SAVED + 1, MAX_HAND):
        kept |= slots_after(view.rules, word >> kind & ALL_SLOTS, slot) << kind
    return kept


@kernel
def _note_use(view: View, memory: Memory, actor: int, slot: int) -> None:
    """Somebody has played or discarded: marks of others run out, and the card's own."""
    for seat in range(view.rules.num_players):
        if seat != actor:
            memory[_MARKS + seat] &= ~_SINCE_OTHERS
    memory[_MARKS + actor] = _without_slot(view, int(memory[_MARKS + actor]), slot)
    memory[_LAST_SINGLE] = 0


@kernel
def _note_hint(view: View, memory: Memory, target: int, value: int) -> None:
    """Somebody has hinted `value` to `target`."""
    touched = int(view.last_touched)
    newest = newest_slot(view, target, touched)
    single = touched & (touched - 1) == 0
    word = touched << RECENT | touched << HINTED | 1 << TOLD + newest | 1 << PENDING + newest
    word |= touched << ONLY if single else 0
    if memory[MODE] & SAVES:
        chop = oldest_among(view, target, ~marks(memory, target, HINTED))
        word |= (1 << chop & touched) << SAVED if chop >= 0 else 0
    memory[_MARKS + target] |= word
    memory[_LAST_SINGLE] = target * MAX_HAND + newest + 1 if single else 0
    if single and memory[MODE] & LOGS:
        _log(view, memory, target, newest, value)


def observe(view: View, memory: Memory) -> None:
    """Take in the last action."""
    if view.last_action < 0:
        return
    memory, rules, actor = borrow(memory), view.rules, int(view.last_seat)
    memory[_SINGLE_BEFORE] = memory[_LAST_SINGLE]
    if rules.action_kind[view.last_action] <= PLAY:
        _note_use(view, memory, actor, int(rules.action_place[view.last_action]))
    else:
        _note_hint(view, memory, int(hinted_seat(view)), int(hint_value(rules, view.last_action)))
    memory[_MARKS + actor] &= ~(ALL_SLOTS << TOLD)
