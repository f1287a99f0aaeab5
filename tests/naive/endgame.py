"""What an endgame with open hands is worth, by trying every action and every draw.

All legal actions are tried, mistakes on purpose and each hint too. Positions are told apart by the
order of hands and by each useless card: nothing is merged, no line is cut short.
"""

from __future__ import annotations

from fractions import Fraction

from tests.naive.game import NaiveGame

__all__ = ["Endgame"]


class Endgame:
    """Keeps the values of positions that it has seen.

    Attributes:
        wins: whether the chance of all points is asked for; else the expected score.
    """

    def __init__(self, *, wins: bool) -> None:
        self.wins = wins
        self.values: dict[object, Fraction] = {}

    def value(self, game: NaiveGame) -> Fraction:
        """Of the best action."""
        if game.status != "running":
            return Fraction(game.status == "completed" if self.wins else game.score)
        key = _key(game)
        if key not in self.values:
            self.values[key] = max(self.value_of(game, each) for each in game.legal_actions())
        return self.values[key]

    def value_of(self, game: NaiveGame, action: int) -> Fraction:
        """Of one action, in the mean over which card of the deck is drawn."""
        rest = game.deck[game.drawn :]
        total = Fraction(0)
        for place in range(max(1, len(rest))):
            twin = game.copy()
            order = rest[place : place + 1] + rest[:place] + rest[place + 1 :]
            twin.deck = game.deck[: game.drawn] + order
            twin.act(action)
            total += self.value(twin)
        return total / max(1, len(rest))


def _key(game: NaiveGame) -> object:
    hands = tuple(tuple(card and (card.suit, card.rank) for card in hand) for hand in game.hands)
    table = (game.tokens, game.lives, game.seat, game.turns_left, tuple(game.fireworks.values()))
    return hands, tuple(sorted(game.deck[game.drawn :])), tuple(sorted(game.discards)), table
