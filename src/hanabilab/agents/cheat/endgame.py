"""The best last moves of a game with open hands. Kernels.

With open hands the last card of the deck is known, being the one in no hand, and of the last two
only the order is not. So all ways to go on can be tried: each play that scores, a hint that passes
the turn and no more, each discard, and each card that may be drawn. The value of a position is the
points that are still made, the mean over the order of the deck.

Cards that nobody needs any more are alike: *spare*, as is a second copy in one hand. In the last
round a discard is as good as a hint.

Moves are bit sets: bit c to play card c, then one to pass, one to discard a spare card, and bit
32 + c to discard a needed card c.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.agents.fallback import any_action
from hanabilab.game.actions import action_kind, action_slot, discard_action, play_action
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_PLAYERS, PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, needed_cards, played_cards, wide
from hanabilab.knowledge.copies import copies_left, without_copy

#: The longest deck that is looked through; with one card more it takes ten times as long.
MOST_UNDRAWN = 2

#: Scratch: [seat] the needed cards of a hand as a bit set; [_SPARES + seat] its spare ones; the
#: cards of the deck; how many positions may yet be looked at.
_Scratch: TypeAlias = NDArray[np.int64]
_SPARES = MAX_PLAYERS
_DECK = 2 * MAX_PLAYERS
_BUDGET = _DECK + MOST_UNDRAWN

#: Positions looked at for one action at most; a standard game needs about 3,000.
_MOST_POSITIONS = 20_000
#: Means that differ by less are equal.
_EQUAL = 1e-9

_PLAYS = (1 << 30) - 1
_PASS, _SPARE = 1 << 30, 1 << 31
_CARDS = 32
_ANY = -1


class _Table(NamedTuple):
    """What does not change: seats, the most tokens, and bit sets of cards."""

    num_players: int
    max_tokens: int
    needed: int  # that can still be played
    lowest: int  # of the lowest rank
    highest: int  # of the highest rank


class _Position(NamedTuple):
    """What changes, besides the hands: they are in scratch."""

    seat: int
    done: int  # bit set of the cards on the fireworks
    tokens: int
    undrawn: int
    turns: int  # left in the last round; before it, the number of players


@kernel
def improved_action(view: View, action: int) -> int:
    """`action`, or one that makes more points; `action` too where that takes too long to tell."""
    table, position = _table(view), _position(view)
    scratch = _fill_scratch(view, table.needed)
    best_move = _move_of(view, table.needed, action)
    best = _value(scratch, table, position, best_move)
    moves = _moves(scratch, table, position) & ~best_move
    while moves and best < count_members(table.needed):
        move = moves & -moves
        moves ^= move
        value = _value(scratch, table, position, move)
        if value > best + _EQUAL:
            best, best_move = value, move
    if scratch[_BUDGET] < 0 or best_move == _move_of(view, table.needed, action):
        return action
    return _action_of(view, table.needed, best_move)


# --- From a view and back ------------------------------------------------------------------------


@kernel
def _table(view: View) -> _Table:
    rules = view.rules
    lowest, highest = 0, 0
    for suit in range(rules.num_suits):
        lowest |= bit(suit * rules.num_ranks)
        highest |= bit((suit + 1) * rules.num_ranks - 1)
    needed = needed_cards(view)
    return _Table(
        wide(rules.num_players),
        wide(rules.max_information_tokens),
        wide(needed),
        wide(lowest),
        wide(highest),
    )


@kernel
def _position(view: View) -> _Position:
    return _Position(
        wide(view.seat),
        played_cards(view),
        wide(view.information_tokens),
        wide(view.rules.deck_size - view.deck_drawn),
        wide(view.turns_left),
    )


@kernel
def _fill_scratch(view: View, needed: int) -> _Scratch:
    scratch = np.zeros(_BUDGET + 1, np.int64)
    scratch[_BUDGET] = _MOST_POSITIONS
    copies = copies_left(view)
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            if view.hands[seat, slot] < 0:
                continue
            mark = bit(view.hands[seat, slot])
            if mark & needed & ~scratch[seat]:
                scratch[seat] |= mark
            else:
                scratch[_SPARES + seat] += 1
            copies = without_copy(copies, mark)
    place = _DECK
    for left in copies:
        for card in range(view.rules.num_cards):
            if left >> card & 1:
                scratch[place] = card
                place += 1
    return scratch


@kernel
def _is_spare(view: View, needed: int, slot: int) -> bool:
    """Whether an own card is not needed, or another copy is in a lower slot."""
    card = view.hands[view.seat, slot]
    for lower in range(slot):
        if view.hands[view.seat, lower] == card:
            return True
    return not needed >> card & 1


@kernel
def _move_of(view: View, needed: int, action: int) -> int:
    """The move that an action is; 0 for a play that does not score."""
    kind = action_kind(view.rules, action)
    if kind > PLAY:
        return _PASS
    slot = action_slot(view.rules, action)
    card = int(view.hands[view.seat, slot])
    if kind == PLAY:
        return wide(bit(card) & view.playable & needed)
    if view.deck_drawn == view.rules.deck_size:
        return _PASS
    return _SPARE if _is_spare(view, needed, slot) else wide(1) << (_CARDS + card)


@kernel
def _action_of(view: View, needed: int, move: int) -> int:
    """An action that is the move."""
    rules = view.rules
    for slot in range(rules.hand_size):
        if view.hands[view.seat, slot] < 0 or move == _PASS:
            continue
        if _move_of(view, needed, play_action(rules, slot)) == move:
            return play_action(rules, slot)
        if _move_of(view, needed, discard_action(rules, slot)) == move:
            return discard_action(rules, slot)
    return any_action(view)


# --- Looking ahead -------------------------------------------------------------------------------


@kernel
def _moves(scratch: _Scratch, table: _Table, position: _Position) -> int:
    """What the seat to act may do, but what cannot be better than something else."""
    hand = scratch[position.seat]
    after = position.done << 1 | table.lowest
    moves = hand & after & ~position.done
    if position.undrawn == 0:
        return moves | _PASS
    if position.tokens > 0:
        moves |= _PASS
    if position.tokens == table.max_tokens:
        return moves
    if scratch[_SPARES + position.seat] > 0:
        return moves | _SPARE
    return moves | hand << _CARDS


@kernel
def _after(table: _Table, position: _Position, move: int) -> _Position:
    """The next seat's position, the hands apart; whoever does not pass draws."""
    done, tokens = position.done | move & _PLAYS, position.tokens
    if move == _PASS:
        tokens -= 1
    elif move > _PASS or (move & table.highest and tokens < table.max_tokens):
        tokens += 1
    return _Position(
        (position.seat + 1) % table.num_players,
        done,
        tokens,
        position.undrawn - (position.undrawn > 0 and move != _PASS),
        position.turns - (position.undrawn == 0),
    )


