"""HLE's example agents, under the names that it gives their modules."""

from __future__ import annotations

from hanabilab.adapters.hle.agents.random_agent import RandomAgent
from hanabilab.adapters.hle.agents.simple_agent import SimpleAgent

__all__ = ["RandomAgent", "SimpleAgent"]
