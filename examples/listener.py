"""An agent that remembers, and draws random numbers.

`listener` plays the last of the cards that the latest hint to it has touched. With nothing to play
it gives a random hint, or without a token discards a random card. Random numbers come from `rng`
alone, so the same seed gives the same games.

    hanabi play examples/listener.py:listener examples/listener.py:listener --games 10000
"""

from __future__ import annotations

from hanabilab import Lineup, Memory, Rng, Rules, View, play_games, policy
from hanabilab.game.actions import hint_offset, is_legal, play_action
from hanabilab.randomness import draw_below

#: The place in its memory of the slot to play and one more; 0 is none.
TOLD = 0


def observe(view: View, memory: Memory) -> None:
    """Remember what this seat is told; called after the deal, and after every action."""
    rules = view.rules
    if view.last_seat == view.seat:
        memory[TOLD] = 0
    elif view.last_touched:  # a hint
        to_the_left = hint_offset(rules, view.last_action)
        if (view.last_seat + to_the_left) % rules.num_players == view.seat:
            for slot in range(rules.hand_size):
                if (view.last_touched >> slot) & 1:
                    memory[TOLD] = slot + 1


@policy("listener", observe=observe, memory_size=1)
def listener(view: View, memory: Memory, rng: Rng) -> int:
    """Play what was told of, else give a random hint, else discard a random card."""
    rules = view.rules
    if memory[TOLD] > 0:
        return play_action(rules, memory[TOLD] - 1)
    first, count = 0, rules.hand_size  # discards have the first ids
    if view.information_tokens > 0:
        first, count = 2 * rules.hand_size, rules.num_actions - 2 * rules.hand_size
    action = first + draw_below(rng, count)
    while not is_legal(view, action):
        action = first + draw_below(rng, count)
    return action


def main() -> None:
    """Play the same ten thousand games twice."""
    lineup, rules = Lineup((listener, listener)), Rules(players=2)
    scores = [
        play_games(lineup, rules, games=10_000, seed=1).table["points"].to_list() for _ in range(2)
    ]
    print(f"listener: {sum(scores[0]) / 10_000:.2f} points, lost games counted")
    assert scores[0] == scores[1]


if __name__ == "__main__":
    main()
