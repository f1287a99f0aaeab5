"""JSON schemas of the documents, made from their types; `schema_of` reads what the package ships.

`python -m hanabilab.cli.documents.writing` makes the files. A test holds them against the types.
"""

from __future__ import annotations

import csv
import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from hanabilab.cli.documents.registry import DOCUMENTS
from hanabilab.errors import NotationError
from hanabilab.messages import did_you_mean
from hanabilab.moved import RENAMED, SHORT

DIALECT = "https://json-schema.org/draft/2020-12/schema"
#: Where the files are, in the package.
FOLDER = "schemas"
# What each key means, in all documents that have it.
_KEYS = Path(__file__).with_name("keys.csv")


def schema_of(command: str) -> dict[str, Any]:
    """The JSON schema of what a command prints with `--json`.

    >>> schema_of("log deck")["$ref"]
    '#/$defs/Deck'

    Args:
        command: as it is called, such as "play" or "tiny solve"; an old name is understood.

    Raises:
        NotationError: no such command, or it has no `--json`.
    """
    command = (RENAMED | SHORT).get(command, command)
    if command not in DOCUMENTS:
        raise NotationError(
            f"no command {command[:60]!r} prints JSON{did_you_mean(command, DOCUMENTS)}"
        )
    text = files("hanabilab").joinpath(FOLDER, file_name(command)).read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def file_name(command: str) -> str:
    """Of a command's schema."""
    return f"{command.replace(' ', '-')}.json"


def make_schema(command: str) -> dict[str, Any]:
    """The schema made anew from the types."""
    kinds = DOCUMENTS[command]
    found, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    head = {"$schema": DIALECT, "title": f"hanabi {command} --json"}
    body = found[0] if len(found) == 1 else {"anyOf": list(found)}
    for part in parts.values():
        _explain(part)
    return {**head, **body, **({"$defs": parts} if parts else {})}


def _explain(part: dict[str, Any]) -> None:
    """Say beside each key what it means; the words of a type on one line."""
    part["description"] = " ".join(part["description"].split())
    for name, told in part["properties"].items():
        told["description"] = meanings()[name]


def fits(command: str, document: Any) -> str:
    """Why a document is not what a command prints; "" if it is."""
    told = []
    for kind in DOCUMENTS[command]:
        try:
            msgspec.convert(document, kind, strict=True)
        except msgspec.ValidationError as error:
            told.append(str(error))
        else:
            return ""
    return "; or ".join(told)


@cache
def meanings() -> dict[str, str]:
    """A sentence for each key, whatever document it is in."""
    with _KEYS.open(encoding="ascii", newline="") as file:
        return {row["key"]: row["meaning"] for row in csv.DictReader(file)}
