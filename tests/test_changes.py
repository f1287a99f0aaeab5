"""The lists of docs/changes.md against the tree: files are there, and hold what is told of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

_ROOT = Path(__file__).parents[1]
#: A file or a folder from the root, and anything else that is set as code.
_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"(?:src|tests|docs|scripts|configs)/[\w./-]+|[A-Z]+\.md")
_NEW = "NAME"


def _page() -> str:
    return (_ROOT / "docs" / "changes.md").read_text(encoding="utf-8")


def _changes() -> dict[str, list[str]]:
    """The numbered items of each change."""
    parts = re.split(r"^## (.+)$", _page(), flags=re.MULTILINE)
    return {
        name: re.findall(r"^\d+\. (.+(?:\n   .+)*)", text, re.MULTILINE)
        for name, text in zip(parts[1::2], parts[2::2], strict=True)
    }


def _items() -> list[tuple[str, str]]:
    return [(name, item) for name, items in _changes().items() for item in items]


def _paths(text: str) -> list[str]:
    return [each for each in _CODE.findall(text) if _PATH.fullmatch(each)]


def _is_there(path: str) -> bool:
    """Whether a file is there; of a new one, its folder."""
    return ((_ROOT / path).parent if _NEW in path else _ROOT / path).exists()


def _lacking(item: str) -> list[str]:
    """What an item tells to be in its files, and none of those that are there holds."""
    paths = _paths(item)
    old = [_ROOT / path for path in paths if _NEW not in path]
    text = "\n".join(path.read_text(encoding="utf-8") for path in old if path.is_file())
    named = [each for each in _CODE.findall(item) if each not in paths]
    return [each for each in named if text and not re.search(rf"\b{re.escape(each)}\b", text)]


def test_there_are_five_changes():
    wanted = ["suit", "agent with memory", "training algorithm", "column", "panel"]
    assert len(_changes()) == len(wanted)
    for (name, items), word in zip(_changes().items(), wanted, strict=True):
        assert word in name
        assert len(items) > 4


def test_items_are_numbered_in_order_and_begin_with_a_file():
    for part in _page().split("\n## ")[1:]:
        numbers = [int(each) for each in re.findall(r"^(\d+)\. ", part, re.MULTILINE)]
        assert numbers == list(range(1, len(_changes()[part.split("\n")[0]]) + 1))
    for _, item in _items():
        first = re.match(r"`([^`]+)`: \S", item)
        assert first, item
        assert _PATH.fullmatch(first[1]), item


def test_every_file_is_there():
    """Also those that are named in passing; of a new file, its folder."""
    named = _paths(_page())
    assert len(named) > 40
    assert [each for each in named if not _is_there(each)] == []


@pytest.mark.parametrize(("change", "item"), _items())
def test_a_file_has_what_is_told_of_it(change, item):
    """Names of code in an item stand in one of its files."""
    assert _lacking(item) == [], change


def test_what_is_not_there_is_found():
    assert not _is_there("src/hanabilab/agents/nobody.py")
    assert _is_there("src/hanabilab/agents/NAME.py")
    assert not _is_there("src/hanabilab/nowhere/NAME.py")
    item = "`src/hanabilab/agents/homes.py`: its name, in `HOMES`, and in `HOUSES`"
    assert _lacking(item) == ["HOUSES"]
