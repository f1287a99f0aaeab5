"""Why `information` acts, and what an action has told: in words."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hanabilab.agents.endgame.hidden_hand import more_points_than
from hanabilab.agents.endgame.open_hands import can_look
from hanabilab.agents.hats.information.board import (
    Board,
    Hand,
    Hands,
    board_before_discard,
    exclude_playable,
    hand_of,
    knows_one_of,
    private_board,
    public_board,
    useless_slots,
    weigh,
)
from hanabilab.agents.hats.information.codes import (
    NO_CODE,
    code_of_hint,
    count_codes,
    hint_for_code,
)
from hanabilab.agents.hats.information.exchange import code_of_discard, says_no_hint_needed
from hanabilab.agents.hats.information.numbers import ENDGAME
from hanabilab.agents.hats.information.questions import (
    MAX_KEYS,
    Keys,
    asked_slot,
    asks_useless,
    choose_question,
    narrow,
    tell_hat,
)
from hanabilab.agents.hats.information.turn import (
    DISCARDS_BY_CODE,
    DISCARDS_LEAST,
    DISCARDS_USELESS,
    HINTS_FIRST,
    HINTS_FULL,
    HINTS_NEEDED,
    HINTS_PLAYABLE,
    HINTS_SPARE,
    LOOKS_AHEAD,
    PLAYS_FORCED,
    PLAYS_LIKELY,
    PLAYS_RISKY,
    PLAYS_SURE,
    decide,
    decide_by_rules,
    find_needy,
    find_playable,
)
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import NO_ACTION, action_kind, action_slot
from hanabilab.game.rule_tables import DISCARD, MAX_HAND, PLAY
from hanabilab.game.view import View
from hanabilab.game.words import action_words, card_words
from hanabilab.knowledge.slot_memory import fill_own

_KINDS = ("playable", "useless")


# --- Why it acts ---------------------------------------------------------------------------------


def explain(view: View, memory: Memory) -> str:
    """What the seat to act does, by which branch of `turn`, and the code that it sends."""
    action, branch = decide(view, memory)
    what = action_words(view, action, view.seat)
    if branch == LOOKS_AHEAD:
        usual = action_words(view, decide_by_rules(view, memory)[0], view.seat)
        what = f"{what}: {more_points_than(usual)}"
        code = _code_of(view, memory, action)
        return f"{what}; {code}" if code else what
    if HINTS_FIRST <= branch <= HINTS_SPARE:
        return f"{what}: {_why_hint(view, memory, branch)}; {_hint_code(view, memory)}"
    slot = int(action_slot(view.rules, action))
    if branch == DISCARDS_BY_CODE:
        return f"{what}: {_discard_code(view, memory)}"
    return f"{what}: {_why_use(view, memory, branch, slot)}"


def _code_of(view: View, memory: Memory, action: int) -> str:
    """The code that an action sends, in words; nothing if it sends none."""
    kind, slot = int(action_kind(view.rules, action)), int(action_slot(view.rules, action))
    if kind > PLAY:
        return _hint_code(view, memory)
    slots = int(useless_slots(hand_of(memory, view, view.seat), public_board(view)))
    has_choice = kind == DISCARD and slots.bit_count() > 1 and slots >> slot & 1
    return _discard_code(view, memory) if has_choice else ""


def _why_hint(view: View, memory: Memory, branch: int) -> str:
    needy = f"seat {find_needy(memory, view)} holds a playable card and knows none"
    return {
        HINTS_FIRST: f"the deck is short, and {needy}",
        HINTS_FULL: "nothing to play, and all tokens are there",
        HINTS_NEEDED: f"nothing to play, and {needy}",
        HINTS_PLAYABLE: f"nothing to play, and seat {find_playable(view)} holds a playable card",
        HINTS_SPARE: f"nothing to play, and {view.information_tokens} tokens are there",
    }[branch]


def _why_use(view: View, memory: Memory, branch: int, slot: int) -> str:
    board, own = private_board(view), np.zeros(MAX_HAND, np.int64)
    fill_own(own, view, memory, board.copies[0])
    cards = card_words(view.rules, own[slot])
    playable, all_of_it = weigh(board, own[slot] & board.playable), weigh(board, own[slot])
    return {
        PLAYS_SURE: f"certainly playable, {cards}",
        PLAYS_LIKELY: f"playable with {playable}/{all_of_it}, useless otherwise, {cards}",
        PLAYS_RISKY: f"playable with {playable}/{all_of_it}, {cards}",
        PLAYS_FORCED: f"nothing to hint or discard; playable with {playable}/{all_of_it}",
        DISCARDS_USELESS: f"useless or held twice, {cards}",
        DISCARDS_LEAST: f"nothing useless, nothing to hint; least is lost with {cards}",
    }[branch]


def _hint_code(view: View, memory: Memory) -> str:
    board, after = public_board(view), memory.copy()
    total = int(count_codes(memory, view, board, view.seat))
    numbers = _tell_all(after, view, board, view.seat, total)
    hint = hint_for_code(memory, view, board, sum(numbers.values()) % total)
    unsaid = ", which no hint says" if hint == NO_ACTION else ""
    return _code_words(numbers, total) + unsaid


def _discard_code(view: View, memory: Memory) -> str:
    board, after = public_board(view), memory.copy()
    slots = _members(useless_slots(hand_of(memory, view, view.seat), board))
    if view.information_tokens > 0 and not can_look(view, memory[ENDGAME]):
        exclude_playable(after, view, view.seat)
    numbers = _tell_all(after, view, board, view.seat, len(slots))
    return f"all know {_slot_words(slots)} to be useless; {_code_words(numbers, len(slots))}"


def _code_words(numbers: dict[int, int], total: int) -> str:
    """The code with the numbers that it is the sum of, "code 5 of 7 = seat 1: 2, seat 2: 3"."""
    told = ", ".join(f"seat {seat}: {number}" for seat, number in numbers.items())
    return f"code {sum(numbers.values()) % total} of {total} = {told}"


def _tell_all(hands: Hands, view: View, board: Board, teller: int, total: int) -> dict[int, int]:
    """The numbers of the seats that the viewer sees, from the teller's left; narrows `hands`."""
    players = int(view.rules.num_players)
    seats = [(int(teller) + offset) % players for offset in range(1, players)]
    return {
        seat: int(tell_hat(hand_of(hands, view, seat), board, view.hands[seat], total))
        for seat in seats
        if seat != view.seat
    }


