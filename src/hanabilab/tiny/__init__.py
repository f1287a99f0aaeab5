"""Small cooperative games: enumerated, solved exactly, improved by search and learned."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.tiny.enumeration import MAX_HISTORIES, enumerate_game
    from hanabilab.tiny.game import SmallGame
    from hanabilab.tiny.policies import (
        Policy,
        check_policy,
        deterministic,
        join_policies,
        picks_of,
        random_policy,
        uniform_policy,
        value_of,
    )
    from hanabilab.tiny.tree import GameTree, Infoset

__all__ = [
    "MAX_HISTORIES",
    "GameTree",
    "Infoset",
    "Policy",
    "SmallGame",
    "check_policy",
    "deterministic",
    "enumerate_game",
    "join_policies",
    "picks_of",
    "random_policy",
    "uniform_policy",
    "value_of",
]

open_face(__name__)
