"""Information-set Monte Carlo tree search."""

from hanabilab.search.ismcts.agent import Ismcts
from hanabilab.search.ismcts.grown import Tree
from hanabilab.search.ismcts.options import ISMCTS_OPTIONS

__all__ = ["ISMCTS_OPTIONS", "Ismcts", "Tree"]
