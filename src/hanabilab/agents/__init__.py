"""Agents: rule-based policies, the protocol they follow, and their names."""

from hanabilab.agents.five_rule import five_rule
from hanabilab.agents.policy import (
    Agent,
    BatchedPolicy,
    CompiledPolicy,
    Memory,
    Turns,
    check_players,
    policy,
)
from hanabilab.agents.random_agent import random_agent
from hanabilab.agents.registry import Family, families, make_agent, register, register_policy

__all__ = [
    "Agent",
    "BatchedPolicy",
    "CompiledPolicy",
    "Family",
    "Memory",
    "Turns",
    "check_players",
    "families",
    "five_rule",
    "make_agent",
    "policy",
    "random_agent",
    "register",
    "register_policy",
]

register_policy(random_agent)
register_policy(five_rule)
