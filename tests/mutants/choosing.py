"""Which tests run which lines: what chooses the tests for a mutant.

Each file of tests is run once in plain Python, with the lines of each test counted. What came of it
is kept under a digest of the package and of the tests, so it is never older than they are.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import coverage

from tests.mutants.running import MARKS, run

_LIMIT = 1800.0
_RC = """[run]
source_pkgs = hanabilab
dynamic_context = test_function
data_file = {data}
disable_warnings = module-not-imported, no-data-collected, no-sysmon
"""


class FileTests(NamedTuple):
    """Tests of one file that pass in plain Python.

    Attributes:
        seconds: of each test function.
        lines: of each file of the package, each line with the tests that run it.
    """

    seconds: dict[str, float]
    lines: dict[str, dict[str, list[str]]]

    def of_lines(self, path: str, lines: range) -> list[str]:
        """Names of the tests that run one of these lines, the fastest first."""
        by_line = self.lines.get(path, {})
        names = {name for line in lines for name in by_line.get(str(line), [])}
        return sorted(names, key=lambda name: (self.seconds[name], name))


def test_files(root: Path, room: str) -> tuple[list[Path], list[Path]]:
    """Files of tests: those of the room, then all others.

    A room without a folder of tests has those beside the folders.

    The tests of mutation testing itself and of packages that are built are left out.
    """
    every = sorted((root / "tests").rglob("test_*.py"))
    every = [
        p for p in every if root / "tests/mutants" not in p.parents and p.name != "test_package.py"
    ]
    has_folder = (root / "tests" / room).is_dir() and room != "."
    folder = root / "tests" / room if has_folder else root / "tests"
    own = [p for p in every if folder == p.parent or (has_folder and folder in p.parents)]
    return own, [p for p in every if p not in own]


def tree_digest(root: Path) -> str:
    """A digest of the sources and of the tests."""
    digest = hashlib.sha256()
    for folder in ("src", "tests"):
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def lines_of(tree: Path, file: Path, cache: Path) -> FileTests:
    """What the tests of `file` run; from `cache` if it was found out before."""
    name = file.relative_to(tree).as_posix()
    kept = cache / (name.replace("/", "--") + ".json")
    if not kept.exists():
        found = _count(tree, name, cache)
        cache.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(".part")
        part.write_text(json.dumps(found._asdict()))
        part.replace(kept)
    return FileTests(**json.loads(kept.read_text()))


def _count(tree: Path, name: str, cache: Path) -> FileTests:
    cache.mkdir(parents=True, exist_ok=True)
    data, config, report = cache / "data", cache / "coveragerc", cache / "report.xml"
    config.write_text(_RC.format(data=data))
    for path in (data, report):
        path.unlink(missing_ok=True)
    command = ["-m", "coverage", "run", f"--rcfile={config}", "-m", "pytest", name]
    run([*command, "-m", MARKS, f"--junitxml={report}"], tree, _LIMIT)
    if not report.exists():
        return FileTests({}, {})
    seconds = _passed(report)
    return FileTests(seconds, _lines(data, tree, seconds))


def _passed(report: Path) -> dict[str, float]:
    """Seconds of each test function all of whose cases passed."""
    seconds: dict[str, float] = {}
    bad: set[str] = set()
    for case in ET.parse(report).iter("testcase"):
        name = re.sub(r"\[.*", "", case.get("name", ""), flags=re.DOTALL)
        seconds[name] = seconds.get(name, 0.0) + float(case.get("time", "0"))
        if any(case.find(word) is not None for word in ("failure", "error", "skipped")):
            bad.add(name)
    return {name: taken for name, taken in seconds.items() if name not in bad}


def _lines(data: Path, tree: Path, seconds: dict[str, float]) -> dict[str, dict[str, list[str]]]:
    if not data.exists():
        return {}
    kept = coverage.CoverageData(str(data))
    kept.read()
    found: dict[str, dict[str, list[str]]] = {}
    for path in kept.measured_files():
        by_line = found.setdefault(Path(path).relative_to(tree).as_posix(), {})
        for line, contexts in kept.contexts_by_lineno(path).items():
            names = {context.rpartition(".")[2] for context in contexts}
            # A line run by an import or by a fixture may matter to every test of the file.
            chosen = seconds if "" in names else names & set(seconds)
            by_line[str(line)] = sorted(chosen)
    return found
