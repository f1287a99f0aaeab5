"""`read_people`: games of people from a file or a folder of any kind that is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hanabilab.errors import HanabiError, NotationError
from hanabilab.people.ah2ac2 import told_by_tensors
from hanabilab.people.game import PeoplesGame, Told, played
from hanabilab.people.hanabidata import is_log, previous_game, told_by_log
from hanabilab.people.lines import told_by_lines
from hanabilab.runs.files import reason_of

_LINES = (".jsonl", ".jsonl.gz", ".json")
_TENSORS = ".safetensors"
_LOGS = (".log", ".txt")
_KNOWN = (
    f"known are {_TENSORS} of AH2AC2, HanabiData's logs, .jsonl, .jsonl.gz and exports in .json"
)


@dataclass(frozen=True)
class ReadGames:
    """What `read_people` has read.

    Attributes:
        games: that can be read, in the order of the file or by name in a folder.
        faults: a line for each game that cannot: file, game, turn and reason.
        quirks: a line for each oddity of the games: file, game, and what was ignored or read as
            something else; and for each file with games that were read before.
    """

    games: tuple[PeoplesGame, ...]
    faults: tuple[str, ...]
    quirks: tuple[str, ...] = ()

    @property
    def decisions(self) -> int:
        """How many actions of people count."""
        return sum(game.decisions for game in self.games)


def read_people(path: Path | str) -> ReadGames:
    """The games of people in a file, or in a folder and those below it.

    A game that is there again counts once: counted twice, it would make errors too small, and a
    model be held against games that it has learned from.

    Raises:
        NotationError: it cannot be read, or holds no game that can; says why.
    """
    path = Path(path)
    games: dict[PeoplesGame, None] = {}
    faults: list[str] = []
    quirks: list[str] = []
    again: Counter[Path] = Counter()
    for file, told in _all_told(path):
        try:
            if isinstance(told, HanabiError):
                raise told
            if (game := played(told)) in games:
                again[file] += 1
                continue
            games[game] = None
            quirks += [f"{file}: game {told.name}: {quirk}" for quirk in told.quirks]
        except HanabiError as error:
            named = str(error).startswith(str(file))
            faults.append(str(error) if named else f"{file}: {error}")
    twice = [
        f"{file}: games that were read before, and count once: {count:,}"
        for file, count in again.items()
    ]
    if not games:
        raise NotationError(faults[0] if faults else f"{path} holds no game of people; {_KNOWN}")
    return ReadGames(tuple(games), tuple(faults), (*twice, *quirks))


def _all_told(path: Path) -> Iterator[tuple[Path, Told | HanabiError]]:
    if not path.is_dir():
        for told in _told_by(path):
            yield path, told
        return
    files = [file for file in sorted(path.rglob("*")) if file.is_file()]
    logs = [file for file in files if file.suffix in _LOGS and starts_as_log(file)]
    persons = _persons(logs)
    for file in files:
        if file in persons:
            yield file, _log_or_fault(file, persons[file])
        elif file.name.endswith((_TENSORS, *_LINES)):
            try:
                for told in _told_by(file):
                    yield file, told
            except HanabiError as error:
                yield file, error


def _told_by(file: Path) -> Iterable[Told | HanabiError]:
    if file.name.endswith(_TENSORS):
        return told_by_tensors(file)
    if file.name.endswith(_LINES):
        return told_by_lines(file)
    if starts_as_log(file):
        # Who has played before is named by the first game, which the folder has.
        person = "" if previous_game(file) else file.stem.removeprefix("game")
        return [_log_or_fault(file, person)]
    raise NotationError(f"cannot tell what kind of games {file} has; {_KNOWN}")


def _log_or_fault(file: Path, person: str) -> Told | HanabiError:
    try:
        return told_by_log(file, person)
    except HanabiError as error:
        return error


def starts_as_log(file: Path) -> bool:
    """Whether a file starts as HanabiData's logs do.

    Raises:
        NotationError: it cannot be read.
    """
    try:
        with file.open("rb") as opened:
            return is_log(opened.read(16))
    except OSError as error:
        raise NotationError(f"cannot read {file}: {reason_of(error)}") from None


def _persons(logs: list[Path]) -> dict[Path, str]:
    """Who played each log: the name of the first game in the chain of a person's games."""
    before = {file.stem.removeprefix("game"): previous_game(file) for file in logs}
    return {file: _first(file.stem.removeprefix("game"), before) for file in logs}


def _first(name: str, before: dict[str, str]) -> str:
    seen = {name}
    while (older := before.get(name, "")) and older not in seen:
        seen.add(older)
        name = older
    return name
