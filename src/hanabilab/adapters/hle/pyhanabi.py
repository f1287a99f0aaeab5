"""HLE's module `pyhanabi`, name for name, over the engine of this library.

What is different, and what is added, stands in docs/hle.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from hanabilab.adapters.hle.cards import (
    COLOR_CHAR,
    HanabiCard,
    HanabiCardKnowledge,
    color_char_to_idx,
    color_idx_to_char,
)
from hanabilab.adapters.hle.games import AgentObservationType, HanabiGame
from hanabilab.adapters.hle.moves import (
    CHANCE_PLAYER_ID,
    HanabiHistoryItem,
    HanabiMove,
    HanabiMoveType,
)
from hanabilab.adapters.hle.native import Ffi, Lib
from hanabilab.adapters.hle.observations import (
    HanabiObservation,
    ObservationEncoder,
    ObservationEncoderType,
)
from hanabilab.adapters.hle.states import HanabiEndOfGameType, HanabiState

__all__ = [
    "CHANCE_PLAYER_ID",
    "COLOR_CHAR",
    "DEFAULT_CDEF_PREFIXES",
    "DEFAULT_LIB_PREFIXES",
    "PYHANABI_HEADER",
    "PYHANABI_LIB",
    "AgentObservationType",
    "HanabiCard",
    "HanabiCardKnowledge",
    "HanabiEndOfGameType",
    "HanabiGame",
    "HanabiHistoryItem",
    "HanabiMove",
    "HanabiMoveType",
    "HanabiObservation",
    "HanabiState",
    "ObservationEncoder",
    "ObservationEncoderType",
    "cdef_loaded",
    "color_char_to_idx",
    "color_idx_to_char",
    "encode_ffi_string",
    "ffi",
    "lib",
    "lib_loaded",
    "try_cdef",
    "try_load",
]

# There is no native library to find. Programs that look for one are told that it is there.
PYHANABI_HEADER = "pyhanabi.h"
PYHANABI_LIB = ["libpyhanabi.so", "libpyhanabi.dylib"]
DEFAULT_CDEF_PREFIXES: tuple[str | None, ...] = (None, ".")
DEFAULT_LIB_PREFIXES: tuple[str | None, ...] = (None, ".")
cdef_loaded_flag = lib_loaded_flag = True
ffi, lib = Ffi(), Lib()


def encode_ffi_string(x: str) -> str:
    """The text itself: nothing is handed to C."""
    return str(x)


def try_cdef(
    header: str = PYHANABI_HEADER,  # noqa: ARG001  # as HLE's
    prefixes: Sequence[str | None] = DEFAULT_CDEF_PREFIXES,  # noqa: ARG001
) -> bool:
    """True: there is nothing to declare."""
    return True


def try_load(
    library: Sequence[str] | None = None,  # noqa: ARG001  # as HLE's
    prefixes: Sequence[str | None] = DEFAULT_LIB_PREFIXES,  # noqa: ARG001
) -> bool:
    """True: there is nothing to load."""
    return True


def cdef_loaded() -> bool:
    """True."""
    return True


def lib_loaded() -> bool:
    """True."""
    return True
