"""How well seats play by their best actions, on the decks of a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from hanabilab.game.rules import Rules
from hanabilab.learning.guides import GuidedGames
from hanabilab.learning.networks import Network
from hanabilab.learning.rollouts import Player
from hanabilab.learning.settings import EVALUATION_SEED
from hanabilab.learning.vector_games import VectorGames


def first_scores(games: VectorGames | GuidedGames, step: Callable[[], None]) -> NDArray[np.int64]:
    """[G] scores of the first game of each row.

    Args:
        games: freshly dealt.
        step: takes an action in every game, each time that it is called.
    """
    scores, going = np.zeros(len(games), np.int64), np.ones(len(games), np.bool_)
    while going.any():
        step()
        ended = going & games.ended
        scores[ended] = games.scores[ended]
        going &= ~ended
    return scores


@contextmanager
def as_it_plays(network: Any) -> Iterator[None]:
    """A context in which weights do not change, and a user's network leaves nothing out by chance.

    So it plays as its weights will play once they are in a file.
    """
    learns = network.training
    network.eval()
    try:
        with network.held():
            yield
    finally:
        network.train(learns)


def self_play_scores(
    network: Network, rules: Rules, games: int, seed: int = EVALUATION_SEED
) -> NDArray[np.int64]:
    """[games] scores of the games 0, 1, ... of `seed`, with the network's best actions."""
    vector = VectorGames(rules, games, seed=seed)
    player = Player(network, vector, None, torch.Generator(), greedy=1.0)
    with as_it_plays(network):
        return first_scores(vector, player.step)


def tell_scores(scores: NDArray[np.int64]) -> dict[str, float]:
    """What a curve tells of `scores` [games]: mean, its standard error, the share of zeros."""
    return {
        "score": float(scores.mean()),
        "standard_error": float(scores.std(ddof=1) / len(scores) ** 0.5),
        "lost": float((scores == 0).mean()),
    }
