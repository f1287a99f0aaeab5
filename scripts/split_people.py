"""Deal the people of some games out to parts, and write the games of each part.

`python scripts/split_people.py GAMES PARTS OUT` writes OUT/part-1.jsonl and so on, about equally
many games in each. So a model that has learned from some people can be held against others.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hanabilab.people import read_people
from hanabilab.people.clusters import deal_folds, owners_of
from hanabilab.people.writing import format_line


def main() -> None:
    """Write the parts."""
    source, parts, out = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    games = read_people(source).games
    fold = deal_folds(owners_of(games, "person"), parts)
    out.mkdir(parents=True, exist_ok=True)
    for part in range(parts):
        own = [game for game, number in zip(games, fold, strict=True) if number == part]
        text = "".join(f"{format_line(game)}\n" for game in own)
        (out / f"part-{part + 1}.jsonl").write_text(text)
        print(f"{out}/part-{part + 1}.jsonl: {len(own)} games")


if __name__ == "__main__":
    main()