# --- What an action has told ---------------------------------------------------------------------


def interpret(view: View, before: Memory, after: Memory) -> list[str]:  # noqa: ARG001  # protocol
    """The code that the last action has sent, and what each seat reads from it.

    Args:
        view: any seat's, after the action.
        before: the memory before it.
        after: the memory after it.
    """
    if view.last_action < 0:
        return []
    kind, hands = int(action_kind(view.rules, view.last_action)), before.copy()
    if kind == PLAY:
        return []
    if kind > PLAY:
        board = public_board(view)
        code = int(code_of_hint(hands, view, board))
        total = int(count_codes(hands, view, board, view.last_seat))
        return _read_all(hands, view, board, code, total)
    board = board_before_discard(view, before)
    lines = _hold_nothing(hands, view) if says_no_hint_needed(view, before) else []
    code, total = code_of_discard(hands, view, board)
    return lines + (_read_all(hands, view, board, int(code), int(total)) if total > 1 else [])


def _hold_nothing(hands: Hands, view: View) -> list[str]:
    """Who holds no playable card, because nobody needed a hint; taken from `hands`."""
    seats = [
        str(seat)
        for seat in range(view.rules.num_players)
        if seat != view.last_seat and not knows_one_of(hand_of(hands, view, seat), view.playable)
    ]
    exclude_playable(hands, view, view.last_seat)
    return [f"nobody needed a hint: no playable card with seat {' '.join(seats)}"] if seats else []


def _read_all(hands: Hands, view: View, board: Board, code: int, total: int) -> list[str]:
    """What each seat reads from a code; the viewer takes the others' numbers from it."""
    if code == NO_CODE:
        return ["no code"]
    teller, players = int(view.last_seat), int(view.rules.num_players)
    if players == 2:
        numbers = {1 - teller: code}
    else:
        numbers = _tell_all(hands.copy(), view, board, teller, total)
        if view.seat != teller:
            numbers[int(view.seat)] = (code - sum(numbers.values())) % total
    lines = [f"code {code} of {total}"]
    for seat, number in sorted(numbers.items()):
        answers = _read_one(hand_of(hands, view, seat), view, board, number, total)
        lines.append(f"seat {seat} reads {number}: {'; '.join(answers) or 'nothing new'}")
    return lines


def _read_one(hand: Hand, view: View, board: Board, number: int, total: int) -> Iterator[str]:
    """The answers in a number, one question at a time, as `read_hat` reads it."""
    keys, room = np.zeros(MAX_KEYS, np.int64), total
    while room > 1:
        question = choose_question(keys, hand, board, room)
        amount = int(question.amount)
        if amount == 0:
            return
        number, answer = divmod(number, amount)
        room = (room - answer - 1) // amount + 1
        narrow(hand, question, keys, board, answer)
        if question.slot >= 0:
            cards = card_words(view.rules, hand[question.slot])
            yield f"slot {question.slot} is {cards}, answer {answer} of {amount}"
        else:
            yield _list_words(hand, view, keys[: amount - 1], answer)


def _list_words(hand: Hand, view: View, keys: Keys, answer: int) -> str:
    """A list and its answer: what is not so, then what is."""
    in_order = sorted(int(key) for key in keys)
    denied = in_order[: answer - 1] if answer else in_order
    words = []
    for kind in _KINDS:
        slots = [int(asked_slot(key)) for key in denied if _KINDS[asks_useless(key)] == kind]
        words += [f"{_slot_words(slots)} not {kind}"] if slots else []
    if answer:
        key = in_order[answer - 1]
        slot, kind = int(asked_slot(key)), _KINDS[asks_useless(key)]
        words.append(f"slot {slot} {kind}, {card_words(view.rules, hand[slot])}")
    return ", ".join(words)


def _slot_words(slots: list[int]) -> str:
    return f"slot{'s' if len(slots) > 1 else ''} {' '.join(map(str, slots))}"


def _members(members: int) -> list[int]:
    return [member for member in range(int(members).bit_length()) if members >> member & 1]
