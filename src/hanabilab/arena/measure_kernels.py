"""Kernels that count what agents do while they act, and the layout of the counters.

Counters are `int64[P, NUM_MEASURES]`, a row for each seat, and only ever grow: those of one game,
or of many pooled. docs/measures.md defines them; `arena.measures` has their names and ratios.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import copy_into, inlined_kernel, kernel
from hanabilab.arena.played_games import PlayedGames
from hanabilab.game.cards import NO_CARD, is_playable, is_useless
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.rule_tables import COLOR_HINT, DISCARD, PLAY, RANK_HINT, RuleTables
from hanabilab.game.state import State
from hanabilab.knowledge.unseen import count_unseen_copies

#: Columns of the counters: actions by kind, numbered as the kinds are.
DISCARDS, PLAYS, COLOR_HINTS, RANK_HINTS = DISCARD, PLAY, COLOR_HINT, RANK_HINT
#: Turns with a token to hint with; plays of cards that did not fit; sums over plays of how probable
#: it was that the card fits, in units of 1 / PLAYABILITY_UNIT, and of its attributes known, 0 to 2;
#: discards of cards that no game needs, and of last copies of cards that it does.
(
    HINT_TURNS,
    MISPLAYS,
    PLAYABILITY,
    KNOWN_ATTRIBUTES,
    USELESS_DISCARDS,
    CRITICAL_DISCARDS,
) = range(4, 10)
NUM_MEASURES = 10
#: How many of them, the first ones, folders of cross-plays and evolutions hold. It stays as it is
#: when a counter is added at the end, so that these folders stay readable.
KEPT_MEASURES = 10
#: Whole numbers, so that sums do not depend on their order; 10^8 games still fit 63 bits.
PLAYABILITY_UNIT = 1_000_000_000


@inlined_kernel
def measure_action(counters: NDArray[np.int64], state: State, action: int) -> None:
    """Count what the seat to act is about to do; to be called just before `apply_action`.

    Args:
        counters: [P, NUM_MEASURES], changed in place.
        state: STATE row, running.
        action: legal; a number that is no action's id counts as no turn.
    """
    rules, seat = state.rules, int(state.current_seat)
    if action < 0 or action >= rules.num_actions:
        return
    row, kind = counters[seat], rules.action_kind[action]
    row[HINT_TURNS] += state.information_tokens > 0
    row[kind] += 1
    if kind <= PLAY:
        slot = rules.action_place[action]
        card, possible = _card_used(state, seat, slot)
        if card >= 0 and kind == PLAY:
            _measure_play(row, state, seat, possible, card)
        elif card >= 0:
            _measure_discard(row, state, card)


@inlined_kernel
def _card_used(state: State, seat: int, slot: int) -> tuple[int, int]:
    """The card in a slot, or the next of the deck in the slot behind the hand; NO_CARD if there is
    none. And the bit set of the cards that hints leave for it, which tell nothing of the deck.
    """
    rules = state.rules
    if slot < rules.hand_size:
        return int(state.hands[seat, slot]), int(state.possible[seat, slot])
    if state.deck_drawn == rules.deck_size:
        return NO_CARD, 0
    return int(state.deck[state.deck_drawn]), (1 << int(rules.num_cards)) - 1


@inlined_kernel
def _measure_play(
    row: NDArray[np.int64], state: State, seat: int, possible: int, card: int
) -> None:
    """Count a play of `card`: what its player knew of it by hints, and by the cards in sight."""
    rules = state.rules
    if possible & ~state.playable == 0:  # sure to fit, as most plays are; nothing to count
        row[PLAYABILITY] += PLAYABILITY_UNIT
    elif possible & state.playable:
        unseen, playable = count_unseen_copies(state, seat, possible, int(state.playable))
        row[PLAYABILITY] += int(playable * PLAYABILITY_UNIT / unseen)
    first = int(rules.suit_of[card] * rules.num_ranks)
    suit_cards = ((1 << int(rules.num_ranks)) - 1) << first
    if rules.variant == 0:
        rank_cards = int(rules.touches[rules.num_suits + rules.rank_of[card]])
    else:
        rank_cards = _cards_of_rank(rules, card)
    row[MISPLAYS] += not is_playable(state, card)
    row[KNOWN_ATTRIBUTES] += (possible & ~suit_cards == 0) + (possible & ~rank_cards == 0)


@inlined_kernel
def _cards_of_rank(rules: RuleTables, card: int) -> int:
    """Bit set of the cards at the same place of their suits."""
    cards = 0
    for suit in range(rules.num_suits):
        cards |= 1 << int(suit * rules.num_ranks + rules.rank_of[card])
    return cards


@inlined_kernel
def _measure_discard(row: NDArray[np.int64], state: State, card: int) -> None:
    """Count a discard of `card`: needed by no game, the last of its kind, or neither."""
    useless, more_left = is_useless(state, card), (state.left[1] >> card) & 1 != 0
    row[USELESS_DISCARDS] += useless
    row[CRITICAL_DISCARDS] += not (useless or more_left)


@kernel
def measure_games(counters: NDArray[np.int64], games: PlayedGames) -> int:
    """Replay games and count what was done in them.

    Args:
        counters: [G, P, NUM_MEASURES].
        games: what to replay.

    Returns:
        The first game with an illegal action; -1 if there is none.
    """
    state, decks = games.states[0], games.decks
    for game in range(len(decks)):
        copy_into(state.deck[: decks.shape[1]], decks[game])
        deal(state)
        for turn in range(games.turns[game]):
            action = int(games.actions[game, turn])
            measure_action(counters[game], state, action)
            if not apply_action(state, action):
                return game
    return -1
