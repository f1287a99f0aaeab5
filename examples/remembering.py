"""An agent that is not compiled: a class, dictionaries, whatever Python has.

Each seat of each game has an object of its own. This one keeps a dictionary of the cards in hand
that hints have touched, by their place in the deck, and plays the one that was touched last.

    hanabi play examples/remembering.py:remembering examples/remembering.py:remembering --games 200
"""

from __future__ import annotations

import numpy as np

from hanabilab import Rules, View, legal_actions, plain_policy, play_games
from hanabilab.game.actions import discard_action, hint_action, play_action


class Remembering:
    """Plays the card that was hinted last, hints cards that can be played, else discards."""

    def __init__(self, rules: Rules, seat: int, rng: np.random.Generator) -> None:
        self.rules, self.seat, self.rng = rules, seat, rng
        self.hinted: dict[int, int] = {}  # the turn at which each of its cards was touched

    def observe(self, view: View) -> None:
        """Take in the deal, or the action before; `view` is what the seat sees now."""
        partner = (self.seat + 1) % self.rules.players
        if view.last_seat != partner or view.last_touched == 0:
            return
        for slot in range(self.rules.hand_size):
            if view.last_touched >> slot & 1:
                self.hinted[int(view.deck_index[self.seat, slot])] = int(view.turn)

    def act(self, view: View) -> int:
        """The id of a legal action."""
        legal = legal_actions(self.rules, view)
        wishes = [*self.plays(view), *self.hints(view), discard_action(view.rules, 0)]
        return next((action for action in wishes if action in legal), int(self.rng.choice(legal)))

    def plays(self, view: View) -> list[int]:
        """Its touched cards, the last one first."""
        places = [int(place) for place in view.deck_index[self.seat, : self.rules.hand_size]]
        touched = [slot for slot, place in enumerate(places) if place in self.hinted]
        touched.sort(key=lambda slot: (-self.hinted[places[slot]], -slot))
        return [play_action(view.rules, slot) for slot in touched]

    def hints(self, view: View) -> list[int]:
        """The rank of a card of the next seat that can be played."""
        partner = (self.seat + 1) % self.rules.players
        cards = [int(card) for card in view.hands[partner, : self.rules.hand_size]]
        ready = [card for card in reversed(cards) if card >= 0 and view.playable >> card & 1]
        ranks = [self.rules.suits + card % self.rules.ranks for card in ready]
        return [int(hint_action(view.rules, 1, value)) for value in ranks]


#: `@plain_policy("remembering")` above the class does the same; type checkers miss it there.
remembering = plain_policy("remembering")(Remembering)


def main() -> None:
    """Play twenty games: a second or two once what it stands on is compiled."""
    points = play_games(remembering, Rules(players=2), games=20, seed=1).table["points"].to_numpy()
    print(f"remembering: {points.mean():.2f} points in {len(points)} games")
    assert points.mean() > 2


if __name__ == "__main__":
    main()
