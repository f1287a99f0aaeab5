"""The table of docs/studies/agents.md: `python scripts/agent_table.py [AGENT ...] [--players N]`.

Each agent plays with itself on one thread; scores under both rules for lost games come from the
same games. Speed is games per second of CPU time, the best of three runs of a tenth of the games.
"""

from __future__ import annotations

import argparse
import time
from contextlib import suppress

from hanabilab import Lineup, Rules, families, make_agent, play_games
from hanabilab.agents import CompiledPolicy
from hanabilab.errors import AgentError
from hanabilab.stats import estimate


def speed(lineup: Lineup, rules: Rules, games: int) -> float:
    """Games per CPU-second."""
    best = 0.0
    for attempt in range(3):
        began = time.process_time()
        play_games(lineup, rules, games=games, seed=2 + attempt, threads=1)
        best = max(best, games / (time.process_time() - began))
    return best


def row(name: str, players: int, games: int) -> str:
    """A line of Markdown."""
    lineup, rules = Lineup.of([name] * players), Rules(players=players)
    table = play_games(lineup, rules, games=games, seed=1, threads=1).table
    zero, keep = (estimate(table[column].to_numpy()) for column in ("score", "points"))
    perfect, lost = 100 * table["perfect"].mean(), 100 * (table["lives"] == 0).mean()
    rate = speed(lineup, rules, max(games // 10, 1))
    return f"| `{name}` | {players} | {zero} | {keep} | {perfect:.1f} | {lost:.1f} | {rate:,.0f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("agents", nargs="*", metavar="AGENT")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--players", type=int, help="this number alone, not 2 to 5")
    given = parser.parse_args()
    print(
        "| agent | players | score, lost games 0 | points kept | perfect % | lost % | games/CPU-s |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in given.agents or [family.name for family in families()]:
        with suppress(AgentError):  # a family that needs arguments
            agent = make_agent(name)
            if isinstance(agent, CompiledPolicy):
                wanted = [given.players] if given.players else range(2, 6)
                for players in sorted({*wanted} & {*agent.players}):
                    print(row(name, players, given.games), flush=True)


if __name__ == "__main__":
    main()
