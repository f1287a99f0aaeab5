"""Intervals, paired comparisons and summaries of tables."""

from hanabilab.stats.rates import Rate, rate
from hanabilab.stats.summary import (
    Comparison,
    Estimate,
    Summary,
    compare_tables,
    estimate,
    summarize,
)

__all__ = [
    "Comparison",
    "Estimate",
    "Rate",
    "Summary",
    "compare_tables",
    "estimate",
    "rate",
    "summarize",
]
