# %% [markdown]
# # 8. A network of your own
#
# In this tutorial you write a network as a PyTorch module, and train it with the algorithms that are
# here. It needs PyTorch (`pip install -c constraints.txt -e '.[learn]'`), and takes a minute.
#
# ## The module
# A network of your own is an `OwnNetwork` with one method. `follow` gets what a seat observes in some turns of
# its own, and what it remembered before them. It returns three things: a number for each action, what the
# position is worth, and what the seat remembers then. All else follows from it: how seats act in turn, where
# games end, what a search asks.
#
# It stands in a file, because a run that goes on later reads it again.

# %%
from pathlib import Path
from tempfile import mkdtemp

MINE = """
from torch import nn
from hanabilab.learning.networks import OwnNetwork

class Mine(OwnNetwork):
    state_shape = (1, 64)  # a seat remembers one vector of 64 numbers

    def __init__(self, rules):
        super().__init__(rules)
        self.read = nn.Linear(self.size, 64)
        self.memory = nn.GRU(64, 64)
        self.policy, self.value = nn.Linear(64, self.num_actions), nn.Linear(64, 1)

    def follow(self, observations, state):
        seen, state = self.memory(self.read(observations).relu(), state)
        return self.policy(seen), self.value(seen).squeeze(-1), state
"""
folder = Path(mkdtemp())
path = folder / "mine.py"
path.write_text(MINE)

# %% [markdown]
# `observations` has the shape [turns, games, entries]: vectors of zeros and ones, as HLE has them
# ([encoding](../encoding.md)). `state` has [vectors, games, numbers]. Before the first turn of a game it is zero. A network
# without a memory leaves `state_shape` out, and returns the state that it got.
#
# ## Learn
# A config names the class. The game is small, so that a minute is enough: two suits of three ranks, six points at
# most. `hanabi train CONFIG.toml --out DIR` does the same from a TOML file, keeps the run and goes on with it.

# %%
import torch

from hanabilab.learning.plan import TrainingPlan

torch.set_num_threads(1)
config = {
    "network": f"{path}:Mine",
    "rules": "full(players=2, suits=2, ranks=3, copies=322, hand_size=2)",
    "num_envs": 128,
    "minibatch_size": 32,
    "num_steps": 32,
    "updates": 40,
    "learning_rate": 0.003,
    "lr_warmup": 5,
}
learner = TrainingPlan.of({"algorithm": "ppo", **config}).begin()
before = learner.evaluate(500)["score"]
while learner.done < 40:
    learner.update()
after = learner.evaluate(500)["score"]
print(f"it has learned: {after > before + 1}")

# %% [markdown]
# ```text
# it has learned: True
# ```
#
# The same module learns by `pqn`, by `r2d2` with `vdn = false`, and from a teacher by `dagger`. For `obl` it must have no
# memory. In value-based learning the numbers of actions are advantages.
#
# ## Play
# The weights are a file. Its card names your file and class, and `net(FILE)` plays with them wherever agents are named.
# The card of somebody else's weights can name any file. So such a file runs only if you name it, too: here by
# `network=`, on the command line by that or by `--allow-code`.

# %%
from hanabilab import play_games

weights = folder / "weights.safetensors"
weights.write_bytes(learner.weights({"algorithm": "ppo"}))
name = f'net("{weights}", network="{path}:Mine")'
scores = play_games([name, name], learner.settings.rules, games=500, seed=1).table["score"]
print(f"it plays as it learned: {scores.mean() > before + 1}")

# %% [markdown]
# ```text
# it plays as it learned: True
# ```
#
# ## Go on
# - Give it attention over the last turns instead of a GRU: what must `state_shape` be?
# - [All settings](../learning.md), [networks that treat colors alike](../networks.md), and what
#   [plays well with strangers](../zero_shot.md).
