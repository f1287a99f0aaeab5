"""Names that are imported when somebody asks for them.

Numba, polars and the rooms above take a second to import, and most programs need few of them.

A package's `__init__` writes its public names as ordinary imports under `if TYPE_CHECKING:`. Type
checkers and import-linter read them there. `open_face(__name__)` reads the same lines, and imports
the module of a name when the name is first asked for.

`named("package.module:name")` finds one object by the place where it is defined. So a room can name
what stands in a room above it, and need not import it.
"""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


class Face(ModuleType):
    """A package whose public names are imported when they are asked for.

    Attributes:
        public_names: the module in which each public name is found.
    """

    public_names: dict[str, str]

    def __getattr__(self, name: str) -> Any:
        home = self.public_names.get(name)
        if home is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        is_module = home == self.__name__  # one of its own
        found = import_module(f"{home}.{name}") if is_module else getattr(import_module(home), name)
        self.__dict__[name] = found
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        # An import hangs the submodule `policy` on its package. The name means the function there.
        if not (isinstance(value, ModuleType) and name in self.public_names):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.public_names})


def open_face(package: str) -> None:
    """Let a package import its public names when they are asked for.

    Args:
        package: its `__name__`; its `__init__` lists the names under `if TYPE_CHECKING:`.
    """
    module = sys.modules[package]
    homes = _homes_in(Path(str(module.__file__)).read_bytes())
    module.__class__ = Face
    module.__dict__["public_names"] = homes


def _homes_in(source: bytes) -> dict[str, str]:
    """The modules of the names that are imported for type checkers alone."""
    return {
        alias.name: str(imported.module)
        for block in ast.parse(source).body
        if is_for_types(block)
        for imported in ast.walk(block)
        if isinstance(imported, ast.ImportFrom)
        for alias in imported.names
    }


def is_for_types(node: ast.AST) -> bool:
    """Whether this is `if TYPE_CHECKING:`, whose lines never run."""
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


def home_of(name: str) -> str:
    """The module that defines a public name: hanabilab.agents.policy of hanabilab.policy."""
    package, _, last = name.rpartition(".")
    module = sys.modules.get(package)
    if isinstance(module, Face) and last in module.public_names:
        return home_of(f"{module.public_names[last]}.{last}")
    return package


def named(place: str) -> Any:
    """The object at a place, such as `hanabilab.agents.five_rule:five_rule`."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
