"""The rules of the game as kernels on a STATE row: acting and ending. `game.dealing` starts one.

Move for move HLE's game (hanabi_state.cc), with the options of `Rules`. `game.games` holds the
checked fronts, which say why an action is illegal.
"""

from __future__ import annotations

from hanabilab._jit import inlined_kernel, kernel
from hanabilab.game.actions import (
    hint_values_for,
    may_hint_by,
    may_use_by,
    seat_after,
    touched_slots_by,
)
from hanabilab.game.cards import NO_CARD, bit, is_playable, max_reachable_score
from hanabilab.game.dealing import clear_outcome, draw_card, look_at_suit
from hanabilab.game.rule_tables import DRAW_NEWEST, MAX_COPIES, MAX_HAND, PLAY, RuleTables
from hanabilab.game.stacks import (
    STACK_AFTER,
    STACKS_UP,
    next_places,
)
from hanabilab.game.state import COMPLETED, LOST, OUT_OF_CARDS, RUNNING, State


@kernel
def apply_action(state: State, action: int) -> bool:
    """Let the seat to act take `action`, any integer, and pass the turn; the game must be running.

    Returns:
        False, and nothing has changed, if the action is illegal.
    """
    return apply_by(state.rules, state, action)


@inlined_kernel
def apply_by(rules: RuleTables, state: State, action: int) -> bool:
    """`apply_action` by `rules`, which must be the state's.

    Many games in step read the tables of one of them, which stay near: a row has its own too, but a
    processor's cache cannot hold those of thousands of rows.
    """
    if action < 0 or action >= rules.num_actions:
        return False
    kind, place = rules.action_kind[action], rules.action_place[action]
    if kind <= PLAY:
        if not may_use_by(rules, state, kind, place):
            return False
        _begin_turn(rules, state, action)
        _use_card(rules, state, place, kind == PLAY)
    else:
        target = seat_after(rules, state.current_seat, place)
        value = rules.action_value[action]
        touched = touched_slots_by(rules, state, target, value)
        if not may_hint_by(rules, state, value, touched):
            return False
        _begin_turn(rules, state, action)
        _give_hint(rules, state, target, value, touched)
    state.turn += 1
    state.current_seat = seat_after(rules, state.current_seat, 1)
    state.status = _status_by(rules, state)
    return True


@inlined_kernel
def _begin_turn(rules: RuleTables, state: State, action: int) -> None:
    # HLE counts the last round down from the first action after the deck ran out.
    if state.deck_drawn == rules.deck_size:
        state.turns_left -= not rules.all_or_nothing
    state.last_seat = state.current_seat
    state.last_action = action
    clear_outcome(state)


@kernel
def end_status(state: State) -> int:
    """What `State.status` should be; a lost game is lost even if it was the last turn (HLE)."""
    return _status_by(state.rules, state)


@inlined_kernel
def _status_by(rules: RuleTables, state: State) -> int:
    if state.life_tokens < 1:
        return LOST
    if state.points == rules.max_score:
        return COMPLETED
    if state.turns_left > 0:
        return RUNNING
    if not rules.all_or_nothing:
        return OUT_OF_CARDS
    return LOST if _is_stuck(rules, state) else RUNNING


@inlined_kernel
def _is_stuck(rules: RuleTables, state: State) -> bool:
    """Whether a perfect game is out of reach, or the seat to act can do nothing."""
    if max_reachable_score(state) < rules.max_score:
        return True
    for slot in range(rules.hand_size):
        if state.hands[state.current_seat, slot] != NO_CARD:
            return False
    values = 0
    for offset in range(1, rules.num_players):
        values |= hint_values_for(state, seat_after(rules, state.current_seat, offset))
    return state.information_tokens == 0 or values == 0


@inlined_kernel
def _give_hint(rules: RuleTables, state: State, target: int, value: int, touched: int) -> None:
    """Spend a token and mark the cards of seat `target`: those touched, and those not."""
    state.information_tokens -= 1
    state.last_touched = touched
    touches = rules.touches[value]
    for slot in range(MAX_HAND):
        # No branch: a processor guesses wrongly at every other card what a hint touches.
        is_touched = (touched >> slot) & 1
        state.possible[target, slot] &= touches ^ (is_touched - 1)
        state.hinted[target, slot] |= is_touched << value
    if rules.alternates_hints:
        colors = (1 << rules.num_colors) - 1
        ranks = (1 << rules.num_hint_values) - 1 - colors
        state.barred_hints = colors if value < rules.num_colors else ranks


