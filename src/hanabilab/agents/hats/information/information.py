"""`information`: every hint, and every free discard, tells all other seats at once what they need.

What an action says beside its words is a number, the sum of a number for each other seat. A seat's
number stands for answers to questions about its hand: who sees the hand computes it, and the seat
itself takes all other numbers from the sum. Questions follow from what all seats know, and so do
the next ones from the answers.

- Hints have codes: see `codes`. Where several hints have a code, the one whose words tell most, by
  what is known before the code.
- Of two or more slots that all seats know to be useless, which is discarded is a code, too.
- A discard while there is a token says besides that nobody needed a hint: a seat that knows no
  playable card of its own holds none.

On its turn a seat

1. plays a card that is certainly playable; of several the lowest, and rather one that others lack;
2. while a life and a discard can be spared, plays a card that is playable with over 3/4 and useless
   otherwise;
3. hints, if all tokens are there, or a seat holds a playable card and knows none; then, unless it
   holds a useless card and a discard can be spared, also if a seat holds any playable card, or if
   over half of the tokens are there;
4. discards: by code; else a useless card; else what loses least.

What is a number in this is one of `numbers`, and can be another: `information(likely=60)`. Three
more steps are off by default: near the end of the deck a hint that a seat needs can go before
plays; cards can be tried that may be needed later; and with the last few cards in the deck a seat
can look at all that may follow (`agents.endgame`), and does something else if that makes more
points. A discard does not say then that nobody needed a hint.

Source: the behavior of the strategy `information` of hanabi.rs (Wu and Bauckholt, 2016-2019), after
Cox et al. 2015. Other than there, half of the tokens stands for four, and hands of fewer than four
cards may have fewer codes, so that any rules can be played. Chances are compared exactly; hanabi.rs
rounds them to 32 bits, so that it may take .6 as nearer to .7 than .8 is. Of equals the lowest is
taken; there, whichever hint comes first in a hash table.
"""

from __future__ import annotations

from hanabilab._jit import borrow
from hanabilab.agents.hats.information.exchange import observe
from hanabilab.agents.hats.information.numbers import MEMORY_SIZE, NUMBERS
from hanabilab.agents.hats.information.turn import decide
from hanabilab.agents.hats.information.words import explain, interpret
from hanabilab.agents.policy import Memory, policy
from hanabilab.game.view import View
from hanabilab.randomness import Rng


@policy(
    "information",
    observe=observe,
    memory_size=MEMORY_SIZE,
    numbers=NUMBERS,
    common=True,
    explain=explain,
    interpret=interpret,
)
def information(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # the protocol
    """Hints and discards are codes that answer questions about all other hands at once."""
    return decide(view, borrow(memory))[0]
