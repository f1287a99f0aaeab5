"""Networks that play Hanabi, plain and symmetric in the colors. Needs the extra `learn`.

Read in this order: `families` (how permutations of colors move neurons), `linear`, `recurrent`
(layers that commute with them), `encoder` (what reads and remembers), `network` (a whole player),
`own` (one of a user), `critic` (who judges a player in training), `hand_belief` (which hands a seat
may hold), `belief_reader` (a player who reads such a belief), `symmetrizer` (a plain network made
symmetric after training).
"""

from __future__ import annotations

from hanabilab.learning.networks.belief_reader import BeliefReader
from hanabilab.learning.networks.critic import CentralCritic
from hanabilab.learning.networks.encoder import Architecture, Encoder
from hanabilab.learning.networks.families import Channels
from hanabilab.learning.networks.hand_belief import HandBelief, read_labels
from hanabilab.learning.networks.linear import SymmetricLinear
from hanabilab.learning.networks.network import Network, Output, dueling
from hanabilab.learning.networks.own import OwnNetwork, make_own_network
from hanabilab.learning.networks.recurrent import SymmetricRecurrent
from hanabilab.learning.networks.symmetrizer import Symmetrizer
from hanabilab.learning.networks.table_facts import Known

__all__ = [
    "Architecture",
    "BeliefReader",
    "CentralCritic",
    "Channels",
    "Encoder",
    "HandBelief",
    "Known",
    "Network",
    "Output",
    "OwnNetwork",
    "SymmetricLinear",
    "SymmetricRecurrent",
    "Symmetrizer",
    "dueling",
    "make_own_network",
    "read_labels",
]
