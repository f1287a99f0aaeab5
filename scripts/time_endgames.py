"""How many endgames are exact in five seconds: a row for each line-up.

`python scripts/time_endgames.py [GAMES] [blueprint|honest] [LINEUPS]`: 100 games each of seed 3,
five cards in the deck; with open hands, played on by the agent itself, or for a seat that does not
see its hand, with the agent's range. LINEUPS: how many of the line-ups are looked at.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from hanabilab import Rules, play_games
from hanabilab.arena.table import record_of
from hanabilab.game.games import Game
from hanabilab.notation import Record, replay
from hanabilab.search.endgame import blueprint_values, honest_values, open_values

_LINEUPS = (("keen", 2), ("smart", 2), ("smart", 3), ("smart", 4), ("smart", 5))
_CARDS, _SECONDS = 5, 5.0


def main() -> None:
    """Print the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print("agent players positions exact median 95% max")
    lineups = int(sys.argv[3]) if len(sys.argv) > 3 else len(_LINEUPS)
    for agent, players in _LINEUPS[:lineups]:
        rules = Rules(players=players)
        table = play_games(agent, rules, games=games, seed=3).table
        how = next((each for each in ("blueprint", "honest") if each in sys.argv), "open")
        found = [_solve(record_of(rules, row), agent, how) for row in table.iter_rows(named=True)]
        seconds = np.array([each[0] for each in found if each])
        exact = sum(each[1] for each in found if each)
        told = (np.median(seconds), np.quantile(seconds, 0.95), seconds.max())
        times = " ".join(f"{each:.2f}" for each in told)
        print(agent, players, len(seconds), exact, times, flush=True)


def _solve(record: Record, agent: str, how: str) -> tuple[float, bool] | None:
    """CPU seconds that it took, and whether all values are exact."""
    for game in replay(record):
        if not game.is_over and _left(game) <= _CARDS:
            began = time.process_time()
            if how == "blueprint":
                exact = blueprint_values(game, agent, seconds=_SECONDS).exact
            elif how == "honest":
                found = honest_values(game, blueprint=agent, seconds=_SECONDS)
                exact = found.exact
                widths = [float(each.win.upper - each.win.lower) for each in found.actions[:1]]
                widths += [float(each.score.upper - each.score.lower) for each in found.actions[:1]]
                print("of the best action, between bounds:", *(f"{each:.3f}" for each in widths))
            else:
                exact = open_values(game, seconds=_SECONDS).exact
            return time.process_time() - began, exact
    return None


def _left(game: Game) -> int:
    return game.cards_left


if __name__ == "__main__":
    main()
