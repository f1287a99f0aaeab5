"""Agents: rule-based policies, the protocol they follow, and their names."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.agents.cheat import cheat
    from hanabilab.agents.five_rule import five_rule
    from hanabilab.agents.hats import cox_information, cox_recommendation, hat, information
    from hanabilab.agents.newest import newest
    from hanabilab.agents.numbers import Number, numbers_of, values_of, with_numbers
    from hanabilab.agents.pickling import found_again
    from hanabilab.agents.policy import Agent, BatchedPolicy, CompiledPolicy, Memory, Turns, policy
    from hanabilab.agents.random_agent import random_agent
    from hanabilab.agents.registry import Family, families, make_agent, register, register_policy
    from hanabilab.agents.rules import rule_policy
    from hanabilab.agents.smart import holmes, keen, simple, smart, value
    from hanabilab.agents.traits import check_players, check_rules

__all__ = [
    "Agent",
    "BatchedPolicy",
    "CompiledPolicy",
    "Family",
    "Memory",
    "Number",
    "Turns",
    "cheat",
    "check_players",
    "check_rules",
    "cox_information",
    "cox_recommendation",
    "families",
    "five_rule",
    "found_again",
    "hat",
    "holmes",
    "information",
    "keen",
    "make_agent",
    "newest",
    "numbers_of",
    "policy",
    "random_agent",
    "register",
    "register_policy",
    "rule_policy",
    "simple",
    "smart",
    "value",
    "values_of",
    "with_numbers",
]

open_face(__name__)
