"""All attacks by name, each with its trials in a whole run: some minutes on an idle machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import TypeAlias

from tests.harness.crashes import crash_runs, refuse_runs, stop_runs
from tests.harness.determinism import vary_processes
from tests.harness.folders import alter_folders
from tests.harness.games import fuzz_games
from tests.harness.parsers import fuzz_parsers
from tests.harness.rules import play_beside_twin
from tests.harness.strangers import forge_folders
from tests.harness.studies import keep_studies
from tests.harness.tables import keep_tables
from tests.harness.tally import Tally

__all__ = ["ATTACKS"]

Attack: TypeAlias = Callable[[Random, int, Path], Tally]

ATTACKS: Mapping[str, tuple[Attack, int]] = {
    "parsers": (fuzz_parsers, 30_000),
    "games": (fuzz_games, 30_000),
    "folders": (alter_folders, 300),
    "strangers": (forge_folders, 300),
    "crashes": (crash_runs, 400),
    "stops": (stop_runs, 400),
    "disks": (refuse_runs, 400),
    "studies": (keep_studies, 60),
    "tables": (keep_tables, 120),
    "processes": (vary_processes, 12),
    "rules": (play_beside_twin, 1_000),
}
