"""Agents that are lists of rules, and the bases the rules come from.

- rules.csv: the table, a row for each rule; catalogue: rules and bases by number and name
- families: the kernels that rules run; plays, discards, hints, surveys, others: what each does
- deciding: how a list picks its rule; agent: lists as policies; names: published ones, and grammar
- turn: what kernels ask about a turn; memory: what hints have marked
"""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.agents.rules.agent import (
        MODES,
        memory_size_of,
        policy_of_base,
        rule_policy,
        settings_of,
    )
    from hanabilab.agents.rules.catalogue import BASES, Rule, base_of, find_rule, find_rules
    from hanabilab.agents.rules.names import POOL

__all__ = [
    "BASES",
    "MODES",
    "POOL",
    "Rule",
    "base_of",
    "find_rule",
    "find_rules",
    "memory_size_of",
    "policy_of_base",
    "rule_policy",
    "settings_of",
]

open_face(__name__)
