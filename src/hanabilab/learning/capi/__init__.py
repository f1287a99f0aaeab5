"""Cooperative approximate policy iteration (CAPI) on public beliefs."""

from __future__ import annotations

from hanabilab.learning.capi.keeping import CapiPlan, KeptCapi
from hanabilab.learning.capi.training import Capi, CapiSettings

__all__ = ["Capi", "CapiPlan", "CapiSettings", "KeptCapi"]
