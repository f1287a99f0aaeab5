"""Many games of any line-up, tabulated, and kept in folders."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.arena.asking import ask
    from hanabilab.arena.checkpoint import PAIR, Checkpoint, Plan
    from hanabilab.arena.explain import ExplainedTurn, Reading, explain_record
    from hanabilab.arena.lineup import Lineup
    from hanabilab.arena.losses import Cause, Loss, choices_at, losses_of
    from hanabilab.arena.plain import batched_policy, plain_policy
    from hanabilab.arena.play import Results, play_games
    from hanabilab.arena.report import summary_of, write_results
    from hanabilab.arena.review import Review, bound_columns, review_record
    from hanabilab.arena.table import record_of, typical_games
    from hanabilab.arena.tally import Tally, play_on

__all__ = [
    "PAIR",
    "Cause",
    "Checkpoint",
    "ExplainedTurn",
    "Lineup",
    "Loss",
    "Plan",
    "Reading",
    "Results",
    "Review",
    "Tally",
    "ask",
    "batched_policy",
    "bound_columns",
    "choices_at",
    "explain_record",
    "losses_of",
    "plain_policy",
    "play_games",
    "play_on",
    "record_of",
    "review_record",
    "summary_of",
    "typical_games",
    "write_results",
]

open_face(__name__)
