"""Many games of any line-up, tabulated, and kept in folders."""

from hanabilab.arena.checkpoint import PAIR, Checkpoint, Plan
from hanabilab.arena.explain import ExplainedTurn, Reading, explain_record
from hanabilab.arena.folder import ResultsFolder
from hanabilab.arena.lineup import Lineup
from hanabilab.arena.play import Results, play_games
from hanabilab.arena.report import summary_of, write_results
from hanabilab.arena.table import record_of, typical_games
from hanabilab.arena.tally import Tally, play_on

__all__ = [
    "PAIR",
    "Checkpoint",
    "ExplainedTurn",
    "Lineup",
    "Plan",
    "Reading",
    "Results",
    "ResultsFolder",
    "Tally",
    "explain_record",
    "play_games",
    "play_on",
    "record_of",
    "summary_of",
    "typical_games",
    "write_results",
]
