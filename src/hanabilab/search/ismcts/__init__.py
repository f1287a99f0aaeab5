"""Information-set Monte Carlo tree search."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.search.ismcts.agent import Ismcts
    from hanabilab.search.ismcts.tree import Tree

__all__ = ["Ismcts", "Tree"]

open_face(__name__)
