"""Training runs that take a second, or less."""

from __future__ import annotations

#: All but the algorithm, as a config has it.
SMALL = """
rules = "small"
fixed = 8
colors = 4
games = 16
minibatch = 8
turns = 6
updates = 4
evaluate_every = 2
evaluate_games = 4
seed = 3
"""

_TINIEST = """
rules = "very-small"
fixed = 4
colors = 2
games = 4
minibatch = 2
turns = 6
updates = 4
evaluate_every = 2
evaluate_games = 2
"""
_R2D2 = 'algorithm = "r2d2"\nkept = 16\ngradients = 1\nsteps = 2\nwarm_up = 2\n'
#: Configs of runs that take a third of a second, kernels as plain Python; by name.
TINY = {
    "ppo": f'algorithm = "ppo"\nseed = 3{_TINIEST}',
    "other": f'algorithm = "ppo"\nseed = 4{_TINIEST}',
    "r2d2": f"{_R2D2}seed = 3{_TINIEST}",
    "belief": f'algorithm = "belief"\nagent = "five-rule"\nseed = 3{_TINIEST}',
}
