"""What an action says by conventions, in sentences. Slots are ours and, in brackets, the site's."""

from __future__ import annotations

from dataclasses import dataclass

from hanabilab.agents.conventions.chains import Reading, find_chain, focus_place
from hanabilab.agents.conventions.memory import (
    COUNT,
    EARLY,
    FILL_IN,
    FIVE_MOVE,
    FIX,
    KIND,
    P_FLAGS,
    P_FOCUS,
    P_SAVES,
    PLAY_HINT,
    PLAY_OR_SAVE,
    SAVE_HINT,
    SHOWN,
    STALL,
    TEMPO_MOVE,
    TRASH_MOVE,
    age_of,
    at,
    note_of,
    stamp_of,
)
from hanabilab.agents.policy import Memory
from hanabilab.game.rule_tables import MAX_HAND, RuleTables
from hanabilab.game.state import PublicTable
from hanabilab.game.view import View
from hanabilab.game.words import card_words

_HINTS = {
    PLAY_HINT: "A play",
    SAVE_HINT: "A save of the chop",
    PLAY_OR_SAVE: "A play, or a save of the chop",
    STALL: "A stall: a five off the chop, while the early game lasts",
    FIX: "A fix: a card that was to play is not what it was taken for",
    TRASH_MOVE: "A chop move: what it touches is useless, and all older cards are protected",
    FIVE_MOVE: "A five's chop move: the chop, just older than the five, is protected",
    TEMPO_MOVE: "A tempo chop move: a hinted card can be played now, and the chop is protected",
    FILL_IN: "It touches no new card, and tells more of hinted ones",
}
_USES = {
    "finesse": "A blind play that a hint asked for",
    "prompt": "A hinted card that a later hint asked for",
    "known play": "Its holder knew that it fits",
    "hinted play": "Its holder could take it for a card that fits",
    "other play": "No rule of these levels asks for it",
    "useless discard": "Its holder knew that it is useless",
    "chop discard": "The chop: the oldest card that no hint has touched",
    "hinted discard": "A hinted card, which may say that a copy of it is hinted elsewhere",
    "other discard": "It is neither the chop nor known to be useless",
}
_UNREAD = "No rule of these levels tells what it means"


def one_of(rules: RuleTables, cards: int) -> str:
    """Cards as "R1, R2 or R3"."""
    names = card_words(rules, cards).split()
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def slot_words(table: PublicTable, place: int) -> str:
    """A slot as "slot 3 (the site's 2)"."""
    seat, slot = divmod(place, MAX_HAND)
    held = int((table.deck_index[seat] >= 0).sum())
    return f"slot {slot} (the site's {held - slot})"


@dataclass(frozen=True)
class ToldHint:
    """A hint, and what the seats make of it.

    Attributes:
        view: the receiver's, after the hint.
        memory: after the hint.
        place: of the focus; -1 for none.
        reading: the receiver's.
        calls: the place that a seat is to play next for the focus, and what it may be, by seat.
        silent: what the receiver takes the focus for if no other seat plays for it.
        is_unread: whether no rule fits.
    """

    view: View
    memory: Memory
    place: int
    reading: Reading
    calls: dict[int, tuple[int, int]]
    silent: int
    is_unread: bool


def hint_words(told: ToldHint) -> str:
    """What a hint says: kind, focus, chains, who is to act, what silence would say."""
    kind = int(told.memory[KIND])
    lines = [_UNREAD if told.is_unread else _HINTS.get(kind, _UNREAD)]
    if told.place < 0 or told.is_unread:
        return f"{lines[0]}."
    rules, note = told.view.rules, int(told.reading[told.place])
    seat = told.place // MAX_HAND
    lines[0] += f": seat {seat}'s {slot_words(told.view, told.place)} is {one_of(rules, note)}"
    lines += _chain_words(told, note)
    for caller, (place, cards) in told.calls.items():
        blind = "blindly " if stamp_of(told.memory, place) == 0 else ""
        lines.append(
            f"On its next turn seat {caller} is to play {blind}{slot_words(told.view, place)}, "
            f"{one_of(rules, cards)}"
        )
    if any(caller != seat for caller in told.calls) and told.silent not in (0, note):
        lines.append(f"If nobody does, seat {seat} takes it for {one_of(rules, told.silent)}")
    return ". ".join(lines) + "."


def _chain_words(told: ToldHint, note: int) -> list[str]:
    """What must be played first, for each card that the focus may be."""
    index = next(
        (
            index
            for index in range(told.memory[COUNT])
            if focus_place(told.memory, index) == told.place
        ),
        None,
    )
    if index is None:
        return []
    lines = []
    saves = int(told.memory[at(index, P_SAVES)])
    for card in range(told.view.rules.num_cards):
        if note & ~saves & 1 << card:
            chain = find_chain(told.view, told.memory, told.reading, index, card)
            if chain.is_open and chain.place >= 0:
                how = "blind play" if stamp_of(told.memory, chain.place) == 0 else "prompt"
                held = int(told.view.hands[divmod(int(chain.place), MAX_HAND)])
                other = one_of(told.view.rules, 1 << held) if held >= 0 else ""
                layer = f", after {other} there" if other and held != chain.card else ""
                lines.append(
                    f"{one_of(told.view.rules, 1 << card)} needs "
                    f"{one_of(told.view.rules, 1 << int(chain.card))} first: a {how} of seat "
                    f"{chain.actor}'s {slot_words(told.view, int(chain.place))}{layer}"
                )
    return lines


def use_words(view: View, kind: str, before: Memory, after: Memory, *, asked: str) -> str:
    """What a play or a discard says.

    Args:
        view: of any seat, after it.
        kind: why it was made.
        before: the memory before it.
        after: the memory after it.
        asked: what the seat was called to do and did not do; "" for nothing.
    """
    lines = [_USES.get(kind, _UNREAD)]
    if asked:
        lines.append(asked)
    if before[EARLY] and not after[EARLY]:
        lines.append("The early game ends")
    lines += _shown_words(view, before, after)
    return ". ".join(lines) + "."


def _shown_words(view: View, before: Memory, after: Memory) -> list[str]:
    """The focuses that a blind play or a prompt has shown to be plays."""
    known = {
        int(before[at(index, P_FOCUS)])
        for index in range(before[COUNT])
        if before[at(index, P_FLAGS)] & SHOWN
    }
    lines = []
    for index in range(after[COUNT]):
        place = int(focus_place(after, index))
        shown = after[at(index, P_FLAGS)] & SHOWN and place >= 0
        if shown and int(age_of(after, place)) not in known:
            cards = one_of(view.rules, int(note_of(after, place)))
            where = f"seat {place // MAX_HAND}'s {slot_words(view, place)}"
            lines.append(f"It shows that {where} is {cards}")
    return lines
