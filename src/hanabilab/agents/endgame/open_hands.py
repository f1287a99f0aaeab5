"""The best last moves of a game with open hands. Kernels.

With open hands it is known which cards the deck has, and only their order is not. So all ways to
go on can be tried: each play that scores, a hint that passes the turn and no more, each discard,
and each card that may be drawn. The value of a position is the points that are still made, the mean
over the order of the deck.

Cards that nobody needs any more are alike: *spare*, as is a second copy in one hand. In the last
round a discard is as good as a hint. What cannot bring more than something else is not looked at to
the end.

Moves are bit sets: bit c to play card c, then one to pass, one to discard a spare card, and bit
32 + c to discard a needed card c.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.actions import action_kind
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import MAX_PLAYERS, PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, needed_cards, played_cards, wide

#: The longest deck that can be looked through; each card more takes two to eight times as long.
MOST_UNDRAWN = 6

#: `int64[SCRATCH_SIZE]`: [seat] the needed cards of a hand as a bit set; [SPARES + seat] how many
#: spare ones; from DECK the cards of the deck; [BUDGET] how many positions may yet be looked at.
Scratch: TypeAlias = NDArray[np.int64]
SPARES = MAX_PLAYERS
DECK = 2 * MAX_PLAYERS
BUDGET = DECK + MOST_UNDRAWN
SCRATCH_SIZE = BUDGET + 1

#: Means that differ by less are equal.
EQUAL = 1e-9

PLAYS = (1 << 30) - 1
PASS, SPARE = 1 << 30, 1 << 31
CARDS = 32
#: In place of moves: all that there are.
ANY = -1


class Table(NamedTuple):
    """What does not change: seats, tokens, and bit sets of cards."""

    num_players: int
    max_tokens: int
    discards_below: int  # tokens below which a card may be discarded
    needed: int  # that can still be played
    lowest: int  # of the lowest rank
    highest: int  # of the highest rank


class Position(NamedTuple):
    """What changes, besides the hands: they are in scratch."""

    seat: int
    done: int  # bit set of the cards on the fireworks
    tokens: int
    undrawn: int
    turns: int  # left in the last round; before it, the number of players


@kernel
def can_look(view: View, most: int) -> bool:
    """Whether at most `most` cards are in the deck, and the rules are usual: suits go up, a discard
    is a token, any hint passes the turn, there are tokens, and nothing is played from the deck.
    """
    rules = view.rules
    usual = rules.variant == 0 and rules.all_or_nothing == 0 and rules.max_information_tokens > 0
    usual &= action_kind(rules, rules.num_actions - 1) != PLAY  # where it is a play from the deck
    return usual and rules.deck_size - view.deck_drawn <= min(most, MOST_UNDRAWN)


@kernel
def table_of(view: View) -> Table:
    """What does not change from now on."""
    rules = view.rules
    lowest, highest = 0, 0
    for suit in range(rules.num_suits):
        lowest |= bit(suit * rules.num_ranks)
        highest |= bit((suit + 1) * rules.num_ranks - 1)
    needed = needed_cards(view)
    return Table(
        wide(rules.num_players),
        wide(rules.max_information_tokens),
        wide(rules.discards_below),
        wide(needed),
        wide(lowest),
        wide(highest),
    )


@kernel
def position_of(view: View, tokens: int) -> Position:
    """The position of the viewing seat, which is to act and has so many tokens."""
    return Position(
        wide(view.seat),
        played_cards(view),
        wide(tokens),
        wide(view.rules.deck_size - view.deck_drawn),
        wide(view.turns_left),
    )


@kernel
def hold(scratch: Scratch, needed: int, seat: int, card: int) -> int:
    """Put a card into the hand of a seat; the move that discards it.

    Args:
        needed: bit set of the cards that still can be played.
    """
    mark = wide(1) << card
    if mark & needed & ~scratch[seat]:
        scratch[seat] |= mark
        return mark << CARDS
    scratch[SPARES + seat] += 1
    return SPARE


# --- Looking ahead -------------------------------------------------------------------------------


@kernel
def moves_of(scratch: Scratch, table: Table, position: Position) -> int:
    """What the seat to act may do, but what cannot be better than something else."""
    hand = scratch[position.seat]
    after = position.done << 1 | table.lowest
    moves = hand & after & ~position.done
    if position.undrawn == 0:
        return moves | PASS
    if position.tokens > 0:
        moves |= PASS
    if position.tokens >= table.discards_below:
        return moves
    if scratch[SPARES + position.seat] > 0:
        return moves | SPARE
    return moves | hand << CARDS


@kernel
def _bound(table: Table, position: Position) -> float:
    """No more points than this can be made: each takes a needed card, and a turn."""
    to_play = count_members(table.needed & ~position.done)
    return float(min(to_play, position.undrawn + position.turns))


@kernel
def _last_bound(scratch: Scratch, table: Table, position: Position) -> float:
    """The same in the last round, as if a turn were enough for all that a hand has.

    And no more than there are seats that have anything to play by then.
    """
    done, turns = position.done, 0
    for step in range(position.turns):
        seat = (position.seat + step) % table.num_players
        hand = scratch[seat] & table.needed
        playable = hand & (done << 1 | table.lowest) & ~done
        while playable:
            done |= playable
            playable = hand & (done << 1 | table.lowest) & ~done
        turns += int(hand & done & ~position.done != 0)
    return float(min(count_members(done & ~position.done), turns))


@kernel
def _count_alike(scratch: Scratch, table: Table, after: Position, undrawn: int, place: int) -> int:
    """How many cards of the deck are as good as the one at a place; 0 if one stands before it."""
    needed, count = table.needed & ~after.done, 0
    card = scratch[DECK + place]
    for other in range(undrawn):
        each = scratch[DECK + other]
        if each == card or not (needed >> card | needed >> each) & 1:
            if other < place:
                return 0
            count += 1
    return count


@kernel
def _after(table: Table, position: Position, move: int) -> Position:
    """The next seat's position, the hands apart; whoever does not pass draws."""
    done, tokens = position.done | move & PLAYS, position.tokens
    if move == PASS:
        tokens -= 1
    elif move > PASS or move & table.highest:
        tokens = min(tokens + 1, table.max_tokens)
    return Position(
        (position.seat + 1) % table.num_players,
        done,
        tokens,
        position.undrawn - (position.undrawn > 0 and move != PASS),
        position.turns - (position.undrawn == 0),
    )


