"""How well a network plays with itself: its best actions, on the decks of a seed."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from hanabilab.game.rules import Rules
from hanabilab.learning.devices import to_numpy
from hanabilab.learning.networks import Network
from hanabilab.learning.rollouts import Player
from hanabilab.learning.vector_games import VectorGames

#: The stream of evaluations, so that they share no deck with training.
EVALUATION_SEED = 1_000_003
_TURNS_AT_ONCE = 8


def self_play_scores(
    network: Network, rules: Rules, games: int, seed: int = EVALUATION_SEED
) -> NDArray[np.int64]:
    """[games] scores of the games 0, 1, ... of `seed`, with the network's best actions."""
    vector = VectorGames(rules, games, seed=seed)
    player = Player(network, vector, None, torch.Generator(), greedy=1.0)
    scores, going = np.zeros(games), np.ones(games, np.bool_)
    while going.any():
        turns = player.play(_TURNS_AT_ONCE)
        by_turn = zip(to_numpy(turns.rewards), to_numpy(turns.ended), strict=True)
        for rewards, ended in by_turn:
            scores[going] += rewards[going]  # those of a game add up to its score
            going &= ~ended
    return scores.astype(np.int64)


def tell_scores(scores: NDArray[np.int64]) -> dict[str, float]:
    """What a curve tells of `scores` [games]: mean, its standard error, the share of zeros."""
    return {
        "score": float(scores.mean()),
        "standard_error": float(scores.std(ddof=1) / len(scores) ** 0.5),
        "lost": float((scores == 0).mean()),
    }
