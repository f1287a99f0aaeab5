"""What cross-play of a pool has taught: who scores what with whom, and how partners then behave.

Read from the folder of a finished `hanabi crossplay`, or from `pairs` in that of an evolution.
Shapes: B members of the pool.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.agents.policy import CompiledPolicy, is_honest, keeps_common_memory
from hanabilab.agents.registry import make_agent
from hanabilab.arena.measures import RATIOS
from hanabilab.errors import AgentError, ResumeError
from hanabilab.game.rules import Rules
from hanabilab.notation import parse_rules

__all__ = ["Playbook"]


@dataclass(frozen=True)
class Playbook:
    """A pool, and how its members do with each other.

    Attributes:
        members: names of the agents. B of them.
        rules: of the games that were played.
        games: that each pair has played.
        scores: [B, B] mean score of one member (row) with another (column).
        behavior: by ratio of `arena.measures`, [B, B] how the other behaved when paired with the
            one; NaN where undefined.
    """

    members: tuple[str, ...]
    rules: Rules
    games: int
    scores: NDArray[np.float64]
    behavior: dict[str, NDArray[np.float64]]

    @cached_property
    def agents(self) -> tuple[CompiledPolicy, ...]:
        """The members.

        Raises:
            AgentError: one that is not compiled, sees its own hand, or keeps private memory.
        """
        found = []
        for agent in map(make_agent, self.members):
            if not isinstance(agent, CompiledPolicy) or not is_honest(agent):
                raise AgentError(f"{agent.name} is no honest compiled agent, as members must be")
            if agent.memory_size and not keeps_common_memory(agent):
                raise AgentError(f"{agent.name} keeps private memory, which members must not")
            found.append(agent)
        return tuple(found)

    @property
    def generalist(self) -> int:
        """The member that scores most with all as partners, each as likely."""
        return int(self.scores.mean(axis=1).argmax())

    def expected(self, posterior: NDArray[np.float64]) -> NDArray[np.float64]:
        """[B] the mean score of each member, the partner being who `posterior` [B] says."""
        return self.scores @ posterior

    @classmethod
    def load(cls, folder: Path) -> Playbook:
        """The playbook in `folder`, or in `folder/pairs`.

        Raises:
            ResumeError: there is none, or it cannot be read.
        """
        for place in (folder, folder / "pairs"):
            if (place / "crossplay.json").is_file():
                return cls._load(place)
        raise ResumeError(
            f"no finished cross-play in {folder}; make one with: hanabi crossplay AGENTS... "
            f"--out {folder}"
        )

    @classmethod
    def _load(cls, folder: Path) -> Playbook:
        try:
            document = json.loads((folder / "crossplay.json").read_text())
            table = pl.read_parquet(folder / "pairs.parquet")
            return cls._read(document, table)
        except (OSError, ValueError, KeyError, TypeError, pl.exceptions.PolarsError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ResumeError(f"the cross-play in {folder} cannot be read: {reason}") from None

    @classmethod
    def _read(cls, document: dict[str, Any], table: pl.DataFrame) -> Playbook:
        members = tuple(map(str, document["ones"]))
        if list(members) != list(document["others"]):
            raise ValueError("it is not of one pool with itself")
        if len(table) != len(members) ** 2:
            raise ValueError(f"it has {len(table)} pairs of {len(members)} agents")

        def matrix(column: str) -> NDArray[np.float64]:
            values = table[column].cast(pl.Float64).fill_null(float("nan")).to_numpy()
            return values.reshape(len(members), len(members))

        return cls(
            members,
            parse_rules(str(document["rules"])),
            int(document["games"]),
            matrix("mean"),
            {name: matrix(f"others_{name}") for name in RATIOS},
        )
