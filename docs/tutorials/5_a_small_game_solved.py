# %% [markdown]
# # 5. A small game solved
#
# Hanabi is too large to solve. In a small game you can know everything: the best joint policy, what signals are
# worth, and what a search does to a policy. In this tutorial you write such a game, solve it, and watch a search fail.
#
# ## A game of one's own
#
# Seat 0 sees a ball of one of three colors and lights one of two lamps. Seat 1 sees the lamp only, and guesses the
# color. A game is a class with the methods below. Its states can be anything; here a state is what has happened.

# %%
from hanabilab.tiny import enumerate_game, uniform_policy, value_of

COLORS = ("red", "green", "blue")


class SignalGame:
    """The ball, the lamp, the guess."""

    name = "signal"
    seats = 2

    def deals(self):
        """Each state to begin with, and its chance."""
        return [((ball,), 1 / 3) for ball in COLORS]

    def turn(self, state):
        """Who acts; None at the end."""
        return len(state) - 1 if len(state) < 3 else None

    def actions(self, state):
        """What can be done."""
        return ("left", "right") if len(state) == 1 else COLORS

    def act(self, state, action):
        """Each state that may follow, and its chance."""
        return [((*state, action), 1.0)]

    def public(self, state):
        """What everybody sees."""
        return state[1:]

    def private(self, state, seat):
        """What one seat sees besides."""
        return state[0] if seat == 0 else None

    def payoff(self, state):
        """What both get at the end."""
        return float(state[0] == state[2])


tree = enumerate_game(SignalGame())
print(tree.size, "histories,", len(tree.infosets), "information states")
print(f"random play is worth {value_of(tree, uniform_policy(tree)):.3f}")

# %% [markdown]
# You should see:
#
# ```text
# 27 histories, 5 information states
# random play is worth 0.333
# ```
#
# An *information state* is all that the seat to act knows: three balls for seat 0, two lamps for seat 1.
#
# ## The optimum
#
# `solve` finds the best joint policy, with a proof. `solve_silent` finds the best value if seat 1 ignores what the
# lamp could tell about the ball.

# %%
from hanabilab.tiny import picks_of
from hanabilab.tiny.solvers import solve, solve_silent

solution = solve(tree)
print(f"optimum {solution.value:.3f}, without signals {solve_silent(tree.game).value:.3f}")
for infoset, pick in zip(tree.infosets, picks_of(tree, solution.policy), strict=True):
    print(f"  seat {infoset.seat}: {infoset.actions[pick]}")

# %% [markdown]
# ```text
# optimum 0.667, without signals 0.333
#   seat 0: left
#   seat 0: left
#   seat 0: right
#   seat 1: red
#   seat 1: blue
# ```
#
# Two lamps cannot tell three colors apart. Two colors share a lamp, so one guess in three is wrong.
#
# ## What a search does
#
# Game B of Tiny Hanabi has two cards for each seat. A *blueprint* is worth 0.25 there. A search of one seat
# improves it, as in [tutorial 3](3_search_over_it.py). What if both seats search, and each believes that
# the other one follows the blueprint?

# %%
from hanabilab.tiny import deterministic
from hanabilab.tiny.games import tiny_hanabi
from hanabilab.tiny.operators import Searchers, improve

game_b = enumerate_game(tiny_hanabi("B"))
blueprint = deterministic(game_b, [1, 0, 0, 1, 0, 0])
print(f"blueprint {value_of(game_b, blueprint):.2f}, optimum {solve(game_b).value:.2f}")
for who in (Searchers((0,)), Searchers((0, 1), joint=False), Searchers((0, 1))):
    print(f"  {who}: {value_of(game_b, improve(game_b, blueprint, who)):.2f}")

# %% [markdown]
# ```text
# blueprint 0.25, optimum 1.00
#   seat 0: 0.75
#   independent: 0.00
#   joint: 0.75
# ```
#
# Two independent searches are worse than none: each deviates from what the other one counts on. In the joint search
# seat 1 knows that seat 0 searches, and nothing is lost.
#
# ## Go on
#
# - [Small games](../tiny.md) explains the solvers, and [its study](../studies/tiny.md) has all results.
# - `hanabi tiny solve "rung(2)"` solves a small Hanabi, and `hanabi tiny solve FILE.py:SignalGame` a game of yours.
# - A question: give the game three lamps. What is the optimum, and how many optimal joint policies are there?
# - Next: [train and cross-play](6_train_and_cross_play.py).
