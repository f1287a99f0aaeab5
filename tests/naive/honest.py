"""What an endgame is worth to a seat that does not see its hand, by trying all that can be agreed.

Worlds are whole decks, one by one. At a turn of the seat, one action for all worlds that look alike
to it. At a turn of another seat, every function from hands of the seat to actions is tried. Nothing
is merged, no line is cut short.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product

from tests.naive.game import NaiveGame

__all__ = ["HonestTeam"]

#: Games that look alike to the seat, with how likely each is.
Worlds = list[tuple[NaiveGame, Fraction]]


class HonestTeam:
    """A team in which `seat` does not see its hand, and the others see all hands.

    Attributes:
        wins: whether the chance of all points is asked for; else the expected score.
    """

    def __init__(self, seat: int, *, wins: bool) -> None:
        self.seat = seat
        self.wins = wins

    def value(self, worlds: Worlds) -> Fraction:
        """Of the best that the team can agree on."""
        first = worlds[0][0]
        if first.status != "running":
            return sum((chance * self._result(game) for game, chance in worlds), Fraction(0))
        if first.seat == self.seat:
            return max(self.value_of(worlds, action) for action in first.legal_actions())
        hands = sorted({_hand(game, self.seat) for game, _ in worlds})
        games = {_hand(game, self.seat): game for game, _ in worlds}
        return max(
            self._value_of_function(worlds, dict(zip(hands, actions, strict=True)))
            for actions in product(*(games[hand].legal_actions() for hand in hands))
        )

    def value_of(self, worlds: Worlds, action: int) -> Fraction:
        """Of one action of the seat."""
        return self._value_of_function(
            worlds, {_hand(game, self.seat): action for game, _ in worlds}
        )

    def _value_of_function(self, worlds: Worlds, actions: dict[object, int]) -> Fraction:
        seen: dict[object, Worlds] = defaultdict(list)
        for game, chance in worlds:
            after = game.copy()
            action = actions[_hand(game, self.seat)]
            after.act(action)
            seen[action, self._sight(after)].append((after, chance))
        return sum((self.value(group) for group in seen.values()), Fraction(0))

    def _sight(self, game: NaiveGame) -> object:
        """What the seat sees after an action, other than the action itself."""
        last = game.last
        assert last is not None
        hands = [_hand(game, seat) for seat in range(len(game.hands)) if seat != self.seat]
        touched = [
            [(each.heard, each.age) for each in hand if each is not None] for hand in game.hands
        ]
        return last.card, tuple(hands), repr(touched)

    def _result(self, game: NaiveGame) -> int:
        return int(game.status == "completed") if self.wins else game.score


def _hand(game: NaiveGame, seat: int) -> tuple[tuple[int, int], ...]:
    return tuple((each.suit, each.rank) if each else (-1, -1) for each in game.hands[seat])
