"""JaxMARL's own environment beside ours: the same decks and actions, everything compared."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from hanabilab.adapters.jaxmarl import HanabiEnv
from hanabilab.game.games import Games

_BATCH = 250


def compare(players: int, games: int, seed: int = 0) -> int:
    """Random games to their ends, step by step; how many steps of a game were compared."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jaxmarl

    theirs = jaxmarl.make("hanabi", num_agents=players)
    calls = [
        jax.jit(jax.vmap(theirs.reset_from_deck_of_pairs)),
        jax.jit(jax.vmap(theirs.step_env, in_axes=(None, 0, 0))),
        jax.jit(jax.vmap(theirs.get_legal_moves)),
    ]
    key, steps = jax.random.PRNGKey(0), 0
    for first in range(0, games, _BATCH):
        count = min(_BATCH, games - first)
        steps += _compare_batch(
            HanabiEnv(_BATCH, num_agents=players), calls, key, seed + first, count
        )
    return steps


def _compare_batch(env: HanabiEnv, calls: Any, key: Any, seed: int, count: int) -> int:
    reset, step, legal_moves = calls
    random, rules = np.random.default_rng(seed), env.rules
    decks = Games(rules, _BATCH, seed=seed).states["deck"][:, : rules.deck_size]
    pairs = np.stack([decks // rules.ranks, decks % rules.ranks], axis=-1)
    ours, theirs = env.reset_from_deck_of_pairs(pairs), reset(pairs)
    going, steps = np.arange(_BATCH) < count, 0
    while going.any():
        _same(env, ours[0], theirs[0], going)
        legal, told = env.get_legal_moves(ours[1]), legal_moves(theirs[1])
        for agent in env.agents:
            assert (legal[agent] == np.asarray(told[agent]))[going].all()
        actions = {
            agent: np.where(legal[agent], random.random(legal[agent].shape), -1).argmax(axis=1)
            for agent in env.agents
        }
        ours = env.step_env(ours[1], actions)
        seen, state, rewards, dones, _ = step(key, theirs[1], actions)
        theirs = seen, state
        steps += int(going.sum())
        for mine, other in ((ours[2], rewards), (ours[3], dones)):
            assert mine.keys() == other.keys()
            for name, values in mine.items():
                assert (values == np.asarray(other[name]))[going].all(), name
        going &= ~ours[3]["__all__"]
    return steps


def _same(env: HanabiEnv, seen: Any, told: Any, going: Any) -> None:
    for agent in env.agents:
        np.testing.assert_allclose(seen[agent][going], np.asarray(told[agent])[going], atol=1e-6)


if __name__ == "__main__":
    import sys

    for players in range(2, 6):
        print(players, compare(players, int(sys.argv[1])), flush=True)
