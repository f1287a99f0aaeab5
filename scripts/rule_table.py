"""The tables of docs/rule_base.md: `python scripts/rule_table.py [scores|speed|rules]`.

Scores: each published agent with itself, two players, fixed slots, points of lost games kept, seed
1, in all modes. Speed: games per second of CPU time on one thread, the best of five runs of
10,000 games, without making the table of games. Rules: our own, with their reasons.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import numpy as np

from hanabilab import Lineup, Rules, make_agent, play_games
from hanabilab.agents import CompiledPolicy
from hanabilab.agents.rules import BASES, MODES, POOL
from hanabilab.arena import loop
from hanabilab.arena.chunk import new_arrays
from hanabilab.game.state import FORFEITED
from hanabilab.stats import estimate

FIXED = Rules(draw_slot="vacated", bomb="keep")
CHUNK = 500


def score_rows(games: int) -> Iterator[str]:
    """A line of Markdown for each agent of the pool."""
    yield "| agent | clean | compat | skip | moves | given up in compat, in skip % |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name in POOL:
        found = {}
        for mode in MODES:
            lineup = Lineup.of([f"{name}(mode={mode})"] * 2)
            found[mode] = play_games(lineup, FIXED, games=games, seed=1).table
        scores = " | ".join(str(estimate(each["score"].to_numpy())) for each in found.values())
        ups = [100 * (found[mode]["status"] == FORFEITED).mean() for mode in ("compat", "skip")]
        moves = found["clean"]["turns"].mean()
        yield f"| `{name}` | {scores} | {moves:.1f} | {ups[0]:.1f}, {ups[1]:.1f} |"


def speed(agent: CompiledPolicy, games: int) -> float:
    """Games per CPU-second."""
    lineup, best = Lineup((agent, agent)), 0.0
    arrays = new_arrays(lineup, FIXED, CHUNK)
    for attempt in range(6):
        began = time.process_time()
        for first in range(0, games, CHUNK):
            indices = np.arange(first, first + CHUNK)
            loop.begin(arrays, lineup.natives, lineup.openings, 0, indices)
        rate = games / (time.process_time() - began)
        best = max(best, rate if attempt else 0.0)  # the first run compiles
    return best


def speed_rows(games: int) -> Iterator[str]:
    """A line of Markdown for some agents, `five-rule` to compare with."""
    yield "| agent | games/CPU-s |"
    yield "| --- | --- |"
    for name in ("five-rule", "canaan-elite", "iggi", "piers", "internal", "outer"):
        agent = make_agent(name)
        assert isinstance(agent, CompiledPolicy)
        yield f"| `{name}` | {speed(agent, games):,.0f} |"


def rule_rows() -> Iterator[str]:
    """A line of Markdown for each rule that the published base lacks."""
    yield "| rule | name | what it does | why |"
    yield "| --- | --- | --- | --- |"
    for rule in BASES["extended"][len(BASES["canaan2019"]) :]:
        yield f"| {rule.number} | `{rule.name}` | {rule.summary} | {rule.reason} |"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("table", choices=["scores", "speed", "rules"])
    parser.add_argument("--games", type=int)
    given = parser.parse_args()
    if given.table == "rules":
        rows = rule_rows()
    elif given.table == "scores":
        rows = score_rows(given.games or 20_000)
    else:
        rows = speed_rows(given.games or 10_000)
    for row in rows:
        print(row, flush=True)


if __name__ == "__main__":
    main()
