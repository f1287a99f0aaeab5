"""The one place where a name that was read from a folder becomes an agent.

A folder may come from anybody, and a name may be that of a Python file, which would run. So such a
name is checked here. A name that is typed on a command line is the user's own:
`agents.make_agent` makes an agent of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from hanabilab.agents.policy import Agent
from hanabilab.agents.registry import make_agent
from hanabilab.agents.user_files import missing_file, require_allowed_code, whole_paths
from hanabilab.errors import AgentError, HanabiError


def kept_agent(name: str) -> Agent:
    """The agent of a name that was read from a folder.

    Raises:
        AgentError: there is none of this name, or it would run a file that the user has not named.
    """
    require_allowed_code(name)
    with paths_told([name], AgentError):
        return make_agent(name)


@contextmanager
def paths_told(names: Iterable[str], kind: type[HanabiError]) -> Iterator[None]:
    """Where names that were read from a folder fail within: tell whence paths in them lead.

    Raises:
        HanabiError: of `kind`: there is nothing where a relative path leads; or what was raised.
    """
    try:
        yield
    except HanabiError:
        if missing := next(filter(None, map(missing_file, names)), None):
            raise kind(
                f"the folder names {missing}, which is not in {Path.cwd()}; give the command in "
                "the folder in which the run began"
            ) from None
        raise


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
