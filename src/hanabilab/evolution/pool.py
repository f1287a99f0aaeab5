"""The elites of an evolution as agents, by niche: `pool(DIR, 9, 16)`; and as a table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from hanabilab._lazy import named
from hanabilab.agents.policy import CompiledPolicy
from hanabilab.agents.registry import Family
from hanabilab.errors import AgentError
from hanabilab.evolution.corrected import Corrected
from hanabilab.evolution.individuals import NOBODY
from hanabilab.evolution.keeping import read_evolution
from hanabilab.evolution.search import Evolution
from hanabilab.notation.call import Call, Value, is_name

_NEAREST = 3


@dataclass(frozen=True)
class Pool:
    """The elites in the folder of an evolution, finished or not."""

    path: Path
    evolution: Evolution

    @classmethod
    def load(cls, path: Path | str) -> Pool:
        """The elites in the folder `path`.

        Raises:
            ResumeError: there is no evolution, or none that can be read.
        """
        folder = Path(path)
        return cls(folder, read_evolution(folder))

    def agent(self, *place: int) -> CompiledPolicy:
        """The agent of a niche, given by its place on each axis, from 0.

        Raises:
            EvolutionError: the grid has no such place.
            AgentError: nobody is there; names the nearest niches where somebody is.
        """
        settings, archive = self.evolution.settings, self.evolution.archive
        cell = settings.niches.cell_at(place)
        if archive.numbers[cell] == NOBODY:
            raise AgentError(
                f"niche {_words(place)} of {self.path} is empty; nearest are {self._nearest(place)}"
            )
        return settings.policy_of(archive.genes[cell].tolist(), self._name(place))

    def _repr_html_(self) -> str:
        """Its figures and its best elites, for notebooks."""
        return str(named("hanabilab.web.notebook_tables:pool_html")(self))

    def names(self) -> list[str]:
        """The agents by name, in order of niche."""
        return [self._name(place) for place in self.places().tolist()]

    def table(self, corrected: Corrected | None = None) -> pl.DataFrame:
        """One row an elite, in order of niche; with results of fresh games, if there are any."""
        settings = self.evolution.settings
        elites = self.evolution.archive.take(self.evolution.archive.filled)
        measures = settings.niches.measure(elites.results).T
        columns: dict[str, Any] = {
            **{f"niche_{axis}": index for axis, index in enumerate(self.places().T)},
            "number": elites.numbers,
            "games": elites.games,
            "mean": elites.means,
            **dict(zip(settings.measures, measures, strict=True)),
            "rules": [",".join(str(rule) for rule in genes) for genes in elites.genes.tolist()],
            "agent": self.names(),
        }
        return pl.DataFrame(columns | (self._fresh_columns(corrected) if corrected else {}))

    def _fresh_columns(self, corrected: Corrected) -> dict[str, Any]:
        niches = self.evolution.settings.niches
        measures = niches.measure(corrected.elites.results).T
        places = niches.places_of(corrected.now).T
        return {
            "fresh_games": corrected.elites.games,
            "fresh_mean": corrected.elites.means,
            **{f"fresh_{name}": m for name, m in zip(niches.measures, measures, strict=True)},
            **{f"fresh_niche_{axis}": index for axis, index in enumerate(places)},
        }

    def places(self) -> Any:
        """The niches that are filled."""
        return self.evolution.settings.niches.places_of(self.evolution.archive.filled)

    def _name(self, place: Any) -> str:
        text = str(self.path)
        folder: Value = Call(text) if is_name(text) else text
        return str(Call("pool", (folder, *(int(index) for index in place))))

    def _nearest(self, place: tuple[int, ...]) -> str:
        """The nearest niches, on the grid, where somebody is."""
        places = self.places()
        order = np.argsort(np.abs(places - place).sum(axis=1), kind="stable")[:_NEAREST]
        found = " and ".join(_words(places[row]) for row in order.tolist())
        return found or "none: the archive is empty"


def _words(place: Any) -> str:
    return f"({', '.join(str(int(index)) for index in place)})"


def build_agent(args: tuple[Value, ...], options: dict[str, Value]) -> CompiledPolicy:
    """The agent that the arguments of a call of `pool` name.

    Raises:
        AgentError: not a folder and a niche.
    """
    folder, *place = args or ("",)
    known = isinstance(folder, str | Call) and not (isinstance(folder, Call) and folder.args)
    whole = [index for index in place if isinstance(index, int)]
    if options or not known or not whole or len(whole) != len(place):
        raise AgentError("pool takes a folder and a niche, such as pool(runs/mine, 9, 16)")
    return Pool.load(Path(str(folder))).agent(*whole)


FAMILY = Family(
    "pool",
    "pool(DIR, NICHE...)",
    "The elite of a niche of an evolution, such as pool(runs/mine, 9, 16).",
    build_agent,
)
