"""Every figure of a small game, each with its numbers."""

from __future__ import annotations

from studies.small_games.report import ReportSettings, count_steps, make_report
from studies.small_games.sheet import Sheet

__all__ = ["ReportSettings", "Sheet", "count_steps", "make_report"]
