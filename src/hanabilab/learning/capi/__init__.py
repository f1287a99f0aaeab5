"""Cooperative approximate policy iteration (CAPI) on public beliefs."""

from __future__ import annotations

from hanabilab.learning.capi.keeping import KeptCapi
from hanabilab.learning.capi.training import Capi, CapiSettings

__all__ = ["Capi", "CapiSettings", "KeptCapi"]
