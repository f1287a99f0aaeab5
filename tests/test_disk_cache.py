"""Compiled kernels on disk: whose code a file holds, checked bounds, and doing without."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lanes import slow_after

pytestmark = pytest.mark.once

_KERNELS = """\
import numpy as np
from hanabilab._jit import kernel, scratch


@kernel
def third(numbers):
    return numbers[2] / 2


@kernel
def filled(first):
    numbers = scratch(3)
    for index in range(3):
        numbers[index] = first + index
    return numbers.sum()
"""

#: Both signatures of one kernel, in the order of their files.
_TWO_KINDS = "print(third(np.array([0, 0, 7])), third(np.array([0, 0, 3.0])))"
_OUTSIDE = "print(third(np.zeros(2)) is not None)"
_LANES = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK", "NUMBA_CACHE_DIR")


@pytest.fixture
def run(tmp_path):
    """Runs a line of Python beside the kernels, in a process of its own; what it prints."""
    (tmp_path / "kernels.py").write_text(_KERNELS)

    def call(line: str, *, before: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {key: value for key, value in os.environ.items() if key not in _LANES}
        text = f"import sys\n{before}\nfrom kernels import np, third, filled\n{line}"
        return subprocess.run(
            [sys.executable, "-c", text],
            cwd=tmp_path,
            env={**environment, **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    return call


def kept(folder: Path) -> dict[str, bytes]:
    """The files of compiled code, by name."""
    return {path.name: path.read_bytes() for path in folder.rglob("*.nbc")}


@pytest.mark.late
def test_code_runs_only_for_the_signature_it_was_compiled_for(run, tmp_path):
    """With the files of two signatures exchanged, both are compiled anew, not run for the other.

    Two processes that compile at once can leave such a cache: each takes the next free number.
    """
    assert "3.5 1.5\n" == run(_TWO_KINDS).stdout
    first, second = sorted(tmp_path.rglob("kernels.third*.nbc"))
    one, other = first.read_bytes(), second.read_bytes()
    first.write_bytes(other)
    second.write_bytes(one)
    assert "3.5 1.5\n" == run(_TWO_KINDS).stdout


@pytest.mark.late
def test_code_that_is_copied_with_its_sources_is_taken_there(run, tmp_path):
    """Whatever the files' times are, as in an image or a clone; changed sources are compiled."""
    assert "True\n" == run(_OUTSIDE, before=_OURS).stdout
    before = kept(tmp_path)
    for path in tmp_path.rglob("*.py"):
        os.utime(path, (1, 1))
    assert "True\n" == run(_OUTSIDE, before=_OURS).stdout
    assert before == kept(tmp_path)
    (tmp_path / "kernels.py").write_text(_KERNELS.replace("/ 2", "/ 4.0"))
    os.utime(tmp_path / "kernels.py", (1, 1))
    assert "1.75 0.75\n" == run(_TWO_KINDS).stdout


@pytest.mark.parametrize("moved", ["elsewhere", "types"])
@pytest.mark.late
def test_code_of_sources_whose_types_have_moved_is_compiled_anew(run, tmp_path, moved):
    """The index names types by their modules: a module that is gone, a name that it lost."""
    pair = "from typing import NamedTuple\nclass Pair(NamedTuple):\n    one: int\n"
    line = "import {0} as place; print(third((place.Pair(2), 0, 7)))"
    (tmp_path / "shapes.py").write_text(pair)
    assert "3.5\n" == run(line.format("shapes")).stdout
    (tmp_path / "shapes.py").rename(tmp_path / "new_shapes.py")
    if moved == "types":
        (tmp_path / "shapes.py").write_text("")
    told = run(line.format("new_shapes"))
    assert "3.5\n" == told.stdout, told.stderr


#: Kernels of the package: those of a user's file are checked always.
_OURS = "from hanabilab._jit import kernels; kernels.is_ours = bool"


@pytest.mark.slow
def test_checked_code_has_files_of_its_own(run, tmp_path):
    """Beside the unchecked code, kept for the next process, and neither runs for the other."""
    assert "True\n" == run(_OUTSIDE, before=_OURS).stdout
    unchecked = kept(tmp_path)
    assert "IndexError" in run(_OUTSIDE, before=_OURS, NUMBA_BOUNDSCHECK="1").stderr
    both = kept(tmp_path)
    assert unchecked.items() < both.items()
    assert "IndexError" in run(_OUTSIDE, before=_OURS, NUMBA_BOUNDSCHECK="1").stderr
    assert "True\n" == run(_OUTSIDE, before=_OURS).stdout
    assert both == kept(tmp_path)


