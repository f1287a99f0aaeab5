"""Card sets for tests: bits and members, and the copies left in a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hanabilab.game.games import Game
from hanabilab.game.rule_tables import MAX_CARDS

__all__ = ["bits", "left_in", "members"]


def bits(cards: Iterable[int]) -> int:
    """The bit set of some cards."""
    return sum(1 << card for card in cards)


def members(cards: int) -> set[int]:
    """The cards in a bit set."""
    return {card for card in range(MAX_CARDS) if int(cards) >> card & 1}


def left_in(game: Game) -> Counter[int]:
    """Copies neither played nor discarded, card by card."""
    state, rules = game.state, game.rules
    found = Counter[int]()
    for card in range(rules.max_score):
        suit, rank = divmod(card, rules.ranks)
        found[card] = rules.copies[rank] - state.discards[card] - (rank < state.fireworks[suit])
    return +found
