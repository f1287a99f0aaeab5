"""The score of each room, from the kept results and the mutants that are named as equivalent."""

from __future__ import annotations

import csv
from pathlib import Path

COLUMNS = [
    "seed", "number", "room", "path", "line", "operator", "before", "after",
    "result", "how", "by", "tests", "cpu_seconds",
]  # fmt: skip
#: Columns seed, number, reason: mutants that no test can see, each with why.
EQUIVALENT = Path(__file__).with_name("equivalent.csv")


def read(path: Path, seed: int) -> list[dict[str, str]]:
    """Rows of a file that belong to this seed, the last one of each mutant."""
    with path.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["seed"] == str(seed)]
    return list({row["number"]: row for row in rows}.values())


def scores(results: list[dict[str, str]], equal: set[str]) -> dict[str, tuple[int, int]]:
    """Mutants killed and mutants tried in each room, equivalent ones left out."""
    found: dict[str, tuple[int, int]] = {}
    for row in results:
        if row["number"] not in equal:
            killed, tried = found.get(row["room"], (0, 0))
            found[row["room"]] = killed + (row["result"] == "killed"), tried + 1
    return dict(sorted(found.items()))


def print_table(path: Path, seed: int) -> None:
    """Print the scores as a table of Markdown."""
    if not path.exists():
        return
    found = scores(read(path, seed), {row["number"] for row in read(EQUIVALENT, seed)})
    print("| room | mutants tried | killed |\n| --- | --- | --- |")
    for room, (killed, tried) in found.items():
        print(f"| `{room}` | {tried} | {killed} |")
    killed, tried = (sum(column) for column in zip(*found.values(), strict=True))
    print(f"| all | {tried} | {killed} |")
