"""What a study's folder has, held against what people were told and against the records alone."""

from __future__ import annotations

import csv
import io
import tomllib
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from hanabilab.errors import HanabiError
from hanabilab.game.checks import deck_from_seed
from hanabilab.game.words import format_action
from hanabilab.notation import Record, load_record, parse_rules
from tests.harness.participants import Log
from tests.harness.spoiling import spoil_bytes

__all__ = ["fault_after", "fault_of", "spoil_study"]

_HEADS = {
    "turns": "participant,game,turn,seat,by,action,think_seconds,reloads",
    "games": "participant,game,partner,shown_as,deck_seed,status,score,turns",
    "answers": "participant,game,question,answer",
}
_Rows = Counter[tuple[str, ...]]


def fault_of(home: Path, logs: list[Log], *, closed: bool) -> str:
    """What is wrong with the folder of a study, `home`/out; "" if nothing is.

    Args:
        logs: of all people, over all sessions.
        closed: its server has ended as it should, so the tables have everything.
    """
    try:
        return _fault_of_logs(home, logs) or (fault_of_tables(home / "out") if closed else "")
    except (HanabiError, ValueError, LookupError, OSError) as error:
        return f"{type(error).__name__}: {error}"


def _fault_of_logs(home: Path, logs: list[Log]) -> str:
    """What people were told is kept, and is not."""
    study = tomllib.loads((home / "study.toml").read_text())
    for number, log in enumerate(logs):
        folder = home / "out" / f"participant-{number + 1:03d}"
        for row in log:
            if fault := _fault_of_row(folder, study, row):
                return f"participant {number + 1}: {row}: {fault}"
        if fault := _fault_of_answers(folder, log):
            return f"participant {number + 1}: {fault}"
    return ""


def _fault_of_row(folder: Path, study: dict[str, Any], row: dict[str, Any]) -> str:
    """What is wrong if a person was told so."""
    if row["what"] == "failed":
        return "the server has failed"
    if row["what"] == "agreed" and row["sure"] and not (folder / "consent.txt").is_file():
        return "no consent is kept"
    if row["what"] != "acted" or not row["sure"]:
        return ""
    name = f"game-{row['game']}"
    actions = load_record(folder / f"{name}.hanabi").actions
    if actions[row["turn"] : row["turn"] + 1] != (row["action"],):
        return f"the record has {actions}"
    words = format_action(parse_rules(study["rules"]), row["action"])
    turn = str(row["turn"] + 1)
    rows = [each for each in _rows(folder / f"{name}-turns.csv", "turns") if each[2] == turn]
    if [each[4:6] for each in rows] != [("person", words)] or not float(rows[0][6]) >= 0:
        return f"its turns are {rows}"
    return ""


def _fault_of_answers(folder: Path, log: Log) -> str:
    """Answers that are kept were given; those that were told to be kept are there."""
    for game in {row["game"] for row in log if row["what"] == "answered"}:
        file = folder / f"game-{game}-answers.csv"
        kept = [row[3] for row in _rows(file, "answers")] if file.exists() else None
        given = [row for row in log if row["what"] == "answered" and row["game"] == game]
        sure = [row["answers"] for row in given if row["sure"]]
        if sure and kept != sure[-1]:
            return f"answers {sure} to game {game} are told to be kept; there are {kept}"
        if kept is not None and kept not in [row["answers"] for row in given]:
            return f"answers {kept} to game {game} were not given"
    return ""


# --- Tables --------------------------------------------------------------------------------------


def fault_after(out: Path, before: dict[Path, bytes], way: str) -> str:
    """What is wrong with a folder that was opened after damage; "" if nothing is.

    Args:
        before: what was in it when it was opened.
        way: how it was damaged.
    """
    changed = [
        path
        for path, data in before.items()
        if path.parent != out
        and path.name[0] != "."  # what a kill left behind goes
        and (not path.exists() or path.read_bytes() != data)
    ]
    if changed:
        return f"{way}: {changed[0].relative_to(out)} has changed"
    try:
        fault = fault_of_tables(out)
    except (HanabiError, ValueError, LookupError, OSError) as error:
        fault = f"{type(error).__name__}: {error}"
    return fault and f"{way}: {fault}"


