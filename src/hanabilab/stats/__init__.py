"""Intervals, paired comparisons and summaries of tables."""

from hanabilab.stats.rates import Rate, rate
from hanabilab.stats.summary import (
    Comparison,
    Estimate,
    Summary,
    compare_tables,
    estimate,
    pooled_ratio,
    summarize,
)

__all__ = [
    "Comparison",
    "Estimate",
    "Rate",
    "Summary",
    "compare_tables",
    "estimate",
    "pooled_ratio",
    "rate",
    "summarize",
]
