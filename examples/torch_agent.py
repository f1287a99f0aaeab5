"""A network at the table: a PyTorch module that reads HLE's vector and answers many games at once.

`encode_views` makes vectors of views, `legal_masks` tells which actions are legal. The network here
is as it was born; what it learns is up to you.

    hanabi play examples/torch_agent.py:network smart --games 200
"""

from __future__ import annotations

import sys
from functools import cache

import numpy as np
from numpy.typing import NDArray

from hanabilab import Rules, Turns, batched_policy, encode_views, legal_masks, play_games
from hanabilab.game.layout import layout_of
from hanabilab.messages import how_to_install

try:
    import torch
except ImportError:  # said, and no failure
    print(f"this example needs PyTorch: {how_to_install('learn')}")
    sys.exit()


@cache
def network_of(rules: Rules) -> torch.nn.Module:
    """A value for each action from a vector; always the same weights."""
    torch.manual_seed(1)
    size = layout_of(rules).size
    return torch.nn.Sequential(
        torch.nn.Linear(size, 64), torch.nn.ReLU(), torch.nn.Linear(64, rules.num_actions)
    )


@batched_policy("network")
def network(turns: Turns) -> NDArray[np.int64]:
    """The legal action of the highest value in each game."""
    vectors = torch.from_numpy(encode_views(turns.rules, turns.views))
    legal = torch.from_numpy(legal_masks(turns.rules, turns.views))
    with torch.no_grad():
        values = network_of(turns.rules)(vectors)
    best: NDArray[np.int64] = values.masked_fill(~legal, -torch.inf).argmax(dim=1).numpy()
    return best


def main() -> None:
    """Play a hundred games beside a partner who knows how."""
    results = play_games([network, "five-rule"], Rules(players=2), games=100, seed=1)
    points = results.table["points"].to_numpy()
    print(f"{results.lineup.name}: {points.mean():.2f} points in {len(points)} games")
    assert points.mean() > 0


if __name__ == "__main__":
    main()
