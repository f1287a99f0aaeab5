"""What a checkpoint holds of games and agents: arrays by name, copied out and back in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent, settings_of


class Checkpointed:
    """What stands in arrays, which a checkpoint copies out and back in."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Where it stands, to go on from with `restore`."""
        return copied(self._places())

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to where `arrays` was asked for, by one of the same kind, rules, size and seed.

        Raises:
            KeyError, ValueError: they are not of such a one.
        """
        copy_back(self._places(), arrays)

    def _places(self) -> dict[str, NDArray[Any]]:
        """The arrays themselves, by name."""
        raise NotImplementedError


def copied(places: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """A copy of each array; records as their bytes, since files keep plain numbers only."""
    return {
        name: place.copy() if place.dtype.names is None else _as_bytes(place)
        for name, place in places.items()
    }


def _as_bytes(records: NDArray[Any]) -> NDArray[np.uint8]:
    return records.copy().view(np.uint8).reshape(len(records), -1)


def copy_back(places: Mapping[str, NDArray[Any]], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write what `copied` gave back into the same places.

    Raises:
        KeyError, ValueError: an array is missing, or is of another type or shape.
    """
    for name, place in places.items():
        given = arrays[name]
        if place.dtype.names is not None:
            given = np.ascontiguousarray(given).view(place.dtype).reshape(-1)
        if given.shape != place.shape or given.dtype != place.dtype:
            raise ValueError(
                f"{name} is {given.dtype} {given.shape}, not {place.dtype} {place.shape}"
            )
        place[...] = given


def reopen_memory(memory: NDArray[np.int64], agent: Agent) -> None:
    """Write what the memory [..., M] of an agent opens with again, after it was restored.

    It may hold handles (`_jit.handles`), and those of another process mean nothing here.
    """
    settings = settings_of(agent)
    memory[..., : len(settings)] = settings


def with_prefix(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The same arrays under longer names."""
    return {prefix + name: value for name, value in arrays.items()}


def part_of(arrays: Mapping[str, NDArray[Any]], prefix: str) -> dict[str, NDArray[Any]]:
    """The arrays whose names begin so, without the prefix."""
    return {
        name.removeprefix(prefix): value
        for name, value in arrays.items()
        if name.startswith(prefix)
    }
