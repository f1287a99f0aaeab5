"""The recommendation agent of van Doorn, in parts.

Nine orders and the hints that send their sum (`orders`), what each seat did last (`log`), the table
when a hint was given (`moment`), what receivers read (`reading`), what will follow from a hint
(`outlook`), which hint to give (`planning`), and the agent that acts on it all (`agent`).
"""

from hanabilab.agents.hats.van_doorn.agent import hat

__all__ = ["hat"]