@kernel
def _take(scratch: Scratch, seat: int, move: int) -> None:
    """Take the card of a move from the hand."""
    if move == SPARE:
        scratch[SPARES + seat] -= 1
    elif move != PASS:
        scratch[seat] ^= move if move < PASS else move >> CARDS


@kernel
def _draw(scratch: Scratch, table: Table, position: Position, place: int) -> None:
    """Put the card from a place of the deck into the hand of a seat, and the last in its place."""
    last = DECK + position.undrawn - 1
    card = scratch[DECK + place]
    scratch[DECK + place], scratch[last] = scratch[last], card
    hold(scratch, table.needed & ~position.done, position.seat, card)


@kernel
def _put_back(scratch: Scratch, position: Position, place: int) -> None:
    """Undo what `_draw` did to the deck."""
    last = DECK + position.undrawn - 1
    scratch[last], scratch[DECK + place] = scratch[DECK + place], scratch[last]


@kernel
def value_of(scratch: Scratch, table: Table, position: Position, only: int, least: float) -> float:
    """The most points, in the mean over the deck, that can be made with one of the moves `only`.

    What is at most `least` may be told as anything up to that: where a value cannot be more, it is
    not looked at to the end. Where there are more positions than BUDGET, it is negative afterwards,
    and the value is wrong.

    It calls itself, and must always be called with the same types: Numba's cache of kernels cannot
    keep two that call each other.
    """
    best = max(least, 0.0)
    most = _bound(table, position) if position.undrawn else _last_bound(scratch, table, position)
    scratch[BUDGET] -= 1
    if most <= best or scratch[BUDGET] < 0:
        return best
    seat = position.seat
    hand, spares = scratch[seat], scratch[SPARES + seat]
    moves = moves_of(scratch, table, position) if only == ANY else only
    while moves and best < most - EQUAL:
        move = moves & -moves
        moves ^= move
        after, points = _after(table, position, move), 1.0 if move < PASS else 0.0
        draws = after.undrawn < position.undrawn
        ways = position.undrawn if draws else wide(1)
        total, rest, highest = 0.0, ways, _bound(table, after)
        for place in range(ways):
            alike = _count_alike(scratch, table, after, ways, place) if draws else 1
            if alike == 0:
                continue
            rest -= alike
            enough = ((best - points) * ways - total - rest * highest) / alike
            _take(scratch, seat, move)
            if draws:
                _draw(scratch, table, position, place)
            value = value_of(scratch, table, after, wide(ANY), enough)
            if draws:
                _put_back(scratch, position, place)
            scratch[seat], scratch[SPARES + seat] = hand, spares
            total += alike * value
            if value <= enough:
                break
        if rest == 0:
            best = max(best, points + total / ways)
    return best
