"""HLE's name for `hanabilab.adapters.hle.agents`."""

from hanabilab.adapters.hle.stand_ins import put_in_place

put_in_place(__name__)
