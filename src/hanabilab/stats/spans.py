"""Games by index, as spans of games that follow each other: the first, and the end.

What has been counted is remembered so, because most runs count games 0 to n - 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Span: TypeAlias = tuple[int, int]


def spans_of(games: NDArray[np.int64]) -> list[Span]:
    """Games as spans in order; of a game that is there twice, there are spans that overlap."""
    ordered = np.sort(games)
    parts = np.split(ordered, np.flatnonzero(np.diff(ordered) != 1) + 1)
    return [(int(part[0]), int(part[-1]) + 1) for part in parts if len(part)]


def joined(spans: Iterable[Span]) -> list[Span]:
    """The same games in as few spans as can be, in order, none twice."""
    found: list[Span] = []
    for start, stop in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(stop, found[-1][1])
        else:
            found.append((start, stop))
    return found


def first_twice(spans: Iterable[Span]) -> int | None:
    """The first game that is in two of the spans; None if there is none."""
    ordered = sorted(spans)
    end = ordered[0][0] if ordered else 0
    for start, stop in ordered:
        if start < end:
            return start
        end = stop
    return None
