# %% [markdown]
# # 3. Search over it
#
# A search takes any agent, called the *blueprint*, and improves its decisions one at a time. On each turn it
# draws hands and decks that the seat cannot tell from the real ones. In each of them it tries every action and lets the
# blueprint play on. In this tutorial you look at one such decision, and then at whole games.
#
# The blueprint is the agent of [tutorial 2](2_write_an_agent.py). It never looks ahead:

# %%
from hanabilab import Memory, Rng, Rules, View, play_games, policy
from hanabilab.game.actions import discard_action, hint_action, play_action, seat_at
from hanabilab.knowledge.hands import known_slot, oldest_slot
from hanabilab.knowledge.unseen import unseen_cards


@policy("helpful")
def helpful(view: View, memory: Memory, rng: Rng) -> int:
    """Play what is known to be playable, hint at playable cards, discard the oldest."""
    rules = view.rules
    slot = known_slot(view, unseen_cards(view), view.playable)
    if slot >= 0:
        return play_action(rules, slot)
    partner = seat_at(view, 1)
    if view.information_tokens > 0:
        for slot in range(rules.hand_size):
            card = view.hands[partner, slot]
            if card < 0 or not (view.playable >> card) & 1:
                continue
            rank, color = rules.num_suits + rules.rank_of[card], rules.suit_of[card]
            if not (view.hinted[partner, slot] >> rank) & 1:
                return hint_action(rules, 1, rank)
            if not (view.hinted[partner, slot] >> color) & 1:
                return hint_action(rules, 1, color)
    if view.information_tokens < rules.max_information_tokens:
        return discard_action(rules, oldest_slot(view))
    return hint_action(rules, 1, rules.num_suits + rules.rank_of[view.hands[partner, 0]])


# %% [markdown]
# ## One decision
#
# Ten moves of the blueprint, and then a search with 4,000 rollouts. A *rollout* is one game played to its end from one
# possible world.

# %%
from hanabilab import Game, Sparta, evaluate
from hanabilab.game.words import format_action

rules = Rules(players=2)
game = Game(rules, seed=3)
for _ in range(10):
    game.act(game.ask(helpful))
print(game.view())

# %% [markdown]
# ```text
# turn 10: seat 0 to act
# points 3 of 25, hints 3 of 8, lives 3 of 3, deck 36
# fireworks R0 Y1 G0 W1 B1
# discards  W4
# last      seat 1 plays slot 3 (Y1)
# seat 0 *  ?? 2345  ?? 2345  ?? 2345  ?? 2345  ?? 1
# seat 1    W3 RGW2345  R2 RGW2345  W4 RGW2345  Y4 Y  B2 ?
# ```

# %%
found = evaluate(game, Sparta(helpful, rollouts=4000))
for action in sorted(found.legal, key=lambda action: -found.means[action])[:4]:
    words = format_action(rules, int(action))
    print(f"{words:14}{found.means[action]:6.2f} points in {found.worlds[action]} worlds")
print("the blueprint would", format_action(rules, found.blueprint_action))

# %% [markdown]
# The first column is an action, the second the mean score if it is taken now and all play on by the blueprint:
#
# ```text
# discard 4      16.58 points in 335 worlds
# discard 3      16.51 points in 335 worlds
# discard 2      16.49 points in 335 worlds
# discard 1      16.48 points in 335 worlds
# the blueprint would hint 1 2
# ```
#
# Slot 4 is a 1, and three of the five 1s are on the table already: it is likely useless. The search has found that by
# playing on, not by a rule. It leaves the blueprint only if another action is better by two standard errors. So it does not chase
# noise.
#
# ## Whole games
#
# A search is an agent. Here it sits in one seat, beside the blueprint, and plays five decks. The blueprint alone
# plays the same decks.

# %%
from hanabilab.stats import compare_tables

search = Sparta(helpful, rollouts=400)
alone = play_games([helpful, helpful], rules, games=5, seed=0)
beside = play_games([search, helpful], rules, games=5, seed=0)
print("alone ", alone.table["score"].to_list())
print("search", beside.table["score"].to_list())
print("gain  ", compare_tables(alone.table, beside.table).score)

# %% [markdown]
# ```text
# alone  [16, 15, 19, 19, 18]
# search [17, 16, 19, 20, 19]
# gain   0.800 ± 0.200
# ```
#
# Five games are few, but the gain is several times its standard error. More rollouts, and better blueprints, take
# longer: [studies](../studies/search.md) has what they reach.
#
# ## Go on
#
# - [Search](../search.md) explains how the search knows which hands are possible, and names its options.
# - A question: what happens if both seats search? Each assumes that the other one follows the blueprint, which is no
#   longer true. Try `[search, search]`, then read about joint search.
# - Next: [a pool of partners](4_a_pool_of_partners.py).
