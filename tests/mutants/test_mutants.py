"""Mutation testing itself: the same sample each time, limits that end what hangs, fair scores."""

from __future__ import annotations

import ast
import time
from pathlib import Path

import pytest

from tests.mutants import choosing, probes, running, table

pytestmark = pytest.mark.once
ROOT = Path(__file__).parents[2]
#: A process that hears no signal but the last, with a child that outlives it.
HANGS = """
import pathlib, signal, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = "import pathlib, time\\nwhile not pathlib.Path('go').exists(): time.sleep(0.05)\\n"
subprocess.Popen([sys.executable, "-c", child + "pathlib.Path('alive').touch()"])
pathlib.Path("begun").touch()
while True: pass
"""


@pytest.mark.parametrize("limits", [{"limit": 1.0}, {"limit": 60.0, "asleep": 2.0}])
@pytest.mark.late
def test_what_hangs_is_ended_with_all_that_it_started(tmp_path, limits):
    """By CPU seconds or by the clock; also a child of it, which would leave a file later."""
    came = running.run(["-c", HANGS], tmp_path, **limits)
    assert came.code is None
    assert (tmp_path / "begun").exists()
    (tmp_path / "go").touch()
    time.sleep(1)
    assert not (tmp_path / "alive").exists()


def test_waiting_is_no_work(tmp_path):
    """Two seconds asleep with a limit of one: on a busy machine all processes wait."""
    assert running.run(["-c", "import time; time.sleep(2)"], tmp_path, 1.0).code == 0


def test_what_ends_has_its_code_and_its_words(tmp_path):
    came = running.run(["-c", "print('words'); raise SystemExit(3)"], tmp_path, 60.0)
    assert (came.code, came.output) == (3, "words\n")


# --- Which tests ---------------------------------------------------------------------------------

SOURCE = '''"""A module."""
import functools

LIMIT = 3


@functools.cache
def first(value=LIMIT):
    """Doubles."""
    if value:
        return value
    elif value > LIMIT:
        return 2 * value
    return 0


def second(): return 1


class Third:
    size = 4

    def method(self):
        return [
            self.size
            + 1
        ]
'''


@pytest.mark.parametrize(
    ("line", "places"),
    [
        (11, [11]),  # a statement
        (10, [10]),  # the condition of a compound one
        (12, [10]),  # no statement fits before `elif`
        (25, [24]),  # in the midst of a statement
        (4, [10, 24]),  # a constant: all functions that a line fits into
        (8, [10, 24]),  # a default
        (21, [10, 24]),  # a class
    ],
)
def test_probes_stand_where_a_mutant_is_passed(line, places):
    """Lines are of the source without probes, which stay as they are."""
    lines = probes.probed(SOURCE, {7: line}).splitlines()
    added = [place for place, text in enumerate(lines) if "hanabilab_hits.hit(7)" in text]
    assert places == [place - number + 1 for number, place in enumerate(added)]
    assert SOURCE.splitlines() == [text for text in lines if "hanabilab_hits" not in text]
    ast.parse("\n".join(lines))


