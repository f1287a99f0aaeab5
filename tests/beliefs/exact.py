"""The hands that a seat may hold, counted one by one, and many sampled ones beside them."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import perm

import numpy as np

from hanabilab._jit import kernel
from hanabilab.beliefs.sampled_worlds import SCRATCH_SIZE, sample_hand, sample_world
from hanabilab.game.rows import new_states
from hanabilab.game.rule_tables import MAX_DECK, MAX_HAND
from hanabilab.game.view import fill_known_deck
from hanabilab.randomness import seed_rng
from tests.agents.samples import view_of
from tests.chances import FALSE_ALARM_RATE, chance_of
from tests.naive_agents import sight_of, unseen_counts

__all__ = [
    "assert_as_likely",
    "exact_hands",
    "new_rng",
    "sampled_hands",
    "sampled_worlds",
]


def new_rng(seed):
    """A generator at the start of a stream."""
    rng = np.zeros(2, np.uint64)
    seed_rng(rng, seed, 0, 0)
    return rng


@kernel
def draw_hands(hands, view, scratch, rng):
    """Fill `hands` [N, MAX_HAND] with sampled hands; False if one cannot be found."""
    for index in range(len(hands)):
        if not sample_hand(scratch, view, rng):
            return False
        hands[index] = scratch[len(scratch) - hands.shape[1] :]
    return True


@kernel
def draw_worlds(worlds, view, known_deck, scratch, rng):
    """Fill `worlds` [N] with sampled worlds; False if one cannot be found."""
    for index in range(len(worlds)):
        if not sample_world(worlds[index], view, known_deck, scratch, rng):
            return False
    return True


def sampled_hands(rules, view, count, seed) -> Counter:
    """How often each hand is drawn, as card ids of the slots."""
    hands = np.zeros((count, MAX_HAND), np.int64)
    assert draw_hands(hands, view, np.zeros(SCRATCH_SIZE, np.int64), new_rng(seed))
    assert (hands[:, rules.hand_size :] == -1).all()
    found, counts = np.unique(hands[:, : rules.hand_size], axis=0, return_counts=True)
    return Counter(dict(zip(map(tuple, found.tolist()), counts.tolist(), strict=True)))


def sampled_worlds(rules, state, seat, count, seed):
    """STATE rows that look to `seat` as `state` does."""
    worlds = new_states(rules, count)
    known = np.zeros(MAX_DECK, np.int16)
    fill_known_deck(known, state, seat)
    view = view_of(rules, state, seat)
    assert draw_worlds(worlds, view, known, np.zeros(SCRATCH_SIZE, np.int64), new_rng(seed))
    return worlds


def exact_hands(rules, view) -> dict[tuple[int, ...], int]:
    """Every hand that counts and hints allow, with the number of ways to deal its copies."""
    sight = sight_of(rules, view)
    left = {suit * rules.ranks + rank - 1: n for (suit, rank), n in unseen_counts(sight).items()}
    options = [[-1]] * rules.hand_size
    for held in sight.hands[0]:
        options[held.slot] = [suit * rules.ranks + rank - 1 for suit, rank in held.possible]
    ways = {}
    for hand in product(*options):
        used = Counter(card for card in hand if card >= 0)
        number = np.prod([perm(left[card], copies) for card, copies in used.items()], dtype=int)
        if number:
            ways[hand] = int(number)
    return ways


def assert_as_likely(counts: Counter, weights: dict) -> None:
    """Nothing impossible was drawn, and chi-square finds the frequencies fair.

    Cases expected fewer than ten times are counted together.
    """
    assert set(counts) <= set(weights)
    draws, total = sum(counts.values()), sum(weights.values())
    common = [case for case, weight in weights.items() if draws * weight >= 10 * total]
    seen, wanted = [counts[case] for case in common], [weights[case] for case in common]
    if rest := total - sum(wanted):
        seen.append(draws - sum(seen))
        wanted.append(rest)
    if draws * wanted[-1] < 5 * total:  # too rare for a cell of its own, even together
        seen[-2:], wanted[-2:] = [sum(seen[-2:])], [sum(wanted[-2:])]
    assert chance_of(seen, wanted) > FALSE_ALARM_RATE
