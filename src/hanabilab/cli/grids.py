"""Tables in the terminal: how they look, and their columns."""

from __future__ import annotations

from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.table import Column

#: How a table looks with a line below its heads alone, and without lines.
RULED: Final[dict[str, Any]] = {"box": SIMPLE_HEAD, "padding": (0, 1, 0, 0), "pad_edge": False}
BARE: Final[dict[str, Any]] = {"box": None, "padding": (0, 2, 0, 0), "pad_edge": False}


def right(*heads: str, **how: Any) -> list[Column]:
    """Columns at the right, as numbers have them."""
    return [Column(head, justify="right", **how) for head in heads]
