"""Intervals, paired comparisons and summaries of tables."""

from hanabilab.stats.intervals import half_width, wilson_interval
from hanabilab.stats.rates import Rate, rate
from hanabilab.stats.summary import (
    ERROR_NOTE,
    Comparison,
    Estimate,
    Summary,
    compare_tables,
    estimate,
)
from hanabilab.stats.totals import Totals, pooled_ratio, summarize

__all__ = [
    "ERROR_NOTE",
    "Comparison",
    "Estimate",
    "Rate",
    "Summary",
    "Totals",
    "compare_tables",
    "estimate",
    "half_width",
    "pooled_ratio",
    "rate",
    "summarize",
    "wilson_interval",
]