def fault_of_tables(out: Path) -> str:
    """What the three tables have that cannot be made from the records, or lack; "" for nothing."""
    study = tomllib.loads((out.parent / "study.toml").read_text())
    turns, games, answers = Counter(), Counter(), Counter()
    for folder in sorted(out.glob("participant-*")):
        for file in sorted(folder.glob("game-?.hanabi")):
            _add(turns, games, study, folder.name[-3:], file)
        for file in sorted(folder.glob("game-?-answers.csv")):
            answers.update(_rows(file, "answers"))
    for name, expected, width in (
        ("turns", turns, 6),
        ("games", games, 8),
        ("answers", answers, 4),
    ):
        found = Counter(row[:width] for row in _rows(out / f"{name}.csv", name))
        if found != expected:
            more, less = found - expected, expected - found
            return f"{name}.csv has {more} beside its records, and lacks {less}"
    return ""


def _add(turns: _Rows, games: _Rows, study: dict[str, Any], who: str, file: Path) -> None:
    """Add the rows of a game, by the words of docs/page_studies.md."""
    record, game = load_record(file), int(file.stem[-1])
    _require_own(record, study, who, game)
    rules = record.rules
    for turn, action in enumerate(record.actions):
        seat = (rules.first_seat + turn) % rules.players
        by = "agent" if seat else "person"
        words = format_action(rules, action)
        turns[(who, str(game), str(turn + 1), str(seat), by, words)] += 1
    played = record.replayed()
    if played.is_over:
        partner, seed = record.agents[1], study["seed"] + game - 1
        shown = f"Partner {'AB'[(game - 1) % len(study['partners'])]}"
        ended = (str(played.status), str(played.score), str(len(record.actions)))
        games[(who, str(game), partner, shown, str(seed), *ended)] += 1


def _require_own(record: Record, study: dict[str, Any], who: str, game: int) -> None:
    """Raise an error if a record is not of this person and game."""
    partners, seed = study["partners"], study["seed"] + game - 1
    partner = partners[(game - 1 + int(who) - 1) % len(partners)]
    rules = parse_rules(study["rules"])
    expected = (
        rules,
        tuple(deck_from_seed(rules, seed)),
        ("human", *[partner] * (rules.players - 1)),
    )
    if (record.rules, record.deck, record.agents) != expected:
        raise ValueError(f"participant {who} has a game {game} of somebody else")


def _rows(file: Path, kind: str) -> list[tuple[str, ...]]:
    head, *rows = csv.reader(io.StringIO(file.read_bytes().decode(), newline=""), strict=True)
    if head != _HEADS[kind].split(","):
        raise ValueError(f"{file} has the head {head}")
    return [tuple(row) for row in rows]


# --- Damage --------------------------------------------------------------------------------------


def spoil_study(random: Random, out: Path) -> str:
    """Damage a file of a study, lose it, or give it another's name; how."""
    files = sorted(path for path in out.rglob("*.*") if path.is_file() and path.name[0] != ".")
    path, other = random.choice(files), random.choice(files)
    told = f"{path.relative_to(out)}"
    way = random.choice(("spoiled", "spoiled", "spoiled", "lost", "exchanged", "copied"))
    if way == "lost":
        path.unlink()
        return f"{told} lost"
    if way == "exchanged":
        mine, theirs = path.read_bytes(), other.read_bytes()
        path.write_bytes(theirs)
        other.write_bytes(mine)
        return f"{told} exchanged with {other.relative_to(out)}"
    if way == "copied":
        (other.parent / path.name).write_bytes(path.read_bytes())
        return f"{told} copied to {other.parent.name}"
    how, data = spoil_bytes(random, path.read_bytes(), [other.read_bytes()])
    path.write_bytes(data)
    return f"{told} {how}"
