"""A seeded sample of mutants, the same number from every room of the package.

Cosmic Ray knows the changes. We draw where: a room, a file of it by its length, then a place. Not
changed are imports, decorators and annotations, which no test of behavior could see.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import parso
from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes

PACKAGE = Path("src/hanabilab")
#: The first changes nothing, the second only how kernels are compiled.
_LEFT_OUT = {"core/NoOp", "core/RemoveDecorator"}
_NEVER = {"import_name", "import_from", "decorator"}


class Mutant(NamedTuple):
    """One change of one file.

    Attributes:
        source: the whole file after it.
        lines: of its statement, or of the head of a compound one.
    """

    number: int
    room: str
    path: str
    line: int
    operator: str
    before: str
    after: str
    source: str
    lines: range


def rooms(root: Path) -> dict[str, list[Path]]:
    """Files of each room; modules beside the rooms are one room more, `.`."""
    found: dict[str, list[Path]] = {}
    for path in sorted((root / PACKAGE).rglob("*.py")):
        parts = path.relative_to(root / PACKAGE).parts
        found.setdefault(parts[0] if len(parts) > 1 else ".", []).append(path)
    return found


def draw(root: Path, seed: int, count: int) -> Iterator[Mutant]:
    """Yield mutants round by round over the rooms, so that any beginning is a fair sample."""
    random, files = Random(seed), rooms(root)
    operators = _operators()
    drawn: set[tuple[str, int, str, str]] = set()
    number = 0
    while number < count:
        order = sorted(files)
        random.shuffle(order)
        for room in order[: count - number]:
            mutant = _draw_one(root, room, files[room], operators, random)
            while mutant[2:7] in drawn:
                mutant = _draw_one(root, room, files[room], operators, random)
            drawn.add(mutant[2:7])
            yield mutant._replace(number=number)
            number += 1


def _operators() -> list[tuple[str, Any]]:
    """Operators of Cosmic Ray that ask for no arguments."""
    classes = ((name, plugins.get_operator(name)) for name in sorted(plugins.operator_names()))
    return [(n, c()) for n, c in classes if n not in _LEFT_OUT and not c.arguments()]


def _draw_one(
    root: Path, room: str, files: list[Path], operators: list[tuple[str, Any]], random: Random
) -> Mutant:
    lengths = [path.read_text().count("\n") for path in files]
    while True:
        path = random.choices(files, lengths)[0]
        old = path.read_text()
        node = random.choice(list(ast_nodes(parso.parse(old))))
        if _is_unseen(node):
            continue
        ways = [
            (name, operator, index)
            for name, operator in operators
            for index, _ in enumerate(operator.mutation_positions(node))
        ]
        if not ways:
            continue
        name, operator, index = random.choice(ways)
        line = node.start_pos[0]
        lines = _statement(node)
        before, source = node.get_code(include_prefix=False), _changed(node, operator, index)
        if not _says_else(old, source):
            continue
        new = _line_of_change(old, source)
        where = path.relative_to(root).as_posix()
        operation = name.removeprefix("core/")
        return Mutant(-1, room, where, line, operation, before, new, source, lines)


def _changed(node: Any, operator: Any, index: int) -> str:
    top = node.get_root_node()
    parent = node.parent
    new = operator.mutate(node, index)
    if parent is not None and new is not node:
        parent.children[parent.children.index(node)] = new
    return str(top.get_code())


def _says_else(old: str, new: str) -> bool:
    """Whether `new` is Python, and not the same program."""
    try:
        return ast.dump(ast.parse(new)) != ast.dump(ast.parse(old))
    except (SyntaxError, ValueError):
        return False


def _statement(node: Any) -> range:
    first, last = node.start_pos[0], node.end_pos[0]
    while node is not None and not node.type.endswith("_stmt"):
        node = node.parent
    if node is None:
        return range(first, last + 1)
    return range(node.start_pos[0], (node.end_pos[0] if node.type == "simple_stmt" else last) + 1)


def _line_of_change(old: str, new: str) -> str:
    pairs = zip(old.splitlines(), new.splitlines(), strict=False)
    return next((after.strip() for before, after in pairs if before != after), "")


def _is_unseen(node: Any) -> bool:
    """Whether `node` lies in an import, a decorator or an annotation."""
    while (parent := node.parent) is not None:
        place = parent.children.index(node)
        if (
            parent.type in _NEVER
            or (parent.type == "annassign" and place == 1)
            or (parent.type == "tfpdef" and place == 2)
            or (parent.type == "funcdef" and place and parent.children[place - 1] == "->")
        ):
            return True
        node = parent
    return False
