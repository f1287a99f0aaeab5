"""Where points are lost: `python scripts/take_over.py AGENT AGENT [--left 30 20 10]`.

The agents play games, one at each seat. When a game first has so many cards left in the deck, a
copy of it is played on by `cheat` in all seats, which sees all hands. What that scores more is what
the agents still lose.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from hanabilab import Game, Rules, make_agent
from hanabilab.agents import Agent
from hanabilab.stats import estimate


def play_on(game: Game, agents: list[Agent]) -> int:
    """Play a copy of a game to its end; the score."""
    game = game.copy()
    while not game.is_over:
        game.act(game.ask(agents[game.current_seat]))
    return game.score


def scores_of(game: Game, agents: list[Agent], left: list[int]) -> dict[int, int]:
    """The score with `cheat` from each number of cards left on; from -1, the agents' own."""
    openly = [make_agent("cheat")] * game.rules.players
    found: dict[int, int] = {}
    while not game.is_over:
        for cards in left:
            if cards not in found and game.state.deck_drawn >= game.rules.deck_size - cards:
                found[cards] = play_on(game, openly)
        game.act(game.ask(agents[game.current_seat]))
    return {cards: found.get(cards, game.score) for cards in left} | {-1: game.score}


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("agents", nargs="+", metavar="AGENT")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--left", type=int, nargs="+", default=[40, 30, 20, 10, 5])
    given = parser.parse_args()
    agents, rules = [make_agent(name) for name in given.agents], Rules(players=len(given.agents))
    scores: defaultdict[int, list[int]] = defaultdict(list)
    for index in range(given.games):
        game = Game(rules, seed=given.seed, index=index)
        for cards, score in scores_of(game, agents, given.left).items():
            scores[cards].append(score)
    columns = {cards: np.array(column, float) for cards, column in scores.items()}
    print(f"own score {estimate(columns.pop(-1))}, {given.games} games")
    own: NDArray[np.float64] = np.array(scores[-1], float)
    print("| cards left | score with `cheat` from there | gain |")
    print("| --- | --- | --- |")
    for cards, column in columns.items():
        print(f"| {cards} | {estimate(column)} | {estimate(column - own)} |")


if __name__ == "__main__":
    main()
