"""CMA-ES over the numbers of an agent: pyribs' strategy, on whole numbers within ranges.

Each range is cut into cells of equal length, one for each whole number, and stretched to 0 to 1.
CMA-ES knows no ends; a point beyond an end is folded back, as by a mirror. So numbers at an end are
drawn as often as others, and nothing is drawn in vain.

A strategy is made anew from its seed and from the orders it was told. It need not be kept.

Source: Hansen & Ostermeier 2001, by the tutorial of Hansen 2016; pyribs' `CMAEvolutionStrategy`,
which learns from the better half.

Shapes: K candidates, N numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.errors import HanabiError
from hanabilab.messages import how_to_install
from hanabilab.randomness import derived_seed
from hanabilab.tuning.settings import Settings

#: The stream that seeds what candidates are drawn by.
_STREAM = 72


def num_parents(candidates: int) -> int:
    """How many candidates of a generation the next one is learned from: the better half."""
    return candidates // 2


class Strategy:
    """Asks for candidates, and is told in which order they came.

    Raises:
        HanabiError: pyribs is not installed.
    """

    def __init__(self, settings: Settings) -> None:
        self._low = np.array([number.low for number in settings.numbers])
        self._sizes = np.array([number.high for number in settings.numbers]) - self._low + 1
        self._cma = _import_cma()(
            sigma0=settings.spread / 100,
            solution_dim=len(self._low),
            batch_size=settings.candidates,
            seed=derived_seed(settings.seed, 0, _STREAM),
        )
        self._cma.reset((np.array(settings.start) - self._low + 0.5) / self._sizes)

    def ask(self) -> NDArray[np.int64]:
        """[K, N] the numbers of each candidate of the next generation."""
        return self._whole(self._cma.ask())

    def tell(self, order: NDArray[np.int64]) -> None:
        """Learn from the candidates that were asked for.

        Args:
            order: [K] the rows of all candidates, the best first.
        """
        # The strategy learns from the order alone, and never looks at the values.
        self._cma.tell(order, np.zeros((len(order), 1)), num_parents(len(order)))

    @property
    def mean(self) -> NDArray[np.float64]:
        """[N] where candidates are drawn around, between whole numbers."""
        return self._low - 0.5 + _folded(self._cma.mean) * self._sizes

    @property
    def deviation(self) -> NDArray[np.float64]:
        """[N] the standard deviation of candidates, before they are folded and made whole."""
        spread = self._cma.sigma * np.sqrt(np.diag(self._cma.cov.cov))
        return np.asarray(spread * self._sizes, np.float64)

    def _whole(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        cells = np.floor(_folded(points) * self._sizes).astype(np.int64)
        return self._low + np.minimum(cells, self._sizes - 1)


def _folded(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points between 0 and 1; those beyond an end are mirrored there."""
    return 1 - np.abs(1 - np.mod(points, 2))


def require_ribs() -> None:
    """Do nothing if pyribs is installed; raises what `Strategy` does if it is not."""
    _import_cma()


def _import_cma() -> Any:
    """The class of pyribs.

    Raises:
        HanabiError: it is not installed.
    """
    try:
        from ribs.emitters.opt import CMAEvolutionStrategy
    except ImportError:
        raise HanabiError(
            f"tuning needs pyribs; install it with: {how_to_install('evolve')}"
        ) from None
    return CMAEvolutionStrategy
