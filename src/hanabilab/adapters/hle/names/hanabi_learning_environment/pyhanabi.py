"""HLE's name for `hanabilab.adapters.hle.pyhanabi`."""

from hanabilab.adapters.hle.stand_ins import put_in_place

put_in_place(__name__)
