"""Partners that networks of a study never met, and a searcher over each network beside the others.

The partners are rule agents, evolved lists of rules, and whoever else is named.

Shapes: M networks.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hanabilab.arena import Lineup, play_games
from hanabilab.evolution.pool import Pool
from hanabilab.game.rules import Rules
from hanabilab.runs.files import write_bytes

RULE_AGENTS = ("five-rule", "iggi", "piers", "newest", "smart", "keen")
SEED = 38
#: Run 3 of the paper on diversity, and how many niches are passed from one partner to the next.
POOL, _APART = Path("results/diversity/run-3"), 13
#: Who searches over a network, and allows for partners that do something else.
SEARCHER = "sparta({0}, rollouts=1000, error=0.1)"


def evolved() -> list[str]:
    """Lists of rules from niches all over the archive of a run; call it at the root of a checkout.

    They play without the errors of the original, in which they were evolved for two players: so
    they play with any number.

    Raises:
        ResumeError: the archive is not there.
    """
    return [f"rules({each})" for each in Pool.load(POOL).table()["rules"][::_APART]]


def with_strangers(
    weights: Path, named: Sequence[str], pool: Sequence[str], rules: Rules, decks: int
) -> dict[str, float]:
    """Mean scores of a network beside each named agent, and beside evolved ones all together.

    It takes each seat in turn, on the same decks, among copies of the partner. A lost game
    scores 0.

    Args:
        weights: of the network.
        named: partners.
        pool: evolved partners, who share `decks` among them, one each at least.
        rules: of the games.
        decks: with each named agent.
    """
    own = f"net({weights})"
    found = {name: _mean_score(own, name, rules, decks) for name in named}
    share = max(1, decks // len(pool))
    means = [_mean_score(own, name, rules, share) for name in pool]
    return found | {"evolved": float(np.mean(means))}


def _mean_score(own: str, partner: str, rules: Rules, decks: int) -> float:
    """Over all games, from each seat."""
    scores = []
    for seat in range(rules.players):
        names = [own if place == seat else partner for place in range(rules.players)]
        scores.append(_scores(names, rules, decks))
    return float(np.mean(scores))


def search_matrix(
    folder: Path, weights: Sequence[Path], rules: Rules, decks: int
) -> NDArray[np.float64]:
    """[M, M] mean scores of a searcher over one network, in the first seat, among copies of one.

    Args:
        folder: keeps the scores of each pair; those that are there are not played again.
        weights: of the M networks.
        rules: of the games.
        decks: of each pair, the same for all.
    """
    names = [f"net({each})" for each in weights]
    matrix = np.zeros((len(names), len(names)))
    for own, other in product(range(len(names)), repeat=2):
        file = folder / f"{own}-{other}-of-{decks}.json"
        if not file.exists():
            team = [SEARCHER.format(names[own])] + [names[other]] * (rules.players - 1)
            folder.mkdir(exist_ok=True)
            write_bytes(file, json.dumps(_scores(team, rules, decks)).encode())
        matrix[own, other] = np.mean(json.loads(file.read_bytes()))
    return matrix


def _scores(team: Sequence[str], rules: Rules, decks: int) -> list[int]:
    """One for each deck."""
    played = play_games(Lineup.of(team), rules, games=decks, seed=SEED)
    scores: list[int] = played.table["score"].to_list()
    return scores
