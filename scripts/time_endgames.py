"""How many endgames are exact in five CPU-seconds: a row for each line-up.

`python scripts/time_endgames.py [GAMES] [blueprint|honest] [LINEUPS]`: 100 games each of seed 3,
five cards in the deck; with open hands, played on by the agent itself, or for a seat that does not
see its hand, with the agent's range. LINEUPS: how many of the line-ups are looked at.

`python scripts/time_endgames.py [GAMES] people`: with open hands, games that the folder or file
HANABILAB_PEOPLE has, of two to four players, as many each, evenly over all that come so far.

Searches stop after five seconds of this process's own time, however busy the machine is.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator

import numpy as np

from hanabilab import Rules, play_games
from hanabilab.arena.table import record_of
from hanabilab.game.games import Game
from hanabilab.notation import Record, replay
from hanabilab.people import read_people
from hanabilab.search.endgame import (
    EndgameValues,
    blueprint_values,
    honest_values,
    open_values,
)

_LINEUPS = (
    *(("keen", 2), ("keen", 3), ("keen", 4)),
    *(("smart", 2), ("smart", 3), ("smart", 4), ("smart", 5)),
)
_CARDS, _SECONDS = 5, 5.0


def main() -> None:
    """Print the table."""
    time.monotonic = time.process_time  # the clock that searches look at
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    how = next((each for each in ("blueprint", "honest") if each in sys.argv), "open")
    lineups = int(sys.argv[3]) if len(sys.argv) > 3 else len(_LINEUPS)
    print("who players positions exact median 95% max")
    rows = _of_people(games) if "people" in sys.argv else _of_agents(games, lineups)
    for who, players, positions in rows:
        if not positions:
            print(who, players, 0)
            continue
        _solve(positions[0], who, how)  # compiles
        found = [_solve(each, who, how) for each in positions]
        for _, values in found if how == "honest" else ():
            best = values.actions[0]
            widths = (float(each.upper - each.lower) for each in (best.win, best.score))
            print("of the best action, between bounds:", *(f"{each:.3f}" for each in widths))
        seconds = np.array([each[0] for each in found])
        exact = sum(values.exact for _, values in found)
        told = (np.median(seconds), np.quantile(seconds, 0.95), seconds.max())
        times = " ".join(f"{each:.2f}" for each in told)
        print(who, players, len(seconds), exact, times, flush=True)


def _of_agents(games: int, lineups: int) -> Iterator[tuple[str, int, list[Game]]]:
    """Who played, how many they are, and the positions."""
    for agent, players in _LINEUPS[:lineups]:
        rules = Rules(players=players)
        table = play_games(agent, rules, games=games, seed=3).table
        records = (record_of(rules, row) for row in table.iter_rows(named=True))
        yield agent, players, _positions(records)


def _of_people(games: int) -> Iterator[tuple[str, int, list[Game]]]:
    """The same of people."""
    found = read_people(os.environ["HANABILAB_PEOPLE"]).games
    for players in range(2, 5):
        own = [each.record for each in found if each.record.rules.players == players]
        positions = _positions(own)
        count = min(games, len(positions))
        chosen = [positions[each * len(positions) // count] for each in range(count)]
        yield "people", players, chosen


def _positions(records: Iterable[Record]) -> list[Game]:
    """The first one of each game with so few cards in the deck; none of a game that ends before."""
    found = (
        next((game.copy() for game in replay(each) if game.cards_left <= _CARDS), None)
        for each in records
    )
    return [game for game in found if game is not None and not game.is_over]


def _solve(game: Game, agent: str, how: str) -> tuple[float, EndgameValues]:
    """CPU seconds that it took, and what was found."""
    began = time.process_time()
    found: EndgameValues
    if how == "blueprint":
        found = blueprint_values(game, agent, seconds=_SECONDS)
    elif how == "honest":
        found = honest_values(game, blueprint=agent, seconds=_SECONDS)
    else:
        found = open_values(game, seconds=_SECONDS)
    return time.process_time() - began, found


if __name__ == "__main__":
    main()
