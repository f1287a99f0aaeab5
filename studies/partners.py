"""Partners that networks of a study never met: rule agents, and evolved lists of rules."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from hanabilab.arena import Lineup, play_games
from hanabilab.evolution.pool import Pool
from hanabilab.game.rules import Rules

RULE_AGENTS = ("five-rule", "iggi", "piers", "newest", "smart", "keen")
SEED = 38
#: Run 3 of the paper on diversity, and how many niches are passed from one partner to the next.
POOL, _APART = Path("results/diversity/run-3"), 13


def evolved() -> list[str]:
    """Agents of niches all over the archive of a run."""
    return list(Pool.load(POOL).table()["agent"][::_APART])


def with_strangers(weights: Path, rules: Rules, decks: int) -> dict[str, float]:
    """Mean scores of a network beside each rule agent, and beside evolved ones all together.

    It takes each seat in turn, on the same decks, among copies of the partner. Evolved partners
    share `decks` among them, one each at least. A lost game scores 0.
    """
    own, pool = f"net({weights})", evolved()
    found = {name: _mean_score(own, name, rules, decks) for name in RULE_AGENTS}
    share = max(1, decks // len(pool))
    means = [_mean_score(own, name, rules, share) for name in pool]
    return found | {"evolved": float(np.mean(means))}


def _mean_score(own: str, partner: str, rules: Rules, decks: int) -> float:
    """Over all games, from each seat."""
    scores = []
    for seat in range(rules.players):
        names = [own if place == seat else partner for place in range(rules.players)]
        played = play_games(Lineup.of(names), rules, games=decks, seed=SEED)
        scores.append(played.table["score"].to_numpy())
    return float(np.mean(scores))
