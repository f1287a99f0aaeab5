"""An agent with numbers of its own, for `hanabi tune` to choose.

`tunable` plays the card that is most likely playable, if its chance is high enough; gives the hint
that is worth most; and discards its oldest card. How high is enough, and what a hint is worth, are
numbers that it declares. Run this file to see what some of them are worth, or tune them all:

    hanabi tune examples/tunable.py --out runs/tunable
"""

from __future__ import annotations

from hanabilab import Memory, Number, Rng, Rules, View, play_games, policy
from hanabilab.agents import with_numbers
from hanabilab.game.actions import discard_action, hint_action, play_action, seat_at
from hanabilab.knowledge.copies import copies_unseen, count_copies
from hanabilab.knowledge.hands import oldest_slot

NUMBERS = (
    Number("chance", 95, 0, 100, "Chance in per cent from which a card is played."),
    Number("chance_at_last", 95, 0, 100, "The same once the deck is empty."),
    Number("caution", 0, 0, 50, "How much higher the chance must be for each life lost."),
    Number("playable", 10, -50, 50, "Worth of a hint for each playable card that it touches."),
    Number("useless", 0, -50, 50, "Worth of a hint for each useless card that it touches."),
    Number("other", 0, -50, 50, "Worth of a hint for each other card that it touches."),
    Number("token", 5, 0, 100, "What a hint must be worth for each token that is missing."),
)
# They stand behind what the agent remembers, which is nothing: the first is memory[0].
CHANCE, CHANCE_AT_LAST, CAUTION, PLAYABLE, USELESS, OTHER, TOKEN = range(len(NUMBERS))


@policy("tunable", numbers=NUMBERS)
def tunable(view: View, memory: Memory, rng: Rng) -> int:
    """Play what is likely enough, give the hint that is worth most, discard the oldest card."""
    rules, copies = view.rules, copies_unseen(view)
    best, most = oldest_slot(view), 0
    for slot in range(rules.hand_size):
        count = count_copies(copies, view.possible[view.seat, slot])
        if view.deck_index[view.seat, slot] >= 0 and count > 0:
            good = count_copies(copies, view.possible[view.seat, slot] & view.playable)
            if 100 * good // count > most:
                best, most = slot, 100 * good // count
    is_last = view.deck_drawn == rules.deck_size
    lost = rules.max_life_tokens - view.life_tokens
    if most >= memory[CHANCE_AT_LAST if is_last else CHANCE] + memory[CAUTION] * lost:
        return play_action(rules, best)
    missing = rules.max_information_tokens - view.information_tokens
    hint, worth = -1, memory[TOKEN] * missing if missing > 0 else -1000
    if view.information_tokens > 0:
        for value in range(rules.num_hint_values):
            its_worth, is_news = 0, False
            for slot in range(rules.hand_size):
                card = view.hands[seat_at(view, 1), slot]
                if card >= 0 and (rules.touches[value] >> card) & 1:
                    is_news |= (view.hinted[seat_at(view, 1), slot] >> value) & 1 == 0
                    if (view.playable >> card) & 1:
                        its_worth += memory[PLAYABLE]
                    elif (view.useless >> card) & 1:
                        its_worth += memory[USELESS]
                    else:
                        its_worth += memory[OTHER]
            if is_news and its_worth > worth:
                hint, worth = value, its_worth
    if hint >= 0:
        return hint_action(rules, 1, hint)
    return discard_action(rules, oldest_slot(view)) if missing > 0 else play_action(rules, best)


if __name__ == "__main__":
    for agent in (tunable, with_numbers(tunable, {"chance": 70, "token": 1})):
        results = play_games(agent, Rules(players=2), games=10_000, seed=1)
        scores = results.table["score"].to_numpy()
        print(f"{agent.name}: {scores.mean():.2f} points")
    assert scores.mean() > 5
