"""Run mutants: `python -m tests.mutants [--seed S] [--count N] [--minutes M]`, or `make mutants`.

Each mutant is tried in a copy of the tree under build/mutants, with the tests that run its line.
Results are kept in results/mutants.csv after every mutant, so a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.mutants.choosing import lines_of, test_files, tree_digest
from tests.mutants.running import MARKS, run
from tests.mutants.sample import Mutant, draw
from tests.mutants.table import COLUMNS, print_table, read

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "mutants"
RESULTS = ROOT / "results" / "mutants.csv"


def main() -> int:
    """Try the mutants that have no result yet, then print the scores."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin none after")
    parser.add_argument(
        "--own-tests",
        action="store_true",
        help="try the tests of its room alone; what survives stays open",
    )
    given = parser.parse_args()
    until = time.monotonic() + 60 * given.minutes
    tree = _copy()
    cache = WORK / "lines" / tree_digest(tree)
    done = _kept(given.seed)
    for mutant in draw(ROOT, given.seed, given.count):
        if time.monotonic() > until:
            break
        if str(mutant.number) not in done:
            _keep(given.seed, mutant, _try(mutant, tree, cache, own=given.own_tests))
    print_table(RESULTS, given.seed)
    return 0


def _copy() -> Path:
    """A copy of what git knows and of new files, so that no mutant is ever in the checkout."""
    tree = WORK / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file() or (ROOT / name).is_symlink():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name, follow_symlinks=False)
    return tree


def _try(mutant: Mutant, tree: Path, cache: Path, *, own: bool) -> dict[str, str]:
    """Run the tests of the mutant's line, file by file, until one turns red."""
    first, others = test_files(tree, mutant.room)
    cpu, tried = 0.0, 0
    for file in first if own else [*first, *others]:
        tests = lines_of(tree, file, cache)
        names = tests.of_lines(mutant.path, mutant.lines)
        if not names:
            continue
        tried += len(names)
        limit = 60 + 10 * sum(tests.seconds[name] for name in names)
        where = file.relative_to(tree).as_posix()
        arguments = ["-m", "pytest", "-x", "-p", "no:cacheprovider", "-m", MARKS]
        path = tree / mutant.path
        old = path.read_text()
        try:
            path.write_text(mutant.source)
            came = run([*arguments, *(f"{where}::{name}" for name in names)], tree, limit)
        finally:
            path.write_text(old)
        cpu += came.cpu_seconds
        if came.code != 0:
            how = "time" if came.code is None else "test"
            return _row("killed", how, where, tried, cpu)
    return _row("open" if own else "survived", "", "", tried, cpu)


def _row(result: str, how: str, by: str, tried: int, cpu: float) -> dict[str, str]:
    counts = {"tests": str(tried), "cpu_seconds": f"{cpu:.1f}"}
    return {"result": result, "how": how, "by": by, **counts}


def _kept(seed: int) -> set[str]:
    """Numbers of the mutants that are settled; an open one has not met all tests."""
    rows = read(RESULTS, seed) if RESULTS.exists() else []
    return {row["number"] for row in rows if row["result"] != "open"}


def _keep(seed: int, mutant: Mutant, came: dict[str, str]) -> None:
    is_new = not RESULTS.exists()
    fields = {"seed": seed, **mutant._asdict(), **came}
    fields["before"] = " ".join(mutant.before.split())[:80]
    with RESULTS.open("a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore")
        if is_new:
            writer.writeheader()
        writer.writerow(fields)
    place = f"{mutant.path}:{mutant.line}"
    print(f"{mutant.number} {place} {mutant.after!r}: {came['result']}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
