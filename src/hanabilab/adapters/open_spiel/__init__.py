"""Hanabi as a game of OpenSpiel, by any rules of ours, and our agents as its bots.

After the import, `pyspiel.load_game("hanabilab")` finds the game. Needs pyspiel, the extra
`open-spiel`.
"""

from hanabilab.adapters.open_spiel.bots import AgentBot
from hanabilab.adapters.open_spiel.games import NAME, HanabiGame, HanabiState, load_game

__all__ = ["NAME", "AgentBot", "HanabiGame", "HanabiState", "load_game"]
