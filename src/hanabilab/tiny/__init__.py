"""Small cooperative games: enumerated, solved exactly, improved by search and learned."""

from __future__ import annotations

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
