"""An agent of one's own: an ordinary Python function under a decorator.

`careful` plays what it knows, tells the next player the lowest card that is needed, first by rank
and then by color, and otherwise discards its oldest card. Run this file to see it play, or name it
on the command line:

    hanabi play examples/careful.py:careful examples/careful.py:careful --games 10000
    hanabi play "sparta(examples/careful.py:careful)" examples/careful.py:careful --games 100
"""

from __future__ import annotations

from hanabilab import Memory, Rng, Rules, View, play_games, policy
from hanabilab.game.actions import discard_action, hint_action, play_action, seat_at
from hanabilab.knowledge.hands import known_slot, oldest_slot
from hanabilab.knowledge.unseen import unseen_cards


@policy("careful")
def careful(view: View, memory: Memory, rng: Rng) -> int:
    """Play what is known, tell of a needed card, discard the oldest."""
    rules = view.rules
    slot = known_slot(view, unseen_cards(view), view.playable)
    if slot >= 0:
        return play_action(rules, slot)
    if view.information_tokens > 0:
        partner = seat_at(view, 1)
        for rank in range(rules.num_ranks):
            for slot in range(rules.hand_size):
                card = view.hands[partner, slot]
                if card < 0 or rules.rank_of[card] != rank or (view.useless >> card) & 1:
                    continue
                hinted = view.hinted[partner, slot]
                if not (hinted >> (rules.num_suits + rank)) & 1:
                    return hint_action(rules, 1, rules.num_suits + rank)
                if not (hinted >> rules.suit_of[card]) & 1:
                    return hint_action(rules, 1, rules.suit_of[card])
    if view.information_tokens < rules.max_information_tokens:
        return discard_action(rules, oldest_slot(view))
    return play_action(rules, oldest_slot(view))


def main() -> None:
    """Play ten thousand games, which takes well under a second once compiled."""
    results = play_games(careful, Rules(players=2), games=10_000, seed=1)
    scores = results.table["score"].to_numpy()
    print(f"careful: {scores.mean():.2f} points, {len(scores) / results.seconds:,.0f} games/s")
    assert scores.mean() > 10


if __name__ == "__main__":
    main()
