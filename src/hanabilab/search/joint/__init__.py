"""SPARTA with two seats that search, each aware that the other does."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.search.joint.agent import JointSparta

__all__ = ["JointSparta"]

open_face(__name__)
