"""Agents that are lists of rules, and the bases the rules come from.

- bases, catalogue: rules by number and name; `published` has the 105, `extended` all
- families: a kernel and its parameters; `dispatch` finds it
- plays, discards, hints, surveys, others: the published kernels; signals, thrift: ours
- turn, choosing: what kernels ask; memory: what hints have marked
- agent: lists of rules as policies; pool, names: published lists, and names that are read
"""

from hanabilab.agents.rules.agent import MODES, memory_size_of, rule_policy, settings_of
from hanabilab.agents.rules.bases import BASES, find_rule, find_rules
from hanabilab.agents.rules.catalogue import Rule
from hanabilab.agents.rules.pool import POOL

__all__ = [
    "BASES",
    "MODES",
    "POOL",
    "Rule",
    "find_rule",
    "find_rules",
    "memory_size_of",
    "rule_policy",
    "settings_of",
]
