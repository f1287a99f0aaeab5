# %% [markdown]
# # 2. Write an agent
#
# An agent is a function from what its seat may see to an action. In this tutorial you write one in two steps
# and measure what the second step gains.
#
# `@policy` makes an agent of a function. Numba compiles it, so it may use numbers, arrays and loops, and it runs at
# the speed of a built-in agent. The first version plays a card that must be playable, and otherwise discards:

# %%
from hanabilab import Memory, Rng, Rules, View, play_games, policy
from hanabilab.game.actions import discard_action, hint_action, play_action, seat_at
from hanabilab.knowledge.hands import known_slot, oldest_slot
from hanabilab.knowledge.unseen import unseen_cards


@policy("silent")
def silent(view: View, memory: Memory, rng: Rng) -> int:
    """Play what is known to be playable; else discard the oldest card, or play it."""
    slot = known_slot(view, unseen_cards(view), view.playable)
    if slot >= 0:
        return play_action(view.rules, slot)
    if view.information_tokens < view.rules.max_information_tokens:
        return discard_action(view.rules, oldest_slot(view))
    return play_action(view.rules, oldest_slot(view))


rules = Rules(players=2)
first = play_games([silent, silent], rules, games=1000, seed=1)
print(f"{first.table['points'].mean():.2f} points, {first.table['hints'].mean():.0f} hints a game")

# %% [markdown]
# You should see:
#
# ```text
# 1.24 points, 0 hints a game
# ```
#
# - `known_slot` returns a slot whose card is playable for sure, or −1. "For sure" means: every card that the hints
#   leave, and of which a copy is unseen, is playable.
# - A discard is not legal while all eight tokens are there. The agent plays its oldest card then.
# - `points` are the cards on the table. `score` would be 0 for a game that was lost by its last life.
#
# ## Let it talk
#
# The agent never gives a hint, so it knows hardly anything about its cards. The second version tells its partner
# the rank of a playable card, and then the color. A set of cards such as `view.playable` is a number with a bit for
# each card, so `(view.playable >> card) & 1` asks whether `card` is in it.


# %%
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


second = play_games([helpful, helpful], rules, games=1000, seed=1)
print(
    f"{second.table['points'].mean():.2f} points, {second.table['hints'].mean():.0f} hints a game"
)

# %% [markdown]
# ```text
# 17.45 points, 29 hints a game
# ```
#
# ## Is it better?
#
# Both played the same 1,000 decks, so compare deck by deck. That is more precise than two separate means:

# %%
from hanabilab.stats import compare_tables

gain = compare_tables(first.table, second.table).score
print(f"gain {gain}, 95 %: {gain.ci95[0]:.2f} to {gain.ci95[1]:.2f}")

# %% [markdown]
# ```text
# gain 17.447 ± 0.062, 95 %: 17.33 to 17.57
# ```
#
# ## Go on
#
# - Save the agent in a file `mine.py`. Then `hanabi play mine.py:helpful smart --games 1000` plays it beside
#   `smart`, and every other command takes it, too.
# - [Writing an agent](../writing_agents.md) has the rest: memory, reasons, plain Python, networks. If something goes
#   wrong, see [debugging](../debugging.md).
# - A question: the agent discards its oldest card even if its partner could tell that the card is needed. Can you
#   hint at fives before they are lost? What does that gain?
# - Next: [search over it](3_search_over_it.py).
