"""The agent that sees its own hand: rules of thumb (`agent`), perfect last moves (`endgame`)."""

from hanabilab.agents.cheat.agent import cheat

__all__ = ["cheat"]
