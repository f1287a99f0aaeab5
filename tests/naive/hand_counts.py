"""Deals of a hand, counted by trying every hand: the twin of `knowledge.hand_counts`."""

from __future__ import annotations

from itertools import product


def count_hand(possible: list[set[int]], copies: list[int]) -> tuple[int, list[list[int]]]:
    """All deals, and those with each card in each slot; an empty slot has the empty set."""
    held = [slot for slot, cards in enumerate(possible) if cards]
    total = 0
    ways = [[0] * len(copies) for _ in possible]
    for hand in product(*(sorted(possible[slot]) for slot in held)):
        left, deals = list(copies), 1
        for card in hand:
            deals *= left[card]
            left[card] -= 1
        total += deals
        for slot, card in zip(held, hand, strict=True):
            ways[slot][card] += deals
    return total, ways
