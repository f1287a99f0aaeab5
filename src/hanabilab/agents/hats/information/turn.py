"""The turn: which action, by which branch. Agent and explanation ask the same kernel.

`own` holds what the cards of the own hand can be by all that the seat sees, `board` is its private
board. Ties go to the lowest slot.
"""

from __future__ import annotations

from hanabilab._jit import kernel, scratch
from hanabilab.agents.hats.information.board import (
    Board,
    Hand,
    Hands,
    hand_of,
    knows_one_of,
    private_board,
    public_board,
    useless_slots,
    weigh,
)
from hanabilab.agents.hats.information.exchange import choose_discard, choose_hint
from hanabilab.agents.hats.information.numbers import (
    HELD,
    HIGH_RANK,
    LIKELY,
    RANK,
    RISKY,
    SHORT_DECK,
    SPARE_COPY,
    SPARE_FOR_DISCARD,
    SPARE_FOR_PLAY,
    TOKENS_FIRST,
    TOKENS_SPARE,
)
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import NO_ACTION, discard_action, play_action, seat_at
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import hand_cards, lowest_member
from hanabilab.knowledge.slot_memory import NUM_PLACES

# Branches, in no order.
PLAYS_SURE, PLAYS_LIKELY, PLAYS_RISKY, PLAYS_FORCED = range(4)
HINTS_FIRST, HINTS_FULL, HINTS_NEEDED, HINTS_PLAYABLE, HINTS_SPARE, _HINTS_NOT = range(4, 10)
DISCARDS_BY_CODE, DISCARDS_USELESS, DISCARDS_LEAST = range(10, 13)


@kernel
def decide(view: View, memory: Memory) -> tuple[int, int]:
    """The action of the seat to act, and its branch."""
    rules = view.rules
    public, private = public_board(view), private_board(view)
    own, after = scratch(MAX_HAND), scratch(NUM_PLACES)
    fill_own(own, memory, view, private)
    if _hints_before_plays(memory, view):
        hint = choose_hint(after, memory, view, public)
        if hint != NO_ACTION:
            return hint, HINTS_FIRST
    slot, branch = _choose_play(own, memory, view, public, private)
    if slot >= 0:
        return play_action(rules, slot), branch
    useless = useless_slots(own, private)
    branch = _reason_to_hint(useless, memory, view, public)
    if branch != _HINTS_NOT:
        hint = choose_hint(after, memory, view, public)
        if hint != NO_ACTION:
            return hint, branch
    if view.information_tokens == rules.max_information_tokens:
        return play_action(rules, likeliest_play(own, private, private.copies[0])), PLAYS_FORCED
    slot = choose_discard(after, memory, view, public)
    if slot >= 0:
        return discard_action(rules, slot), DISCARDS_BY_CODE
    if useless != 0:
        return discard_action(rules, lowest_member(useless)), DISCARDS_USELESS
    return discard_action(rules, least_loss(own, memory, view, private)), DISCARDS_LEAST


@kernel
def _hints_before_plays(memory: Memory, view: View) -> bool:
    """Whether the deck is short, tokens are there, and a seat needs a hint."""
    return (
        view.rules.deck_size - view.deck_drawn < memory[SHORT_DECK]
        and view.information_tokens >= memory[TOKENS_FIRST]
        and find_needy(memory, view) >= 0
    )


@kernel
def _choose_play(
    own: Hand, memory: Memory, view: View, public: Board, private: Board
) -> tuple[int, int]:
    """A slot to play and the branch; -1 if the turn is better used.

    A card that is playable or else useless may be tried while a life and a discard can be spared.
    """
    slot = best_sure_play(own, memory, view, private)
    if slot >= 0:
        return slot, PLAYS_SURE
    if view.life_tokens > 1 and count_spare_discards(view, public) >= memory[SPARE_FOR_PLAY]:
        slot = likeliest_play(own, private, private.playable | private.useless)
        if slot >= 0 and is_above(memory[LIKELY], own[slot], private):
            return slot, PLAYS_LIKELY
        slot = likeliest_play(own, private, private.copies[0])
        if slot >= 0 and is_above(memory[RISKY], own[slot], private):
            return slot, PLAYS_RISKY
    return -1, PLAYS_LIKELY


@kernel
def _reason_to_hint(useless: int, memory: Memory, view: View, public: Board) -> int:
    """The branch of the hint to give, or _HINTS_NOT; `useless` are the own useless slots."""
    tokens = int(view.information_tokens)
    if tokens == 0:
        return _HINTS_NOT
    if tokens == view.rules.max_information_tokens:
        return HINTS_FULL
    if find_needy(memory, view) >= 0:
        return HINTS_NEEDED
    if useless != 0 and count_spare_discards(view, public) >= memory[SPARE_FOR_DISCARD]:
        return _HINTS_NOT
    if find_playable(view) >= 0:
        return HINTS_PLAYABLE
    most = int(view.rules.max_information_tokens)
    return HINTS_SPARE if 100 * tokens > memory[TOKENS_SPARE] * most else _HINTS_NOT


