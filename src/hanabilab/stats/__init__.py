"""Intervals, paired comparisons and summaries of tables."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.stats.frames import to_pandas
    from hanabilab.stats.intervals import half_width, wilson_interval
    from hanabilab.stats.over_models import OverModels, over_models
    from hanabilab.stats.pairing import Comparison, Pairing, compare_tables
    from hanabilab.stats.summary import ERROR_NOTE, Estimate, Rate, Summary, estimate, rate
    from hanabilab.stats.totals import Totals, estimate_of_sums, pooled_ratio, summarize

__all__ = [
    "ERROR_NOTE",
    "Comparison",
    "Estimate",
    "OverModels",
    "Pairing",
    "Rate",
    "Summary",
    "Totals",
    "compare_tables",
    "estimate",
    "estimate_of_sums",
    "half_width",
    "over_models",
    "pooled_ratio",
    "rate",
    "summarize",
    "to_pandas",
    "wilson_interval",
]

open_face(__name__)
