"""The page of everything that an agent may read, made from the code.

Fields come from the records; their meanings are the comments beside them in the protocols that
describe the records. Helpers are all public functions of `game.actions`, `game.cards` and of the
modules of `knowledge`, with the first lines of their docstrings.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hanabilab.game.rule_tables import RULE_STRUCT
from hanabilab.game.view import VIEW

TITLE = "What an agent may read"
PAGE = "reading"
_INTRODUCTION = """\
Everything that the seat to act may know is in its *view*, a row of the record ``VIEW``, and in its
memory (:doc:`/docs/writing_agents`). This page lists the fields of the view, the tables of rules in
``view.rules``, and the functions that work out what follows. It is made from the code.

Shapes stand in brackets. Sizes are the largest of all rules: a table of two players uses the first
two of six seats. A *card* is a number, suit x ``num_ranks`` + rank - 1. A *bit set* of cards has
the bit ``1 << card`` for each; sets of slots and of hint values are made in the same way. Slot 0 is
the oldest card where hands shift. Seats count from 0 around the table.
"""
#: Records by title: the protocols that describe their fields, and the record itself.
RECORDS = {
    "The view: ``view.FIELD``": (
        VIEW,
        (
            "hanabilab.game.view:View",
            "hanabilab.game.state:PublicTable",
            "hanabilab.game.cards:Table",
        ),
    ),
    "The rules: ``view.rules.FIELD``": (
        RULE_STRUCT,
        ("hanabilab.game.rule_tables:RuleTables",),
    ),
}
_SHAPE = re.compile(r"\[([\w ,]+)\] ?")


class Field(NamedTuple):
    """One field of a record."""

    name: str
    axes: str  # as "seat, slot"; "" for one number
    shape: tuple[int, ...]
    kind: str  # as "int16"
    meaning: str


def _source(module: str) -> str:
    return Path(importlib.import_module(module).__file__ or "").read_text(encoding="utf-8")


def comments_of(protocol: str) -> dict[str, str]:
    """The comment beside each field of a protocol, `module:Class`; "" where there is none."""
    module, _, name = protocol.partition(":")
    text = _source(module)
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    line = text.splitlines()[(field.end_lineno or 0) - 1]
                    found[field.target.id] = line.partition("  # ")[2].strip()
    return found


def fields_of(record: Any, protocols: tuple[str, ...]) -> list[Field]:
    """The fields of a record in the order of its protocols; what these leave out comes last."""
    comments = {name: text for each in protocols for name, text in comments_of(each).items()}
    order = [*comments, *(set(record.names) - set(comments))]
    return [_field(record, name, comments.get(name, "")) for name in order if name in record.names]


def _field(record: Any, name: str, comment: str) -> Field:
    kind, shape = record[name].subdtype or (record[name], ())
    axes = _SHAPE.match(comment) if shape else None
    meaning = comment[axes.end() :] if axes else comment
    return Field(name, axes[1] if axes else "", shape, "" if kind.names else str(kind), meaning)


def modules() -> Iterator[str]:
    """The modules whose helpers are listed."""
    yield from ("hanabilab.game.actions", "hanabilab.game.cards")
    folder = Path(importlib.import_module("hanabilab.knowledge").__file__ or "").parent
    for path in sorted(folder.glob("*.py")):
        if path.stem != "__init__":
            yield f"hanabilab.knowledge.{path.stem}"


class Helper(NamedTuple):
    """One public function."""

    name: str
    arguments: str
    returns: str
    meaning: str
    is_kernel: bool  # compiled agents may call it


def helpers_of(module: str) -> list[Helper]:
    """The public functions of a module, in the order in which they stand there."""
    tree = ast.parse(_source(module))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [_helper(node) for node in functions if not node.name.startswith("_")]


def _helper(node: ast.FunctionDef) -> Helper:
    meaning = (ast.get_docstring(node) or "").split("\n\n")[0].replace("\n", " ")
    arguments = [
        each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    ]
    kernel = any("kernel" in ast.unparse(each) for each in node.decorator_list)
    returns = ast.unparse(node.returns) if node.returns else ""
    return Helper(node.name, ", ".join(arguments), returns, meaning, kernel)


def _head(module: str) -> str:
    """What a module says of itself in its first line."""
    return (ast.get_docstring(ast.parse(_source(module))) or "").split("\n\n")[0].replace("\n", " ")


def page() -> str:
    """The page, as reStructuredText."""
    lines = [TITLE, "=" * len(TITLE), "", _INTRODUCTION]
    for title, (record, protocols) in RECORDS.items():
        lines += [title, "-" * len(title), ""]
        rows = [_field_row(field) for field in fields_of(record, protocols)]
        lines += _table(("field", "shape", "type", "meaning"), (16, 24, 10, 50), rows)
    title = "Functions"
    lines += [title, "-" * len(title), "", _FUNCTIONS, ""]
    for module in modules():
        if helpers := helpers_of(module):
            lines += [f"``{module}``", "~" * (len(module) + 4), "", _plain(_head(module)), ""]
            rows = [_helper_row(helper) for helper in helpers]
            lines += _table(("function", "gives", "meaning"), (30, 15, 55), rows)
    return "\n".join(lines)


_FUNCTIONS = """\
A compiled agent calls those that are kernels; a star stands behind the others, which are for
plain Python. ``view`` is a view, ``table`` a view or a state, ``rules`` is ``view.rules``."""


def _field_row(field: Field) -> tuple[str, ...]:
    sizes = " by ".join(map(str, field.shape))
    one = "one number" if field.kind else "one row"
    shape = f"[{field.axes}], {sizes}" if field.axes else sizes or one
    return f"``{field.name}``", shape, field.kind or "record", _plain(field.meaning)


def _helper_row(helper: Helper) -> tuple[str, ...]:
    star = "" if helper.is_kernel else r" \*"
    call = f"``{helper.name}({helper.arguments})``{star}"
    return call, f"``{helper.returns}``" if helper.returns else "", _plain(helper.meaning)


def _plain(text: str) -> str:
    """Text in which stars and bars mean themselves."""
    return text.replace("*", r"\*").replace("|", r"\|")


def _table(
    heads: tuple[str, ...], widths: tuple[int, ...], rows: list[tuple[str, ...]]
) -> list[str]:
    lines = [
        ".. list-table::",
        "   :header-rows: 1",
        f"   :widths: {' '.join(map(str, widths))}",
        "",
    ]
    for row in (heads, *rows):
        marks = ["   * -", *["     -"] * (len(row) - 1)]
        lines += [f"{mark} {cell}".rstrip() for mark, cell in zip(marks, row, strict=True)]
    return [*lines, ""]
