"""Payoffs of the Tiny Hanabi games.

Source: the Tiny Hanabi Suite of N. Burch and M. Bard, published with Sokota, Lockhart, Timbers et
al. 2021, "Solving common-payoff games with approximate policy iteration".
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

#: [first card][second card][first action][second action]
Payoffs: TypeAlias = tuple[tuple[tuple[tuple[float, ...], ...], ...], ...]

TINY_HANABI: Mapping[str, Payoffs] = MappingProxyType(
    {
        "A": (
            (((0, 1), (0, 0)), ((0, 1), (3, 2))),
            (((3, 3), (3, 2)), ((2, 0), (3, 3))),
        ),
        "B": (
            (((1, 0), (1, 0)), ((0, 1), (0, 1))),
            (((0, 1), (0, 0)), ((1, 0), (1, 0))),
        ),
        "C": (
            (((3, 0), (0, 3)), ((2, 0), (3, 3))),
            (((2, 2), (3, 0)), ((0, 1), (0, 2))),
        ),
        "D": (
            (((3, 0), (1, 3)), ((3, 0), (3, 0))),
            (((3, 2), (0, 2)), ((0, 1), (0, 0))),
        ),
        "E": (
            (
                ((10, 0, 0), (4, 8, 4), (10, 0, 0)),
                ((0, 0, 10), (4, 8, 4), (0, 0, 10)),
            ),
            (
                ((0, 0, 10), (4, 8, 4), (0, 0, 0)),
                ((10, 0, 0), (4, 8, 4), (10, 0, 0)),
            ),
        ),
        "F": (
            (((0, 3), (3, 2)), ((0, 0), (0, 1)), ((3, 1), (2, 1))),
            (((0, 2), (0, 1)), ((1, 2), (1, 2)), ((0, 1), (0, 3))),
            (((1, 3), (1, 2)), ((0, 3), (2, 2)), ((3, 1), (3, 0))),
        ),
        "G": ((((1, 2), (3, 4)),),),
    }
)