@pytest.mark.late
def test_tests_tell_what_they_come_by(tmp_path):
    """Also what a child comes by; a fixture of a file matters to all its tests; failures do not."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "code.py").write_text("def one():\n    return 1\n\n\nA = 2\n")
    probes.probe(tmp_path, [(0, "src/code.py", 2), (1, "src/code.py", 5)])
    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").write_text(
        "[tool.pytest.ini_options]\nmarkers = ['slow', 'hle', 'compiled']\n"
    )
    direct, shared = tmp_path / "tests" / "test_a.py", tmp_path / "tests" / "test_b.py"
    direct.write_text(
        "import subprocess, sys, code_of\n"
        "def test_none(): pass\n"
        "def test_one(): code_of.one()\n"
        "def test_child():\n"
        "    subprocess.run([sys.executable, '-c', 'import code_of; code_of.one()'])\n"
        "def test_failing(): assert not code_of.one()\n".replace("code_of", "code")
    )
    shared.write_text(
        "import code, pytest\n"
        "@pytest.fixture(scope='module')\ndef value(): return code.one()\n"
        "def test_first(value): pass\ndef test_second(value): pass\n"
    )
    found = choosing.tests_of(tmp_path, [direct, shared], tmp_path / "cache", compiled=False)
    for number in "01":
        assert found["tests/test_a.py"].hits[number] == ["test_child", "test_one"]
        assert found["tests/test_b.py"].hits[number] == ["test_first", "test_second"]
    assert set(found["tests/test_a.py"].seconds) == {"test_none", "test_one", "test_child"}
    probes.probe(tmp_path, [])
    (tmp_path / "src" / "code.py").unlink()
    assert found == choosing.tests_of(
        tmp_path, [direct, shared], tmp_path / "cache", compiled=False
    )


def test_the_fastest_tests_come_first_and_no_more_than_there_is_time_for():
    """Each process gets more than the one before."""
    files = {
        "a": choosing.FileTests({"slow": 30.0, "quick": 0.5, "far": 0.0}, {"3": ["slow", "quick"]}),
        "b": choosing.FileTests({"some": 1.0, "last": 90.0}, {"3": ["last", "some"]}),
    }
    first, second, third = (
        [{"a::quick": 0.5, "b::some": 1.0}],
        [{"a::slow": 30.0}],
        [{"b::last": 90.0}],
    )
    assert first + second + third == choosing.batches(3, files, 1e9)
    assert first + second == choosing.batches(3, files, 100.0)
    assert [] == choosing.batches(4, files, 1e9)


def test_compiled_code_rests_on_kernels_and_what_they_import():
    """Not on what only imports kernels: a mutant there leaves the compiled code valid."""
    pytest.importorskip("torch", reason="kernels of networks are imported with PyTorch")
    found = choosing.files_of_kernels(ROOT)
    assert "src/hanabilab/game/rule_tables.py" in found
    assert "src/hanabilab/knowledge/unseen.py" in found
    assert not {
        name for name in found if name.startswith(("src/hanabilab/cli", "src/hanabilab/web"))
    }


@pytest.mark.parametrize("compiled", [True, False])
def test_kernels_are_plain_python_only_where_a_mutant_wants_it(tmp_path, compiled):
    """Whatever holds outside."""
    code = "import os; print(os.environ['NUMBA_DISABLE_JIT'])"
    came = running.run(["-c", code], tmp_path, 60.0, compiled=compiled)
    assert came.output == f"{int(not compiled)}\n"


def test_tests_that_name_a_module_come_first():
    """Then those of its room, those of other rooms that name it, and all others."""
    likely, own, named, others = (
        [path.relative_to(ROOT).as_posix() for path in group]
        for group in choosing.test_files(ROOT, "knowledge", "src/hanabilab/knowledge/reasons.py")
    )
    assert "tests/knowledge/test_deduction.py" in likely
    assert "tests/knowledge/test_unseen.py" in own
    assert all(name.startswith("tests/knowledge/") for name in likely + own)
    assert "tests/web/test_analysis.py" in named + others
    assert "tests/test_golden.py" in others
    assert not [
        name for name in named + others if name.startswith(("tests/knowledge", "tests/mutants"))
    ]


# --- Results -------------------------------------------------------------------------------------


def test_scores_leave_out_equal_mutants_and_count_what_is_open():
    """What is open is not killed."""
    rows = [
        {"number": "0", "room": "game", "result": "killed"},
        {"number": "1", "room": "game", "result": "open"},
        {"number": "2", "room": "game", "result": "survived"},
        {"number": "3", "room": "cli", "result": "killed"},
    ]
    assert table.scores(rows, {"2"}) == {"cli": (1, 1), "game": (1, 2)}


def test_results_of_other_sources_do_not_count(tmp_path):
    """A mutant's number means another change there; the last row of a mutant counts."""
    kept = tmp_path / "mutants.csv"
    kept.write_text(
        "sources,seed,number,result\na,1,0,open\nb,1,1,killed\na,2,2,killed\na,1,0,killed\n"
    )
    found = [(row["number"], row["result"]) for row in table.read(kept, "a", 1)]
    assert found == [("0", "killed")]


@pytest.mark.slow
def test_a_sample_is_the_same_each_time_and_spread_over_rooms(tmp_path):
    """Each mutant is another program that Python can read; a longer sample begins alike."""
    pytest.importorskip("cosmic_ray", reason="the extra mutants is not installed")
    from tests.mutants.sample import draw, kept_sample, rooms

    count = len(rooms(ROOT))
    found = list(draw(ROOT, 7, count))
    assert [mutant.room for mutant in found] != sorted(rooms(ROOT))
    assert {mutant.room for mutant in found} == set(rooms(ROOT))
    for mutant in found:
        old = (ROOT / mutant.path).read_text()
        assert ast.dump(ast.parse(old)) != ast.dump(ast.parse(mutant.source))
    longer = draw(ROOT, 7, count + 5)
    assert found == [next(longer) for _ in range(count)]
    assert found == kept_sample(tmp_path, ROOT, 7, count) == kept_sample(tmp_path, ROOT, 7, count)


@pytest.mark.parametrize(("plain", "broken", "row"), [(1, 1, None), (0, 1, "killed"), (0, 0, None)])
def test_chosen_tests_kill_only_what_they_pass_without(plain, broken, row, tmp_path, monkeypatch):
    """Tests that are red by themselves end the run; what lives keeps the row that it has."""
    pytest.importorskip("cosmic_ray", reason="the extra mutants is not installed")
    from tests.mutants import __main__ as tool
    from tests.mutants.sample import Mutant

    source = tmp_path / "code.py"
    source.write_text("1 + 1\n")
    mutant = Mutant(3, "game", "code.py", 1, "Add", "+", "1 - 1", "1 - 1\n")
    red = f"FAILED test_code.py::test_it\n{source}"
    monkeypatch.setattr(
        tool,
        "_pytest",
        lambda *_, **__: running.Outcome(
            plain if source.read_text() == "1 + 1\n" else broken, 1.0, red
        ),
    )
    kept = []
    monkeypatch.setattr(tool, "_keep", kept.append)
    bench = tool.Bench(tmp_path, {}, tmp_path, {"sources": "a"}, {"code.py"})
    if plain:
        with pytest.raises(SystemExit, match="do not pass without a mutant"):
            tool._ask(bench, [mutant], ["test_code.py"])
    else:
        tool._ask(bench, [mutant], ["test_code.py"])
    assert [each["result"] for each in kept] == ([row] if row else [])
    assert all(each["by"] == "test_code.py::test_it" for each in kept)
    assert source.read_text() == "1 + 1\n"
