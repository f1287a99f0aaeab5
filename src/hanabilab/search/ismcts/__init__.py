"""Information-set Monte Carlo tree search."""

from hanabilab.search.ismcts.agent import Ismcts
from hanabilab.search.ismcts.tree import Tree

__all__ = ["Ismcts", "Tree"]
