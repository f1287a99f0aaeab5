"""Positions that are alike up to the names of suits, and of seats."""

from __future__ import annotations

import hashlib
from typing import Any

from hanabilab.game.cards import NO_CARD
from hanabilab.game.rules import Rules


def key_of(rules: Rules, view: Any) -> str:
    """The same for positions that differ only in how suits are called, and in who sits where.

    Suits are alike in the usual game alone: every color touches one of them, and all have the same
    cards. By other rules positions are alike if they are equal.

    Args:
        rules: of the game.
        view: VIEW row of the seat to act.
    """
    seats = [(int(view.seat) + offset) % rules.players for offset in range(rules.players)]
    suits = [_suit(rules, view, suit, seats) for suit in range(rules.suits)]
    if _are_alike(rules):
        suits.sort()
    shared = (
        int(view.information_tokens),
        int(view.token_parts),
        int(view.life_tokens),
        int(view.deck_drawn),
        int(view.turns_left),
        [[_rank_hints(rules, int(each)) for each in view.hinted[seat]] for seat in seats],
    )
    return hashlib.sha256(repr((str(rules), shared, suits)).encode()).hexdigest()


def _are_alike(rules: Rules) -> bool:
    copies = [rules.card_copies[suit * rules.ranks :][: rules.ranks] for suit in range(rules.suits)]
    return rules.is_usual and rules.colors_are_suits and len(set(copies)) == 1


def _suit(rules: Rules, view: Any, suit: int, seats: list[int]) -> tuple[Any, ...]:
    """All that the view says of one suit."""
    first, ranks = suit * rules.ranks, range(rules.ranks)
    cards = (1 << rules.ranks) - 1
    hands = [
        (
            _rank(int(view.hands[seat, slot]), first, rules.ranks),
            int(view.possible[seat, slot]) >> first & cards,
            int(view.hinted[seat, slot]) >> suit & 1 if suit < rules.num_colors else 0,
        )
        for seat in seats
        for slot in range(rules.hand_size)
    ]
    return int(view.fireworks[suit]), [int(view.discards[first + rank]) for rank in ranks], hands


def _rank(card: int, first: int, ranks: int) -> int:
    """The rank of a card of this suit; -1 of another suit or unknown, -2 of an empty slot."""
    if card == NO_CARD:
        return -2
    return card - first if first <= card < first + ranks else -1


def _rank_hints(rules: Rules, hinted: int) -> int:
    return hinted >> rules.num_colors
