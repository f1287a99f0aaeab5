"""The turn: which action, by which branch. Agent and explanation ask the same kernel."""

from __future__ import annotations

from hanabilab._jit import kernel, scratch
from hanabilab.agents.endgame.hidden_hand import OwnHand, improved_action
from hanabilab.agents.endgame.open_hands import can_look
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
    ENDGAME,
    LIKELY,
    RISKY,
    SHORT_DECK,
    SPARE_FOR_DISCARD,
    SPARE_FOR_PLAY,
    TOKENS_FIRST,
    TOKENS_SPARE,
)
from hanabilab.agents.hats.information.own_hand import (
    best_sure_play,
    is_above,
    least_loss,
    likeliest_play,
)
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import NO_ACTION, discard_action, play_action, seat_at
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import lowest_member
from hanabilab.knowledge.slot_memory import NUM_PLACES, fill_own

# Branches, in no order.
PLAYS_SURE, PLAYS_LIKELY, PLAYS_RISKY, PLAYS_FORCED = range(4)
HINTS_FIRST, HINTS_FULL, HINTS_NEEDED, HINTS_PLAYABLE, HINTS_SPARE, _HINTS_NOT = range(4, 10)
DISCARDS_BY_CODE, DISCARDS_USELESS, DISCARDS_LEAST = range(10, 13)
LOOKS_AHEAD = 13


@kernel
def decide(view: View, memory: Memory) -> tuple[int, int]:
    """The action of the seat to act, and its branch."""
    action, branch = decide_by_rules(view, memory)
    if can_look(view, memory[ENDGAME]):
        better = _look_ahead(view, memory, action)
        if better != action:
            return better, LOOKS_AHEAD
    return action, branch


@kernel
def _look_ahead(view: View, memory: Memory, action: int) -> int:
    """`action`, or one that makes more points in the end; what it sends is as by the rules."""
    own, after = scratch(MAX_HAND), scratch(NUM_PLACES)
    public, private = public_board(view), private_board(view)
    fill_own(own, view, memory, private.copies[0])
    hint, discards = NO_ACTION, bit(view.rules.hand_size) - 1
    if view.information_tokens > 0:
        hint = choose_hint(after, memory, view, public)
    if view.information_tokens < view.rules.discards_below:
        coded = choose_discard(after, memory, view, public)
        if coded >= 0:
            discards &= ~useless_slots(hand_of(memory, view, view.seat), public)
            discards |= bit(coded)
    known = OwnHand(own[: view.rules.hand_size], private.copies, discards)
    return improved_action(view, known, action, hint)


@kernel
def decide_by_rules(view: View, memory: Memory) -> tuple[int, int]:
    """What the rules say, whatever follows, and their branch."""
    rules = view.rules
    public, private = public_board(view), private_board(view)
    own, after = scratch(MAX_HAND), scratch(NUM_PLACES)
    fill_own(own, view, memory, private.copies[0])
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
