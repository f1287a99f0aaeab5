"""The one place where a name that was read from a folder becomes an agent.

A folder may come from anybody, and a name may be that of a Python file, which would run. So such a
name is checked here. A name that is typed on a command line is the user's own:
`agents.make_agent` makes an agent of it.
"""

from __future__ import annotations

from hanabilab.agents.policy import Agent
from hanabilab.agents.registry import make_agent
from hanabilab.agents.user_files import require_allowed_code


def kept_agent(name: str) -> Agent:
    """The agent of a name that was read from a folder.

    Raises:
        AgentError: there is none of this name, or it would run a file that the user has not named.
    """
    require_allowed_code(name)
    return make_agent(name)
