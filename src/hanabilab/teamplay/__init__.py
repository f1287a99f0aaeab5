"""Who plays well with whom: cross-play matrices, parts of their variance, best responses."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.teamplay.against import play_against
    from hanabilab.teamplay.analysis import (
        BestResponses,
        SelfAndCross,
        VarianceSplit,
        find_best_responses,
        pair_scores,
        self_and_cross,
        split_variance,
    )
    from hanabilab.teamplay.kept_pairs import KeptPairs
    from hanabilab.teamplay.pair_plan import Pairs, PairsPlan, PlayedPairs
    from hanabilab.teamplay.pairs import play_pairs, played_pairs
    from hanabilab.teamplay.report import pairs_table, report_matrix, report_pool

__all__ = [
    "BestResponses",
    "KeptPairs",
    "Pairs",
    "PairsPlan",
    "PlayedPairs",
    "SelfAndCross",
    "VarianceSplit",
    "find_best_responses",
    "pair_scores",
    "pairs_table",
    "play_against",
    "play_pairs",
    "played_pairs",
    "report_matrix",
    "report_pool",
    "self_and_cross",
    "split_variance",
]

open_face(__name__)
