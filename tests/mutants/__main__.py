"""Run mutants: `python -m tests.mutants [--seed S] [--count N] [--minutes M]`, or `make mutants`.

Each mutant is tried in a copy of the tree under build/mutants: first with the tests of its room
that come by its place, then with those of other rooms. Results are kept in results/mutants.csv
after every mutant, so a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import csv
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from tests.mutants.choosing import batches, digest_of, files_of_kernels, test_files, tests_of
from tests.mutants.probes import probe
from tests.mutants.running import MARKS, Outcome, run
from tests.mutants.sample import Mutant, kept_sample
from tests.mutants.table import COLUMNS, print_table, read

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "mutants"
RESULTS = ROOT / "results" / "mutants.csv"
#: CPU seconds of tests of other rooms, measured without the mutant, that a mutant meets.
_FAR = 120.0
#: CPU seconds that each test may take that somebody chose.
_CHOSEN = 60.0
#: Words of a test that a busy machine may have turned red.
_OF_TIME = re.compile(r"(?i)time(d )?-?out|deadline|refused|TimeoutExpired")


class Bench(NamedTuple):
    """Where mutants are tried.

    Attributes:
        tree: a copy of the checkout, which holds one mutant at a time.
        probed: others, with a probe at each mutant of the sample: where kernels are compiled, at
            those in files that no kernel rests on; where they are plain Python, at the others.
        cache: what tests come by.
        stamp: fields of a row that tell what was measured.
        kernels: files that kernels rest on.
    """

    tree: Path
    probed: dict[bool, Path]
    cache: Path
    stamp: dict[str, str]
    kernels: set[str]


def main() -> int:
    """Try the mutants that have no result yet, then print the scores."""
    given = _arguments()
    until = time.monotonic() + 60 * given.minutes
    bench, sample = _prepare(given.seed, given.count)
    sources = bench.stamp["sources"]
    if given.tests:
        _ask(bench, [each for each in sample if each.number in given.mutants], given.tests)
        return 0
    for own in (True,) if given.own_tests else (True, False):
        for mutant in sample:
            if time.monotonic() > until:
                break
            rows = {row["number"]: row["result"] for row in read(RESULTS, sources, given.seed)}
            result = rows.get(str(mutant.number), "")
            if result == ("" if own else "open") or (own and given.again and result != "killed"):
                _keep({**bench.stamp, **mutant._asdict(), **_try(mutant, bench, own=own)})
    print_table(RESULTS, sources, given.seed)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin none after")
    parser.add_argument(
        "--own-tests",
        action="store_true",
        help="try the tests of its room alone; what survives stays open",
    )
    parser.add_argument(
        "--again", action="store_true", help="try survivors again, after tests were written"
    )
    parser.add_argument("--tests", nargs="+", help="ask these tests alone, and keep who is killed")
    parser.add_argument("--mutants", nargs="+", type=int, help="with --tests: their numbers")
    given = parser.parse_args()
    if bool(given.tests) != bool(given.mutants):
        parser.error("--tests and --mutants go together")
    return given


def _prepare(seed: int, count: int) -> tuple[Bench, list[Mutant]]:
    tree = _copy("tree")
    probed = {compiled: _copy(name) for compiled, name in ((True, "compiled"), (False, "plain"))}
    sources = digest_of(tree, "src")
    command = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    stamp = {"sources": sources, "commit": commit.strip(), "seed": str(seed)}
    cache = WORK / "hits" / f"{sources}-{seed}-{count}"
    sample, kernels = kept_sample(cache, tree, seed, count), files_of_kernels(tree)
    for compiled, copy in probed.items():
        tried = [each for each in sample if _runs_compiled(each, kernels) == compiled]
        places = [(each.number, each.path, each.line) for each in tried]
        probe(copy, places)
    return Bench(tree, probed, cache, stamp, kernels), sample


def _copy(name: str) -> Path:
    """A copy of what git knows, of new files and of compiled kernels; mutants stay out of git's."""
    tree = WORK / name
    shutil.rmtree(tree, ignore_errors=True)
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    kernels = [path.relative_to(ROOT) for path in (ROOT / "src").rglob("*.nb[ic]")]
    for path in [*map(Path, filter(None, names.split("\0"))), *kernels]:
        if (ROOT / path).is_file() or (ROOT / path).is_symlink():
            (tree / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, tree / path, follow_symlinks=False)
    return tree


