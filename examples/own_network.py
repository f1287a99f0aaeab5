"""A network of your own that learns here: a module with one method. It learns a small game by PPO.

hanabi train CONFIG.toml --out runs/mine      # with: network = "examples/own_network.py:Mine"
"""

from __future__ import annotations

import sys

from hanabilab.messages import how_to_install

try:
    import torch
    from torch import Tensor, nn
except ImportError:  # said, and no failure
    print(f"this example needs PyTorch: {how_to_install('learn')}")
    sys.exit()

from hanabilab import Rules
from hanabilab.learning.networks import OwnNetwork
from hanabilab.learning.plan import TrainingPlan


class Mine(OwnNetwork):
    """A layer, a GRU, and two heads."""

    state_shape = (1, 64)  # a seat remembers one vector of 64 numbers

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.read = nn.Linear(self.size, 64)
        self.memory = nn.GRU(64, 64)
        self.policy, self.value = nn.Linear(64, self.num_actions), nn.Linear(64, 1)

    def follow(self, observations: Tensor, state: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What a seat makes of turns [T, B, N]: actions, values, and its memory after them."""
        seen, state = self.memory(self.read(observations).relu(), state)
        return self.policy(seen), self.value(seen).squeeze(-1), state


if __name__ == "__main__":
    torch.set_num_threads(1)
    plan = TrainingPlan.of(
        {
            "algorithm": "ppo",
            "network": f"{__file__}:Mine",
            "rules": "full(players=2, suits=2, ranks=3, copies=322, hand_size=2)",
            "num_envs": 128,
            "minibatch_size": 32,
            "num_steps": 32,
            "updates": 40,
            "learning_rate": 0.003,
            "lr_warmup": 5,
        }
    )
    learner = plan.begin()
    before = learner.evaluate(500)["score"]
    while learner.done < plan.settings.updates:
        learner.update()
    found = learner.evaluate(500)
    print(f"before {before:.2f}, after {found['score']:.2f} ± {found['standard_error']:.2f} of 6")
    assert found["score"] > before + 1
