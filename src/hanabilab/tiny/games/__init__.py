"""The games that come with the library."""

from __future__ import annotations

from hanabilab.tiny.games.card_game import CardGame, tiny_hanabi
from hanabilab.tiny.games.mini_hanabi import MiniHanabi
from hanabilab.tiny.games.one_shot import MatrixGame, lever_game, parse_matrix
from hanabilab.tiny.games.payoff_tables import TINY_HANABI
from hanabilab.tiny.games.trade_comm import TradeComm

__all__ = [
    "TINY_HANABI",
    "CardGame",
    "MatrixGame",
    "MiniHanabi",
    "TradeComm",
    "lever_game",
    "parse_matrix",
    "tiny_hanabi",
]
