"""What all hands together can be, from common knowledge: the chance of each card in each slot.

Slots for which hints leave the same cards form a *group*. With one variable for each group, the
ways to deal the copies of one card are a polynomial. It has a term for each way to share the copies
out: n (n - 1) ... over the factorials of the shares, where n is the number of copies. The product
over all cards, at the sizes of the groups, has all deals. To find how many copies of a card each
group gets, the card's factor is taken out of the product and put back term by term. Slots that may
hold anything need no variable: the remaining copies go to them and to the deck alike.

Exact except for rounding: all terms are positive, so 64-bit floats keep 12 digits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Polynomial = NDArray[np.float64]


class _Term(NamedTuple):
    """A way to share out copies of a card: how many each group gets, and its coefficient."""

    shares: tuple[int, ...]
    weight: float


def public_chances(possible: Sequence[int], copies: Sequence[int]) -> NDArray[np.float64]:
    """[S, C] how likely each card is in each slot; zeros for an empty slot, or where no deal is.

    Args:
        possible: [S] bit set of the cards that hints leave to each slot; 0 for an empty slot.
        copies: [C] of each card in hands and deck together.
    """
    anything = sum(1 << card for card, count in enumerate(copies) if count)
    masks = [mask & anything for mask in possible]
    kinds = sorted({mask for mask in masks if mask not in (0, anything)})
    sizes = [masks.count(mask) for mask in kinds]
    terms = [list(_terms(card, count, kinds, sizes)) for card, count in enumerate(copies)]
    held = sum(mask != 0 for mask in possible)
    cannot_be = any(mask and not mask & anything for mask in possible) or held > sum(copies)
    in_groups = None if cannot_be else _expected_shares(terms, sizes)
    if in_groups is None:
        return np.zeros((len(possible), len(copies)))
    left = np.asarray(copies, float) - in_groups.sum(axis=0)
    chances = {mask: in_groups[group] / sizes[group] for group, mask in enumerate(kinds)}
    chances[anything] = left / max(left.sum(), 1)
    nothing = np.zeros(len(copies))
    return np.array([nothing if mask == 0 else chances[mask] for mask in masks])


def _terms(card: int, copies: int, kinds: list[int], sizes: list[int]) -> Iterator[_Term]:
    """Every way to share out copies of a card among the groups that may hold it."""
    most = [
        min(copies, size) if kind >> card & 1 else 0
        for kind, size in zip(kinds, sizes, strict=True)
    ]
    for shares in product(*(range(each + 1) for each in most)):
        if (total := sum(shares)) <= copies:
            yield _Term(shares, math.perm(copies, total) / math.prod(map(math.factorial, shares)))


def _expected_shares(terms: list[list[_Term]], sizes: list[int]) -> NDArray[np.float64] | None:
    """[groups, C] how many copies of each card each group gets on average; None if it cannot be."""
    shape = tuple(size + 1 for size in sizes)
    before = [_one(shape)]
    for factor in terms:
        before.append(_times(before[-1], factor))
    deals = before.pop()[tuple(sizes)]
    if deals == 0:
        return None
    shares, after = np.zeros((len(sizes), len(terms))), _one(shape)
    for card in range(len(terms) - 1, -1, -1):
        for term in terms[card]:
            rest = tuple(size - share for size, share in zip(sizes, term.shares, strict=True))
            weight = term.weight * _coefficient(before[card], after, rest) / deals
            shares[:, card] += weight * np.asarray(term.shares, float)
        after = _times(after, terms[card])
    return shares


def _one(shape: tuple[int, ...]) -> Polynomial:
    one = np.zeros(shape)
    one[(0,) * len(shape)] = 1.0
    return one


def _times(polynomial: Polynomial, factor: list[_Term]) -> Polynomial:
    """The product, without powers beyond the shape."""
    result = np.zeros_like(polynomial)
    for shares, weight in factor:
        upper = tuple(slice(share, None) for share in shares)
        lower = tuple(
            slice(0, length - share) for length, share in zip(result.shape, shares, strict=True)
        )
        result[upper] += weight * polynomial[lower]
    return result


def _coefficient(first: Polynomial, second: Polynomial, powers: tuple[int, ...]) -> float:
    """The coefficient of the product of two polynomials at `powers`."""
    upto = tuple(slice(0, power + 1) for power in powers)
    return float(np.sum(first[upto] * np.flip(second[upto])))
