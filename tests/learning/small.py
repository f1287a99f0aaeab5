"""Training runs that take a second, or less."""

from __future__ import annotations

#: All but the algorithm, as a config has it.
SMALL = """
rules = "small"
fixed = 8
colors = 4
num_envs = 16
minibatch_size = 8
num_steps = 6
updates = 4
evaluate_every = 2
evaluate_games = 4
seed = 3
"""

_TINIEST = """
rules = "very-small"
fixed = 4
colors = 2
num_envs = 4
minibatch_size = 2
num_steps = 6
updates = 4
evaluate_every = 2
evaluate_games = 2
"""
_R2D2 = 'algorithm = "r2d2"\nreplay_capacity = 16\ngradient_steps = 1\nn_step = 2\nburn_in = 2\n'
#: Configs of runs that take a third of a second, kernels as plain Python; by name.
TINY = {
    "ppo": f'algorithm = "ppo"\nseed = 3{_TINIEST}',
    "other": f'algorithm = "ppo"\nseed = 4{_TINIEST}',
    "r2d2": f"{_R2D2}seed = 3{_TINIEST}",
    "belief": f'algorithm = "belief"\nagent = "five-rule"\nseed = 3{_TINIEST}',
}
