"""The type of rows that Python and kernels share."""

from __future__ import annotations

from typing import Any

import numpy as np

_field = np.void.__getitem__


class Record(np.record):  # type: ignore[misc]  # final in NumPy's stubs alone
    """NumPy's record, with fields as attributes, made fast for Python; kernels see no difference.

    NumPy looks for an attribute first and for a field when that has failed, which takes three times
    as long. And whenever Python hands a record to a kernel, Numba asks it for `data`: NumPy then
    writes out a description of all fields, which takes ten times as long as all the rest.
    """

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        """A field; a record in its turn, if that is what it holds. Else an attribute."""
        if name == "data":
            return self  # Numba wants its bytes alone, and a record gives those itself
        try:
            found = _field(self, name)
        except ValueError:  # no such field
            return object.__getattribute__(self, name)
        return found.view((type(self), found.dtype)) if type(found) is np.void else found

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value
