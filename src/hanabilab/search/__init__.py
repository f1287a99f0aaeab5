"""Search at decision time over a blueprint."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.search.estimates import Estimates, HeldOut
    from hanabilab.search.evaluate import Searcher, evaluate, search_lineup
    from hanabilab.search.ismcts import Ismcts
    from hanabilab.search.joint import JointSparta
    from hanabilab.search.sparta import Sparta

__all__ = [
    "Estimates",
    "HeldOut",
    "Ismcts",
    "JointSparta",
    "Searcher",
    "Sparta",
    "evaluate",
    "search_lineup",
]


open_face(__name__)
