"""Mutation testing itself: the same sample each time, limits that end what hangs, fair scores."""

from __future__ import annotations

import ast
import time
from pathlib import Path

import pytest

from tests.mutants import running, table
from tests.mutants.choosing import FileTests

pytestmark = pytest.mark.once
ROOT = Path(__file__).parents[2]
#: A process that hears no signal but the last, with a child that outlives it.
HANGS = (
    "import pathlib, signal, subprocess, sys, time\n"
    "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    "child = 'import pathlib, time; time.sleep(4); pathlib.Path(\"alive\").touch()'\n"
    "subprocess.Popen([sys.executable, '-c', child])\n"
    "pathlib.Path('begun').touch()\n"
    "while True: pass\n"
)


def test_what_hangs_is_ended_with_all_that_it_started(tmp_path):
    """Also a child of it, which would leave a file later."""
    came = running.run(["-c", HANGS], tmp_path, 2.0)
    assert came.code is None
    assert (tmp_path / "begun").exists()
    time.sleep(4)
    assert not (tmp_path / "alive").exists()


def test_what_ends_has_its_code_and_its_words(tmp_path):
    came = running.run(["-c", "print('words'); raise SystemExit(3)"], tmp_path, 60.0)
    assert (came.code, came.output) == (3, "words\n")


def test_the_fastest_tests_of_a_line_come_first():
    """Those of the lines of its statement, and no others."""
    lines = {"a.py": {"3": ["slow", "quick"], "4": ["other"], "9": ["far"]}}
    tests = FileTests({"slow": 9.0, "quick": 0.1, "other": 1.0, "far": 0.0}, lines)
    assert tests.of_lines("a.py", range(3, 5)) == ["quick", "other", "slow"]
    assert tests.of_lines("b.py", range(3, 5)) == []


def test_scores_leave_out_equal_mutants_and_count_what_is_open():
    """What is open is not killed."""
    rows = [
        {"number": "0", "room": "game", "result": "killed"},
        {"number": "1", "room": "game", "result": "open"},
        {"number": "2", "room": "game", "result": "survived"},
        {"number": "3", "room": "cli", "result": "killed"},
    ]
    assert table.scores(rows, {"2"}) == {"cli": (1, 1), "game": (1, 2)}


def test_a_sample_is_the_same_each_time_and_spread_over_rooms():
    """Each mutant is another program that Python can read; a longer sample begins alike."""
    pytest.importorskip("cosmic_ray", reason="the extra mutants is not installed")
    from tests.mutants.sample import draw, rooms

    count = len(rooms(ROOT))
    found = list(draw(ROOT, 7, count))
    assert [mutant.room for mutant in found] != sorted(rooms(ROOT))
    assert {mutant.room for mutant in found} == set(rooms(ROOT))
    for mutant in found:
        old = (ROOT / mutant.path).read_text()
        assert ast.dump(ast.parse(old)) != ast.dump(ast.parse(mutant.source))
        assert mutant.line in mutant.lines
    longer = draw(ROOT, 7, count + 5)
    assert found == [next(longer) for _ in range(count)]
