"""Networks that play Hanabi, plain and symmetric in the colors. Needs the extra `learn`.

Read in this order: `families` (how permutations of colors move neurons), `linear`, `recurrent`
(layers that commute with them), `network` (a whole player), `symmetrizer` (a plain network made
symmetric after training).
"""

from __future__ import annotations

from hanabilab.learning.networks.families import Channels
from hanabilab.learning.networks.linear import SymmetricLinear
from hanabilab.learning.networks.network import Architecture, Network, Output, dueling
from hanabilab.learning.networks.recurrent import SymmetricRecurrent
from hanabilab.learning.networks.symmetrizer import Symmetrizer

__all__ = [
    "Architecture",
    "Channels",
    "Network",
    "Output",
    "SymmetricLinear",
    "SymmetricRecurrent",
    "Symmetrizer",
    "dueling",
]
