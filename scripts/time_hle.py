"""Steps a CPU-second through HLE's API, ours beside HLE's own: `python scripts/time_hle.py`."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time
from typing import Any

from hanabi_learning_environment import pyhanabi as their_states
from hanabi_learning_environment import rl_env as their_env

from hanabilab.adapters.hle import pyhanabi, rl_env

_CONFIG = {"players": 2, "seed": 1}


def main() -> None:
    """Print the table of docs/hle.md: the median of five."""
    rows = {
        "`pyhanabi` states with `legal_moves()`": (_states, their_states, pyhanabi, 300),
        "`rl_env`, observation dictionaries": (_environment, their_env, rl_env, 30),
    }
    for name, (play, theirs, ours, games) in rows.items():
        play(ours, 5)  # compiled
        pairs = [(_rate(play, theirs, games), _rate(play, ours, games)) for _ in range(5)]
        hle, here = (sorted(side)[2] for side in zip(*pairs, strict=True))
        print(f"| {name} | {hle:,.0f} | {here:,.0f} | {here / hle:.1f} |")


def _rate(play: Callable[[Any, int], int], module: Any, games: int) -> float:
    begun = process_time()
    steps = play(module, games)
    return steps / (process_time() - begun)


def _states(module: Any, games: int) -> int:
    """Play random games on states; how many moves they had."""
    rng, game, steps = random.Random(1), module.HanabiGame(_CONFIG), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.cur_player() == module.CHANCE_PLAYER_ID:
                state.deal_random_card()
                continue
            state.apply_move(rng.choice(state.legal_moves()))
            steps += 1
    return steps


def _environment(module: Any, games: int) -> int:
    """Play random games in an environment; how many moves they had."""
    rng, env, steps = random.Random(1), module.HanabiEnv(_CONFIG), 0
    for _ in range(games):
        seen, done = env.reset(), False
        while not done:
            mine = seen["player_observations"][seen["current_player"]]
            seen, _, done, _ = env.step(rng.choice(mine["legal_moves"]))
            steps += 1
    return steps


if __name__ == "__main__":
    main()
