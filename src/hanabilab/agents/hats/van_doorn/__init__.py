"""The recommendation agent of van Doorn, in parts.

Nine orders, the hints that send their sum and the actions that are kept (`orders`), the table when
a hint was given and what will follow from it (`moment`), what receivers read (`reading`), which
hint to give (`planning`), and the agent that acts on it all (`agent`).
"""

from hanabilab.agents.hats.van_doorn.agent import hat

__all__ = ["hat"]
