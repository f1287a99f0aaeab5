"""The adaptive-question hat agent: every hint answers questions about all other hands at once."""

from hanabilab.agents.hats.information.information import information

__all__ = ["information"]
