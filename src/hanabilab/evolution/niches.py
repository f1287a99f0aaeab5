"""Niches: the measures of behavior, and the cell of the grid that a behavior falls in.

Every measure is a ratio from 0 to 1. It is 0 where it is not defined, such as a measure of plays
for an individual that never plays a card. Shapes: N individuals, D measures, K columns of results.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from hanabilab.arena import measure_kernels as kernels
from hanabilab.arena.measures import RATIOS, behavior
from hanabilab.errors import EvolutionError
from hanabilab.evolution.kernels import COUNTERS

_MAX_CELLS = 1_000_000


def _share(part: tuple[int, ...], whole: tuple[int, ...]) -> Callable[..., NDArray[np.float64]]:
    """The measure that is a sum of counters over another."""

    def measure(counters: NDArray[np.int64]) -> NDArray[np.float64]:
        with np.errstate(invalid="ignore", divide="ignore"):
            ratio = counters[:, part].sum(axis=1) / counters[:, whole].sum(axis=1)
        return np.asarray(ratio, np.float64)

    return measure


def _ratio(name: str) -> Callable[..., NDArray[np.float64]]:
    return lambda counters: behavior(counters)[name]


_HINTS = (kernels.COLOR_HINTS, kernels.RANK_HINTS)
#: Measures by name, each from counters [N, KEPT_MEASURES] to [N].
MEASURES: Mapping[str, Callable[[NDArray[np.int64]], NDArray[np.float64]]] = MappingProxyType(
    {
        **{name: _ratio(name) for name in RATIOS},
        "color_share": _share((kernels.COLOR_HINTS,), _HINTS),
        "misplay_share": _share((kernels.MISPLAYS,), (kernels.PLAYS,)),
        "useless_discard_share": _share((kernels.USELESS_DISCARDS,), (kernels.DISCARDS,)),
    }
)


@dataclass(frozen=True)
class Niches:
    """A grid over two or three measures, `grid[d]` niches of equal width along measure `d`.

    A cell is a number; the last axis runs fastest.

    Raises:
        EvolutionError: no such measure, one twice, or a grid that does not fit the measures.
    """

    measures: tuple[str, ...]
    grid: tuple[int, ...]

    def __post_init__(self) -> None:
        for name in self.measures:
            if name not in MEASURES:
                raise EvolutionError(f"unknown measure {name!r}; known are {', '.join(MEASURES)}")
        if len(set(self.measures)) != len(self.measures) or len(self.measures) not in (2, 3):
            raise EvolutionError(
                f"measures are {', '.join(self.measures)}; two or three different ones are needed"
            )
        words = "x".join(str(size) for size in self.grid)
        if len(self.grid) != len(self.measures):
            raise EvolutionError(
                f"grid is {words}; {len(self.measures)} measures need a number for each"
            )
        if any(type(size) is not int or size < 1 for size in self.grid) or self.cells > _MAX_CELLS:
            raise EvolutionError(f"grid is {words}; 1 to {_MAX_CELLS:,} cells, such as 20x20")

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return prod(self.grid)

    def measure(self, results: NDArray[np.int64]) -> NDArray[np.float64]:
        """[N, D] the measures of individuals, from results [N, K]; 0 where not defined."""
        counters = results[:, COUNTERS:]
        values = np.column_stack([MEASURES[name](counters) for name in self.measures])
        return np.nan_to_num(values, nan=0.0)

    def cells_of(self, results: NDArray[np.int64]) -> NDArray[np.int64]:
        """[N] the cells that individuals fall in."""
        sizes = np.array(self.grid)
        # Divided by a width, as in the original: at an edge that differs from times a number.
        places = np.floor(self.measure(results) / (1 / sizes)).astype(np.int64)
        return np.ravel_multi_index(tuple(np.clip(places, 0, sizes - 1).T), self.grid)

    def places_of(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """[N, D] where cells are in the grid, from 0."""
        return np.column_stack(np.unravel_index(cells, self.grid)).astype(np.int64)

    def cell_at(self, place: tuple[int, ...]) -> int:
        """The cell at a place in the grid.

        Raises:
            EvolutionError: the grid has no such place.
        """
        fits = len(place) == len(self.grid) and all(
            0 <= index < size for index, size in zip(place, self.grid, strict=True)
        )
        if not fits:
            ranges = ", ".join(f"0 to {size - 1}" for size in self.grid)
            wrong = ", ".join(str(index) for index in place)
            raise EvolutionError(f"no niche {wrong}; niches are numbered {ranges}")
        return int(np.ravel_multi_index(place, self.grid))
