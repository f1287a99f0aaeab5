"""Agents that find out who their partners are, and sequences of games to measure them by."""

from hanabilab.agents.registry import Family, register
from hanabilab.teamplay.adaptive.agent import Adaptive, build_adaptive
from hanabilab.teamplay.adaptive.identify import Identifier, posterior_of
from hanabilab.teamplay.adaptive.keeping import KeptSequences
from hanabilab.teamplay.adaptive.members import Members
from hanabilab.teamplay.adaptive.oracle import answers_to, strangers
from hanabilab.teamplay.adaptive.playbook import Playbook
from hanabilab.teamplay.adaptive.report import BASELINE, report_sequences
from hanabilab.teamplay.adaptive.responders import (
    RESPONDERS,
    ByActions,
    ByBehavior,
    Fixed,
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
    "ByActions",
    "ByBehavior",
    "Finished",
    "Fixed",
    "Identifier",
    "KeptSequences",
    "Members",
    "Playbook",
    "Played",
    "Responder",
    "Responders",
    "SequencePlan",
    "answers_to",
    "play_sequences",
    "posterior_of",
    "report_sequences",
    "responders_of",
    "strangers",
    "table_of",
    "turns_after",
]

register(
    Family(
        "adaptive",
        "adaptive(DIR, worlds=8, error=0.05)",
        "Finds out which agent of a pool its partner is, and plays what goes best with it.",
        build_adaptive,
    )
)
