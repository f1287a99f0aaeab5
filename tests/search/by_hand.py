"""A search's worlds, and its rollouts in them, move by move."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hanabilab.beliefs import update_range
from hanabilab.game.games import Game
from hanabilab.randomness import SEAT_STREAM, draw_below, seed_rng
from hanabilab.search import Estimates, Sparta
from hanabilab.search.estimates import TALLIES
from hanabilab.search.rollouts import draw_world
from hanabilab.search.searching import make_position, make_workspace
from tests.beliefs.playing import history_of
from tests.following import Following

__all__ = ["assert_as_by_hand", "worlds_of"]


def worlds_of(game: Game, search: Sparta, count: int, seed: int) -> Iterator[tuple[list[int], int]]:
    """The decks that a search of `game` draws, by the same numbers, and the seeds of the dice."""
    history, seat = history_of(game, search.blueprint), int(game.state.current_seat)
    exact = search.beliefs == "exact"
    hands = update_range(history, None, search.partners) if exact else None
    position = make_position(history, hands)
    workspace, rng = make_workspace(game.rules, search.blueprint), np.zeros(2, np.uint64)
    seed_rng(rng, seed, len(game.actions), SEAT_STREAM + seat)
    now = Following(search.blueprint, game.rules, game.deck, game.actions)
    search.blueprint.native_act(now.view(), now.memories[seat], rng)
    for _ in range(count):
        assert draw_world(workspace, position, search.blueprint.native_observe, rng)
        yield workspace.world.deck[: game.rules.deck_size].tolist(), int(draw_below(rng, 1 << 31))


def assert_as_by_hand(game: Game, search: Sparta, found: Estimates, count: int, seed: int) -> None:
    """Every action was played out in the same `count` worlds, the blueprint in all seats."""
    wanted = np.zeros((game.rules.num_actions, TALLIES))
    for deck, rollout_seed in worlds_of(game, search, count, seed):
        scores = {}
        for action in game.legal_actions():
            actions = [*game.actions, action]
            table = Following(search.blueprint, game.rules, deck, actions, luck=rollout_seed)
            scores[action] = table.play_out()
        for action, score in scores.items():
            gain = score - scores[found.blueprint_action]
            wanted[action] += (1, score, score**2, gain, gain**2)
    assert wanted.tolist() == found.tallies.tolist()
