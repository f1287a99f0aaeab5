"""Kernels that tell what draws brought: traits of each card drawn, less their mean over the deck.

Who looks at all hands and knows which cards are left in the deck, but not their order, finds each
of them equally likely to be drawn next. So for any number that depends on the card,

    the number of the card drawn - the mean of that number over the cards that are left

is 0 in expectation, whatever happened before. Summed over the draws of a game, it still is. Such
sums are control variates (`stats.control_variates`) and say how lucky the draws of a game were.

The numbers are TRAITS of a card at a moment, each at KNOTS of the time: a draw between two knots
counts for both, in parts. Shapes: G games, V variates, NUM_TRAITS x NUM_KNOTS.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, inlined_kernel, kernel
from hanabilab.arena.played_games import PlayedGames
from hanabilab.game.cards import NO_CARD, is_playable, is_useless
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.rule_tables import MAX_CARDS
from hanabilab.game.stacks import STACKS_UP
from hanabilab.game.state import RUNNING, State

#: Traits of a card that is drawn, of one that no hand holds yet but for the first. "Tokens" is the
#: share of information tokens in store, "needed" a card that some suit still needs.
TRAITS = (
    "needed later, and held already",
    "playable",
    "one card below it is missing",
    "more cards below it are missing",
    "ranks above a needed card",
    "cards missing below a last copy",
    "playable, times the run of cards above it in hands",
    "playable, times the cards above it in hands",
    "playable, times tokens",
    "playable, times tokens and playable cards in hands",
    "needed, times the cards above it in hands and playable cards in hands",
    "playable, times copies left in the deck",
    "all cards below it are in hands, times tokens",
)
NUM_TRAITS = len(TRAITS)
#: Cards left in the deck after the draw.
KNOTS = np.array([0.0, 2.0, 6.0, 14.0, 28.0, 50.0])
NUM_KNOTS = len(KNOTS)
NUM_VARIATES = NUM_TRAITS * NUM_KNOTS
#: Playable cards in hands, beyond which more of them make no difference.
_MANY = 4
#: A game that was over before.
NEVER = -1


class _Scratch(NamedTuple):
    """What is known while a game is replayed."""

    held: NDArray[np.int64]  # [MAX_CARDS] copies in hands, the card being drawn left out
    rest: NDArray[np.int64]  # [MAX_CARDS] copies in the deck, the card being drawn among them
    traits: NDArray[np.float64]  # [NUM_TRAITS] of one card
    luck: NDArray[np.float64]  # [NUM_TRAITS] of the card drawn, less the mean


@inlined_kernel
def _missing_below(state: State, held: NDArray[np.int64], card: int) -> tuple[int, int]:
    """How many cards are to be played before `card`, and how many of these no hand holds.

    Where suits go other ways than up, any card that is not playable counts as two away.
    """
    rules = state.rules
    if is_playable(state, card):
        return 0, 0
    if rules.stack_kind != STACKS_UP:
        return 2, 2
    distance = int(rules.rank_of[card] - state.fireworks[rules.suit_of[card]])
    missing = 0
    for below in range(card - distance, card):
        missing += held[below] == 0
    return distance, missing


@inlined_kernel
def _held_above(state: State, held: NDArray[np.int64], card: int) -> tuple[int, int]:
    """How many cards above `card` hands hold: without a gap, and in all."""
    rules = state.rules
    if rules.stack_kind != STACKS_UP:
        return 0, 0
    run, found, unbroken = 0, 0, True
    for above in range(card + 1, card - int(rules.rank_of[card]) + int(rules.num_ranks)):
        unbroken = unbroken and held[above] > 0
        run += unbroken
        found += held[above] > 0
    return run, found


@inlined_kernel
def _fill_traits(
    traits: NDArray[np.float64], state: State, scratch: _Scratch, card: int, ready: float
) -> None:
    """Fill TRAITS of `card`; `ready` is the share of _MANY playable cards that hands hold."""
    rules, held = state.rules, scratch.held
    traits[:] = 0.0
    if is_useless(state, card):
        return
    distance, missing = _missing_below(state, held, card)
    if held[card] > 0:
        traits[0] = distance > 0
        return
    run, above = _held_above(state, held, card)
    tokens = state.information_tokens / max(rules.max_information_tokens, 1)
    is_last = (state.left[1] >> card) & 1 == 0
    if distance == 0:
        traits[1] = 1.0
        traits[6] = run
        traits[7] = above
        traits[8] = tokens
        traits[9] = tokens * ready
        traits[11] = scratch.rest[card]
    else:
        traits[2] = distance == 1
        traits[3] = distance > 1
        traits[12] = tokens * (missing == 0)
    traits[4] = rules.num_ranks - 1 - rules.rank_of[card]
    traits[5] = distance * is_last
    traits[10] = above * ready


@inlined_kernel
def _count_draw(
    luck: NDArray[np.float64], state: State, scratch: _Scratch, card: int, left: int
) -> None:
    """Add to `luck` [V] what drawing `card` brought; `left` cards remain in the deck then."""
    held, rest, traits, gained = scratch.held, scratch.rest, scratch.traits, scratch.luck
    ready = 0.0
    for other in range(state.rules.num_cards):
        ready += held[other] > 0 and is_playable(state, other)
    ready = min(ready, _MANY) / _MANY
    _fill_traits(traits, state, scratch, card, ready)
    copy_into(gained, traits)
    for other in range(state.rules.num_cards):
        if rest[other] > 0:
            _fill_traits(traits, state, scratch, other, ready)
            for trait in range(NUM_TRAITS):
                gained[trait] -= traits[trait] * rest[other] / (left + 1)
    late, share = _time_of(left)
    for trait in range(NUM_TRAITS):
        luck[trait * NUM_KNOTS + late] += gained[trait] * (1 - share)
        luck[trait * NUM_KNOTS + late + 1] += gained[trait] * share


@inlined_kernel
def _time_of(left: int) -> tuple[int, float]:
    """The knot at or below so many cards, and how far it is from there to the next, up to 1."""
    knot = 0
    while knot < NUM_KNOTS - 2 and KNOTS[knot + 1] <= left:
        knot += 1
    return knot, min((left - KNOTS[knot]) / (KNOTS[knot + 1] - KNOTS[knot]), 1.0)


@inlined_kernel
def _count_deal(luck: NDArray[np.float64], state: State, scratch: _Scratch) -> int:
    """Add to `luck` [V] what each card of the deal brought; how many cards are left in the deck."""
    rules = state.rules
    scratch.held[:] = 0
    scratch.rest[:] = 0
    for place in range(rules.deck_size):
        scratch.rest[state.deck[place]] += 1
    left = int(rules.deck_size)
    for place in range(state.deck_drawn):
        left -= 1
        card = int(state.deck[place])
        _count_draw(luck, state, scratch, card, left)
        scratch.rest[card] -= 1
        scratch.held[card] += 1
    return left


@kernel
def measure_draws(
    luck: NDArray[np.float64], late: NDArray[np.int64], games: PlayedGames, until: int
) -> int:
    """Replay games, and sum up what the draws of each brought, those of the deal among them.

    Args:
        luck: [G, V] filled. Draws after `late` do not count.
        late: [G] filled: the number of actions after which at most `until` cards were left in the
            deck; NEVER where the game was over by then.
        games: what to replay.
        until: cards left in the deck.

    Returns:
        The first game with an illegal action; -1 if there is none.
    """
    state, decks = games.states[0], games.decks
    counts, traits = np.zeros((2, MAX_CARDS), np.int64), np.zeros((2, NUM_TRAITS))
    scratch = _Scratch(counts[0], counts[1], traits[0], traits[1])
    luck[:] = 0.0
    for game in range(len(decks)):
        copy_into(state.deck[: decks.shape[1]], decks[game])
        deal(state)
        late[game] = NEVER
        left = _count_deal(luck[game], state, scratch)
        for turn in range(games.turns[game]):
            if left <= until and state.status == RUNNING:
                late[game] = turn
                break
            action = int(games.actions[game, turn])
            drawn = int(state.deck_drawn)
            if not apply_action(state, action):
                return game
            if state.deck_drawn > drawn:
                left -= 1
            if state.last_card != NO_CARD:
                _count_card(luck[game], state, scratch, action, drawn)
        if late[game] == NEVER and left <= until and state.status == RUNNING:
            late[game] = games.turns[game]  # given up right there: other dice might have gone on
    return -1


@inlined_kernel
def _count_card(
    luck: NDArray[np.float64], state: State, scratch: _Scratch, action: int, drawn: int
) -> None:
    """Take note of the card that `action` has used, and of the one that was drawn for it."""
    place = state.rules.action_place[action]
    if place == state.rules.hand_size:  # played from the deck, which nobody drew from
        scratch.rest[state.last_card] -= 1
        return
    scratch.held[state.last_card] -= 1
    if state.deck_drawn > drawn:
        card = int(state.deck[drawn])
        _count_draw(luck, state, scratch, card, int(state.rules.deck_size) - drawn - 1)
        scratch.rest[card] -= 1
        scratch.held[card] += 1