@kernel
def count_spare_discards(view: View, public: Board) -> int:
    """Discards that a perfect game has left if it is to end with full hands; may be negative."""
    rules = view.rules
    discards = rules.deck_size - view.points - weigh(public, public.copies[0])
    return rules.deck_size - rules.max_score - rules.num_players * rules.hand_size - discards


@kernel
def find_needy(hands: Hands, view: View) -> int:
    """The nearest seat that holds a playable card and knows of none; -1 for none."""
    for offset in range(1, view.rules.num_players):
        seat = seat_at(view, offset)
        knows = knows_one_of(hand_of(hands, view, seat), view.playable)
        if not knows and _holds_playable(view, seat):
            return seat
    return -1


@kernel
def find_playable(view: View) -> int:
    """The nearest other seat that holds a playable card; -1 for none."""
    for offset in range(1, view.rules.num_players):
        if _holds_playable(view, seat_at(view, offset)):
            return seat_at(view, offset)
    return -1


@kernel
def _holds_playable(view: View, seat: int) -> bool:
    for slot in range(view.rules.hand_size):
        card = view.hands[seat, slot]
        if card >= 0 and (view.playable >> card) & 1:
            return True
    return False


# --- The own hand --------------------------------------------------------------------------------


# Divided by up to six holders of a card without a rest.
_WORTH_UNIT = 60


@kernel
def fill_own(own: Hand, hands: Hands, view: View, board: Board) -> None:
    """Fill `own` [hand_size or longer].

    A slot of which nothing is left by what the seat sees begins anew from the hints.
    """
    known = hand_of(hands, view, view.seat)
    for slot in range(len(known)):
        own[slot] = known[slot] & board.copies[0]
        if own[slot] == 0:
            own[slot] = view.possible[view.seat, slot] & board.copies[0]


@kernel
def best_sure_play(own: Hand, memory: Memory, view: View, board: Board) -> int:
    """The certainly playable slot that is worth most, -1 if there is none.

    Worth is the mean of `high_rank` - rank, divided by the seats that hold the card while there is
    a deck to wait for.
    """
    sure = 0
    for slot in range(len(own)):
        sure |= int(own[slot] & ~board.playable == 0 and own[slot] != 0) << slot
    found, found_worth, found_weight = -1, 0, 1
    while sure:
        slot = lowest_member(sure)
        sure &= sure - 1
        if found < 0 and sure == 0:
            return slot  # the only one: no need to know its worth
        worth, weight = _total_worth(own[slot], memory, view, board), weigh(board, own[slot])
        if worth * found_weight > found_worth * weight:
            found, found_worth, found_weight = slot, worth, weight
    return found


@kernel
def _total_worth(cards: int, memory: Memory, view: View, board: Board) -> int:
    """The worth of all copies of `cards`."""
    rules = view.rules
    worth = 0
    while cards:
        card = lowest_member(cards)
        holders = 1 + _count_holders(card, view) if view.deck_drawn < rules.deck_size else 1
        value = memory[HIGH_RANK] - 1 - int(rules.rank_of[card])
        worth += weigh(board, cards & -cards) * value * (_WORTH_UNIT // holders)
        cards &= cards - 1
    return worth


@kernel
def _count_holders(card: int, view: View) -> int:
    """How many other seats hold a copy of `card`."""
    holders = 0
    for seat in range(view.rules.num_players):
        holds = False
        for slot in range(view.rules.hand_size):
            holds |= view.hands[seat, slot] == card
        holders += int(holds)
    return holders


@kernel
def likeliest_play(own: Hand, board: Board, among: int) -> int:
    """The slot most likely playable, of those that can hold nothing but cards `among`; or -1."""
    found, found_part, found_weight = -1, -1, 1
    for slot in range(len(own)):
        cards = own[slot]
        if cards & ~among == 0 and cards != 0:
            part, weight = weigh(board, cards & board.playable), weigh(board, cards)
            if part * found_weight > found_part * weight:
                found, found_part, found_weight = slot, part, weight
    return found


@kernel
def is_above(chance: int, cards: int, board: Board) -> bool:
    """Whether a card that can be `cards` is playable with more than a chance, in per cent."""
    return 100 * weigh(board, cards & board.playable) > chance * weigh(board, cards)


@kernel
def least_loss(own: Hand, memory: Memory, view: View, board: Board) -> int:
    """The slot to discard if none is useless.

    It has the highest of `held` times the chance that another seat holds the card, plus
    `spare_copy` times the chance that it is useless or not the last copy, plus `rank` times the
    mean rank.
    """
    rules = view.rules
    seen, spare = 0, board.useless | view.left[1]
    for seat in range(rules.num_players):
        seen |= hand_cards(view, seat)
    found, found_sum, found_weight = -1, -1, 1
    for slot in range(len(own)):
        cards = own[slot]
        total = memory[HELD] * weigh(board, cards & seen)
        total += memory[SPARE_COPY] * weigh(board, cards & spare)
        for rank in range(rules.num_ranks):
            of_rank = cards & rules.touches[rules.num_suits + rank]
            total += memory[RANK] * (rank + 1) * weigh(board, of_rank)
        weight = weigh(board, cards)
        if cards != 0 and total * found_weight > found_sum * weight:
            found, found_sum, found_weight = slot, total, weight
    return found
