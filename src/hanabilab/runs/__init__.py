"""Runs in folders: begun, read, resumed, finished and checked alike by every command."""

from hanabilab.runs.folder import RunFolder
from hanabilab.runs.manifest import Manifest, read_manifest

__all__ = ["Manifest", "RunFolder", "read_manifest"]
