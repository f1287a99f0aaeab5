"""The one place where a name that was read from a folder becomes an agent.

A folder may come from anybody, and a name may be that of a Python file, which would run. So such a
name is checked here. A name that is typed on a command line is the user's own:
`agents.make_agent` makes an agent of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from hanabilab.agents.policy import Agent
from hanabilab.agents.registry import make_agent
from hanabilab.agents.user_files import require_allowed_code, whole_paths
from hanabilab.errors import AgentError


def kept_agent(name: str) -> Agent:
    """The agent of a name that was read from a folder.

    Raises:
        AgentError: there is none of this name, or it would run a file that the user has not named.
    """
    require_allowed_code(name)
    return make_agent(name)


def require_different(agents: Mapping[str, Agent]) -> None:
    """Do nothing if no two names are of one agent, as `smart` and `smart()` are.

    A file, too, is one whatever path leads to it.

    Raises:
        AgentError: two are.
    """
    known: dict[str, str] = {}
    for name, agent in agents.items():
        if (first := known.setdefault(whole_paths(agent.name), name)) != name:
            raise AgentError(f"{first!r} and {name!r} are one agent; name each once")
