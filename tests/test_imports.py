"""What source files import: by their statements, and as an earlier process kept it."""

from __future__ import annotations

import json

import pytest

from hanabilab._jit import imports
from hanabilab._jit.imports import ImportIndex

pytestmark = pytest.mark.once

_SOURCE = b"""
from __future__ import annotations
import numpy as np
from . import near
from ..other.place import thing
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import unseen
try:
    import maybe
except ImportError:
    maybe = None
def later():
    import inside
"""
_NAMES = {"numpy", "room.near", "other.place", "other.place.thing", "maybe"}


@pytest.fixture
def found(tmp_path):
    """What an index finds, by its path; each call is a process of its own."""

    def find(source: bytes = _SOURCE, name: str = "room.one") -> set[str]:
        index = ImportIndex(tmp_path / "kept" / "imports.json")
        names = index.imports_of(source, tmp_path / "one.py", name)
        index.save()
        return set(names)

    return find


def test_statements_that_run_at_import_count(found):
    """Not those in functions, nor those for types alone; relative ones by the module's own name."""
    names = found(name="top.room.one")
    assert {name.removeprefix("top.") for name in names} >= _NAMES
    assert not {"unseen", "inside"} & names


def test_what_was_found_is_not_parsed_again(found, monkeypatch):
    """By what the source holds, and by the name that relative imports start from."""
    first = found(), found(name="other.one")
    assert first[0] != first[1]
    monkeypatch.setattr(imports, "_imported_names", None)
    assert first == (found(), found(name="other.one"))
    with pytest.raises(TypeError):
        found(_SOURCE + b"# changed")


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'{"a": [1]}', b'{"a": "names"}', b"\xff", b"[" * 100_000]
)
def test_a_damaged_index_is_made_anew(found, tmp_path, damage):
    """It is no more than what would be found again."""
    whole = found()
    path = tmp_path / "kept" / "imports.json"
    path.write_bytes(damage)
    assert whole == found()
    assert set(json.loads(path.read_text()).popitem()[1]) == whole


def test_without_a_folder_to_write_to_it_works(tmp_path):
    """A file stands where the folder should be."""
    (tmp_path / "kept").write_text("")
    index = ImportIndex(tmp_path / "kept" / "imports.json")
    assert "numpy" in index.imports_of(_SOURCE, tmp_path / "one.py", "one")
    index.save()
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_an_index_of_too_many_begins_anew(found, tmp_path, monkeypatch):
    """Sources that have changed would otherwise stay for good."""
    found()
    monkeypatch.setattr(imports, "_MOST", 0)
    found(b"import json")
    assert len(json.loads((tmp_path / "kept" / "imports.json").read_text())) == 1
