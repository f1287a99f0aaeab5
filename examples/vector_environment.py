"""A thousand games in step, as a learner sees them: observations, legal actions, scores."""

from __future__ import annotations

import numpy as np

from hanabilab import Games, Rules


def main() -> None:
    """Let uniformly random players finish a thousand three-player games."""
    games = Games(Rules(players=3), 1000, seed=1)
    rng = np.random.default_rng(1)
    observations = games.observe()
    moves = 0
    while games.running.any():
        noise = rng.random((len(games), games.rules.num_actions))
        actions = np.where(games.legal(), noise, -1).argmax(axis=1)
        moves += int(games.running.sum())
        games.step(actions)
        games.observe(out=observations)
    points = games.states["points"]
    print(f"{moves:,} moves; vectors of {games.layout.size}; {points.mean():.2f} points a game")
    assert 0.5 < points.mean() < 2.5


if __name__ == "__main__":
    main()
