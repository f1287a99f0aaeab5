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

Everything about a participant is kept in a folder of its own, written whole after every action.
So a study that was stopped or killed goes on. The tables of a study are put together from there.
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from hanabilab.agents.registry import HUMAN
from hanabilab.errors import NotationError
from hanabilab.game.checks import check_seed
from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action
from hanabilab.notation import load_record, parse_rules
from hanabilab.runs.files import write_bytes
from hanabilab.web.live import LiveTable
from hanabilab.web.setting import Setting

_MAX_BYTES, _MOST_GAMES, _LONGEST_ANSWER = 1 << 18, 100, 2000
_KEYS = frozenset({"title", "consent", "rules", "partners", "games", "seed", "questions"})
_TURNS = ("participant", "game", "turn", "seat", "by", "action", "think_seconds")
_GAMES = ("participant", "game", "partner", "shown_as", "deck_seed", "status", "score", "turns")
_ANSWERS = ("participant", "game", "question", "answer")


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
        told = _toml(file)
        if wrong := set(told) ^ _KEYS:
            raise NotationError(f"{file}: missing or unknown: {', '.join(sorted(wrong))}")
        games, seed = told["games"], told["seed"]
        if type(games) is not int or not 1 <= games <= _MOST_GAMES:
            raise NotationError(f"{file}: games is {games!r}; 1 to {_MOST_GAMES}")
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
        )


class Stage(NamedTuple):
    """What comes next: "consent", "game", "questions" or "end"; and of which game, from 0."""

    name: str
    game: int = 0


@dataclass
class Participant:
    """One person in a study, and the folder that has all about them.

    Attributes:
        number: from 0; people and files count from 1.
    """

    study: Study
    number: int
    folder: Path
    _turns: list[tuple[Any, ...]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What files and tables call the person."""
        return f"{self.number + 1:03d}"

    @property
    def stage(self) -> Stage:
        """What comes next, as the files say."""
        if not (self.folder / "consent.txt").exists():
            return Stage("consent")
        for game in range(self.study.games):
            if not self._is_over(game):
                return Stage("game", game)
            if self.study.questions and not self._file(game, "answers.csv").exists():
                return Stage("questions", game)
        return Stage("end", self.study.games)

    def agree(self) -> None:
        """Keep that the person has agreed, and to which words."""
        write_bytes(self.folder / "consent.txt", f"{self.study.consent}\n\nAgreed.\n".encode())

    def table(self, game: int) -> LiveTable:
        """The table of a game, from the beginning or where its file left it."""
        file = self._file(game, "hanabi")
        setting = self.study.setting(self.number, game, file)
        self._turns = _rows(self._file(game, "turns.csv"))
        if not file.exists():
            table = LiveTable(setting)
            table.keep()
            return table
        record = load_record(file)
        return LiveTable(setting, actions=record.actions)

    def note(self, table: LiveTable, game: int, think: float | None) -> None:
        """Keep the last action of a table, and how long a person thought, in seconds."""
        turn = len(table.game.actions)
        if not turn or any(int(row[2]) >= turn for row in self._turns):
            return
        seat, by = int(table.game.state.last_seat), "agent" if think is None else "person"
        words = format_action(table.setting.rules, table.game.actions[-1])
        seconds = "" if think is None else f"{think:.3f}"
        self._turns.append((self.name, str(game + 1), str(turn), str(seat), by, words, seconds))
        _write(self._file(game, "turns.csv"), _TURNS, self._turns)

    def answer(self, game: int, answers: Sequence[str]) -> None:
        """Keep the answers to the questions after a game.

        Raises:
            NotationError: not one for each question, or too long.
        """
        if len(answers) != len(self.study.questions):
            raise NotationError(f"{len(self.study.questions)} answers are needed")
        if any(len(each) > _LONGEST_ANSWER for each in answers):
            raise NotationError(f"an answer has at most {_LONGEST_ANSWER} characters")
        rows = [
            (self.name, str(game + 1), question, answer)
            for question, answer in zip(self.study.questions, answers, strict=True)
        ]
        _write(self._file(game, "answers.csv"), _ANSWERS, rows)

    def result(self, game: int) -> tuple[str, ...]:
        """The row of a finished game."""
        played = load_record(self._file(game, "hanabi")).replayed()
        setting = self.study.setting(self.number, game)
        partner, shown = self.study.partner(self.number, game), self.study.shown_as(game)
        ended = (played.status, str(played.score), str(len(played.actions)))
        return (self.name, str(game + 1), partner, shown, str(setting.seed), *ended)

    def _is_over(self, game: int) -> bool:
        file = self._file(game, "hanabi")
        return file.exists() and load_record(file).replayed().is_over

    def _file(self, game: int, what: str) -> Path:
        dot = "." if what == "hanabi" else "-"
        return self.folder / f"game-{game + 1}{dot}{what}"


def participant(study: Study, number: int, folder: Path) -> Participant:
    """A person of a study that is kept in `folder`; numbers count from 0."""
    return Participant(study, number, folder / f"participant-{number + 1:03d}")


def write_tables(folder: Path, people: Iterable[Participant]) -> None:
    """Put `turns.csv`, `games.csv` and `answers.csv` together from what participants have done."""
    turns: list[tuple[Any, ...]] = []
    games: list[tuple[Any, ...]] = []
    answers: list[tuple[Any, ...]] = []
    for each in people:
        reached = each.stage.game + (each.stage.name == "questions")
        games += [each.result(game) for game in range(reached)]
        for game in range(each.study.games):
            turns += _rows(each._file(game, "turns.csv"))  # noqa: SLF001  # of this module
            answers += _rows(each._file(game, "answers.csv"))  # noqa: SLF001
    _write(folder / "turns.csv", _TURNS, turns)
    _write(folder / "games.csv", _GAMES, games)
    _write(folder / "answers.csv", _ANSWERS, answers)


# --- Files ---------------------------------------------------------------------------------------


def _toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_read(file))
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"{file} is no TOML: {error}") from None


def _read(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(_MAX_BYTES + 1)
        if len(data) > _MAX_BYTES:
            raise NotationError(f"{file} has more than {_MAX_BYTES:,} bytes")
        return data.decode()
    except NotationError:
        raise
    except (OSError, ValueError) as error:  # not UTF-8, or a null byte in the name
        raise NotationError(f"cannot read {file}: {error}") from None


def _text(file: Path, told: dict[str, Any], name: str) -> str:
    if not isinstance(told[name], str):
        raise NotationError(f"{file}: {name} is {told[name]!r}; text is needed")
    return str(told[name])


def _texts(file: Path, told: dict[str, Any], name: str) -> tuple[str, ...]:
    given = told[name]
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise NotationError(f"{file}: {name} is {given!r}; a list of texts is needed")
    return tuple(given)


def _rows(file: Path) -> list[tuple[Any, ...]]:
    """The rows of a table that was kept, without its head; none if it was not."""
    if not file.exists():
        return []
    with file.open(newline="", encoding="utf-8") as opened:
        return [tuple(row) for row in list(csv.reader(opened))[1:]]


def _write(file: Path, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    write_bytes(file, text.getvalue().encode())
