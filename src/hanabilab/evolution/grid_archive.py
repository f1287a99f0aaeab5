"""The archive as one of pyribs, for its statistics, data frames and figures.

pyribs is not needed to evolve; the extra `evolve` brings it.
"""

from __future__ import annotations

from typing import Any

from hanabilab.errors import EvolutionError
from hanabilab.evolution.search import Evolution
from hanabilab.messages import how_to_install


def as_grid_archive(evolution: Evolution) -> Any:
    """A `ribs.archives.GridArchive` of the elites, each in the cell that it has here.

    Its measures are places in the grid, the middle of each cell, since an elite's own measures may
    have moved on (`replays="mean"`); fields `number` and `games` are beside the solution.

    Raises:
        EvolutionError: pyribs is not installed.
    """
    try:
        from ribs.archives import GridArchive
    except ImportError:
        raise EvolutionError(
            f"this needs pyribs; install it with: {how_to_install('evolve')}"
        ) from None
    settings, archive = evolution.settings, evolution.archive
    cells = archive.filled
    grid = GridArchive(
        solution_dim=settings.length,
        dims=settings.grid,
        ranges=[(0.0, 1.0)] * len(settings.grid),
        extra_fields={"number": ((), "int64"), "games": ((), "int64")},
        solution_dtype="int64",
    )
    if len(cells):
        grid.add(
            archive.genes[cells],
            archive.means[cells],
            (settings.niches.places_of(cells) + 0.5) / settings.grid,
            number=archive.numbers[cells],
            games=archive.games[cells],
        )
    return grid
