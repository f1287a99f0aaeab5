"""Studies with people: seeded decks, partners behind blind names, consent, think times, answers.

A study is a TOML file:

    title = "Playing with partners"
    consent = "consent.txt"               # beside the study; shown first, must be agreed to
    rules = "full(players=2)"
    partners = ["smart", "five-rule"]     # who sits at the other seats; the participant sees
    games = 4                             # "Partner A", "Partner B", in the order they are met
    seed = 2026
    questions = ["How well did you understand your partner? (1 to 7)"]   # after each game

All participants get the same decks in the same order. In game g participant p meets the partner
number (g + p) modulo their count, so each partner comes first, second and so on equally often.

What participants do is kept by `participant` and `study_folder`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hanabilab.agents.registry import HUMAN
from hanabilab.agents.user_files import files_in
from hanabilab.errors import NotationError
from hanabilab.game.checks import check_seed
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules, parse_rules
from hanabilab.runs.faults import faults_told
from hanabilab.runs.reading import read_bytes, read_toml
from hanabilab.web.live import LiveTable
from hanabilab.web.setting import Setting

_MAX_BYTES, _MOST_GAMES = 1 << 18, 100
_KEYS = frozenset({"title", "consent", "rules", "partners", "games", "seed", "questions"})


@dataclass(frozen=True)
class Study:
    """What all participants go through; the module's head explains the file."""

    title: str
    consent: str
    rules: Rules
    partners: tuple[str, ...]
    games: int
    seed: int
    questions: tuple[str, ...]

    @classmethod
    def read(cls, file: Path) -> Study:
        """The study in a file.

        Raises:
            NotationError: it cannot be read, or something in it is wrong; says what.
            HanabiError: impossible rules, or an unknown partner.
        """
        told = read_toml(file, NotationError)
        if missing := sorted(_KEYS - told.keys()):
            none = "; a study that asks nothing has questions = []" * ("questions" in missing)
            raise NotationError(f"{file}: missing: {', '.join(missing)}{none}")
        if unknown := sorted(told.keys() - _KEYS):
            raise NotationError(
                f"{file}: unknown: {', '.join(unknown)}; a study has {', '.join(sorted(_KEYS))}"
            )
        games, seed = told["games"], told["seed"]
        if type(games) is not int or not 1 <= games <= _MOST_GAMES:
            raise NotationError(f"{file}: games is {repr(games)[:80]}; 1 to {_MOST_GAMES}")
        study = cls(
            title=_text(file, told, "title"),
            consent=_read(file.parent / _text(file, told, "consent")),
            rules=parse_rules(_text(file, told, "rules")),
            partners=_texts(file, told, "partners"),
            games=games,
            seed=check_seed(seed),
            questions=_texts(file, told, "questions"),
        )
        if not study.partners:
            raise NotationError(f"{file}: partners is empty")
        for game in range(min(games, len(study.partners))):
            LiveTable(study.setting(0, game))  # refuses partners that cannot play
        return study

    def partner(self, participant: int, game: int) -> str:
        """Whom a participant meets in a game; both count from 0."""
        return self.partners[(game + participant) % len(self.partners)]

    def shown_as(self, game: int) -> str:
        """The blind name of the partner of a game: the same partner has the same name."""
        return f"Partner {chr(ord('A') + game % len(self.partners) % 26)}"

    def setting(self, participant: int, game: int, file: Path | None = None) -> Setting:
        """The table of a game."""
        others = self.rules.players - 1
        return Setting(
            self.rules,
            (HUMAN, *(self.partner(participant, game),) * others),
            (self.seed + game) % 2**63,
            shown=("Player", *(self.shown_as(game),) * others),
            may_undo=False,
            file=file,
            participant=f"{participant + 1:03d}",
        )

    def as_json(self) -> dict[str, Any]:
        """All that what participants did depends on, and the digests of partners' files."""
        files = {each for name in self.partners for each in files_in(name)}
        return {
            "title": self.title,
            "consent": self.consent,
            "rules": format_rules(self.rules),
            "partners": list(self.partners),
            "games": self.games,
            "seed": self.seed,
            "questions": list(self.questions),
            "code": {
                str(each): hashlib.sha256(each.read_bytes()).hexdigest() for each in sorted(files)
            },
        }


# --- Files ---------------------------------------------------------------------------------------


def _read(file: Path) -> str:
    data = read_bytes(file, _MAX_BYTES, NotationError)
    with faults_told(file, NotationError):  # it may be no UTF-8
        return data.decode("utf-8-sig")


def _text(file: Path, told: dict[str, Any], name: str) -> str:
    if not isinstance(told[name], str):
        raise NotationError(f"{file}: {name} is {repr(told[name])[:80]}; text is needed")
    return str(told[name])


def _texts(file: Path, told: dict[str, Any], name: str) -> tuple[str, ...]:
    given = told[name]
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise NotationError(f"{file}: {name} is {repr(given)[:80]}; a list of texts is needed")
    return tuple(given)
