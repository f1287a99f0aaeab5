"""The table of rooms in docs/design.md against the package and its layers."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

_ROOT = Path(__file__).parents[1]
_PACKAGE = _ROOT / "src" / "hanabilab"


def _rows():
    """The rooms in the order of the page."""
    text = (_ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    table = text.split("## The rooms")[1].split("\n\nAgents may")[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def _layers():
    """[layer] the rooms in it, the highest first."""
    settings = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = [each["layers"] for each in contracts if each["type"] == "layers"]
    return [
        [room.removeprefix("hanabilab.") for room in re.split(r" [|] ", each)] for each in layers
    ]


def test_every_room_has_a_row():
    folders = {each.name for each in _PACKAGE.iterdir() if (each / "__init__.py").exists()}
    files = {each.stem for each in _PACKAGE.glob("*.py")} - {"__init__", "__main__"}
    assert sorted(_rows()) == sorted(folders | files)


def test_rows_stand_in_the_order_of_the_layers():
    places = {room: place for place, layer in enumerate(_layers()) for room in layer}
    assert sorted(_rows(), key=places.__getitem__) == _rows()


def test_no_room_imports_studies():
    """They are not installed with it."""
    importing = [
        file
        for file in _PACKAGE.rglob("*.py")
        if re.search(r"^\s*(from|import) studies\b", file.read_text("utf-8"), re.MULTILINE)
    ]
    assert importing == []
