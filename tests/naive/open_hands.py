"""The most points that can still be made with open hands, by trying everything there is.

Only the order of the deck is unknown. Mistakes on purpose are left out; a hint passes the turn.
"""

from __future__ import annotations

from fractions import Fraction

from tests.naive.game import NaiveAction, NaiveGame, all_actions

__all__ = ["OpenHands"]


class OpenHands:
    """Keeps the values of positions that it has seen."""

    def __init__(self) -> None:
        self.values: dict[object, Fraction] = {}

    def value(self, game: NaiveGame) -> Fraction:
        """Points still to come with the best play, in the mean over the order of the deck."""
        if game.status != "running":
            return Fraction(0)
        key = self.key(game)
        if key not in self.values:
            self.values[key] = max(self.value_of(game, action) for action in self.moves(game))
        return self.values[key]

    def key(self, game: NaiveGame) -> object:
        hands = tuple(
            tuple(sorted((card.suit, card.rank) for card in hand if card)) for hand in game.hands
        )
        undrawn = tuple(sorted(game.deck[game.drawn :]))
        tops = tuple(game.fireworks.values())
        return hands, undrawn, tops, game.tokens, game.seat, game.turns_left

    def moves(self, game: NaiveGame) -> list[NaiveAction]:
        """Plays that score, discards, one hint; anything legal if there is nothing else."""
        plays, discards = [], []
        for slot, card in enumerate(game.hands[game.seat]):
            if card and game.is_playable((card.suit, card.rank)):
                plays.append(("play", slot))
            if game.allows(("discard", slot)):
                discards.append(("discard", slot))
        others, ranks = range(1, game.rules.players), range(1, game.rules.ranks + 1)
        hints = [("rank", offset, rank) for offset in others for rank in ranks]
        hints = [hint for hint in hints if game.allows(hint)]
        anything = [("play", slot) for slot, card in enumerate(game.hands[game.seat]) if card]
        return plays + discards + hints[:1] or anything

    def value_of(self, game: NaiveGame, action: NaiveAction) -> Fraction:
        """The points of an action and of what follows."""
        undrawn = game.deck[game.drawn :]
        if len(action) == 3 or not undrawn:
            return self.after(game, action, game.deck)
        total = Fraction(0)
        for place in range(len(undrawn)):
            rest = undrawn[:place] + undrawn[place + 1 :]
            total += self.after(game, action, [*game.deck[: game.drawn], undrawn[place], *rest])
        return total / len(undrawn)

    def after(self, game: NaiveGame, action: NaiveAction, deck: list[tuple[int, int]]) -> Fraction:
        twin = game.copy()
        twin.deck = deck
        twin.act(all_actions(game.rules).index(action))
        return twin.points - game.points + self.value(twin)
