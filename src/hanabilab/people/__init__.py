"""Games of people: read from files of several studies, and agents and models beside them."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.people.game import Ending, PeoplesGame
    from hanabilab.people.likeness import Likeness, compare_with_people
    from hanabilab.people.reading import ReadGames, read_people
    from hanabilab.people.sittings import Sitting, sittings_of
    from hanabilab.people.validity import Held, Verdict
    from hanabilab.people.validity_run import ValidityPlan, hold_model

__all__ = [
    "Ending",
    "Held",
    "Likeness",
    "PeoplesGame",
    "ReadGames",
    "Sitting",
    "ValidityPlan",
    "Verdict",
    "compare_with_people",
    "hold_model",
    "read_people",
    "sittings_of",
]

open_face(__name__)
