"""Information-set Monte Carlo tree search."""

from hanabilab.search.ismcts.agent import Ismcts
from hanabilab.search.ismcts.grown import Tree

__all__ = ["Ismcts", "Tree"]
