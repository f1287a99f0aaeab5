"""What documents are made of: the base of all, and the parts that several have."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

#: Both ends of an interval.
Interval: TypeAlias = tuple[float, float]


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    """An object with these keys and no others."""


class Estimate(Document, frozen=True):
    """A mean with its error; both errors are null where there is one sample alone."""

    mean: float
    sem: float | None
    ci95: Interval | None


class Option(Document, frozen=True):
    """Something that can be set, as calls and rules take it."""

    name: str
    default: str | float | bool | None
    meaning: str
