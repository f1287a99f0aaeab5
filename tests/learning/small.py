"""A training run that takes a second."""

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
