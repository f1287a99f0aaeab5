"""The curve of a training run for TensorBoard. Needs the extra `tensorboard`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any

from hanabilab.errors import LearningError
from hanabilab.messages import how_to_install

#: Of a run's folder; `tensorboard --logdir DIR` finds it there.
EVENTS = "tensorboard"


def import_writer() -> Any:
    """PyTorch's class that writes for TensorBoard.

    Raises:
        LearningError: TensorBoard is not installed.
    """
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        raise LearningError(
            f"TensorBoard is missing; install it with: {how_to_install('tensorboard')}"
        ) from None
    return SummaryWriter


class Events:
    """Numbers of a run's curve by turns played, for TensorBoard to show while the run goes on.

    Args:
        folder: of the run.
        rows: of its curve so far. What TensorBoard has of earlier sessions is replaced: a run that
            was killed goes on from its last state, which may be older than its last row.

    Raises:
        LearningError: TensorBoard is not installed.
    """

    def __init__(self, folder: Path, rows: Iterable[Mapping[str, float]]) -> None:
        self._writer = import_writer()(str(folder / EVENTS), purge_step=0)
        for row in rows:
            self.add(row)

    def add(self, row: Mapping[str, float]) -> None:
        """Add a row of the curve."""
        for name, value in row.items():
            if name not in ("updates", "turns") and isfinite(value):
                self._writer.add_scalar(name, value, int(row["turns"]))
        self._writer.flush()

    def close(self) -> None:
        """Write what is left."""
        self._writer.close()
