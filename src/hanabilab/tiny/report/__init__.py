"""Every figure that a student of a small game wants, with the numbers beside it."""

from __future__ import annotations

from hanabilab.tiny.report.make import ReportSettings, count_steps, make_report
from hanabilab.tiny.report.sheet import Sheet

__all__ = ["ReportSettings", "Sheet", "count_steps", "make_report"]
