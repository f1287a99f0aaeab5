"""What a bot says of itself: at the table when a game begins, and to whoever asks with "/help"."""

from __future__ import annotations

from hanabilab.agents import Agent
from hanabilab.agents.numbers import values_of
from hanabilab.agents.policy import CompiledPolicy

_HELP = "Send me /join, or /join PASSWORD, and I come to your table."


def introduction(agent: Agent) -> str:
    """Who plays, in one line: its name, the level of its conventions if it has one, how it plays.

    The level is told where the name leaves it to the default.
    """
    doc = getattr(agent, "doc", "")
    return " ".join([f"I am the agent {agent.name}{_level(agent)}.", *doc.splitlines()[:1]])


def help_text(agent: Agent) -> str:
    """What "/help" is answered with."""
    return f"{introduction(agent)} {_HELP}"


def _level(agent: Agent) -> str:
    """The level of the conventions that it plays by, if it declares one."""
    if not isinstance(agent, CompiledPolicy):
        return ""
    numbers = values_of(agent)
    told = "level=" in agent.name or "level" not in numbers
    return "" if told else f" at level {numbers['level']}"
