"""The reference: pages of reStructuredText for what packages export, from their docstrings.

A name is described once, where it is first exported in the order of `ROOMS`; other packages that
export it lead there. A name is looked up in the module that defines it, since comments on constants
and docstrings of agents stand there alone.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args

from sphinx.pycode import ModuleAnalyzer

from hanabilab.agents import CompiledPolicy

#: Pages by title, each with the packages and modules it describes.
ROOMS = {
    "The game": (
        "hanabilab.game.rules",
        "hanabilab.game.games",
        "hanabilab.game.rows",
        "hanabilab.game.state",
        "hanabilab.game.view",
        "hanabilab.game.actions",
        "hanabilab.game.cards",
        "hanabilab.game.words",
        "hanabilab.game.vectors",
        "hanabilab.randomness",
        "hanabilab.errors",
    ),
    "Knowledge": (
        "hanabilab.knowledge.hands",
        "hanabilab.knowledge.unseen",
        "hanabilab.knowledge.hints",
        "hanabilab.knowledge.deduction",
    ),
    "Notation": (
        "hanabilab.notation",
        "hanabilab.notation.language",
        "hanabilab.notation.site",
        "hanabilab.notation.variants",
    ),
    "Agents": ("hanabilab.agents", "hanabilab.agents.rules", "hanabilab.agents.smart"),
    "Beliefs": ("hanabilab.beliefs",),
    "Search": (
        "hanabilab.search",
        "hanabilab.search.endgame",
        "hanabilab.search.ismcts",
        "hanabilab.open_hands",
    ),
    "Arena": (
        "hanabilab.arena",
        "hanabilab.arena.luck",
        "hanabilab.arena.redeal",
        "hanabilab.review",
        "hanabilab.people",
        "hanabilab.runs",
        "hanabilab.stats",
    ),
    "Small games": (
        "hanabilab.tiny",
        "hanabilab.tiny.games",
        "hanabilab.tiny.solvers",
        "hanabilab.tiny.operators",
        "hanabilab.tiny.learners",
        "hanabilab.tiny.levers",
        "hanabilab.tiny.hanabi",
        "hanabilab.tiny.deep",
        "hanabilab.tiny.plots",
    ),
    "Evolution": ("hanabilab.evolution",),
    "Tuning": ("hanabilab.tuning",),
    "Teams": ("hanabilab.teamplay", "hanabilab.teamplay.adaptive"),
    "Learning": ("hanabilab.learning", "hanabilab.learning.networks"),
    "Figures": ("hanabilab.plots",),
    "Other interfaces": (
        "hanabilab.adapters.hle",
        "hanabilab.adapters.gymnasium",
        "hanabilab.adapters.pettingzoo",
        "hanabilab.adapters.open_spiel",
        "hanabilab.adapters.jaxmarl",
        "hanabilab.adapters.site",
        "hanabilab.adapters.ah2ac2",
    ),
    "The page in the browser": ("hanabilab.web.analysis", "hanabilab.web.server"),
}
#: The page of all names that `import hanabilab` gives.
FACE = "hanabilab"
_LONGEST_VALUE = 60


class Name(NamedTuple):
    """A public name, and the module that defines it; a module has no name of its own."""

    module: str
    name: str = ""

    @property
    def path(self) -> str:
        """As it is imported from its own module."""
        return f"{self.module}.{self.name}" if self.name else self.module

    @property
    def value(self) -> Any:
        """What it is."""
        module = importlib.import_module(self.module)
        return getattr(module, self.name) if self.name else module


@cache
def _tree(module: str) -> ast.Module:
    file = importlib.import_module(module).__file__ or ""
    return ast.parse(Path(file).read_text(encoding="utf-8"))


@cache
def origin(module: str, name: str) -> Name:
    """Where a name of a module is defined: imports are followed."""
    if inspect.ismodule(Name(module, name).value):
        return Name(Name(module, name).value.__name__)
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hanabilab"):
            for alias in node.names:
                if name == (alias.asname or alias.name):
                    return origin(str(node.module), alias.name)
    return Name(module, name)


@cache
def exports(module: str) -> list[Name]:
    """What a package exports; of a module without `__all__`, all that it defines."""
    found = importlib.import_module(module)
    if hasattr(found, "__all__"):
        names = [origin(module, name) for name in found.__all__ if not name.startswith("__")]
        return [name for name in names if _is_ours(name.value)]
    own = [name for node in _tree(module).body for name in _defined(node)]
    return [Name(module, name) for name in own if not name.startswith("_")]


def _is_ours(value: Any) -> bool:
    """Not a type of another library under a name of ours."""
    return not _is_code(value) or value.__module__.startswith("hanabilab")


def _defined(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _words_of(name: Name) -> str:
    """What is said of a value: its comment, or the docstring of a function that was decorated."""
    comments = ModuleAnalyzer.for_module(name.module)
    comments.analyze()
    if lines := comments.attr_docs.get(("", name.name)):
        return "\n".join(lines).strip()
    for node in _tree(name.module).body:
        if isinstance(node, ast.FunctionDef) and node.name == name.name:
            return ast.get_docstring(node) or ""
    if isinstance(name.value, CompiledPolicy):
        return f"The agent `{name.value.name}`."
    kinds = [getattr(each, "__name__", str(each)) for each in get_args(name.value)]
    return f"One of these types: {', '.join(kinds)}." if kinds else ""


def _is_code(value: Any) -> bool:
    return inspect.isroutine(value) or (inspect.isclass(value) and isinstance(value, type))


def _entry(name: Name) -> list[str]:
    value = name.value
    if inspect.ismodule(value):
        return [f".. automodule:: {name.path}", "   :members:", ""]
    if inspect.isroutine(value):
        return [f".. autofunction:: {name.path}", ""]
    if _is_code(value):
        kind = "autoexception" if issubclass(value, BaseException) else "autoclass"
        return [f".. {kind}:: {name.path}", "   :members:", ""]
    lines = [f".. py:data:: {name.path}", f"   :module: {name.module}"]
    lines[0] = f".. py:data:: {name.name}"
    is_plain = isinstance(value, int | float | str | tuple | list | dict)
    if is_plain and len(repr(value)) <= _LONGEST_VALUE:
        lines.append(f"   :value: {value!r}")
    return [*lines, "", *textwrap.indent(_words_of(name), "   ").splitlines(), ""]


def _summary(name: Name) -> str:
    words = (inspect.getdoc(name.value) or "") if _is_code(name.value) else _words_of(name)
    return words.split("\n\n")[0].replace("\n", " ").replace("*", r"\*")


def page(title: str, packages: tuple[str, ...], described: set[Name]) -> str:
    """A page of the reference; what it describes is added to `described`."""
    lines = [title, "=" * len(title), ""]
    for package in packages:
        lines += [f"``{package}``", "-" * (len(package) + 4), "", f".. automodule:: {package}", ""]
        names = exports(package)
        if known := [f":py:obj:`{name.path}`" for name in names if name in described]:
            lines += [f"Also here: {', '.join(known)}.", ""]
        for name in names:
            if name not in described:
                lines += _entry(name)
        described.update(names)
    return "\n".join(lines)


def face(described: set[Name]) -> str:
    """The page of the names of `hanabilab` itself; what no room exports is described here."""
    names = exports(FACE)
    lines = [FACE, "=" * len(FACE), "", "What ``from hanabilab import ...`` gives.", ""]
    lines += [f"- :py:obj:`{each.name} <{each.path}>`: {_summary(each)}" for each in names]
    for name in names:
        if name not in described:
            lines += ["", *_entry(name)]
    return "\n".join([*lines, ""])


def file_name(title: str) -> str:
    """Of the page with this title."""
    return title.lower().replace(" ", "_")


def pages() -> dict[str, str]:
    """All pages by file name."""
    described: set[Name] = set()
    texts = {file_name(title): page(title, of, described) for title, of in ROOMS.items()}
    return texts | {FACE: face(described)}


def write_pages(folder: Path, texts: dict[str, str]) -> None:
    """Write pages; one that has not changed keeps its time, so that it is not read again."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        file = folder / f"{name}.rst"
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