@kernel
def _take(scratch: _Scratch, seat: int, move: int) -> None:
    """Take the card of a move from the hand."""
    if move == _SPARE:
        scratch[_SPARES + seat] -= 1
    elif move != _PASS:
        scratch[seat] ^= move if move < _PASS else move >> _CARDS


@kernel
def _draw(scratch: _Scratch, table: _Table, position: _Position, place: int) -> None:
    """Put the card from a place of the deck into the hand of a seat, and the last in its place."""
    last = _DECK + position.undrawn - 1
    card = scratch[_DECK + place]
    scratch[_DECK + place], scratch[last] = scratch[last], card
    mark = wide(1) << card
    if mark & table.needed & ~position.done & ~scratch[position.seat]:
        scratch[position.seat] |= mark
    else:
        scratch[_SPARES + position.seat] += 1


@kernel
def _value(scratch: _Scratch, table: _Table, position: _Position, only: int) -> float:
    """The most points, in the mean over the deck, that can be made with one of the moves `only`.

    It calls itself, and must always be called with the same types: Numba's cache of kernels cannot
    keep two that call each other.
    """
    most = count_members(table.needed & ~position.done)
    scratch[_BUDGET] -= 1
    if most == 0 or position.turns == 0 or scratch[_BUDGET] < 0:
        return 0.0
    seat, best = position.seat, 0.0
    hand, spares = scratch[seat], scratch[_SPARES + seat]
    moves = _moves(scratch, table, position) & only
    while moves and best < most:
        move = moves & -moves
        moves ^= move
        after = _after(table, position, move)
        draws = position.undrawn if after.undrawn < position.undrawn else 0
        total = 0.0
        for place in range(max(draws, 1)):
            _take(scratch, seat, move)
            if draws:
                _draw(scratch, table, position, place)
            total += _value(scratch, table, after, wide(_ANY))
            scratch[seat], scratch[_SPARES + seat] = hand, spares
            if draws:  # put the deck back in order
                last = _DECK + draws - 1
                drawn = scratch[last]
                scratch[last], scratch[_DECK + place] = scratch[_DECK + place], drawn
        best = max(best, total / max(draws, 1) + (move < _PASS))
    return best
