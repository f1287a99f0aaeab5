"""What a checkpoint holds of games and agents: arrays by name, copied out and back in.

A checkpoint may come from anybody, and kernels trust what they are given. So a game is restored by
its number and the actions so far (`Taken`): it is dealt and played again, and all that follows from
it must be as the checkpoint says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent, settings_of
from hanabilab.agents.user_files import trusts_folders
from hanabilab.errors import LearningError
from hanabilab.game.rules import Rules


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


def require_same(
    found: Mapping[str, NDArray[Any]], arrays: Mapping[str, NDArray[Any]], *names: str
) -> None:
    """Do nothing if the arrays of these names are those that were found; rules need not be there.

    Raises:
        KeyError, ValueError: one is missing, or is not.
    """
    for name in names:
        ours, given = found[name], arrays[name]
        if ours.dtype.names is not None:
            rows = np.ascontiguousarray(given).view(ours.dtype).reshape(-1)
            fields = [each for each in ours.dtype.names if each != "rules"]
            same = all(np.array_equal(ours[each], rows[each]) for each in fields)
        else:
            same = np.array_equal(ours, given)
        if not same:
            raise ValueError(f"{name} are not what its games have come to")


def require_within(name: str, values: NDArray[Any], low: float, high: float) -> None:
    """Do nothing if all values are from `low` to `high`.

    Raises:
        ValueError: one is not.
    """
    if not ((values >= low) & (values <= high)).all():
        raise ValueError(f"{name} are out of range")


def require_trust() -> None:
    """Do nothing if the user has said that folders may be trusted.

    Raises:
        LearningError: they may not, so games that cannot be played again are not gone on with.
    """
    if not trusts_folders():
        raise LearningError(
            "an older release has kept it, without the actions of its games, so what it says of "
            "them cannot be checked; if you trust the folder, give --allow-code"
        )


class Taken:
    """What was done in the game that each row plays now.

    Args:
        count: of games, G.
        rules: of the games.

    Attributes:
        actions: [G, max_turns] the ids, under the names of the seats that acted.
        turns: [G] how many.
    """

    def __init__(self, count: int, rules: Rules) -> None:
        self.actions = np.zeros((count, rules.max_turns), np.int16)
        self.turns = np.zeros(count, np.int64)
        self._rows = np.arange(count)

    def add(self, actions: NDArray[np.int64], ended: NDArray[np.bool_]) -> None:
        """Note an action [G] of each game, and which of the games that has ended."""
        self.actions[self._rows, self.turns] = actions
        self.turns += 1
        self.turns[ended] = 0

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Both arrays, by name."""
        return {"actions": self.actions.copy(), "turns": self.turns.copy()}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to where `arrays` was asked for.

        Raises:
            KeyError, ValueError: it is of other games.
        """
        copy_back({"actions": self.actions, "turns": self.turns}, arrays)
        require_within("turns", self.turns, 0, self.actions.shape[1] - 1)


def reopen_memory(memory: NDArray[np.int64], agent: Agent) -> None:
    """Write what the memory [..., M] of an agent opens with again, after it was restored.

    It may hold handles (`_jit.handles`), and those of another process mean nothing here. What opens
    as zero is no handle, and what the agent has noted there since then stays.
    """
    settings = np.array(settings_of(agent), np.int64)
    places = np.flatnonzero(settings)
    memory[..., places] = settings[places]


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
