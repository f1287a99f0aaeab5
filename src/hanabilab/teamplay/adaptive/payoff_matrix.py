"""The payoff matrix of a pool: who scores what with whom, and how partners then behave.

Read from the folder of a finished `hanabi crossplay`, or from `pairs` in that of an evolution.
Shapes: B members of the pool.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.agents.policy import CompiledPolicy, is_honest
from hanabilab.arena.measures import RATIOS
from hanabilab.errors import AgentError, ResumeError
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules, parse_rules
from hanabilab.runs import RunFolder, read_manifest
from hanabilab.runs.agents import kept_agent
from hanabilab.runs.faults import faults_told
from hanabilab.runs.manifest import MANIFEST
from hanabilab.runs.reading import TableLayout, parse_json, read_table
from hanabilab.teamplay.pair_plan import CROSSPLAY

_COLUMNS: dict[str, pl.DataType] = {
    "one": pl.String(),
    "others": pl.String(),
    **{f"others_{name}": pl.Float64() for name in RATIOS},
}


@dataclass(frozen=True)
class PayoffMatrix:
    """How the members of a pool do with each other; the games tell one matrix from another.

    Attributes:
        members: names of the agents. B of them.
        rules: of the games that were played.
        games: that each pair has played.
        seed: of those games.
        scores: [B, B] mean score of one member (row) with another (column); of two players, both
            ways round.
        behavior: by ratio of `arena.measures`, [B, B] how the other behaved when paired with the
            one; NaN where undefined.
    """

    members: tuple[str, ...]
    rules: Rules
    games: int
    seed: int
    scores: NDArray[np.float64] = field(compare=False)
    behavior: dict[str, NDArray[np.float64]] = field(compare=False)

    @cached_property
    def agents(self) -> tuple[CompiledPolicy, ...]:
        """The members.

        Raises:
            AgentError: one that is not compiled, or sees its own hand.
        """
        found = []
        for agent in map(kept_agent, self.members):
            if not isinstance(agent, CompiledPolicy) or not is_honest(agent):
                raise AgentError(f"{agent.name} is no honest compiled agent, as members must be")
            found.append(agent)
        return tuple(found)

    @property
    def generalist(self) -> int:
        """The member that scores most with all as partners, each as likely."""
        return int(self.scores.mean(axis=1).argmax())

    @property
    def digest(self) -> str:
        """What tells its games from those of other payoff matrices."""
        told = repr((self.members, format_rules(self.rules), self.games, self.seed))
        return hashlib.sha256(told.encode() + self.scores.tobytes()).hexdigest()[:16]

    def expected(self, posterior: NDArray[np.float64]) -> NDArray[np.float64]:
        """[B] the mean score of each member, the partner being who `posterior` [B] says."""
        return self.scores @ posterior

    @classmethod
    def load(cls, folder: Path) -> PayoffMatrix:
        """The payoff matrix in `folder`, or in `folder/pairs`.

        Raises:
            ResumeError: there is none, or it cannot be read.
        """
        for place in (folder, folder / "pairs"):
            if (place / MANIFEST).is_file() and read_manifest(place).command == CROSSPLAY:
                return cls._load(RunFolder.find(place, CROSSPLAY))
        raise ResumeError(
            f"no finished cross-play in {folder}; make one with hanabi crossplay AGENTS... "
            f"--out {folder}, or of an evolution with --pool {folder} --out {folder / 'pairs'}"
        )

    @classmethod
    def _load(cls, folder: RunFolder) -> PayoffMatrix:
        path = folder.path / "crossplay.json"
        document = parse_json(folder.read_result(path.name), path)
        with faults_told(folder.path, words="the cross-play in {} is no payoff matrix"):
            members = tuple(map(str, document["ones"]))
            table = read_table(
                folder.read_result("pairs.parquet"),
                TableLayout(_COLUMNS, rows=len(members) ** 2),
                folder.path / "pairs.parquet",
            )
            return cls._read(document, members, table)

    @classmethod
    def _read(
        cls, document: dict[str, Any], members: tuple[str, ...], table: pl.DataFrame
    ) -> PayoffMatrix:
        pairs = [(one, other) for one in members for other in members]
        if list(members) != list(document["others"]):
            raise ValueError("its agents did not play with each other, but with others")
        if table.select("one", "others").rows() != pairs:
            raise ValueError("pairs.parquet and crossplay.json are of different agents")

        scores = np.array(document["mean"], np.float64)
        rules = parse_rules(str(document["rules"]))
        if not ((scores >= 0) & (scores <= rules.max_score)).all():
            raise ValueError("its scores are out of range")

        def matrix(values: Any) -> NDArray[np.float64]:
            return np.array(values, np.float64).reshape(len(members), len(members))

        return cls(
            members,
            rules,
            int(document["games"]),
            int(document["seed"]),
            matrix(scores),
            {name: matrix(table[f"others_{name}"]) for name in RATIOS},
        )
