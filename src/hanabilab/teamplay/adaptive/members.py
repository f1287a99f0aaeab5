"""The agents of a folder: of a finished cross-play, or of an evolution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hanabilab.errors import ResumeError
from hanabilab.evolution import Pool
from hanabilab.game.rules import Rules
from hanabilab.runs import read_manifest
from hanabilab.runs.manifest import MANIFEST
from hanabilab.teamplay.adaptive.payoff_matrix import PayoffMatrix
from hanabilab.teamplay.pair_plan import CROSSPLAY


@dataclass(frozen=True)
class Members:
    """Agents by name, and the rules that they were found or played under."""

    names: tuple[str, ...]
    rules: Rules

    @classmethod
    def of(cls, folders: Sequence[Path]) -> Members:
        """The agents of all `folders`, one at least, and the rules of the first.

        Raises:
            ResumeError: a folder holds neither a finished cross-play nor an evolution, or it cannot
                be read.
        """
        found = [_members_of(folder) for folder in folders]
        return cls(tuple(name for each in found for name in each.names), found[0].rules)


def _members_of(folder: Path) -> Members:
    """The members of a finished cross-play, or all elites of an evolution."""
    if not (folder / MANIFEST).is_file():
        raise ResumeError(f"no finished cross-play and no evolution in {folder}")
    if read_manifest(folder).command == CROSSPLAY:
        payoffs = PayoffMatrix.load(folder)
        return Members(payoffs.members, payoffs.rules)
    pool = Pool.load(folder)
    return Members(tuple(pool.names()), pool.evolution.settings.rules)
