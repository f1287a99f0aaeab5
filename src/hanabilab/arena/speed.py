"""Workloads whose speed we watch, and the Hanabi Learning Environment's beside them.

Everything runs on one core and is measured in CPU time, best of five, after compilation.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hanabilab.agents import five_rule, make_agent, random_agent
from hanabilab.agents.policy import Agent
from hanabilab.arena import loop, speed_kernels
from hanabilab.arena.chunk import new_arrays
from hanabilab.arena.lineup import Lineup
from hanabilab.game.games import Games
from hanabilab.game.rows import new_states
from hanabilab.game.rules import Rules

_REPEATS = 5
_BATCH_SIZES = (1, 64, 1024, 16384)


@dataclass(frozen=True)
class Workload:
    """Something to repeat: `run` does it once and returns how many units it did."""

    name: str
    unit: str
    run: Callable[[], int]


@dataclass(frozen=True)
class Figure:
    """Units a CPU-second; `hle` is None if HLE cannot do the same, or is not installed."""

    name: str
    unit: str
    ours: float
    hle: float | None


def workloads() -> list[Workload]:
    """Ours, in the order they are reported."""
    found = [
        Workload("random play, engine alone", "games/s", _engine_play()),
        Workload("random play, agents in the arena", "games/s", _arena_play(random_agent, 20_000)),
        Workload("five-rule self-play", "games/s", _arena_play(five_rule, 10_000)),
        Workload("canaan-elite self-play", "games/s", _elite_play(10_000)),
        Workload("observe and encode", "vectors/s", _encoding()),
    ]
    for size in _BATCH_SIZES:
        found.append(Workload(f"step {size:,} games", "moves/s", _stepping(size, encode=False)))
        name = f"step and encode {size:,} games"
        found.append(Workload(name, "moves/s", _stepping(size, encode=True)))
    return found


def measure_all(progress: Callable[[int], None] = lambda _: None) -> list[Figure]:
    """Measure every workload; `progress` is called with the number of all before each."""
    ours = workloads()
    beside = hle_workloads()
    total = len(ours) + len(beside)
    speeds: dict[str, float] = {}
    for workload in beside:
        progress(total)
        speeds[workload.name] = measure(workload)
    figures = []
    for workload in ours:
        progress(total)
        figures.append(Figure(workload.name, workload.unit, measure(workload), None))
    beside_ours = [replace(figure, hle=speeds.get(figure.name)) for figure in figures]
    return beside_ours + _extra(figures, speeds)


def _extra(figures: list[Figure], speeds: dict[str, float]) -> list[Figure]:
    """Our random play once more, against HLE's Python states."""
    if "pyhanabi states" not in speeds:
        return []
    ours = figures[0].ours
    return [Figure("random play against pyhanabi", "games/s", ours, speeds["pyhanabi states"])]


def measure(workload: Workload) -> float:
    """Units a CPU-second, the best of five runs after one to warm up."""
    workload.run()
    best = 0.0
    for _ in range(_REPEATS):
        began = time.process_time()
        units = workload.run()
        best = max(best, units / max(time.process_time() - began, 1e-9))
    return best


# --- Ours ------------------------------------------------------------------------------------


def _engine_play(games: int = 100_000) -> Callable[[], int]:
    """Uniformly random games on bare states: deal, choose among the legal, act, to the end."""
    states, rng = new_states(Rules(), 1), np.zeros(2, np.uint64)

    def run() -> int:
        speed_kernels.random_games(states[0], rng, 0, games)
        return games

    return run


def _elite_play(games: int) -> Callable[[], int]:
    """What an evolution spends its time on: a list of fifteen rules, by the rules of its paper."""
    rules = Rules(draw_slot="vacated", bomb="keep")
    return _arena_play(make_agent("canaan-elite"), games, rules)


def _arena_play(agent: Agent, games: int, rules: Rules | None = None) -> Callable[[], int]:
    """Self-play as the arena does it, with views and policies, without making the table."""
    lineup, rules = Lineup((agent, agent)), rules or Rules()
    chunk = 500
    arrays, rows = new_arrays(lineup, rules, chunk), np.arange(chunk)

    def run() -> int:
        for first in range(0, games, chunk):
            dealing = loop.Dealing(0, first + rows, lineup.openings)
            loop.advance(arrays, lineup.natives, dealing, rows, loop.NO_ACTIONS)
        return games

    return run


def _mid_games(count: int) -> Games:
    """Games in which random players have made 0 to 20 moves, ended ones among them."""
    games = Games(Rules(), count)
    speed_kernels.advance_randomly(games.states, 20, np.array([1, 2], np.uint64))
    return games


def _encoding(count: int = 512, times: int = 400) -> Callable[[], int]:
    games = _mid_games(count)
    out = games.observe()

    def run() -> int:
        for _ in range(times):
            games.observe(out=out)
        return count * times

    return run


def _stepping(size: int, *, encode: bool) -> Callable[[], int]:
    """Random legal actions through the checked batch front; games that end are dealt again."""
    steps = max(20, 200_000 // (size + 100))
    games = Games(Rules(), size)
    actions, rng = np.zeros(size, np.int64), np.array([3, 4], np.uint64)
    out = games.observe()

    def run() -> int:
        for step in range(steps):
            speed_kernels.choose_randomly(actions, games.states, step * size, rng)
            games.step(actions)
            if encode:
                games.observe(out=out)
        return size * steps

    return run


# --- The Hanabi Learning Environment -----------------------------------------------------------


def hle_workloads() -> list[Workload]:
    """The same workloads on `pyhanabi`; none if it is not installed."""
    try:
        from hanabi_learning_environment import pyhanabi
    except ImportError:
        return []
    game = pyhanabi.HanabiGame({"players": 2, "random_start_player": False, "seed": 1})
    encoder = pyhanabi.ObservationEncoder(game, pyhanabi.ObservationEncoderType.CANONICAL)
    return [
        Workload("pyhanabi states", "games/s", lambda: _hle_games(game, 300)),
        Workload("observe and encode", "vectors/s", lambda: _hle_vectors(game, encoder, 2000)),
    ]


def _hle_games(game: Any, count: int) -> int:
    rng = np.random.default_rng(1)
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.cur_player() < 0:
                state.deal_random_card()
                continue
            moves = state.legal_moves()
            state.apply_move(moves[rng.integers(len(moves))])
    return count


def _hle_vectors(game: Any, encoder: Any, count: int) -> int:
    state = game.new_initial_state()
    while state.cur_player() < 0:
        state.deal_random_card()
    for _ in range(count):
        encoder.encode(state.observation(state.cur_player()))
    return count
