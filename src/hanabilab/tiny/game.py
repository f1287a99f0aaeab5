"""A small cooperative game: a protocol of seven methods, and how their answers are checked.

A state is any hashable value that holds everything true at the table. A game says what is *seen* in
each state. What a seat *knows* is everything that it has seen; the library remembers that for it.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from itertools import islice
from typing import Any, Protocol, TypeAlias, runtime_checkable

from hanabilab.errors import GameError
from hanabilab.randomness import MAX_SEED

State: TypeAlias = Hashable
Action: TypeAlias = Hashable

#: What may be, each with its probability.
Chances: TypeAlias = Sequence[tuple[Any, float]]

_TOLERANCE = 1e-9


@runtime_checkable
class SmallGame(Protocol):
    """A cooperative game of finitely many turns, with one payoff for all.

    `name` and `seats` may be plain attributes. A game may also have `fewest_histories()`: how many
    there are at least. Where that is too many, it is refused before any is made.
    """

    @property
    def name(self) -> str:
        """As it is written where games are named."""
        ...

    @property
    def seats(self) -> int:
        """How many play, 1 or more."""
        ...

    def deals(self) -> Iterable[tuple[Any, float]]:
        """States that the game may begin in, with probabilities that sum to 1."""
        ...

    def turn(self, state: Any) -> int | None:
        """The seat to act, which everyone knows; None when the game is over."""
        ...

    def actions(self, state: Any) -> Sequence[Any]:
        """What the seat to act may do: different values that it knows from what it has seen."""
        ...

    def act(self, state: Any, action: Any) -> Iterable[tuple[Any, float]]:
        """States that may follow, with probabilities that sum to 1."""
        ...

    def public(self, state: Any) -> Hashable:
        """What everyone sees in this state; what was seen before is remembered."""
        ...

    def private(self, state: Any, seat: int) -> Hashable:
        """What `seat` sees in this state beside that, also when others act."""
        ...

    def payoff(self, state: Any) -> float:
        """What a state is worth in which the game is over."""
        ...


def check_seed(seed: int) -> int:
    """`seed`, if it is one.

    Raises:
        GameError: not a whole number from 0 to 2**63 - 1.
    """
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        raise GameError(f"seed is {seed!r}; a whole number from 0 to 2**63 - 1 is needed")
    return seed


def check_chances(
    game: SmallGame, chances: Iterable[tuple[Any, float]], where: str, most: int | None = None
) -> Chances:
    """`chances` as a list, without what cannot be.

    Args:
        most: how many are taken; those after it are not even made.

    Raises:
        GameError: probabilities that are none, or do not sum to 1; more than `most`.
    """
    try:
        stop = None if most is None else most + 1
        found = [(state, float(chance)) for state, chance in islice(chances, stop)]
    except (TypeError, ValueError, OverflowError):
        raise GameError(
            f"game {game.name!r}, {where}: pairs of a state and its probability are needed"
        ) from None
    if most is not None and len(found) > most:
        raise GameError(
            f"game {game.name!r}, {where}: over {most:,} states may follow, too many to enumerate"
        )
    total = math.fsum(chance for _, chance in found)
    if not all(0 <= chance <= 1 for _, chance in found) or abs(total - 1) > _TOLERANCE:
        raise GameError(
            f"game {game.name!r}, {where}: probabilities sum to {total:g}; each is 0 to 1, "
            "and together they are 1"
        )
    return [pair for pair in found if pair[1]]
