"""A seeded sample of mutants, the same number from every room of the package.

Cosmic Ray knows the changes. We draw where: a room, a file of it by its length, then a place. Not
changed are imports, decorators and annotations, which no test of behavior could see.
"""

from __future__ import annotations

import ast
import json
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
    """

    number: int
    room: str
    path: str
    line: int
    operator: str
    before: str
    after: str
    source: str


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
    parsed: dict[Path, list[Any]] = {}  # the nodes of a file
    number = 0
    while number < count:
        order = sorted(files)
        random.shuffle(order)
        for room in order[: count - number]:
            mutant = _draw_one(root, room, files[room], operators, random, parsed)
            while mutant[2:7] in drawn:
                mutant = _draw_one(root, room, files[room], operators, random, parsed)
            drawn.add(mutant[2:7])
            yield mutant._replace(number=number)
            number += 1


def kept_sample(folder: Path, root: Path, seed: int, count: int) -> list[Mutant]:
    """The mutants of `draw`, from `folder` if they were drawn for these sources before."""
    kept = folder / "sample.json"
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(".part")
        part.write_text(json.dumps(list(draw(root, seed, count))))
        part.replace(kept)
    return [Mutant(*fields) for fields in json.loads(kept.read_text())]


def _operators() -> list[tuple[str, Any]]:
    """Operators of Cosmic Ray that ask for no arguments."""
    classes = ((name, plugins.get_operator(name)) for name in sorted(plugins.operator_names()))
    return [(n, c()) for n, c in classes if n not in _LEFT_OUT and not c.arguments()]


def _draw_one(
    root: Path,
    room: str,
    files: list[Path],
    operators: list[tuple[str, Any]],
    random: Random,
    parsed: dict[Path, list[Any]],
) -> Mutant:
    lengths = [path.read_text().count("\n") for path in files]
    while True:
        path = random.choices(files, lengths)[0]
        if path not in parsed:
            parsed[path] = list(ast_nodes(parso.parse(path.read_text())))
        node = random.choice(parsed[path])
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
        before, old = node.get_code(include_prefix=False), node.get_root_node().get_code()
        source = _changed(node, operator, index)
        del parsed[path]  # its tree has the change now
        if not _says_else(old, source):
            continue
        new = _line_of_change(old, source)
        where = path.relative_to(root).as_posix()
        operation = name.removeprefix("core/")
        return Mutant(-1, room, where, line, operation, before, new, source)


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
