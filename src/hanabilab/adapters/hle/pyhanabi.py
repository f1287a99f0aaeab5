"""HLE's module `pyhanabi`, name for name, over the engine of this library.

What is different, and what is added, stands in docs/hle.md. There is no C behind it. `ffi` and
`lib` are there for programs that read the cards of a hand into a card that they have made::

    card = pyhanabi.ffi.new("pyhanabi_card_t*")
    for slot in range(pyhanabi.lib.ObsGetHandSize(observation, player)):
        pyhanabi.lib.ObsGetHandCard(observation, player, slot, card)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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


# --- Calls into C --------------------------------------------------------------------------------

_CARD = "pyhanabi_card_t*"


@dataclass
class _CardPointer:
    """A card that `lib` writes into; color and rank are -1 where the observer does not see it."""

    color: int = 0
    rank: int = 0


class _Ffi:
    """What makes such cards."""

    def new(self, kind: str) -> _CardPointer:
        """A card.

        Raises:
            AttributeError: any other kind.
        """
        if kind.replace(" ", "") != _CARD:
            raise AttributeError(
                f'ffi.new makes "{_CARD}" alone here, not {kind!r}; see docs/hle.md'
            )
        return _CardPointer()


class _Lib:
    """The two functions of HLE's library that read hands; any other is an AttributeError."""

    def ObsGetHandSize(self, observation: Any, pid: int) -> int:  # noqa: N802  # as HLE's
        """Cards in a hand of an observation; players are counted from the observer."""
        return len(observation.observed_hands()[_within(pid, observation.num_players(), "player")])

    def ObsGetHandCard(self, observation: Any, pid: int, index: int, card: _CardPointer) -> None:  # noqa: N802
        """Write the card of a slot into `card`."""
        hand = observation.observed_hands()[_within(pid, observation.num_players(), "player")]
        found = hand[_within(index, len(hand), "slot")]
        card.color, card.rank = found.color(), found.rank()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"lib has ObsGetHandSize and ObsGetHandCard alone here, not {name}; see docs/hle.md"
        )


def _within(number: int, count: int, what: str) -> int:
    """A number that is one of `count`.

    Raises:
        IndexError: it is not (HLE ends the process).
    """
    if not 0 <= number < count:
        raise IndexError(f"no {what} {number}; they are 0 to {count - 1}")
    return number


ffi, lib = _Ffi(), _Lib()
