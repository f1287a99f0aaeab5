"""Many games of any line-up, tabulated, and kept in folders."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.arena.asking import ask
    from hanabilab.arena.checkpoint import PAIR, Checkpoint, Plan
    from hanabilab.arena.lineup import Lineup
    from hanabilab.arena.plain import batched_policy, plain_policy
    from hanabilab.arena.play import Results, play_games
    from hanabilab.arena.report import summary_of, write_results
    from hanabilab.arena.table import record_of, typical_games
    from hanabilab.arena.tally import Tally, play_on

__all__ = [
    "PAIR",
    "Checkpoint",
    "Lineup",
    "Plan",
    "Results",
    "Tally",
    "ask",
    "batched_policy",
    "plain_policy",
    "play_games",
    "play_on",
    "record_of",
    "summary_of",
    "typical_games",
    "write_results",
]

open_face(__name__)
