"""Write the counts of tests/perft/*.perft anew, by the engine: `python -m scripts.make_perft`.

Depths and positions stay as the files have them. Before a file is written, every count up to
`--naive` sequences is checked with the naive twin; a count that they disagree on is printed, and
the file is left alone. A new position is an entry with a count of 0 for each depth it should have.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.perft.positions import (
    Position,
    count_naively,
    perft_files,
    read_positions,
    write_positions,
)


def main() -> int:
    """Renew all files; 1 if the twins disagree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--naive", type=int, default=5000, help="check counts up to this with the naive twin"
    )
    limit = parser.parse_args().naive
    failed = [path for path in perft_files() if not renew(path, limit)]
    return int(bool(failed))


def renew(path: Path, limit: int) -> bool:
    """Count every position of a file, and write it if the twins agree."""
    positions = read_positions(path)
    for position in positions:
        position.counts = {depth: position.count(depth) for depth in position.counts}
    faults = [fault for position in positions for fault in disagreements(position, limit)]
    for fault in faults:
        print(f"{path.name}: {fault}", file=sys.stderr)
    if not faults:
        write_positions(path, positions)
        print(f"{path.name}: {len(positions)} positions")
    return not faults


def disagreements(position: Position, limit: int) -> list[str]:
    """What the naive twin counts otherwise, of the counts up to `limit`."""
    faults = []
    for depth, count in position.counts.items():
        if count <= limit and count != (naive := count_naively(position, depth)):
            faults.append(f"{position.name} depth {depth}: engine {count}, naive twin {naive}")
    return faults


if __name__ == "__main__":
    sys.exit(main())
