"""Blocks of rows: agents let a network work on as many rows at once, always.

What PyTorch computes for a row may differ in the last bits with the number of rows beside it. With
blocks of one size a position gets the same answer whatever else is asked at the same time.
"""

from __future__ import annotations

import torch
from torch import Tensor

#: Rows of a block.
BLOCK = 128


def padded(rows: Tensor, dim: int = 0) -> Tensor:
    """At most `BLOCK` rows, filled up with zeros along `dim`."""
    missing = BLOCK - rows.shape[dim]
    if not missing:
        return rows
    zeros = rows.new_zeros([*rows.shape[:dim], missing, *rows.shape[dim + 1 :]])
    return torch.cat((rows, zeros), dim)
