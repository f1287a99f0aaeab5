"""Encoded turns a CPU-second of `VectorGames`, and of JaxMARL's Hanabi in the same run.

`python scripts/time_jaxmarl.py`, where `pip install jaxmarl==0.2.0` has been run, best in an
environment of its own. Both play two players with random legal actions on one core. JaxMARL steps,
encodes for both seats and chooses in one compiled loop of JAX; ours encodes for the seat to act,
and its choice is not counted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

# JAX reads both when it is first imported.
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = (
    "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"  # one core
)

import jax
import jax.numpy as jnp
from jaxmarl import make

from hanabilab import Rules
from hanabilab.learning import VectorGames

_TURNS = 50


def main() -> None:
    """Print a table: the median of five for each number of games."""
    print(f"jaxmarl 0.2.0, jax {jax.__version__}, Python {sys.version.split()[0]}")
    print("| games | `VectorGames` | JaxMARL | ratio |\n| --- | --- | --- | --- |")
    for games in (64, 1024, 4096):
        ours, theirs = _median(_ours(games)), _median(_theirs(games))
        print(f"| {games:,} | {ours:,.0f} | {theirs:,.0f} | {ours / theirs:,.0f} |")


def _median(rate: Callable[[], float]) -> float:
    rate()
    return sorted(rate() for _ in range(5))[2]


def _ours(count: int) -> Callable[[], float]:
    games, random = VectorGames(Rules(players=2), count, seed=1), np.random.default_rng(1)

    def rate() -> float:
        spent = 0.0
        for _ in range(_TURNS):
            actions = np.where(games.legal, random.random(games.legal.shape), -1).argmax(axis=1)
            begun = process_time()
            games.step(actions)
            spent += process_time() - begun
        return _TURNS * count / spent

    return rate


def _theirs(count: int) -> Callable[[], float]:
    env = make("hanabi")

    def chosen(key: Any, legal: Any) -> Any:
        return jax.random.categorical(key, jnp.where(legal > 0, 0.0, -1e9))

    def turn(carry: Any, _: Any) -> Any:
        key, states, legal = carry
        key, *keys = jax.random.split(key, env.num_agents + 2)
        actions = {
            name: jax.vmap(chosen)(jax.random.split(own, count), legal[name])
            for name, own in zip(env.agents, keys, strict=False)
        }
        seen, states, *_ = jax.vmap(env.step)(jax.random.split(keys[-1], count), states, actions)
        # The sum keeps JAX from leaving the encoding out.
        total = sum(jnp.sum(vectors) for vectors in seen.values())
        return (key, states, jax.vmap(env.get_legal_moves)(states)), total

    play = jax.jit(lambda carry: jax.lax.scan(turn, carry, None, _TURNS))
    _, states = jax.vmap(env.reset)(jax.random.split(jax.random.PRNGKey(0), count))
    carry = [(jax.random.PRNGKey(1), states, jax.vmap(env.get_legal_moves)(states))]

    def rate() -> float:
        begun = process_time()
        carry[0], _ = jax.block_until_ready(play(carry[0]))
        return _TURNS * count / (process_time() - begun)

    return rate


if __name__ == "__main__":
    main()
