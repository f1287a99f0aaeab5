"""Choose the puzzles that come with hanabilab, of those that a longer search has confirmed.

    hanabi play keen keen --games 40 --seed 41 --out runs/k2
    hanabi play smart smart smart --games 40 --seed 41 --out runs/s3
    hanabi play smart smart smart smart --games 30 --seed 41 --out runs/s4
    hanabi puzzles runs/k2 --games 18 --per-game 4 --seed 1 --out runs/p2
    hanabi puzzles runs/s3 --games 14 --per-game 4 --seed 1 --out runs/p3
    hanabi puzzles runs/s4 --games 20 --per-game 3 --seed 1 --out runs/p4
    python scripts/ship_puzzles.py candidates.json runs/p2 runs/p3 runs/p4
    python scripts/check_puzzles.py checked.csv candidates.json
    python scripts/ship_puzzles.py checked.csv candidates.json

The first call puts runs together. The second takes a hundred: hints, discards and estimates before
easy plays near the end, of which there are many.
"""

from __future__ import annotations

import csv
import gzip
import json
import sys
from pathlib import Path

import msgspec

import hanabilab.puzzles
from hanabilab.puzzles.choosing import select
from hanabilab.puzzles.forms import Puzzle
from hanabilab.puzzles.shipped import SHIPPED, load_puzzles

_COUNT = 100


def main() -> None:
    """Write candidates, or the file of the package."""
    first, *rest = map(Path, sys.argv[1:])
    if first.suffix == ".json":
        found = [load_puzzles(folder / "puzzles.json") for folder in rest]
        first.write_bytes(_bytes_of(select(found, sum(map(len, found)))))
        return
    with first.open(encoding="ascii", newline="") as file:
        confirmed = {row["id"] for row in csv.DictReader(file) if row["still_best"] == "True"}
    puzzles = [each for each in load_puzzles(rest[0]) if each.id in confirmed]
    chosen = select([sorted(puzzles, key=_dullness)[:_COUNT]], _COUNT)
    data = gzip.compress(_bytes_of(chosen), 9, mtime=0)
    Path(hanabilab.puzzles.__file__).with_name(SHIPPED).write_bytes(data)
    print(f"{len(chosen)} puzzles, {len(data):,} bytes")


def _dullness(puzzle: Puzzle) -> tuple[bool, bool, str]:
    """Sorts hints, discards and estimates first, easy plays near the end last."""
    dull = puzzle.answer.exact and puzzle.answer.best_action.startswith("play")
    return dull and puzzle.grade == "easy", dull, puzzle.id


def _bytes_of(puzzles: list[Puzzle]) -> bytes:
    return json.dumps(msgspec.to_builtins(puzzles), separators=(",", ":")).encode()


if __name__ == "__main__":
    main()
