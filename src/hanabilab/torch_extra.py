"""PyTorch: imported only here (the extra `learn` installs it), and set up for this package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hanabilab.errors import HanabiError
from hanabilab.messages import how_to_install


def import_torch() -> Any:
    """The module `torch`.

    Raises:
        HanabiError: it is not installed.
    """
    try:
        import torch
    except ImportError:
        raise HanabiError(
            f"learning with networks needs PyTorch; install it with: {how_to_install('learn')}"
        ) from None
    return torch


@contextmanager
def one_thread() -> Iterator[None]:
    """Let PyTorch use one thread: these networks are small, and sums come out the same."""
    torch = import_torch()
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
