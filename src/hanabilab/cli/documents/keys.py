"""What each key of a document means, in all documents that have it: the file `keys.csv`."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("keys.csv")


@cache
def meanings() -> dict[str, str]:
    """A sentence for each key."""
    with _FILE.open(encoding="ascii", newline="") as file:
        return {row["key"]: row["meaning"] for row in csv.DictReader(file)}
