# %% [markdown]
# # 1. Play and look
#
# In this tutorial you let two agents play, look at one of their games, and play a move yourself. It
# takes five minutes. If you do not know Hanabi yet, read the first lines of the
# [quickstart](../quickstart.md). The code that an agent needs is compiled when it is used for the first
# time; that may take half a minute.
#
# `smart` is an agent that comes with hanabilab. Two copies of it play 1,000 games:

# %%
from hanabilab import Rules, play_games

rules = Rules(players=2)
results = play_games(["smart", "smart"], rules, games=1000, seed=0)
scores = results.table["score"]
print(f"mean {scores.mean():.3f}, best {scores.max()}, perfect games {(scores == 25).sum()}")

# %% [markdown]
# You should see:
#
# ```text
# mean 23.029, best 25, perfect games 301
# ```
#
# The same seed gives the same games on every machine. A mean without an error says little. `estimate` adds
# the standard error and an interval that holds the true mean with 95 % confidence:

# %%
from hanabilab.stats import estimate

found = estimate(scores.to_numpy())
print(f"{found}, 95 %: {found.ci95[0]:.2f} to {found.ci95[1]:.2f}")

# %% [markdown]
# ```text
# 23.029 ± 0.084, 95 %: 22.86 to 23.19
# ```
#
# ## Look at a game
#
# A game is its rules, its deck and its actions. `results.table` has one row for each game. Here is the median
# game, after 11 actions and after 12:

# %%
from hanabilab.arena import record_of, typical_games
from hanabilab.notation import replay

record = record_of(rules, typical_games(results.table)["median"])
positions = [position.copy() for position in replay(record)]
print(positions[11])
print()
print(positions[12])

# %% [markdown]
# ```text
# turn 11: seat 1 to act
# points 5 of 25, hints 2 of 8, lives 3 of 3, deck 35
# fireworks R2 Y1 G0 W0 B2
# discards  none
# last      seat 0 plays slot 4 (B2)
# seat 0    G4 RYGW345  W1 RYGW1  W4 RYGW345  Y2 RYGW2  W3 ?
# seat 1 *  W4 YGWB234  W2 YGWB234  R4 R234  W3 YGWB1234  Y5 5
#
# turn 12: seat 0 to act
# points 5 of 25, hints 1 of 8, lives 3 of 3, deck 35
# fireworks R2 Y1 G0 W0 B2
# discards  none
# last      seat 1 hints white to seat 0
# seat 0 *  G4 RYG345  W1 W1  W4 W345  Y2 RYG2  W3 W
# seat 1    W4 YGWB234  W2 YGWB234  R4 R234  W3 YGWB1234  Y5 5
# ```
#
# You see all hands here. Behind each card stands what the hints leave it to be. Slot 0 is the oldest card, and
# the star marks the seat to act. In a notebook the last line of a cell draws the table:

# %%
positions[12]

# %% [markdown]
# ## Play a move
#
# `Game` is one game that you can step through. A player never sees its own cards: `game.view()` is all that the
# seat to act may know. Each `??` is a card of its own.

# %%
from hanabilab import Game

game = Game(rules, seed=7)
print(game.view())

# %% [markdown]
# ```text
# turn 0: seat 0 to act
# points 0 of 25, hints 8 of 8, lives 3 of 3, deck 40
# fireworks R0 Y0 G0 W0 B0
# discards  none
# seat 0 *  ?? ?  ?? ?  ?? ?  ?? ?  ?? ?
# seat 1    R2 ?  G3 ?  B1 ?  W1 ?  G5 ?
# ```
#
# You are seat 0. Your partner holds two 1s, and both can be played now, so tell it. The words `hint 1 1` mean: a
# hint to the next seat, in this game your partner, about its 1s. Then `smart` answers in its place:

# %%
game.act("hint 1 1")
game.act(game.ask("smart"))
print(game)

# %% [markdown]
# ```text
# turn 2: seat 0 to act
# points 1 of 25, hints 7 of 8, lives 3 of 3, deck 39
# fireworks R0 Y0 G0 W0 B1
# discards  none
# last      seat 1 plays slot 2 (B1)
# seat 0 *  Y4 ?  W4 ?  B1 ?  G1 ?  G2 ?
# seat 1    R2 2345  G3 2345  W1 1  G5 2345  R1 ?
# ```
#
# ## Go on
#
# - It played one of its 1s. Why this one? `hanabi explain` tells; see the [quickstart](../quickstart.md#look-at-a-game).
# - A question: `smart` loses some games by its last life. Which share? Count the rows of `results.table` that have
#   0 `lives`. Is it more with three players?
# - Next: [write an agent](2_write_an_agent.py).
