"""SPARTA with two seats that search, each aware that the other does."""

from hanabilab.search.joint.agent import JointSparta

__all__ = ["JointSparta"]
