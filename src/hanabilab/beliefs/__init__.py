"""What a seat may believe about its own hand: exact ranges, and worlds sampled from a view."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.beliefs.chances import effective_size, marginals_of
    from hanabilab.beliefs.condition_on_actions import PartnerModel
    from hanabilab.beliefs.hand_range import HandRange
    from hanabilab.beliefs.history import History, unseen_counts
    from hanabilab.beliefs.range_update import RangeCache, update_range

__all__ = [
    "HandRange",
    "History",
    "PartnerModel",
    "RangeCache",
    "effective_size",
    "marginals_of",
    "unseen_counts",
    "update_range",
]

open_face(__name__)
