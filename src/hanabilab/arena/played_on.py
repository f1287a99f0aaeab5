"""A kernel that plays games on from late in the deck, each several times with the rest shuffled.

What the last cards of the deck brought is the score less the mean of all games that could have
followed, had those cards come in another order. A few such games, by the same agents, have that
mean in expectation. Errors late in a game, which cost all its points by the last life, so count
with how probable they were.

Shapes: N games that are played on, P players.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import borrow, copy_into, copy_shared_fields, kernel
from hanabilab.arena.loop import (
    DECK_GIVEN,
    NO_FAULT,
    WAITING_SEAT,
    Dealing,
    GameArrays,
    SeatKernels,
    advance_game,
    deal_game,
)
from hanabilab.arena.played_games import PlayedGames
from hanabilab.game.dealing import shuffle
from hanabilab.game.engine import score
from hanabilab.game.rule_tables import MAX_PLAYERS
from hanabilab.randomness import LUCK_STREAM, seed_rng

#: How often each game is played on.
TIMES = 8
#: From where: the share of the deck's cards that are left, 20 of 50.
LAST_CARDS = 0.4


@kernel
def play_on_from(
    sums: NDArray[np.int64],
    counted: GameArrays,
    seats: SeatKernels,
    dealing: Dealing,
    games: PlayedGames,
    late: NDArray[np.int64],
) -> int:
    """Sum up the scores of TIMES games that go on from each game, with the same agents.

    Args:
        sums: [N] filled.
        counted: arrays of two games: the one that was played, and one that goes on; scratch.
        seats: of all games.
        dealing: seed, the indices [N] of the games, and memory before the deal.
        games: [N] as they were played.
        late: [N] how many of their actions to keep.

    Returns:
        The first game in which an agent is at fault; -1 if there is none.
    """
    arrays = borrow(counted)
    recorded = SeatKernels(
        seats.acts, seats.observes, np.full(len(seats.kinds), WAITING_SEAT, np.int64)
    )
    past, rest = arrays.states[0], arrays.states[1]
    size = int(past.rules.deck_size)
    for game in range(len(sums)):
        sums[game] = 0
        copy_into(past.deck[:size], games.decks[game])
        past.status = DECK_GIVEN
        deal_game(arrays, 0, seats, dealing)
        for turn in range(late[game]):
            advance_game(arrays, 0, recorded, games.actions[game, turn : turn + 1])
        drawn = int(past.deck_drawn)
        for time in range(TIMES):
            copy_shared_fields(rest, past)
            copy_into(rest.deck, past.deck)
            copy_into(arrays.memory[1], arrays.memory[0])
            _seed(arrays.rngs[1], dealing.seed, dealing.games[game], time)
            shuffle(rest.deck[drawn:size], size - drawn, arrays.rngs[1, 0])
            advance_game(arrays, 1, seats, games.actions[game, :0])
            if arrays.faults[1, 0] != NO_FAULT:
                return game
            sums[game] += score(rest)
    return -1


@kernel
def _seed(rngs: NDArray[np.uint64], seed: int, game: int, time: int) -> None:
    """Give the seats [P, 2] numbers of their own; the first one's shuffle the deck before."""
    for seat in range(len(rngs)):
        seed_rng(rngs[seat], seed, game, LUCK_STREAM + time * MAX_PLAYERS + seat)
