"""Agents in other processes: pickled by the name that finds them again, never by their code.

Compiled policies ask here how they are pickled, and import this file only then. Every game loop
depends on `agents.policy`, and would be compiled again whenever the registry changed.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hanabilab.agents.policy import Agent, CompiledPolicy
from hanabilab.agents.registry import make_agent
from hanabilab.errors import AgentError, HanabiError


@dataclass(frozen=True, eq=False, repr=False)
class NamedPolicy(CompiledPolicy):
    """A compiled policy that its name tells whole: by the name it is equal, and found again."""

    def __eq__(self, other: object) -> bool:
        return self.name == other.name if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.name)


def found_again(agent: Agent, module: str) -> tuple[Callable[..., Agent], tuple[str, ...]]:
    """What pickle calls to have `agent`, which was made in `module`, in another process.

    Raises:
        AgentError: no name finds it.
    """
    try:
        if make_agent(agent.name) == agent:
            return make_agent, (agent.name,)
    except HanabiError:  # then its name is known in its module alone
        pass
    for name, thing in getattr(sys.modules.get(module), "__dict__", {}).items():
        if thing is agent:
            return _variable, (module, name)
    raise AgentError(
        f"agent {agent.name!r} cannot go to another process: no variable of {module} holds it, and "
        "the registry does not know it; name it FILE.py:NAME, or define it outside of functions"
    )


def _variable(module: str, name: str) -> Any:
    return getattr(importlib.import_module(module), name)
