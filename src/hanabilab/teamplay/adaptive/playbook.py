"""What cross-play of a pool has taught: who scores what with whom, and how partners then behave.

Read from the folder of a finished `hanabi crossplay`, or from `pairs` in that of an evolution.
Shapes: B members of the pool.
"""

from __future__ import annotations

import json
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
from hanabilab.notation import parse_rules
from hanabilab.runs.agents import kept_agent

__all__ = ["Playbook"]


@dataclass(frozen=True)
class Playbook:
    """A pool, and how its members do with each other. The games tell one playbook from another.

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
            f"no finished cross-play in {folder}; make one with hanabi crossplay AGENTS... "
            f"--out {folder}, or of an evolution with --pool {folder} --out {folder / 'pairs'}"
        )

    @classmethod
    def _load(cls, folder: Path) -> Playbook:
        try:
            document = json.loads((folder / "crossplay.json").read_text())
            return cls._read(document, pl.read_parquet(folder / "pairs.parquet"))
        except (OSError, ValueError, KeyError, TypeError, pl.exceptions.PolarsError) as error:
            reason = f"{type(error).__name__}: {error}".splitlines()[0]
            raise ResumeError(f"the cross-play in {folder} is no playbook: {reason}") from None

    @classmethod
    def _read(cls, document: dict[str, Any], table: pl.DataFrame) -> Playbook:
        members = tuple(map(str, document["ones"]))
        pairs = [(one, other) for one in members for other in members]
        if list(members) != list(document["others"]):
            raise ValueError("its agents did not play with each other, but with others")
        if table.select("one", "others").rows() != pairs:
            raise ValueError("pairs.parquet and crossplay.json are of different agents")

        def matrix(values: Any) -> NDArray[np.float64]:
            return np.array(values, np.float64).reshape(len(members), len(members))

        return cls(
            members,
            parse_rules(str(document["rules"])),
            int(document["games"]),
            int(document["seed"]),
            matrix(document["mean"]),
            {name: matrix(table[f"others_{name}"]) for name in RATIOS},
        )
