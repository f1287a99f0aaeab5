"""A study in strata in its folder.

    DIR/settings.json   what is played, and the sessions that played it
    DIR/games.csv       a row for each game of the search; see `kept_games`

Settings are written first, so games without settings are of nobody knows what.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from hanabilab.errors import HanabiError
from hanabilab.runs.faults import faults_told
from hanabilab.runs.files import write_bytes
from hanabilab.runs.reading import read_json
from hanabilab.runs.session import describe_session
from studies.kept_games import read_games

GAMES, SETTINGS = "games.csv", "settings.json"
_MEASURES = ("changes",)
COLUMNS = ("game", "blueprint", "score", *_MEASURES)


@dataclass(frozen=True)
class Study:
    """One searcher in seat 0 beside its blueprint, on decks of a seed.

    Attributes:
        blueprint: in all other seats, and in all seats of the games that tell the strata.
        settings: of the search.
        short: games to be searched of those that the blueprint does not bring to 25.
        full: games to be searched of the others.
        decks: N, that the blueprint plays.
    """

    blueprint: str
    settings: str
    players: int
    short: int
    full: int
    seed: int = 45
    decks: int = 1_000_000

    @property
    def lineup(self) -> list[str]:
        """Who searches, and its partners."""
        rest = [self.blueprint] * (self.players - 1)
        return [f"sparta({self.blueprint}, {self.settings})", *rest]


@dataclass(frozen=True)
class Strata:
    """Which decks are to be searched.

    Attributes:
        blueprint: its scores by deck, of those decks.
        short: of all N decks, how many it does not bring to 25.
    """

    blueprint: dict[int, int]
    short: int


def games_of(strata: Strata, kept: Path) -> pl.DataFrame | None:
    """The games that are kept already; None if there are none.

    Raises:
        ResumeError: they cannot be read, or are none of the study.
    """
    file = kept / GAMES
    if not file.exists():
        return None
    table = read_all(kept)
    with faults_told(file):
        for game, score in table.select("game", "blueprint").iter_rows():
            if strata.blueprint.get(game) != score:
                raise ValueError(f"its game {game}, blueprint {score}, is none of this study")
    return table


def read_all(kept: Path) -> pl.DataFrame:
    """The games that are kept, of whatever study.

    Raises:
        ResumeError: they cannot be read.
    """
    return read_games(kept / GAMES, _MEASURES).select(COLUMNS)


def _settings_of(study: Study) -> dict[str, Any]:
    """What is played, but for how many decks turn out to be short."""
    return {
        "rules": f"full(players={study.players})",
        "lineup": [str(agent) for agent in study.lineup],
        "seed": study.seed,
        "decks": study.decks,
        "games": {"short": study.short, "full": study.full},
    }


def require_same(study: Study, kept: Path) -> dict[str, Any]:
    """What the folder of a study says of it, if it is this one; nothing, of a new folder.

    Raises:
        HanabiError: it cannot be read, or is of another study.
    """
    if not (kept / SETTINGS).exists():
        if (kept / GAMES).exists():
            raise HanabiError(
                f"{kept} has {GAMES} and no {SETTINGS}, which tells of what study they are; move "
                "it away first"
            )
        return {}
    found = read_settings(kept)
    if {name: found[name] for name in _settings_of(study)} != _settings_of(study):
        raise HanabiError(f"{kept} keeps games of other settings; move it away first")
    return found


def read_settings(kept: Path) -> dict[str, Any]:
    """The settings in the folder of a study.

    Raises:
        ResumeError: they cannot be read, or are none.
    """
    file = kept / SETTINGS
    if not file.exists():
        raise HanabiError(f"no study in {kept}: there is no {file}; play it first")
    found: dict[str, Any] = read_json(file)
    with faults_told(file):
        if not isinstance(found, dict):
            raise TypeError("it has no settings")
        counts = {name: found[name] for name in ("decks", "short_decks")}
        counts |= {name: found["games"][name] for name in ("short", "full")}
        for name, count in counts.items():
            if type(count) is not int or not 0 <= count <= counts["decks"] or not counts["decks"]:
                raise ValueError(f"{name} is {count!r}; a whole number of at most all decks")
        for name, kind in (("rules", str), ("lineup", list), ("seed", int), ("sessions", list)):
            if not isinstance(found[name], kind):
                raise TypeError(f"{name} is {found[name]!r}")
    return found


def describe(study: Study, strata: Strata, kept: Path) -> None:
    """Write what is played beside its games, and with which code."""
    before = require_same(study, kept)
    sessions = before.get("sessions", [])
    if before.get("short_decks", strata.short) != strata.short:
        raise HanabiError(
            f"{kept} keeps games of a study with {before['short_decks']} short decks; this "
            f"blueprint has {strata.short}; move it away first"
        )
    told = _settings_of(study)
    document = {name: told.pop(name) for name in ("rules", "lineup", "seed", "decks")}
    document |= {"short_decks": strata.short, **told, "sessions": [*sessions, describe_session()]}
    write_bytes(kept / SETTINGS, (json.dumps(document, indent=2) + "\n").encode())
