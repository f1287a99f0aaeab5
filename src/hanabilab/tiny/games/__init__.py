"""The games that come with the library."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.tiny.games.matrix_games import MatrixGame, lever_game, parse_matrix
    from hanabilab.tiny.games.mini_hanabi import MiniHanabi
    from hanabilab.tiny.games.tiny_hanabi import TINY_HANABI, CardGame, tiny_hanabi
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

open_face(__name__)
