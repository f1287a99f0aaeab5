"""Agents that identify their partners, and sequences of games that measure them."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.teamplay.adaptive.agent import Adaptive
    from hanabilab.teamplay.adaptive.identify import Identifier, posterior_of
    from hanabilab.teamplay.adaptive.kept_sequences import AdhocPlan, KeptSequences
    from hanabilab.teamplay.adaptive.members import Members
    from hanabilab.teamplay.adaptive.payoff_matrix import PayoffMatrix
    from hanabilab.teamplay.adaptive.report import BASELINE, report_sequences
    from hanabilab.teamplay.adaptive.responders import (
        RESPONDERS,
        ByActions,
        ByBehavior,
        Fixed,
        best_responses,
        held_out_partners,
        responders_of,
    )
    from hanabilab.teamplay.adaptive.sequences import (
        Finished,
        Played,
        Responder,
        Responders,
        SequencePlan,
        play_sequences,
        table_of,
        turns_after,
    )

__all__ = [
    "BASELINE",
    "RESPONDERS",
    "Adaptive",
    "AdhocPlan",
    "ByActions",
    "ByBehavior",
    "Finished",
    "Fixed",
    "Identifier",
    "KeptSequences",
    "Members",
    "PayoffMatrix",
    "Played",
    "Responder",
    "Responders",
    "SequencePlan",
    "best_responses",
    "held_out_partners",
    "play_sequences",
    "posterior_of",
    "report_sequences",
    "responders_of",
    "table_of",
    "turns_after",
]

open_face(__name__)
