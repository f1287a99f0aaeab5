"""Distributions over hidden cards."""

from hanabilab.beliefs.sampled import SCRATCH_SIZE, sample_hand, sample_world

__all__ = ["SCRATCH_SIZE", "sample_hand", "sample_world"]
