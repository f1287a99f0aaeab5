"""Which tests run which mutants: what chooses the tests for a mutant.

The tests of a room run once over a copy of the sources with probes. Kernels are compiled where all
probes are in files that no kernel rests on; for the others all is plain Python. What came of a file
is kept until the sources or the file change.
"""

from __future__ import annotations

import hashlib
import json
import re
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from tests.mutants.running import MARKS, run

_LIMIT = 7200.0
#: A test that takes longer than this chooses nothing. Seconds of the clock.
_PATIENCE = 180
#: A process takes tests of about so many CPU seconds. The first are short: most mutants die there.
_BATCHES = (3.0, 20.0, 100.0, float("inf"))


#: Prints the files of a tree that compiled code rests on: what `_jit.digest` reads.
_REACHED = """
import importlib, json, re
from pathlib import Path
from hanabilab._jit.digest import reached_files
source, found = Path("src").resolve(), set()
users = [path for path in sorted(source.rglob("*.py"))
         if re.search(r"^from hanabilab\\._jit import", path.read_text(), re.MULTILINE)]
for path in users:
    name = ".".join(path.relative_to(source).with_suffix("").parts)
    importlib.import_module(name.removesuffix(".__init__"))
for path in users:
    found |= {each.resolve() for each in reached_files(path)}
print(json.dumps(sorted(each.relative_to(source.parent).as_posix() for each in found
                        if each.is_relative_to(source))))
"""


class FileTests(NamedTuple):
    """Tests of one file that pass.

    Attributes:
        seconds: CPU seconds of each test function.
        hits: the functions that come by each mutant.
    """

    seconds: dict[str, float]
    hits: dict[str, list[str]]


def test_files(root: Path, room: str, source: str) -> list[list[Path]]:
    """Files of tests for a mutant of file `source` of `room`, the likely ones to see it first.

    A room without a folder of tests has those beside the folders. The tests of mutation testing
    itself and of packages that are built are left out.

    Returns:
        Of its room those that name its module, and the others; of all other rooms the same.
    """
    module = source.removeprefix("src/").removesuffix(".py").removesuffix("/__init__")
    parent, _, stem = module.replace("/", ".").rpartition(".")
    named = re.compile(rf"{re.escape(parent)}(\.|\s+import\s[^#]*?\b){stem}\b")
    folder = root / "tests" / room
    has_folder = room != "." and folder.is_dir()
    groups: list[list[Path]] = [[], [], [], []]
    for path in sorted((root / "tests").rglob("test_*.py")):
        if root / "tests/mutants" in path.parents or path.name == "test_package.py":
            continue
        own = folder in path.parents if has_folder else path.parent == root / "tests"
        likely = f"test_{stem}" in path.stem or named.search(path.read_text()) is not None
        groups[2 * (not own) + (not likely)].append(path)
    return groups


def batches(number: int, files: dict[str, FileTests], budget: float) -> list[dict[str, float]]:
    """Tests that come by a mutant, the fastest first, of `budget` CPU seconds in all, in batches.

    Returns:
        Names of tests with their CPU seconds, one dict for each process.
    """
    seconds = {
        f"{file}::{name}": tests.seconds[name]
        for file, tests in files.items()
        for name in tests.hits.get(str(number), [])
    }
    names = sorted(seconds, key=lambda name: (seconds[name], name))
    found: dict[int, dict[str, float]] = {}
    for name, spent in zip(names, accumulate(seconds[name] for name in names), strict=True):
        if spent <= budget or not found:
            batch = next(place for place, end in enumerate(_BATCHES) if spent <= end)
            found.setdefault(batch, {})[name] = seconds[name]
    return list(found.values())


def digest_of(root: Path, *folders: str) -> str:
    """A digest of the Python files in some folders of the tree."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def files_of_kernels(tree: Path) -> set[str]:
    """Files that compiled code rests on. A mutant in another one leaves what is compiled valid.

    Raises:
        RuntimeError: a module cannot be imported, such as one that wants an extra.
    """
    came = run(["-c", _REACHED], tree, 300.0, words=1_000_000)
    if came.code != 0:
        raise RuntimeError(came.output)
    return set(json.loads(came.output.splitlines()[-1]))


def tests_of(tree: Path, files: list[Path], cache: Path, *, compiled: bool) -> dict[str, FileTests]:
    """What the tests of `files` of a probed tree come by; from `cache` if that is known."""
    kept = {file.relative_to(tree).as_posix(): _kept(tree, file, cache) for file in files}
    missing = [name for name, path in kept.items() if not path.exists()]
    if missing:
        cache.mkdir(parents=True, exist_ok=True)
        told = cache / "told"
        told.unlink(missing_ok=True)
        arguments = ["-m", "pytest", "-p", "hanabilab_hits", "-p", "no:cacheprovider"]
        arguments += ["-m", MARKS[compiled], f"--timeout={_PATIENCE}", *missing]
        run(arguments, tree, _LIMIT, compiled=compiled, HANABILAB_HITS=str(told))
        facts = [json.loads(line) for line in told.read_text().splitlines()]
        for name in missing:
            kept[name].write_text(json.dumps(_gathered(name, facts)._asdict()))
    return {name: FileTests(**json.loads(path.read_text())) for name, path in kept.items()}


def _kept(tree: Path, file: Path, cache: Path) -> Path:
    digest = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
    return cache / f"{file.relative_to(tree).as_posix().replace('/', '--')}.{digest}.json"


def _gathered(file: str, facts: list[dict[str, Any]]) -> FileTests:
    """What was told of the tests of one file."""
    seconds: dict[str, float] = {}
    failed: set[str] = set()
    hits: dict[str, set[str]] = {}
    shared: set[str] = set()
    for fact in facts:
        path, _, rest = fact["test"].partition("::")
        if path != file:
            continue
        name = rest.split("[")[0].split(" (")[0]
        if "number" not in fact:
            if fact["outcome"] == "failed":
                failed.add(name)
            elif fact["outcome"] == "passed":
                seconds[name] = seconds.get(name, 0.0) + fact["seconds"]
        elif rest.endswith("(call)"):
            hits.setdefault(str(fact["number"]), set()).add(name)
        else:
            # What a fixture does may matter to every test of the file.
            shared.add(str(fact["number"]))
    good = set(seconds) - failed
    found = {number: sorted(names & good) for number, names in hits.items()}
    return FileTests(
        {name: seconds[name] for name in sorted(good)},
        {**found, **dict.fromkeys(sorted(shared), sorted(good))},
    )
