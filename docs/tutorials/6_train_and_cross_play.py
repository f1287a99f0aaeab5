# %% [markdown]
# # 6. Train and cross-play
#
# Agents that learn by self-play often fail beside a partner that learned elsewhere. In this tutorial you train
# teams on the smallest game that shows it, let players of different teams meet, and change the training so that
# strangers can play together.
#
# ## The game
#
# Two players each pull one of ten levers, at the same time. If it is the same lever, both get 1 point; if that is lever
# 0, they get 0.9. Otherwise they get nothing.

# %%
from hanabilab.tiny.levers import METHODS, LeverSettings, cross_play, lever_game, train

game = lever_game("levers")
print(game.rooms[0].payoffs[:4, :4])

# %% [markdown]
# The payoffs of the first four levers:
#
# ```text
# [[0.9 0.  0.  0. ]
#  [0.  1.  0.  0. ]
#  [0.  0.  1.  0. ]
#  [0.  0.  0.  1. ]]
# ```
#
# ## Self-play
#
# Eight teams learn, each from its own random numbers and from the best of 20 starts. `cross_play` has a row and a column for each team: the payoff of
# the first player of one team beside the second player of another.

# %%
settings = LeverSettings(seeds=8, starts=20, seed=0)
teams = train(game, METHODS["self-play"], settings)[-1]
payoffs = cross_play(game, teams)
print("levers of the teams:", teams.levers[0].argmax(axis=-1)[:, 0])
print(payoffs.round(2))

# %% [markdown]
# ```text
# levers of the teams: [9 2 4 9 3 7 4 1]
# [[1. 0. 0. 1. 0. 0. 0. 0.]
#  [0. 1. 0. 0. 0. 0. 0. 0.]
#  [0. 0. 1. 0. 0. 0. 1. 0.]
#  [1. 0. 0. 1. 0. 0. 0. 0.]
#  [0. 0. 0. 0. 1. 0. 0. 0.]
#  [0. 0. 0. 0. 0. 1. 0. 0.]
#  [0. 0. 1. 0. 0. 0. 1. 0.]
#  [0. 0. 0. 0. 0. 0. 0. 1.]]
# ```
#
# Each team agrees on a lever for 1 point: the diagonal is nearly 1. Two teams agree by luck only. Nothing in the game
# tells nine equal levers apart, so each team has made up a convention.
#
# ## Training for strangers
#
# *Other-Play* (Hu et al. 2020) shuffles the names of the equal levers during training, for each player anew. A
# convention about names is then worth nothing. Only lever 0 differs from all others:

# %%
teams = train(game, METHODS["other-play"], settings)[-1]
payoffs = cross_play(game, teams)
print("levers of the teams:", teams.levers[0].argmax(axis=-1)[:, 0])
print(payoffs.round(2))

# %% [markdown]
# ```text
# levers of the teams: [0 0 0 0 0 0 0 0]
# [[0.9 0.9 0.9 0.9 0.9 0.9 0.9 0.9]
#  [0.9 0.9 0.9 0.9 0.9 0.9 0.9 0.9]
#  [0.9 0.9 0.9 0.9 0.9 0.9 0.9 0.9]
#  [0.9 0.9 0.9 0.9 0.9 0.9 0.9 0.9]
#  [0.9 0.9 0.9 0.9 0.9 0.9 0.9 0.9]
#  [0.9 0.9 0.9 0.9 0.9 0.9 0.9 0.9]
#  [0.9 0.9 0.9 0.9 0.9 0.9 0.9 0.9]
#  [0.9 0.9 0.9 0.9 0.9 0.9 0.9 0.9]]
# ```
#
# Self-play falls from 1 to 0.9, and cross-play rises from luck to 0.9.
#
# ## The same in Hanabi
#
# In Hanabi the colors are alike, as the levers are here. Agents of different authors have different
# conventions, too. The figures of [tutorial 4](4_a_pool_of_partners.py) as two numbers with their errors:

# %%
from hanabilab import Rules
from hanabilab.teamplay import PairsPlan, pair_scores, play_pairs, self_and_cross

names = ("smart", "newest", "five-rule", "iggi", "piers")
pairs = play_pairs(PairsPlan(Rules(players=2), names, names, games=100, seed=0))
found = self_and_cross(pair_scores(pairs))
print("self-play ", found.self_play)
print("cross-play", found.cross_play)

# %% [markdown]
# ```text
# self-play  18.622 ± 0.168
# cross-play 9.740 ± 0.172
# ```
#
# ## Go on
#
# - [Lever games](../levers.md) has all methods, games in which each of them fails, and a figure.
# - [Training](../learning.md) trains networks that play Hanabi. `other_play = true` in a config is the same idea
#   for colors. It needs PyTorch and hours, not seconds.
# - A question: what does `METHODS["entropy"]` do to self-play and cross-play? The page on lever games says why.
# - Next: [a log understood](7_a_log_understood.py).
