"""A figure of the report, and the numbers that it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO


@dataclass(frozen=True)
class Sheet:
    """One figure.

    Attributes:
        name: of its files, without what they end in.
        document: the numbers, for a JSON file beside it.
        save: draws it into a PNG file that is open.
    """

    name: str
    document: dict[str, Any]
    save: Callable[[BinaryIO], None]
