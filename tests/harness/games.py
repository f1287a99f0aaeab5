"""Fuzz: real games spoiled as text, as bytes and as JSON documents, in every kind of file.

What comes of each is a game, played or not, or findings of a line each; in time, and in memory that
stays what it was.
"""

from __future__ import annotations

import copy
import json
import resource
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from hanabilab.notation.game_files import CheckedGame, check_game, write_log
from hanabilab.notation.game_kinds import Kind
from hanabilab.notation.log_replay import replay_log
from tests.harness.parsers import patience
from tests.harness.spoiling import spoil_bytes, spoil_text
from tests.harness.tally import Tally
from tests.notation.real_games import real_games

__all__ = ["fuzz_games"]

#: Memory that a file of a game may take: Python keeps what it has once asked the system for.
_MOST_MEGABYTES = 200
_ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 7, 61, 200, 2**31, 2**63, 2**64, 10**400, -(10**30), 0.5, 1e308),
    *("", "Red", "No Variant", "x" * 5000, "\0", "\ud800", "p2v0s1", "p6v2425s" + "9" * 90),
    *([], {}, [[]], [{}], {"": {}}, [0] * 5000),
)


def fuzz_games(random: Random, trials: int, folder: Path) -> Tally:
    """Spoiled games, `trials` in all: as text, as bytes, as documents, and by a slip or two."""
    tally, files = Tally(), _files()
    documents = [json.loads(data) for kind, data in files if kind == Kind.EXPORT]
    before = _megabytes()
    for trial in range(trials):
        kind, data = random.choice(files)
        if trial % 4 == 0:
            data = spoil_text(random, [data.decode()]).encode(errors="surrogatepass")
        elif trial % 4 == 1:
            data = spoil_bytes(random, data, [random.choice(files)[1]])[1]
        elif trial % 4 == 2:
            data = _slip(random, data.decode()).encode()
        else:
            kind = Kind.EXPORT
            data = _written(_spoil_document(random, random.choice(documents)))
        try:
            with patience():
                came = _outcome(check_game(data, kind))
        except Exception as error:  # noqa: BLE001  # just what is looked for
            tally.find(f".{kind}: {type(error).__name__}: {error} for {data[:300]!r}")
        else:
            tally.kept[came] += 1
    if (more := _megabytes() - before) > _MOST_MEGABYTES:
        tally.find(f"memory has grown by {more:.0f} MB over {trials} files")
    return tally


def _slip(random: Random, text: str) -> str:
    """A text with one or two slips: a digit, letter or line that is wrong, doubled or missing."""
    for _ in range(random.randint(1, 2)):
        lines = text.split("\n")
        at = random.randrange(len(lines))
        place = random.randrange(max(len(lines[at]), 1))
        head, tail = lines[at][:place], lines[at][place:]
        slips = (
            [head + random.choice("0123456789") + tail[1:]],
            [head + random.choice("abyzABYZ") + tail[1:]],
            [head + tail[1:]],
            [lines[at]] * 2,
            [],
            [random.choice(lines)],
        )
        text = "\n".join([*lines[:at], *random.choice(slips), *lines[at + 1 :]])
    return text


def _files() -> list[tuple[Kind, bytes]]:
    """The real games in every kind of file that can hold them."""
    return [
        (kind, write_log(log, kind).encode())
        for log, _ in real_games()
        for kind in Kind
        if kind != Kind.RECORD or (not replay_log(log).problem and not replay_log(log).quirks)
    ]


def _outcome(checked: CheckedGame) -> str:
    for finding in checked.findings:
        if "\n" in finding.message or not finding.message:
            raise ValueError(f"a finding of {finding.message!r}")
    if not checked.findings:
        return "read and played"
    return "refused with findings" if checked.log is None else "read, with findings"


def _written(document: Any) -> bytes:
    return json.dumps(document).encode()


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _spoil_document(random: Random, document: Any) -> Any:
    """A document with one to three values replaced, dropped, doubled, renamed or nested."""
    spoiled = copy.deepcopy(document)
    for _ in range(random.randint(1, 3)):
        holders = list(_holders(spoiled))
        holder = random.choice(holders)
        if not holder:
            continue
        key = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        way = random.choice((0, 1, 2, 3, 3, 3, 4))
        if way == 0:
            del holder[key]
        elif way == 1 and isinstance(holder, dict):
            holder[random.choice(("id", "seed", "notes", "variant", "x", ""))] = holder[key]
        elif way == 1:
            holder.insert(key, copy.deepcopy(holder[random.randrange(len(holder))]))
        elif way == 2:
            holder[key] = [holder[key]] * random.choice((1, 2, 1000))
        elif way == 3 and type(holder[key]) is int:
            holder[key] += random.choice((-1, 1, 5, 100))
        else:
            holder[key] = copy.deepcopy(random.choice(_ODD))
    return spoiled


def _holders(document: Any) -> Iterator[Any]:
    """Every list and every object within a document."""
    if isinstance(document, dict | list):
        yield document
        for value in document.values() if isinstance(document, dict) else document:
            yield from _holders(value)
