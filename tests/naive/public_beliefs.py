"""The value of a small game for two by public beliefs, with every prescription tried.

A belief is the list of all games, one for each deck, that look alike from outside: whole decks, no
weights, no symmetry, and nothing is cut off.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from fractions import Fraction

from hanabilab.game.rules import Rules
from tests.naive.game import NaiveGame

__all__ = ["PublicBeliefs", "all_decks"]

Card = tuple[int, int]


def all_decks(rules: Rules) -> list[tuple[Card, ...]]:
    """Every different order of the deck, cards as (suit, rank from 1)."""
    cards = [
        (suit, rank + 1)
        for suit in range(rules.suits)
        for rank, copies in enumerate(rules.copies)
        for _ in range(copies)
    ]
    return sorted(set(itertools.permutations(cards)))


class PublicBeliefs:
    """Keeps the values of beliefs that it has seen."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.worths: dict[object, int] = {}

    def value(self) -> Fraction:
        """Points of the best joint policy, in the mean over all decks."""
        games = [NaiveGame(self.rules, list(deck)) for deck in all_decks(self.rules)]
        return Fraction(self.worth(games), len(games))

    def worth(self, games: list[NaiveGame]) -> int:
        """Points of the best joint policy from here on, summed over games that look alike."""
        if games[0].status != "running":
            return sum(game.score for game in games)
        key = self.key(games)
        if key not in self.worths:
            self.worths[key] = self.best(games)
        return self.worths[key]

    def key(self, games: list[NaiveGame]) -> object:
        game = games[0]
        ages = tuple(card and card.age for hand in game.hands for card in hand)
        table = game.tokens, game.lives, game.turns_left, game.drawn, game.seat
        discards = tuple(sorted(game.discards))
        return ages, table, discards, frozenset(tuple(game.deck) for game in games)

    def best(self, games: list[NaiveGame]) -> int:
        by_hand = defaultdict(list)
        for game in games:
            by_hand[self.partners_hand(game)].append(game)
        hands = list(by_hand)
        choices = [by_hand[hand][0].legal_actions() for hand in hands]
        after = {
            (hand, action): self.after(by_hand[hand], action)
            for hand, legal in zip(hands, choices, strict=True)
            for action in legal
        }
        return max(
            self.worth_of([after[pair] for pair in zip(hands, prescription, strict=True)])
            for prescription in itertools.product(*choices)
        )

    def partners_hand(self, game: NaiveGame) -> object:
        return tuple(card and (card.suit, card.rank) for card in game.hands[1 - game.seat])

    def after(self, games: list[NaiveGame], action: int) -> dict[object, list[NaiveGame]]:
        """The games after an action, by what everyone sees of it."""
        seen = defaultdict(list)
        for game in games:
            twin = game.copy()
            twin.act(action)
            seen[action, twin.last.card, tuple(twin.last.touched)].append(twin)
        return seen

    def worth_of(self, parts: list[dict[object, list[NaiveGame]]]) -> int:
        """The points of a prescription: games of different hands may look alike after it."""
        alike = defaultdict(list)
        for part in parts:
            for seen, games in part.items():
                alike[seen].extend(games)
        return sum(self.worth(games) for games in alike.values())
