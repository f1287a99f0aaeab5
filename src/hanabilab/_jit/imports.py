"""What source files import, by their statements: found once, and kept on disk.

To parse the files that a kernel reaches takes longer than to load it. So what was found is kept by
the digest of the source: a file that changes is parsed anew, whatever its time says.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from numba import config

from hanabilab._lazy import is_for_types

#: Sources that are kept; beyond, the index begins anew, for most will have changed.
_MOST = 5000


class ImportIndex:
    """Imports of sources, by digest.

    Args:
        path: of the file that keeps them; it need not be there, nor be writable.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._found: dict[str, list[str]] | None = None
        self._has_news = False

    def imports_of(self, source: bytes, path: Path, name: str) -> list[str]:
        """Names of modules that the import statements of a file can mean.

        Args:
            source: what the file holds.
            path: of the file.
            name: of its own module; "" if it has none.
        """
        if self._found is None:
            self._found = self._read()
        key = hashlib.sha256(f"{name}\0{path.name}\0".encode() + source).hexdigest()
        if key not in self._found:
            self._found[key] = list(_imported_names(source, path, name))
            self._has_news = True
        return self._found[key]

    def save(self) -> None:
        """Keep what was found, if anything was and the folder can be written to."""
        if not self._has_news or self._found is None:
            return
        self._has_news = False
        new = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(json.dumps(self._found), encoding="utf-8")
            new.replace(self._path)
        except OSError:  # a folder that cannot be written to, or a full disk
            with suppress(OSError):
                new.unlink()

    def _read(self) -> dict[str, list[str]]:
        """What earlier processes have kept; nothing, if it is damaged."""
        try:
            found = json.loads(self._path.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        whole = isinstance(found, dict) and len(found) <= _MOST
        return found if whole and all(map(_is_list_of_names, found.values())) else {}


def _is_list_of_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


_FOLDER = Path(config.CACHE_DIR or Path(__file__).parent / "__pycache__")
#: Of this package's sources and of users', beside the compiled code.
INDEX = ImportIndex(_FOLDER / "imports.json")


def _imported_names(source: bytes, path: Path, name: str) -> Iterator[str]:
    # A package's own file stands in the package, not beside it.
    parts = [*name.split("."), *(["__init__"] if path.name == "__init__.py" else [])]
    for node in _run_at_import(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = parts[: -node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _run_at_import(tree: ast.Module) -> Iterator[ast.AST]:
    """The parts of a file that run when it is imported; kernels see the names of no others."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_for_types(node):
            waiting.extend(ast.iter_child_nodes(node))
