"""Operators: from a policy to the one that is played when seats search, or believe, by it."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.tiny.operators.iteration import (
        Census,
        Iteration,
        improve_random,
        iterate,
        take_census,
    )
    from hanabilab.tiny.operators.off_belief import OffBelief, cross_play, judge, off_belief
    from hanabilab.tiny.operators.one_ply import Searchers, improve, improve_all, searchers_of
    from hanabilab.tiny.operators.sampled import improve_sampled, sampling_bound

__all__ = [
    "Census",
    "Iteration",
    "OffBelief",
    "Searchers",
    "cross_play",
    "improve",
    "improve_all",
    "improve_random",
    "improve_sampled",
    "iterate",
    "judge",
    "off_belief",
    "sampling_bound",
    "searchers_of",
    "take_census",
]

open_face(__name__)