@inlined_kernel
def _use_card(rules: RuleTables, state: State, slot: int, plays: bool) -> None:
    """Play or discard a card, and draw another."""
    seat = int(state.current_seat)
    card = int(state.hands[seat, slot])
    from_deck = card == NO_CARD
    if from_deck:
        card = int(state.deck[state.deck_drawn])
    state.last_card = card
    if not plays:
        if state.information_tokens < rules.max_information_tokens:
            _gain_token(rules, state)
        _discard_card(rules, state, card)
    elif is_playable(state, card):
        _score_card(rules, state, card)
    else:
        state.life_tokens -= 1
        _discard_card(rules, state, card)
    _take_copy(state, card)
    if from_deck:
        state.deck_drawn += 1
    else:
        _refill(rules, state, seat, slot)


@inlined_kernel
def _gain_token(rules: RuleTables, state: State) -> None:
    """Bring back a token, or a part of one."""
    if rules.discards_per_token == 1:
        state.information_tokens += 1
        return
    state.token_parts += 1
    if state.token_parts == rules.discards_per_token:
        state.token_parts = 0
        state.information_tokens += 1


@inlined_kernel
def _take_copy(state: State, card: int) -> None:
    """One copy of `card` is played or discarded: take it from the highest count it is in."""
    mark = bit(card)
    for more in range(MAX_COPIES - 1, -1, -1):
        taken = state.left[more] & mark
        state.left[more] ^= taken
        mark ^= taken


@inlined_kernel
def _discard_card(rules: RuleTables, state: State, card: int) -> None:
    """Put `card` among the discards; with its last copy, the suit ends below it."""
    state.discards[card] += 1
    is_last = state.discards[card] == rules.copies[card]
    if rules.stack_kind == STACKS_UP:
        num_lost = (rules.num_ranks - rules.rank_of[card]) * int(is_last)
        state.useless |= (bit(num_lost) - 1) << card
    elif is_last:
        look_at_suit(rules, state, rules.suit_of[card])


@inlined_kernel
def _score_card(rules: RuleTables, state: State, card: int) -> None:
    """Put `card` on its firework; completing a suit brings a token back, if one is missing."""
    suit = rules.suit_of[card]
    state.points += 1
    state.last_scored = 1
    if rules.stack_kind == STACKS_UP:
        state.fireworks[suit] += 1
        completed = state.fireworks[suit] == rules.num_ranks
        state.useless |= bit(card)
        state.playable ^= bit(card)
        if not completed:
            state.playable |= bit(card + 1)
    else:
        state.fireworks[suit] = STACK_AFTER[state.fireworks[suit], rules.rank_of[card]]
        completed = next_places(state.fireworks[suit]) == 0
        look_at_suit(rules, state, suit)
    if completed and state.information_tokens < rules.max_information_tokens:
        _gain_token(rules, state)
        state.last_gained_token = 1


@inlined_kernel
def _refill(rules: RuleTables, state: State, seat: int, slot: int) -> None:
    """Close the gap at `slot` as the rules say, and draw if there is a card left."""
    last = rules.hand_size - 1
    if rules.draw_slot == DRAW_NEWEST:
        for index in range(MAX_HAND - 1):
            source = index + int((index >= slot) & (index < last))  # all others stay
            state.hands[seat, index] = state.hands[seat, source]
            state.possible[seat, index] = state.possible[seat, source]
            state.hinted[seat, index] = state.hinted[seat, source]
            state.deck_index[seat, index] = state.deck_index[seat, source]
        slot = last
    if state.deck_drawn < rules.deck_size:
        draw_card(rules, state, seat, slot)
        return
    state.hands[seat, slot] = NO_CARD
    state.possible[seat, slot] = 0
    state.hinted[seat, slot] = 0
    state.deck_index[seat, slot] = -1


@kernel
def score(state: State) -> int:
    """Points that count: those of the fireworks, but none for a lost game unless `bomb` is keep."""
    if state.status == LOST and not state.rules.bomb_keeps_points:
        return 0
    return state.points
