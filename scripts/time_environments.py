"""Steps a CPU-second of `VectorGames`, of Gymnasium's and of PettingZoo's interfaces: the tables of
docs/environments.md. `python scripts/time_environments.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from hanabilab import Rules
from hanabilab._jit import kernel
from hanabilab.adapters.gymnasium import HanabiEnv, HanabiVectorEnv
from hanabilab.adapters.pettingzoo import env, parallel_env
from hanabilab.learning import VectorGames
from hanabilab.randomness import draw_below, seed_rng


@kernel
def _choose(actions: Any, mask: Any, rng: Any) -> None:
    """Fill `actions` [G] with a legal action of each row of `mask` [G, A]; any where none is."""
    for row in range(len(mask)):
        left = draw_below(rng, max(1, mask[row].sum()))
        for action in range(mask.shape[1]):
            if mask[row, action]:
                if left == 0:
                    actions[row] = action
                left -= 1


def main() -> None:
    """Print both tables: the median of five."""
    for count in (64, 1024, 16384):
        games = VectorGames(Rules(players=2), count, seed=1)
        rate = _median(lambda games=games: _learners(games, 2**19))
        print(f"| `VectorGames` | {count:,} | {rate:,.0f} |")
    for mode in ("NextStep", "SameStep"):
        for count in (1, 64, 1024, 16384):
            made = HanabiVectorEnv(count, autoreset_mode=mode)
            print(
                f"| {mode} | {count:,} | {_median(lambda made=made: _vector(made, 2**19)):,.0f} |"
            )
    for partners in ("five-rule", ["five-rule", "smart"]):
        made = HanabiVectorEnv(1024, partners=partners)
        rate = _median(lambda made=made: _vector(made, 2**17))
        print(f"| beside {partners} | 1,024 | {rate:,.0f} |")
    print(f"| `HanabiEnv` | {_median(lambda: _single(HanabiEnv())):,.0f} |")
    print(f"| `HanabiAEC` | {_median(lambda: _aec(env())):,.0f} |")
    print(f"| `HanabiParallel` | {_median(lambda: _parallel(parallel_env())):,.0f} |")


def _median(rate: Callable[[], float]) -> float:
    rate()
    return sorted(rate() for _ in range(5))[2]


def _learners(games: VectorGames, steps: int) -> float:
    """Encoded turns a CPU-second with random legal actions, whose choice is not counted."""
    actions, rng = np.zeros(len(games), np.int64), np.zeros(2, np.uint64)
    seed_rng(rng, 1, 0, 0)
    spent, turns = 0.0, max(10, steps // len(games))
    for _ in range(turns):
        _choose(actions, games.legal, rng)
        begun = process_time()
        games.step(actions)
        spent += process_time() - begun
    return turns * len(games) / spent


def _vector(envs: HanabiVectorEnv, steps: int) -> float:
    """Steps a CPU-second with random legal actions, which a kernel chooses."""
    actions, rng = np.zeros(envs.num_envs, np.int64), np.zeros(2, np.uint64)
    seed_rng(rng, 1, 0, 0)
    _, infos = envs.reset(seed=1)
    turns = min(max(10, steps // envs.num_envs), 5000)
    begun = process_time()
    for _ in range(turns):
        _choose(actions, infos["action_mask"], rng)
        infos = envs.step(actions)[-1]
    return turns * envs.num_envs / (process_time() - begun)


def _single(made: HanabiEnv, steps: int = 5000) -> float:
    rng = np.random.default_rng(1)
    _, info = made.reset(seed=1)
    begun = process_time()
    for _ in range(steps):
        _, _, over, _, info = made.step(rng.choice(info["action_mask"].nonzero()[0]))
        if over:
            _, info = made.reset()
    return steps / (process_time() - begun)


def _aec(made: Any, steps: int = 5000) -> float:
    rng = np.random.default_rng(1)
    made.reset(seed=1)
    begun = process_time()
    for _ in range(steps):
        seen, _, over, _, _ = made.last()
        if over:
            made.reset()
            continue
        made.step(rng.choice(seen["action_mask"].nonzero()[0]))
    return steps / (process_time() - begun)


def _parallel(made: Any, steps: int = 5000) -> float:
    rng = np.random.default_rng(1)
    seen, _ = made.reset(seed=1)
    begun = process_time()
    for _ in range(steps):
        chosen = {a: rng.choice(s["action_mask"].nonzero()[0]) for a, s in seen.items()}
        seen, *_ = made.step(chosen)
        if not made.agents:
            seen, _ = made.reset()
    return steps / (process_time() - begun)


if __name__ == "__main__":
    main()
