"""What agents have scored, as measured for the pages of the docs; the figures are in `scores.csv`.

A test holds the figures against the pages. A figure is never told without its terms.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("scores.csv")


@dataclass(frozen=True)
class Score:
    """A mean score of many games.

    Attributes:
        agent: the name of the agent's family.
        line_up: who played; one agent alone sat in all seats.
        mean: points, with the digits that the page has.
        error: one standard error of it.
        terms: what a lost game scored, and what else must be known of the figure.
        page: of the docs, such as studies/search.
    """

    agent: str
    line_up: str
    players: int
    mean: str
    error: str
    games: int
    seed: int
    terms: str
    page: str


@cache
def scores() -> tuple[Score, ...]:
    """All that were measured, in the order of the file."""
    with FILE.open(encoding="ascii", newline="") as file:
        return tuple(map(_score, csv.DictReader(file)))


def _score(row: dict[str, str]) -> Score:
    values: dict[str, Any] = {**row}
    for name in ("players", "games", "seed"):
        values[name] = int(row[name])
    return Score(**values)


def scores_of(name: str) -> list[Score]:
    """Those of an agent, by the name of its family."""
    return [score for score in scores() if score.agent == name]
