"""The ways of data in docs/design.md against the imports of the package."""

from __future__ import annotations

import ast
import itertools
import re
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

_ROOT = Path(__file__).parents[1]
_PACKAGE = _ROOT / "src" / "hanabilab"


def _section() -> str:
    text = (_ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    return text.split("## The ways of data\n")[1].split("\n## ")[0]


def _ways() -> dict[str, list[str]]:
    """The modules of each list, in order."""
    parts = re.split(r"^### (\w[^:\n]*).*$", _section(), flags=re.MULTILINE)
    return {
        name: re.findall(r"^\d+\. `([\w.]+)`", text, re.MULTILINE)
        for name, text in zip(parts[1::2], parts[2::2], strict=True)
    }


def _file_of(module: str) -> Path | None:
    """The file of a module or of a package; None for anything else."""
    path = _PACKAGE.joinpath(*filter(None, module.split(".")))
    found = [path / "__init__.py", path.with_suffix(".py")]
    return next((file for file in found if file.is_file()), None)


@cache
def _names(module: str) -> list[tuple[str, str]]:
    """What a module imports of the package, here or in a function: (module, name)."""
    file = _file_of(module)
    assert file is not None, module
    return [
        (node.module.removeprefix("hanabilab").removeprefix("."), each.name)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "hanabilab"
        for each in node.names
    ]


def _homes(module: str, name: str) -> set[str]:
    """Where `from module import name` takes a name from: through faces of packages, too."""
    if _file_of(f"{module}.{name}"):
        return {f"{module}.{name}".removeprefix(".")}
    file, homes = _file_of(module), {module}
    if file is not None and file.name == "__init__.py":
        for inner in _names(module):
            homes |= _homes(*inner) if inner[1] == name else set()
    return homes


def _imports(module: str) -> set[str]:
    return {home for each in _names(module) for home in _homes(*each)}


def _apart(way: list[str]) -> list[tuple[str, str]]:
    """Neighbours of which neither imports the other."""
    return [
        (one, next_one)
        for one, next_one in itertools.pairwise(way)
        if next_one not in _imports(one) and one not in _imports(next_one)
    ]


def test_there_are_five_ways():
    wanted = ["Play", "A search decision", "Training", "A log", "The page"]
    assert list(_ways()) == wanted
    assert all(len(way) > 5 for way in _ways().values())


def test_items_are_numbered_in_order():
    """Each list counts from 1, and has no item without a module."""
    for part in _section().split("\n### ")[1:]:
        numbers = [int(each) for each in re.findall(r"^(\d+)\. ", part, re.MULTILINE)]
        assert numbers == list(range(1, len(_ways()[re.split("[:\n]", part)[0]]) + 1))


def test_every_module_exists():
    """Also those that are named in passing; a call such as `sparta(smart)` names none."""
    named = re.findall(r"`([a-z_]+(?:\.[a-z_]+)+)`", _section())
    assert len(named) > 40
    assert [each for each in named if _file_of(each) is None] == []


@pytest.mark.parametrize("name", _ways())
def test_neighbours_know_each_other(name):
    assert _apart(_ways()[name]) == []


def test_strangers_are_told():
    """Modules that nothing links; and one that is reached through the face of its package."""
    assert _apart(["cli.play", "arena.loop", "web.page"]) == [
        ("cli.play", "arena.loop"),
        ("arena.loop", "web.page"),
    ]
    assert _apart(["search.evaluate", "beliefs.history"]) == []
