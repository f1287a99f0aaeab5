"""Many games of any line-up, tabulated, and kept in folders."""

from hanabilab.arena.folder import ResultsFolder, describe_run, summary_of
from hanabilab.arena.lineup import Lineup
from hanabilab.arena.play import Results, play_games
from hanabilab.arena.table import record_of, typical_games

__all__ = [
    "Lineup",
    "Results",
    "ResultsFolder",
    "describe_run",
    "play_games",
    "record_of",
    "summary_of",
    "typical_games",
]
