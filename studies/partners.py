"""Partners that networks of a study never met: rule agents, and evolved lists of rules."""

from __future__ import annotations

from collections.abc import Sequence
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
    """Lists of rules from niches all over the archive of a run; call it at the root of a checkout.

    They play without the errors of the original, in which they were evolved for two players: so
    they play with any number.

    Raises:
        ResumeError: the archive is not there.
    """
    return [f"rules({each})" for each in Pool.load(POOL).table()["rules"][::_APART]]


def with_strangers(
    weights: Path, pool: Sequence[str], rules: Rules, decks: int
) -> dict[str, float]:
    """Mean scores of a network beside each rule agent, and beside evolved ones all together.

    It takes each seat in turn, on the same decks, among copies of the partner. A lost game
    scores 0.

    Args:
        weights: of the network.
        pool: evolved partners, who share `decks` among them, one each at least.
        rules: of the games.
        decks: with each rule agent.
    """
    own = f"net({weights})"
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
