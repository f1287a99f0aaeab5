"""Agents that guess hats: one hint tells something to all other seats at once.

The idea (Cox et al. 2015): every seat has a number from 0 to M - 1, its *hat*, which follows from
its hand and from what all know. A hint sends the sum of the other seats' numbers modulo M. A
receiver sees all other hands and subtracts their numbers; its own number is left.

There are the two agents of Cox et al. (`cox_*`), van Doorn's (`van_doorn`), and `information`,
whose numbers answer questions.
"""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.agents.hats.cox_information import cox_information
    from hanabilab.agents.hats.cox_recommendation import cox_recommendation
    from hanabilab.agents.hats.information import information
    from hanabilab.agents.hats.van_doorn import hat

__all__ = ["cox_information", "cox_recommendation", "hat", "information"]

open_face(__name__)