def _ask(bench: Bench, mutants: list[Mutant], tests: list[str]) -> None:
    """Ask tests that somebody chose; what they do not kill keeps the result that it has."""
    batch = dict.fromkeys(tests, _CHOSEN)
    for mutant in mutants:
        compiled = _runs_compiled(mutant, bench.kernels)
        whole = _pytest(bench.tree, tests, _CHOSEN * len(tests), compiled=compiled)
        if whole.code != 0:
            sys.exit(f"these tests do not pass without a mutant:\n{whole.output}")
        came = _with_mutant(mutant, bench.tree, batch, compiled=compiled)
        if row := _row_of_red(came, len(tests), came.cpu_seconds):
            _keep({**bench.stamp, **mutant._asdict(), **row})
        else:
            print(f"{mutant.number} {mutant.path}:{mutant.line} lives", flush=True)


def _runs_compiled(mutant: Mutant, kernels: set[str]) -> bool:
    """Whether tests run with kernels compiled: where no kernel rests on the file, and in `_jit`."""
    return mutant.path not in kernels or mutant.room == "_jit"


def _try(mutant: Mutant, bench: Bench, *, own: bool) -> dict[str, str]:
    """Run tests that come by the mutant, of its room or of others, until one turns red."""
    cpu, tried = 0.0, 0
    compiled = _runs_compiled(mutant, bench.kernels)
    probed, cache = bench.probed[compiled], bench.cache / ("compiled" if compiled else "plain")
    groups = test_files(probed, mutant.room, mutant.path)
    for files in groups[:2] if own else groups[2:]:
        tests = tests_of(probed, files, cache, compiled=compiled)
        for batch in batches(mutant.number, tests, 1e9 if own else _FAR):
            tried += len(batch)
            came = _with_mutant(mutant, bench.tree, batch, compiled=compiled)
            cpu += came.cpu_seconds
            row = _row_of_red(came, tried, cpu)
            if row and not _is_flake(came, bench.tree, compiled=compiled):
                return row
    return _row("open" if own else "survived", "", "", tried, cpu)


def _with_mutant(mutant: Mutant, tree: Path, batch: dict[str, float], *, compiled: bool) -> Outcome:
    path = tree / mutant.path
    old = path.read_text()
    try:
        path.write_text(mutant.source)
        return _pytest(tree, list(batch), 30 + 10 * sum(batch.values()), compiled=compiled)
    finally:
        path.write_text(old)


def _pytest(tree: Path, names: list[str], limit: float, *, compiled: bool) -> Outcome:
    arguments = ["-m", "pytest", "-x", "-p", "no:cacheprovider", "--timeout=0"]
    return run([*arguments, "-m", MARKS[compiled], *names], tree, limit, compiled=compiled)


def _is_flake(came: Outcome, tree: Path, *, compiled: bool) -> bool:
    """Whether a test that speaks of time is red without the mutant, too."""
    red = re.search(r"^FAILED (\S+?)(?:\[| |$)", came.output, re.MULTILINE)
    if red is None or not _OF_TIME.search(came.output):
        return False
    return _pytest(tree, [red[1]], 600, compiled=compiled).code != 0


def _row_of_red(came: Outcome, tried: int, cpu: float) -> dict[str, str] | None:
    """The row of a mutant that turned a test red, or used up its time; None if it did neither."""
    if came.code == 0:
        return None
    red = re.search(r"^(?:FAILED|ERROR) (\S+)", came.output, re.MULTILINE)
    how = "time" if came.code is None else "test"
    return _row("killed", how, red[1] if red else "", tried, cpu)


def _row(result: str, how: str, by: str, tried: int, cpu: float) -> dict[str, str]:
    counts = {"tests": str(tried), "cpu_seconds": f"{cpu:.1f}"}
    return {"result": result, "how": how, "by": by, **counts}


def _keep(fields: dict[str, str]) -> None:
    """Add a row to the results."""
    is_new = not RESULTS.exists()
    fields["before"] = " ".join(fields["before"].split())[:80]
    with RESULTS.open("a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore")
        if is_new:
            writer.writeheader()
        writer.writerow(fields)
    number, path, line, after = (fields[name] for name in ("number", "path", "line", "after"))
    print(f"{number} {path}:{line} {after!r}: {fields['result']}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
