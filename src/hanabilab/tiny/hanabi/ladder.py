"""The ladder: named games of mini-Hanabi from 3 to 12 cards, with their values.

Source: an independent solver in C++ computed the values in `REFERENCES`; naive enumeration
confirmed those of small games. We know of no published exact value of mini-Hanabi.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from hanabilab.game.rules import Rules


@dataclass(frozen=True)
class Rung:
    """A game of the ladder.

    Attributes:
        rules: one information token and one life, unless the name says otherwise.
        kinds: hands that the first to act may see.
        deals: pairs of hands.
        states: states of the game, the seat to act told apart.
        full_information_bound: value if all hands lay open, in points, to six decimals.
        value: the value in points, to six decimals.
    """

    rules: Rules
    kinds: int
    deals: int
    states: int
    full_information_bound: float
    value: float


def _mini(suits: int, copies: tuple[int, ...], hand_size: int, **changes: Any) -> Rules:
    options: dict[str, Any] = {"information_tokens": 1, "life_tokens": 1, **changes}
    return Rules(suits=suits, ranks=len(copies), copies=copies, hand_size=hand_size, **options)


#: Rungs by name, from the smallest.
LADDER: Mapping[str, Rung] = MappingProxyType(
    {
        "0": Rung(_mini(1, (2, 1), 1), 2, 3, 20, 2.0, 2.0),
        "1": Rung(_mini(1, (3, 2, 1), 1), 3, 8, 336, 2.716667, 2.333333),
        "1'": Rung(_mini(1, (3, 2, 1), 1, information_tokens=2), 3, 8, 524, 2.883333, 2.766667),
        "2": Rung(_mini(2, (2, 1), 1), 4, 14, 1210, 3.788889, 3.411111),
        "3": Rung(_mini(2, (3, 1), 1), 4, 14, 3206, 3.896429, 3.685714),
        "4": Rung(_mini(1, (3, 2, 2, 1), 1), 4, 15, 2082, 3.158929, 2.489881),
        "5": Rung(_mini(1, (3, 2, 1), 2), 8, 38, 500, 3.0, 2.683333),
        "6": Rung(_mini(2, (2, 1), 2), 14, 102, 1722, 4.0, 3.311111),
        "7": Rung(_mini(2, (3, 1), 2), 14, 126, 8624, 4.0, 4.0),
        "8": Rung(_mini(3, (2, 1), 1), 6, 33, 36855, 5.507143, 4.690344),
        "9": Rung(_mini(1, (3, 2, 2, 2, 1), 1), 5, 24, 10789, 3.429458, 2.585397),
        "10": Rung(_mini(3, (3, 1), 1), 6, 33, 139479, 5.728758, 5.130595),
        "11": Rung(_mini(2, (3, 2, 1), 1), 6, 34, 94678, 5.162624, 4.222066),
    }
)
