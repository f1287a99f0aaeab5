"""Many games of any line-up, tabulated."""

from hanabilab.arena.play import Lineup, Results, play_games
from hanabilab.arena.table import record_of, typical_games

__all__ = ["Lineup", "Results", "play_games", "record_of", "typical_games"]