#: Kernels that take in what a data file holds.
_READS = """\
import json, numpy as np
from hanabilab._jit import kernel
SLOT = json.load(open("n.json"))
"""
_TAKING = {
    "a number": "@kernel\ndef taken(first):\n    return first + SLOT\n",
    "an array": (
        "TABLE = np.array([SLOT, 1])\n@kernel\ndef taken(first):\n    return first + TABLE[0]\n"
    ),
    "a tuple": "PAIR = (SLOT, 1.5)\n@kernel\ndef taken(first):\n    return first + PAIR[0]\n",
    "a function that it calls": (
        "@kernel\ndef inner():\n    return SLOT\n"
        "@kernel\ndef taken(first):\n    return first + inner()\n"
    ),
    "a closure": (
        "def made(number):\n    @kernel\n    def inner():\n        return number\n"
        "    @kernel\n    def taken(first):\n        return first + inner()\n    return taken\n"
        "taken = made(SLOT)\n"
    ),
    "one of two functions of one name": (
        "def made(number):\n    @kernel\n    def inner():\n        return number\n"
        "    return inner\n"
        "one, two = made(SLOT), made(6 - SLOT)\n"
        "@kernel\ndef taken(first):\n    return first + one() + 0 * two()\n"
    ),
    "a module in another module": (
        "import outer\n@kernel\ndef taken(first):\n    return first + outer.other.SLOT\n"
    ),
    "another module": ("import other\n@kernel\ndef taken(first):\n    return first + other.SLOT\n"),
}


@pytest.mark.parametrize("kind", slow_after(3, _TAKING))
@pytest.mark.late_but(1)
def test_constants_that_come_from_data_are_never_those_of_before(run, tmp_path, kind):
    """Numba freezes them into the code; the same data is taken from the disk."""
    (tmp_path / "mine.py").write_text(_READS + _TAKING[kind])
    (tmp_path / "outer.py").write_text("import other\n")
    (tmp_path / "other.py").write_text("import json\nSLOT = json.load(open('n.json'))\n")
    counts = []
    for number in (1, 5, 5):
        (tmp_path / "n.json").write_text(str(number))
        done = run("from mine import taken; print(taken(100))")
        assert f"{100 + number}\n" == done.stdout, done.stderr
        counts.append({name: data for name, data in kept(tmp_path).items() if "mine" in name})
    # Numba takes a closure for another one each time.
    assert counts[1] == counts[2] or kind in ("a closure", "one of two functions of one name")


@pytest.mark.late
def test_a_users_kernels_are_always_checked(run):
    """Whether it is asked for or not."""
    assert "IndexError" in run(_OUTSIDE).stderr


_WITHOUT = """\
import builtins
found = builtins.__import__
def without(name, globals=None, *rest, **more):
    if name == {place!r} and globals and globals["__name__"].startswith("hanabilab"):
        raise ImportError("no " + name)
    return found(name, globals, *rest, **more)
builtins.__import__ = without
"""
_CALLBACK = (
    "from numba import int64; from hanabilab._jit import compile_callback\n"
    "callback = compile_callback(filled.py_func, int64(int64))\n"
    "print(filled(4), callback.ctypes(5))\n"
)


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("numba.core.caching", "kernels are compiled anew in every process"),
        ("numba.core.ccallback", "policies are compiled anew in every process"),
        ("numba.np.arrayobj", None),
    ],
)
@pytest.mark.late_but(1)
def test_kernels_run_where_numba_lacks_what_it_does_not_document(run, tmp_path, place, told):
    """With the module gone, results are the same; what is slower for it is said, once."""
    done = run(_CALLBACK + _TWO_KINDS, before=_WITHOUT.format(place=place))
    assert "15 18\n3.5 1.5\n" == done.stdout, done.stderr
    assert done.stderr.count("anew") == (told is not None)
    assert told is None or told in done.stderr
    assert (place == "numba.core.caching") == (not kept(tmp_path))


_CELLS = """\
import linecache
from hanabilab._jit import compile_callback, kernel
from numba import int64

def cell(text, name="/tmp/ipykernel_7/1234.py"):
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    exec(compile(text, name, "exec"), globals())

cell("@kernel\\ndef number(first):\\n    return first + {number}\\n")
cell("@kernel\\ndef outer(first):\\n    return 10 * number(first)\\n", "<ipython-input-2-abc>")
cell("def whole(first):\\n    return outer(first)\\n")
print(outer(1), compile_callback(whole, int64(int64)).ctypes(1))
"""


@pytest.mark.parametrize("ipython", [False, True])
@pytest.mark.late_but(1)
def test_a_cell_that_calls_a_changed_cell_is_compiled_anew(run, tmp_path, ipython):
    """A notebook's functions have no file: Numba's cache for IPython would keep them, ours not."""
    if ipython:  # all that Numba asks of it
        (tmp_path / "IPython").mkdir()
        (tmp_path / "IPython" / "__init__.py").write_text("")
        text = f"def get_ipython_cache_dir():\n    return {str(tmp_path)!r}\n"
        (tmp_path / "IPython" / "paths.py").write_text(text)
    for number in (1, 2):
        done = run(_CELLS.replace("{number}", str(number)))
        assert f"{10 + 10 * number} {10 + 10 * number}\n" == done.stdout, done.stderr
    assert not kept(tmp_path)
