"""SmartBot's family: agents that read hints as pointing at playable cards.

`simple`, `value` and `holmes` take every card that a hint touches to be playable, with more and
more exceptions: what the last two keep is in `flags`, how they decide in `flagged_turn`. `smart`
takes one of the cards to be playable: what all know is in `public`, what actions tell in `reading`,
how it decides in `deciding`. The hints of all four are in `hints`.

Memory is borrowed where a policy is entered, and all kernels are inlined: counting the users of an
array at every call took half of the time.
"""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.agents.smart.holmes import holmes
    from hanabilab.agents.smart.keen.agent import keen
    from hanabilab.agents.smart.simple import simple
    from hanabilab.agents.smart.smart import smart
    from hanabilab.agents.smart.value import value

__all__ = ["holmes", "keen", "simple", "smart", "value"]

open_face(__name__)
