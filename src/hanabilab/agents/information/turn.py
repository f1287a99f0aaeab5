"""The turn: which action, by which branch. Agent and explanation ask the same kernel."""

from __future__ import annotations

from hanabilab._jit import kernel, scratch
from hanabilab.agents.information.board import (
    Board,
    lowest_member,
    private_board,
    public_board,
    weigh,
)
from hanabilab.agents.information.hands import (
    NUM_SLOTS,
    Hand,
    Hands,
    hand_of,
    knows_one_of,
    useless_slots,
)
from hanabilab.agents.information.own import (
    best_sure_play,
    fill_own,
    is_likely,
    least_loss,
    likeliest_play,
)
from hanabilab.agents.information.sending import choose_discard, choose_hint
from hanabilab.game.actions import NO_ACTION, discard_action, play_action, seat_at
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.view import View

# Branches, in no order.
PLAYS_SURE, PLAYS_LIKELY, PLAYS_FORCED = range(3)
HINTS_FULL, HINTS_NEEDED, HINTS_PLAYABLE, HINTS_SPARE, _HINTS_NOT = range(3, 8)
DISCARDS_BY_CODE, DISCARDS_USELESS, DISCARDS_LEAST = range(8, 11)


@kernel
def decide(view: View, hands: Hands) -> tuple[int, int]:
    """The action of the seat to act, and its branch; `hands` are as all seats know them."""
    rules = view.rules
    public, private = public_board(view), private_board(view)
    own, after = scratch(MAX_HAND), scratch(NUM_SLOTS)
    fill_own(own, hands, view, private)
    slot, branch = _choose_play(own, view, public, private)
    if slot >= 0:
        return play_action(rules, slot), branch
    useless = useless_slots(own, private)
    branch = _reason_to_hint(useless, hands, view, public)
    if branch != _HINTS_NOT:
        hint = choose_hint(after, hands, view, public)
        if hint != NO_ACTION:
            return hint, branch
    if view.information_tokens == rules.max_information_tokens:
        return play_action(rules, likeliest_play(own, private, private.one)), PLAYS_FORCED
    slot = choose_discard(after, hands, view, public)
    if slot >= 0:
        return discard_action(rules, slot), DISCARDS_BY_CODE
    if useless != 0:
        return discard_action(rules, lowest_member(useless)), DISCARDS_USELESS
    return discard_action(rules, least_loss(own, view, private)), DISCARDS_LEAST


@kernel
def _choose_play(own: Hand, view: View, public: Board, private: Board) -> tuple[int, int]:
    """A slot to play and the branch; -1 if the turn is better used.

    A card that is playable or else useless may be tried while a life and a discard can be spared.
    """
    slot = best_sure_play(own, view, private)
    if slot >= 0:
        return slot, PLAYS_SURE
    if view.life_tokens > 1 and count_spare_discards(view, public) >= 0:
        slot = likeliest_play(own, private, private.playable | private.useless)
        if slot >= 0 and is_likely(own[slot], private):
            return slot, PLAYS_LIKELY
    return -1, PLAYS_LIKELY


@kernel
def _reason_to_hint(useless: int, hands: Hands, view: View, public: Board) -> int:
    """The branch of the hint to give, or _HINTS_NOT; `useless` are the own useless slots."""
    tokens = int(view.information_tokens)
    if tokens == 0:
        return _HINTS_NOT
    if tokens == view.rules.max_information_tokens:
        return HINTS_FULL
    if find_needy(hands, view) >= 0:
        return HINTS_NEEDED
    if useless != 0 and count_spare_discards(view, public) >= 0:
        return _HINTS_NOT
    if find_playable(view) >= 0:
        return HINTS_PLAYABLE
    return HINTS_SPARE if 2 * tokens > view.rules.max_information_tokens else _HINTS_NOT


@kernel
def count_spare_discards(view: View, public: Board) -> int:
    """Discards that a perfect game has left if it is to end with full hands; may be negative."""
    rules = view.rules
    discards = rules.deck_size - view.points - weigh(public, public.one)
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
