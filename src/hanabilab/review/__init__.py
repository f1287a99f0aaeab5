"""One game looked at: what agents thought at each turn, what it had to spare, what lost points."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.review.convention_turn import ConventionTurn, Verdict
    from hanabilab.review.conventions import read_by_convention
    from hanabilab.review.differing import Difference, first_difference
    from hanabilab.review.endgames import EndgameReview, EndgameTurn, review_endgame
    from hanabilab.review.explain import ExplainedTurn, Reading, explain_record
    from hanabilab.review.losses import Cause, Loss, choices_at, losses_of
    from hanabilab.review.luck import LuckReview, LuckTurn, Part, review_luck
    from hanabilab.review.review import Review, bound_columns, last_perfect_turns, review_record

__all__ = [
    "Cause",
    "ConventionTurn",
    "Difference",
    "EndgameReview",
    "EndgameTurn",
    "ExplainedTurn",
    "Loss",
    "LuckReview",
    "LuckTurn",
    "Part",
    "Reading",
    "Review",
    "Verdict",
    "bound_columns",
    "choices_at",
    "explain_record",
    "first_difference",
    "last_perfect_turns",
    "losses_of",
    "read_by_convention",
    "review_endgame",
    "review_luck",
    "review_record",
]

open_face(__name__)
