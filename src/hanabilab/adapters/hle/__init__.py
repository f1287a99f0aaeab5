"""The Hanabi Learning Environment's Python API over the engine of this library.

Programs written for HLE run unchanged, with the same games for the same seeds:

    import hanabilab.adapters.hle
    hanabilab.adapters.hle.install()
    from hanabi_learning_environment import rl_env  # ours

or, without a line changed, `python -m hanabilab.adapters.hle SCRIPT ARGS...`. Nothing is installed
on disk, so that HLE itself can stand beside it. Differences and extras: docs/hle.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face
from hanabilab.adapters.hle.stand_ins import install

if TYPE_CHECKING:
    from hanabilab.adapters.hle import agents, pyhanabi, rl_env
    from hanabilab.adapters.hle.players import HleAgent

open_face(__name__)

__all__ = ["HleAgent", "agents", "install", "pyhanabi", "rl_env"]
