"""An agent that is not compiled: a class, dictionaries, whatever Python has.

Each seat of each game has an object of its own. This one keeps in a dictionary which of its cards a
hint has touched, by their place in the deck, and plays the card that was hinted last.

    hanabi play examples/remembering.py:remembering examples/remembering.py:remembering --games 200
"""

from __future__ import annotations

import numpy as np

from hanabilab import Rules, View, legal_actions, plain_policy, play_games
from hanabilab.game.actions import discard_action, hint_action, play_action


class Remembering:
    """Play what was hinted last; hint a card that can be played; else discard, or do anything."""

    def __init__(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        self.rules, self.seat, self.rng = rules, seat, rng
        self.hinted: dict[int, int] = {}  # when each of its cards was hinted last

    def observe(self, view: View) -> None:
        """Called after the deal and after every action, with what the seat sees then."""
        for slot in range(self.rules.hand_size):
            if view.hinted[self.seat, slot] and view.last_seat != self.seat:
                self.hinted.setdefault(int(view.deck_index[self.seat, slot]), int(view.turn))

    def act(self, view: View) -> int:
        """The id of a legal action."""
        legal = legal_actions(self.rules, view)
        choices = [*self.plays(view), *self.hints(view), discard_action(view.rules, 0)]
        return next((action for action in choices if action in legal), int(self.rng.choice(legal)))

    def plays(self, view: View) -> list[int]:
        """Its hinted cards, the last hinted first; none with the last life at stake."""
        places = [int(place) for place in view.deck_index[self.seat]]
        touched = [slot for slot, place in enumerate(places) if place in self.hinted]
        if view.life_tokens == 1:
            return []
        touched.sort(key=lambda slot: -self.hinted[places[slot]])
        return [play_action(view.rules, slot) for slot in touched]

    def hints(self, view: View) -> list[int]:
        """The rank of the first card of the next seat that could be played."""
        partner = (self.seat + 1) % self.rules.players
        cards = [int(card) for card in view.hands[partner, : self.rules.hand_size]]
        ready = [card for card in cards if card >= 0 and view.playable >> card & 1]
        ranks = [self.rules.suits + card % self.rules.ranks for card in ready]
        return [int(hint_action(view.rules, 1, value)) for value in ranks]


#: `@plain_policy("remembering")` above the class does the same, but type checkers miss it there.
remembering = plain_policy("remembering")(Remembering)


def main() -> None:
    """Play twenty games, in a second or two once its helpers are compiled."""
    points = play_games(remembering, Rules(players=2), games=20, seed=1).table["points"].to_numpy()
    print(f"remembering: {points.mean():.2f} points in {len(points)} games")
    assert points.mean() > 4


if __name__ == "__main__":
    main()
