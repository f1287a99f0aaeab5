"""The Hanabi Learning Environment's Python API over the engine of this library.

Programs written for HLE run unchanged, with the same games for the same seeds:

    import hanabilab.adapters.hle
    hanabilab.adapters.hle.install()
    from hanabi_learning_environment import rl_env  # ours

or, without a line changed, `python -m hanabilab.adapters.hle SCRIPT ARGS...`. Nothing is installed
on disk, so that HLE itself can stand beside it. Differences and extras: docs/hle.md.
"""

from __future__ import annotations

import sys

from hanabilab.adapters.hle import agents, pyhanabi, rl_env
from hanabilab.adapters.hle.agents import random_agent, simple_agent
from hanabilab.adapters.hle.players import HleAgent

__all__ = ["HleAgent", "agents", "install", "pyhanabi", "rl_env"]

_PACKAGE = "hanabi_learning_environment"


def install(*, bare: bool = False) -> None:
    """Let `import hanabi_learning_environment` find this package, in this process.

    Args:
        bare: also `import pyhanabi` and `import rl_env`, as programs do that run inside HLE's
            folder.
    """
    ours = sys.modules[__name__]
    found = {
        "": ours,
        ".pyhanabi": pyhanabi,
        ".rl_env": rl_env,
        ".agents": agents,
        ".agents.random_agent": random_agent,
        ".agents.simple_agent": simple_agent,
    }
    sys.modules.update({_PACKAGE + name: module for name, module in found.items()})
    if bare:
        sys.modules.update({"pyhanabi": pyhanabi, "rl_env": rl_env, "agents": agents})
