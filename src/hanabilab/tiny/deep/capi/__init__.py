"""Cooperative approximate policy iteration (CAPI) on public beliefs."""

from __future__ import annotations

from hanabilab.tiny.deep.capi.keeping import CapiPlan, KeptCapi
from hanabilab.tiny.deep.capi.training import Capi, CapiSettings

__all__ = ["Capi", "CapiPlan", "CapiSettings", "KeptCapi"]
