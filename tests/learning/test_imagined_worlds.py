"""Worlds of literal beliefs: each looks to the seat as the real one does, and all are as likely."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from hanabilab import Rules
from hanabilab._jit import JIT_ENABLED
from hanabilab.learning import VectorGames
from hanabilab.learning.imagined_worlds import NO_HAND, Positions, draw_worlds
from hanabilab.learning.vector_games import new_batch, new_scratch
from hanabilab.notation import parse_rules
from tests.agents.samples import view_of
from tests.beliefs.exact import assert_as_likely, exact_hands

DRAWS = 30_000 if JIT_ENABLED else 600
MINI = Rules(players=2, suits=2, ranks=3, hand_size=3, information_tokens=6)


def after(rules, turns, *, count=6, seed=1, other_play=False):
    """Games after some turns by chance that lose no life, so that nobody's game ends soon."""
    games, rng = (
        VectorGames(rules, count, seed=seed, other_play=other_play),
        np.random.default_rng(2),
    )
    for _ in range(turns):
        calm = games.legal.copy()
        calm[:, rules.hand_size : 2 * rules.hand_size] = False
        games.step((rng.random(calm.shape) * calm).argmax(1))
    return games


def worlds_of(games, count, *, seed=1, rows=slice(None)):
    """[rows * count] games in worlds of the seats to act."""
    positions = Positions(games.states[rows].copy(), games.names[rows].copy(), games.games[rows])
    worlds = new_batch(games.rules, len(positions.games) * count, np.uint8)
    hands = np.full(len(worlds.states), NO_HAND, np.int32)
    assert -1 == draw_worlds(worlds, positions, hands, seed, new_scratch(games.rules, np.uint8))
    return worlds


@pytest.mark.parametrize("turns", [0, 9])
@pytest.mark.parametrize(
    "rules",
    [
        *(Rules(players=players) for players in (2, 3, 4, 5)),
        Rules(players=6),
        parse_rules("up-or-down-5-suits"),
        parse_rules("small"),
    ],
    ids=str,
)
def test_a_seat_cannot_tell_a_world_from_the_real_one(rules, turns):
    """Its view is the same to the byte; its cards and the deck are others, of the same copies."""
    games = after(rules, turns)
    worlds, other_hands, other_decks = worlds_of(games, 4), 0, 0
    for place, world in enumerate(worlds.states):
        real = games.states[place // 4]
        seat = int(real.current_seat)
        assert view_of(rules, world, seat).tobytes() == view_of(rules, real, seat).tobytes()
        assert Counter(world.deck.tolist()) == Counter(real.deck.tolist())
        for slot in range(rules.hand_size):
            if world.hands[seat, slot] >= 0:
                drawn = world.deck[world.deck_index[seat, slot]]
                assert world.hands[seat, slot] == drawn
        other_hands += world.hands[seat].tolist() != real.hands[seat].tolist()
        other_decks += world.deck.tolist() != real.deck.tolist()
    assert other_hands > 5
    assert other_decks > 5


@pytest.mark.parametrize("turns", [0, 3])
def test_worlds_are_as_likely_as_their_deals(turns):
    """Against all own hands, counted one by one; n = 30,000 (600 with JIT off), seed 1."""
    games = after(MINI, turns, count=3)
    worlds = worlds_of(games, DRAWS).states.reshape(3, DRAWS)
    for real, drawn in zip(games.states, worlds, strict=True):
        seat = int(real.current_seat)
        hands = drawn["hands"][:, seat, : MINI.hand_size]
        weights = exact_hands(MINI, view_of(MINI, real, seat))
        assert len(weights) > 3
        assert_as_likely(Counter(map(tuple, hands.tolist())), weights)


def test_the_next_card_is_any_that_nobody_holds():
    """At the deal, by the copies left beside the partner's cards; n as above."""
    games = after(MINI, 0, count=1)
    real, worlds = games.states[0], worlds_of(games, DRAWS).states
    partner = real.hands[1 - int(real.current_seat), : MINI.hand_size].tolist()
    copies = np.asarray(MINI.tables.copies[: MINI.num_cards], int)
    left = {card: copies[card] - partner.count(card) for card in range(MINI.num_cards)}
    nexts = Counter(worlds["deck"][:, int(real.deck_drawn)].tolist())
    assert_as_likely(nexts, {card: count for card, count in left.items() if count})


def test_draws_follow_from_the_game_and_the_turn_alone():
    """A game has the same worlds whatever is beside it; other turns, games, seeds have others."""
    games = after(Rules(players=2), 4)
    all_at_once = worlds_of(games, 2).states.reshape(6, 2)
    for row in range(6):
        alone = worlds_of(games, 2, rows=slice(row, row + 1)).states
        assert alone.tobytes() == all_at_once[row].tobytes()
    first, second = all_at_once[0]
    assert first.tobytes() != second.tobytes()
    assert worlds_of(games, 2, seed=2).states.tobytes() != all_at_once.tobytes()
    decks = all_at_once["deck"].tolist()
    games.games += 6
    assert worlds_of(games, 2).states.reshape(6, 2)["deck"].tolist() != decks
    games.games -= 6
    games.states["turn"] += 1
    assert worlds_of(games, 2).states.reshape(6, 2)["deck"].tolist() != decks


def test_seats_keep_their_names_of_colors_in_their_worlds():
    """Under Other-Play a world is seen under the names of its own game."""
    games = after(Rules(players=3), 2, other_play=True)
    assert len({*games.names.ravel().tolist()}) > 6
    assert (worlds_of(games, 3).names == np.repeat(games.names, 3, axis=0)).all()
