"""One person in a study: what comes next, what is kept, and whether it is of this study.

Everything about a participant is in a folder of its own, written whole after every action. So a
study that was stopped or killed goes on.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from hanabilab.errors import HanabiError, NotationError, ResumeError
from hanabilab.game.words import format_action, parse_action
from hanabilab.notation import Record, load_record
from hanabilab.runs.files import PRIVATE, write_bytes
from hanabilab.runs.reading import read_bytes
from hanabilab.web.clock import Thought
from hanabilab.web.live import LiveTable
from hanabilab.web.study import Study

TURNS = (
    *("participant", "game", "turn", "seat", "by", "action", "think_seconds"),
    "reloads",  # folders of older releases have no such column
)
GAMES = ("participant", "game", "partner", "shown_as", "deck_seed", "status", "score", "turns")
ANSWERS = ("participant", "game", "question", "answer")
_LONGEST_ANSWER = 2000
_KEPT = re.compile(r"game-([1-9][0-9]{0,2})(\.hanabi|-turns\.csv|-answers\.csv)")

Row = tuple[str, ...]


class Stage(NamedTuple):
    """What comes next: "consent", "game", "questions" or "end"; and of which game, from 0."""

    name: str
    game: int = 0


@dataclass
class Participant:
    """One person in a study, and the folder that has all about them.

    Nobody else writes there: what a file has said once need not be read again.

    Attributes:
        number: from 0; people and files count from 1.
    """

    study: Study
    number: int
    folder: Path
    _turns: list[Row] = field(default_factory=list)
    _over: set[int] = field(default_factory=set)

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
        write_bytes(self.folder / "consent.txt", self._agreed(), mode=PRIVATE)

    def has_begun(self, game: int) -> bool:
        """Whether the table of a game was opened before."""
        return self._file(game, "hanabi").exists()

    def table(self, game: int) -> LiveTable:
        """The table of a game, from the beginning or where its file left it."""
        file = self._file(game, "hanabi")
        setting = self.study.setting(self.number, game, file)
        self._turns = self.turns(game)
        if not file.exists():
            table = LiveTable(setting)
            table.keep()
            return table
        return LiveTable(setting, actions=load_record(file).actions)

    def note(self, table: LiveTable, game: int, thought: Thought | None) -> Row | None:
        """Keep the last action of a table, and how long a person thought; None for an agent.

        Returns:
            The row of the action; None if it was kept already.
        """
        turn = len(table.game.actions)
        if not turn or any(int(row[2]) >= turn for row in self._turns):
            return None
        seat, words = table.game.state.last_seat, table.game.actions[-1]
        row = (
            *(self.name, str(game + 1), str(turn), str(int(seat))),
            "agent" if thought is None else "person",
            format_action(table.setting.rules, words),
            *(("", "") if thought is None else (f"{thought.seconds:.3f}", str(thought.reloads))),
        )
        self._turns.append(row)
        write_rows(self._file(game, "turns.csv"), TURNS, self._turns)
        return row

    def answer(self, game: int, answers: Sequence[str]) -> list[Row]:
        """Keep the answers to the questions after a game; their rows.

        Raises:
            NotationError: not one for each question, or too long.
        """
        if len(answers) != len(self.study.questions):
            raise NotationError(f"{len(self.study.questions)} answers are needed")
        if any(len(each) > _LONGEST_ANSWER for each in answers):
            raise NotationError(f"an answer has at most {_LONGEST_ANSWER} characters")
        rows: list[Row] = [
            (self.name, str(game + 1), question, answer)
            for question, answer in zip(self.study.questions, answers, strict=True)
        ]
        write_rows(self._file(game, "answers.csv"), ANSWERS, rows)
        return rows

    # --- What is kept ---

    def turns(self, game: int) -> list[Row]:
        """A row for each action of a game so far."""
        return read_rows(self._file(game, "turns.csv"), TURNS)

    def answers(self, game: int) -> list[Row]:
        """A row for each answer after a game."""
        return read_rows(self._file(game, "answers.csv"), ANSWERS)

    def result(self, game: int) -> Row:
        """The row of a finished game."""
        played = load_record(self._file(game, "hanabi")).replayed()
        setting = self.study.setting(self.number, game)
        partner, shown = self.study.partner(self.number, game), self.study.shown_as(game)
        ended = (played.status, str(played.score), str(len(played.actions)))
        return (self.name, str(game + 1), partner, shown, str(setting.seed), *ended)

    @property
    def finished(self) -> int:
        """How many games are over."""
        stage = self.stage
        return stage.game + (stage.name == "questions")

    def _is_over(self, game: int) -> bool:
        if game not in self._over:
            file = self._file(game, "hanabi")
            if not file.exists() or not load_record(file).replayed().is_over:
                return False
            self._over.add(game)
        return True

    def _file(self, game: int, what: str) -> Path:
        dot = "." if what == "hanabi" else "-"
        return self.folder / f"game-{game + 1}{dot}{what}"

    # --- Whether it is of this study ---

    def require_own(self) -> None:
        """Do nothing if all that is kept is this person's, by this study.

        Raises:
            ResumeError: a file is not; says which and why.
            HanabiError: a record cannot be read.
        """
        consent = self.folder / "consent.txt"
        if consent.exists() and read_bytes(consent) != self._agreed():
            raise ResumeError(f"{consent} agrees to other words than this study's")
        found = set()
        for path in sorted(self.folder.iterdir()):
            kept = _KEPT.fullmatch(path.name)
            if kept and int(kept[1]) <= self.study.games:
                found.add((int(kept[1]) - 1, kept[2]))
            elif path.suffix in (".hanabi", ".csv"):
                raise ResumeError(f"{path} is no file of this study, which has {self._has()}")
        for game in sorted({game for game, _ in found}):
            self._require_own_game(game, {what for number, what in found if number == game})

    def _agreed(self) -> bytes:
        return f"{self.study.consent}\n\nAgreed.\n".encode()

    def _has(self) -> str:
        games = self.study.games
        return f"game-1.hanabi to game-{games}.hanabi" if games > 1 else "game-1.hanabi alone"

    def _require_own_game(self, game: int, kept: set[str]) -> None:
        file, stage = self._file(game, "hanabi"), self.stage
        missing = "" if ".hanabi" in kept else file.name
        if stage.name == "consent":
            missing = "consent.txt"
        elif stage.game < game:
            missing = f"the end of game {stage.game + 1} and its answers"
        if missing:
            raise ResumeError(f"{self.folder} has files of game {game + 1}, but not {missing}")
        record = load_record(file)
        self._require_own_record(record, game)
        self._require_own_turns(record, game)
        if "-answers.csv" in kept:
            self._require_own_answers(game)

    def _require_own_record(self, record: Record, game: int) -> None:
        expected = LiveTable(self.study.setting(self.number, game)).record
        for what in ("rules", "deck", "agents"):
            if getattr(record, what) != getattr(expected, what):
                raise ResumeError(
                    f"{self._file(game, 'hanabi')} is of another study, person or game: its "
                    f"{what} are not those of this study's participant {self.name}, game {game + 1}"
                )
        # Records of older releases do not tell the participant.
        if record.source not in (expected.source, expected.source.rpartition(" ")[0]):
            raise ResumeError(
                f"{self._file(game, 'hanabi')} is from {record.source!r}, not {expected.source!r}"
            )

    def _require_own_turns(self, record: Record, game: int) -> None:
        last, rules = 0, self.study.rules
        for row in self.turns(game):
            turn = int(row[2]) if row[2].isascii() and row[2].isdigit() else 0
            told = row[:2] == (self.name, str(game + 1)) and last < turn <= len(record.actions)
            if not told or _action(row[5], self.study) != record.actions[turn - 1]:
                raise ResumeError(
                    f"{self._file(game, 'turns.csv')} is not of {self._file(game, 'hanabi').name}: "
                    f"{','.join(row)[:80]!r} is no action of that record after turn {last}"
                )
            seat = (rules.first_seat + turn - 1) % rules.players
            if row[3] != str(seat) or row[4] != ("agent" if seat else "person"):
                raise ResumeError(
                    f"{self._file(game, 'turns.csv')}: turn {turn} is of seat {seat}, not {row[3]}"
                )
            last = turn

    def _require_own_answers(self, game: int) -> None:
        asked = [(self.name, str(game + 1), question) for question in self.study.questions]
        if [row[:3] for row in self.answers(game)] != asked or not self._is_over(game):
            raise ResumeError(
                f"{self._file(game, 'answers.csv')} has not the answers of participant "
                f"{self.name} to this study's questions after game {game + 1}"
            )


def participant(study: Study, number: int, folder: Path) -> Participant:
    """A person of a study that is kept in `folder`; numbers count from 0."""
    return Participant(study, number, folder / f"participant-{number + 1:03d}")


def _action(words: str, study: Study) -> int:
    """The action that words tell; -1 for none."""
    try:
        return parse_action(study.rules, words)
    except HanabiError:
        return -1


# --- Tables --------------------------------------------------------------------------------------


def read_rows(file: Path, head: Sequence[str]) -> list[Row]:
    """The rows of a table that was kept, without its head; none if it was not.

    Raises:
        ResumeError: it cannot be read, or is another table.
    """
    if not file.exists():
        return []
    try:
        first, *rows = csv.reader(io.StringIO(read_bytes(file).decode(), newline=""), strict=True)
    except (ValueError, csv.Error) as error:  # not UTF-8, no line, or a field without end
        raise ResumeError(f"cannot read {file}: {error}") from None
    old = [*head[:7]]  # before reloads were noted
    if first not in ([*head], old) or any(len(row) != len(first) for row in rows):
        raise ResumeError(f"cannot read {file}: it has no rows of {', '.join(head)}")
    return [(*row, *[""] * (len(head) - len(first))) for row in rows]


def write_rows(file: Path, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write a table whole, for its owner alone."""
    write_bytes(file, csv_bytes([head, *rows]), mode=PRIVATE)


def csv_bytes(rows: Iterable[Sequence[Any]]) -> bytes:
    """Rows as a table has them."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
