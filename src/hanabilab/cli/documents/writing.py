"""Schemas and the tables of the docs about them, made from the types: `python -m` this module.

A test holds the files against what this module would write.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hanabilab.cli.documents.registry import DOCUMENTS
from hanabilab.cli.documents.schemas import FOLDER, file_name, make_schema, meanings

_PACKAGE = Path(__file__).parents[2]
_PAGE = _PACKAGE.parents[1] / "docs" / "json.md"
#: Below this line of the page everything is made here.
_MADE = "## Documents\n"


def contents() -> dict[Path, str]:
    """What the files hold, by their place."""
    found = {_PACKAGE / FOLDER / file_name(command): _text(command) for command in DOCUMENTS}
    head, _, _ = _PAGE.read_text(encoding="utf-8").partition(_MADE)
    return found | {_PAGE: "\n".join([head + _MADE, *_documents(), *_keys(), ""])}


def _text(command: str) -> str:
    return json.dumps(make_schema(command), indent=1) + "\n"


def _documents() -> Iterator[str]:
    """A table of commands and what they print, and one of the parts of all documents."""
    yield "| command | prints |"
    yield "| --- | --- |"
    schemas = {command: make_schema(command) for command in DOCUMENTS}
    parts: dict[str, Any] = {}
    for command, schema in schemas.items():
        yield f"| `{command}` | {_words(schema)} |"
        parts |= {name: schema["$defs"][name] for name in _in_order(schema)}
    yield "\n## Objects\n| object | what it is | keys |"
    yield "| --- | --- | --- |"
    for name, part in parts.items():
        yield f"| {name} | {part['description']} | `{', '.join(part['properties'])}` |"


def _words(schema: dict[str, Any]) -> str:
    """What a document is, in words."""
    if "anyOf" in schema:
        return " or ".join(map(_words, schema["anyOf"]))
    if schema.get("type") == "array":
        return f"a list of {_words(schema['items'])}"
    return schema["$ref"].rpartition("/")[2] if "$ref" in schema else "numbers by name"


def _in_order(schema: dict[str, Any]) -> list[str]:
    """The parts of a schema, each after what it is a part of."""
    found = list(_named({key: schema[key] for key in schema if key != "$defs"}))
    for part in found:
        inside = dict.fromkeys(_named(schema["$defs"][part]))
        found += [each for each in inside if each not in found]
    return found


def _named(part: Any) -> Iterator[str]:
    """The parts that a piece of a schema refers to."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield from [value.rpartition("/")[2]] if key == "$ref" else _named(value)
    elif isinstance(part, list):
        for each in part:
            yield from _named(each)


def _keys() -> Iterator[str]:
    """A table with a row for each key."""
    yield "\n## Keys\n| key | meaning |\n| --- | --- |"
    for key, meaning in meanings().items():
        yield f"| `{key}` | {meaning} |"


if __name__ == "__main__":
    for file, text in contents().items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
