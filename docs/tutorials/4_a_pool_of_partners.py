# %% [markdown]
# # 4. A pool of partners
#
# An agent that plays well with its own copies may play badly with anybody else. In this tutorial five agents play
# with each other. You see who fits whom, and let an agent find out who its partner is.
#
# ## Everybody with everybody
#
# In every pair, the one agent sits in seat 0 on even decks and in seat 1 on odd decks. All pairs play the same decks.

# %%
from hanabilab import Rules
from hanabilab.teamplay import PairsPlan, find_best_responses, pair_scores, play_pairs

names = ("smart", "newest", "five-rule", "iggi", "piers")
plan = PairsPlan(Rules(players=2), names, names, games=100, seed=0)
pairs = play_pairs(plan)
means = pair_scores(pairs).mean(axis=2)
print(" " * 10 + "".join(f"{name:>10}" for name in names))
for name, row in zip(names, means, strict=True):
    print(f"{name:10}" + "".join(f"{value:10.1f}" for value in row))

# %% [markdown]
# You should see a matrix of mean scores. The diagonal is *self-play*, the rest is *cross-play*:
#
# ```text
#                smart    newest five-rule      iggi     piers
# smart           23.1      14.6       1.4       6.0       6.9
# newest          14.6      19.5       2.2       8.8       7.9
# five-rule        1.4       2.2      15.9      15.8      16.1
# iggi             6.0       8.8      15.8      17.0      17.5
# piers            6.9       7.9      16.1      17.5      17.6
# ```
#
# `smart` is the best agent on the diagonal. Beside `five-rule` it is lost: it takes every hint for a promise, and
# `five-rule` promises nothing.
#
# ## What is it worth to know one's partner?
#
# The *generalist* is the agent that does best with all five partners, each as likely. A *best response* is
# the agent that does best with one known partner:

# %%
best = find_best_responses(pair_scores(pairs))
print("generalist:", names[best.generalist], "with", best.single)
for partner, response in zip(names, best.response, strict=True):
    print(f"beside {partner:10} play {names[response]}")
print("knowing the partner gains", best.gain)

# %% [markdown]
# ```text
# generalist: piers with 13.025 ± 0.206
# beside smart      play smart
# beside newest     play newest
# beside five-rule  play piers
# beside iggi       play piers
# beside piers      play piers
# knowing the partner gains 5.668 ± 0.169
# ```
#
# Responses are chosen on one half of the decks and scored on the other half. To choose and score on the same decks
# would count luck as skill.
#
# ## Find out who it is
#
# `Adaptive` knows the matrix, but not its partner. After every action it asks how likely each member of the pool would
# have acted like that. It then acts as the member that scores most with whoever the partner seems to be.

# %%
from hanabilab import Adaptive, play_games
from hanabilab.teamplay.adaptive import Identifier, PayoffMatrix

payoffs = PayoffMatrix(names, plan.rules, plan.games, plan.seed, means, behavior={})
adaptive = Adaptive("pool", Identifier(payoffs))
generalist = names[best.generalist]
for partner in ("smart", "newest", "five-rule"):
    print(f"beside {partner:10}", end="")
    for agent in (generalist, adaptive):
        table = play_games([agent, partner], plan.rules, games=30, seed=1).table
        print(f"{table['score'].mean():8.1f}", end="")
    print()

# %% [markdown]
# The first column is the generalist, the second the agent that adapts. The decks are new to both.
#
# ```text
# beside smart          6.1    22.5
# beside newest         8.3    18.5
# beside five-rule     15.6    15.7
# ```
#
# ## Go on
#
# - The partners here are members of the pool. Partners from outside are harder: see
#   [ad-hoc teamwork](../adhoc.md).
# - `hanabi crossplay AGENT AGENT... --out DIR` keeps a matrix, and `adaptive(DIR)` is then an agent of the command
#   line. [Cross-play](../crossplay.md) explains all figures.
# - A question: which member would you add to the pool, so that the generalist gains most?
# - Next: [a small game solved](5_a_small_game_solved.py).
