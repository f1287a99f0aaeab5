"""Probes: calls in a copy of the sources that tell which tests come by the place of a mutant.

A mutant outside functions, such as one of a constant, is passed when its file is imported, which
says nothing. So its probes stand in all functions of its file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def probe(tree: Path, places: Iterable[tuple[int, str, int]]) -> None:
    """Write probes into the files of `tree`: numbers of mutants, their paths and lines."""
    by_path: dict[str, dict[int, int]] = {}
    for number, path, line in places:
        by_path.setdefault(path, {})[number] = line
    for path, lines in by_path.items():
        file = tree / path
        file.write_text(probed(file.read_text(), lines))
    module = tree / "src" / "hanabilab_hits.py"
    module.write_text(Path(__file__).with_name("hits.py").read_text())


def probed(source: str, lines: dict[int, int]) -> str:
    """`source` with a probe for each number before the statement that holds its line."""
    text = source.splitlines(keepends=True)
    added: dict[int, list[str]] = {}
    for number, line in lines.items():
        for statement in _places(ast.parse(source), line, text):
            first = _first_line(statement)
            call = f"import hanabilab_hits; hanabilab_hits.hit({number})\n"
            added.setdefault(first, []).append(" " * statement.col_offset + call)
    return "".join("".join(added.get(place, [])) + old for place, old in enumerate(text, start=1))


def _places(module: ast.Module, line: int, text: list[str]) -> list[ast.stmt]:
    """The statement of a function that holds `line`, or the first ones of all functions."""
    around = _around(module, line)
    depths = [depth for depth, node in enumerate(around) if isinstance(node, _FUNCTIONS)]
    inside = around[depths[0] + 1 :] if depths else []
    for statement in reversed(inside):
        if _begins_line(statement, text):
            return [statement]
    bodies = (node.body for node in ast.walk(module) if isinstance(node, _FUNCTIONS))
    firsts = [next((node for node in body if not _is_text(node)), None) for body in bodies]
    return [node for node in firsts if node is not None and _begins_line(node, text)]


def _around(node: ast.AST, line: int) -> list[ast.stmt]:
    """The statements that hold `line`, the outermost first."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            if child.lineno <= line <= (child.end_lineno or 0):
                return [child, *_around(child, line)]
        elif found := _around(child, line):
            return found
    return []


def _first_line(statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(node.lineno for node in decorators)])


def _begins_line(statement: ast.stmt, text: list[str]) -> bool:
    """Whether another statement can stand before it: not so for `elif` and after a colon."""
    line = text[statement.lineno - 1]
    return not line[: statement.col_offset].strip() and not line.lstrip().startswith("elif ")


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
