"""The one place where a name that was read from a folder becomes an agent.

A folder may come from a stranger; a name that is typed on a command line does not.
"""

from __future__ import annotations

from hanabilab.agents.policy import Agent
from hanabilab.agents.registry import make_agent

__all__ = ["kept_agent"]


def kept_agent(name: str) -> Agent:
    """The agent of a name that was read from a folder.

    Raises:
        AgentError: there is none of this name.
    """
    return make_agent(name)
