"""Where a network learns: on the CPU, or on a GPU that PyTorch finds.

Games are always played on the CPU. What they show is sent to the device, and stays there until it
is learned from; actions come back. Random numbers are drawn on the CPU, so a run on a GPU begins
with the same weights and draws the same numbers as one on the CPU. Sums differ in their last bits.
"""

from __future__ import annotations

import re
from typing import Any

import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.errors import LearningError

CPU = torch.device("cpu")


def find_device(name: str) -> torch.device:
    """The device of a name: cpu, cuda, or cuda:1 for the second GPU.

    Raises:
        LearningError: no such device, or none that PyTorch finds here.
    """
    if not re.fullmatch(r"cpu|cuda(:\d+)?", name, re.ASCII):
        raise LearningError(f"device is {name!r}; it is cpu, cuda, or cuda:1 for the second GPU")
    number, found = int(name.partition(":")[2] or 0), torch.cuda.device_count()
    if name != "cpu" and number >= found:
        raise LearningError(f"device is {name!r}, but PyTorch finds {found} GPUs here; take cpu")
    return torch.device(name)


def to_numpy(values: Tensor) -> NDArray[Any]:
    """The values as an array; it may share their memory."""
    array: NDArray[Any] = values.detach().cpu().numpy()
    return array


def to_tensor(values: NDArray[Any], device: torch.device) -> Tensor:
    """A copy of an array on a device."""
    return torch.from_numpy(values.copy()).to(device)
