"""SmartBot's family: agents that read hints as pointing at playable cards.

`simple`, `value` and `holmes` take every card that a hint touches to be playable, with more and
more exceptions (`touching`, `flags`); `smart` takes one of them to be (`reading`, `hints`).

Memory is borrowed where a policy is entered, and all kernels are inlined: counting the users of an
array at every call took half of the time.
"""

from hanabilab.agents.smart.holmes import holmes
from hanabilab.agents.smart.simple import simple
from hanabilab.agents.smart.smart import smart
from hanabilab.agents.smart.value import value

__all__ = ["holmes", "simple", "smart", "value"]
