"""Sphinx: the site of all Markdown pages, the tutorials, the examples and the public names.

The source folder is the repository's root, so that links between README.md and docs/ lead somewhere
both here and on a file viewer. Nothing is played while it is built: kernels are plain Python, and
what only extras would install is mocked.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"  # autodoc sees functions, not compiled dispatchers
_DOCS = Path(__file__).parent
sys.path[:0] = [str(_DOCS), str(_DOCS.parent / "src")]

import percent  # noqa: E402
import reading  # noqa: E402
import rooms  # noqa: E402
from docutils import nodes  # noqa: E402
from myst_parser.sphinx_ import Parser  # noqa: E402
from sphinx.application import Sphinx  # noqa: E402
from sphinx.ext.autodoc.mock import mock  # noqa: E402

from hanabilab import __version__  # noqa: E402

project, author, release = "hanabilab", "The hanabilab team", __version__
root_doc = "README"
include_patterns = [
    "*.md",
    "docs/*.md",
    "docs/studies/*.md",
    "docs/tutorials/*.md",
    "docs/api/*.rst",
    "docs/tutorials/*.py",
    "examples/*.py",
    "results/*.md",
]
exclude_patterns = [".*", "PACKAGE.md", "build", "dist", "runs", "src", "tests"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
nitpicky = True
default_role = "code"  # in docstrings as in Markdown

myst_heading_anchors = 4
highlight_language = "none"

autodoc_mock_imports = [
    "anyio",
    "gymnasium",
    "pettingzoo",
    "pyganak",
    "pyspiel",
    "ribs",
    "safetensors",
    "starlette",
    "torch",
    "uvicorn",
    "websockets",
    "z3",
]
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_type_aliases = {"ArrayLike": "numpy.typing.ArrayLike"}
add_module_names = False
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_attr_annotations = False  # types stand in the signature

#: Types of others: their documentation is not within reach of a build without a network.
_OTHERS = (
    "_thread|collections|contextlib|fractions|gymnasium|matplotlib|numpy|pathlib|pl|polars|torch|"
    "types|typing"
)
_ALIASES = (
    # Names of types that are not classes, and a class that has no page.
    "ArrayLike|Decks|Matrix|Names|Progress|Tensor|TypeAliasForwardRef"
)
nitpick_ignore_regex = [
    ("py:.*", rf"({_OTHERS})\..*"),
    ("py:.*", _ALIASES),
    ("py:.*", r".*\[.*"),  # parts of `Annotated`, which is not one reference
]
suppress_warnings = ["ref.python"]  # two classes called Solution, one for each kind of small game
_ARRAY = re.compile(r"~numpy\.ndarray\[tuple\[[^\]]*\], ~numpy\.dtype\[([^\]]*)\]\]")
_ALIAS = re.compile(r"TypeAliasForwardRef\('([\w.]*)'\)")
_SETTING = re.compile(
    r"(?:~?typing\.)?Annotated\[(.+?), ~?(?:hanabilab\.runs\.settings\.)?Setting\("
    r".*?show=[^)\]]*\)\]"
)
_COLON = "\ue000"

html_theme = "furo"
html_title = f"hanabilab {release}"
html_copy_source = False

#: What the front page leads to, in the order of a newcomer's journey.
_JOURNEY = {
    "To begin": ["docs/quickstart", "docs/concepts", "docs/rules"],
    "Tutorials": [
        "docs/tutorials/README",
        *(f"docs/tutorials/{script.stem}" for script in percent.scripts()),
    ],
    "Agents": [
        "docs/agents",
        "docs/writing_agents",
        f"docs/api/{reading.PAGE}",
        "docs/debugging",
        "docs/baselines",
        "docs/best_responses",
        "docs/rule_base",
        "docs/examples",
    ],
    "Other programs": ["docs/coming_from", "docs/environments", "docs/hle", "docs/encoding"],
    "Games": [
        "docs/arena",
        "docs/machines",
        "docs/page",
        "docs/page_studies",
        "docs/page_security",
        "docs/page_inside",
        "docs/records",
        "docs/measures",
        "docs/json",
        "docs/compiler",
        "docs/variants",
        "docs/deduction",
    ],
    "Learning": [
        "docs/learning",
        "docs/networks",
        "docs/q_learning",
        "docs/zero_shot",
        "docs/guided",
        "docs/learned_beliefs",
    ],
    "Research": [
        "docs/search",
        "docs/endgame",
        "docs/luck",
        "docs/redeal",
        "docs/puzzles",
        "docs/values",
        "docs/tiny",
        "docs/off_belief",
        "docs/crossplay",
        "docs/levers",
        "docs/adhoc",
        "docs/ah2ac2",
        "docs/evolution",
        "docs/tune",
        "docs/diversity",
    ],
    "Studies": [
        "docs/studies/agents",
        "docs/studies/search",
        "docs/studies/tiny",
        "docs/studies/learning",
        "docs/studies/guided",
        "docs/studies/crossplay",
        "docs/studies/luck",
        "docs/studies/zero_shot",
        "docs/studies/adhoc",
        "docs/studies/diversity",
        "results/README",
    ],
    "Reference": ["docs/api"],
    "The project": [
        "docs/benchmarks",
        "docs/testing",
        "docs/reliability",
        "docs/design",
        "docs/changes",
        "docs/citing",
        "CONTRIBUTING",
        "CHANGELOG",
    ],
}


def _write_reference(app: Sphinx) -> None:
    """The pages of the reference; extras are mocked even where they are installed."""
    with mock(app.config.autodoc_mock_imports):
        rooms.write_pages(_DOCS / "api", rooms.pages() | {reading.PAGE: reading.page()})


def _toctree(pages: list[str], caption: str = "") -> str:
    entries = "\n".join(f"/{page}" for page in pages)
    head = f":hidden:\n:caption: {caption}\n" if caption else ""
    return f"\n```{{toctree}}\n{head}\n{entries}\n```\n"


def _contents() -> dict[str, list[str]]:
    """The journey, and after it the pages that nobody has placed there yet."""
    placed = {page for pages in _JOURNEY.values() for page in pages}
    files = [*_DOCS.glob("*.md"), *_DOCS.glob("studies/*.md")]
    pages = (file.relative_to(_DOCS.parent).with_suffix("").as_posix() for file in files)
    others = sorted(set(pages) - placed)
    return _JOURNEY | ({"More": others} if others else {})


def _add_contents(_app: Sphinx, page: str, source: list[str]) -> None:
    """What pages hold that lead to others; file viewers would show it as code."""
    if page == root_doc:
        source[0] += "".join(_toctree(pages, name) for name, pages in _contents().items())
    elif page == "docs/api":
        titles = [rooms.FACE, *map(rooms.file_name, rooms.ROOMS)]
        source[0] += _toctree([f"docs/api/{title}" for title in titles])
    elif page == "docs/examples":
        examples = sorted((_DOCS.parent / "examples").glob("*.py"))
        source[0] += _toctree([f"examples/{example.stem}" for example in examples])


def _shorten_arrays(*event: Any) -> tuple[str | None, ...]:
    """`NDArray[int64]` and `ArrayLike`, as they are written, instead of what they stand for."""
    signature, returned = (
        text and _ARRAY.sub(r"~numpy.typing.NDArray[\1]", text) for text in event[-2:]
    )
    if signature:  # what cannot be parsed is left out: made defaults, ranges of settings
        signature = _SETTING.sub(r"\1", signature.replace("<factory>", "..."))
    return tuple(text and _ALIAS.sub(r"~\1", text) for text in (signature, returned))


def _hide_colon(*event: Any) -> None:
    """Of an attribute's words: what stands before a colon would be taken for its type."""
    _, what, _, _, _, lines = event
    if what in ("attribute", "property") and lines:
        lines[0] = lines[0].replace(":", _COLON)


def _show_colon(*event: Any) -> None:
    lines = event[-1]
    lines[:] = [line.replace(_COLON, ":") for line in lines]


def _without_link(_app: Sphinx, _env: Any, node: Any, words: Any) -> Any:
    """A name of ours that exists and is not public stands as text; all others are warnings."""
    module, _, name = node["reftarget"].rpartition(".")
    if module in sys.modules and module.startswith("hanabilab"):
        return words if hasattr(sys.modules[module], name) else None
    return None


class ScriptParser(Parser):
    """A script as a page: a tutorial as text and code, with its notebook; else code alone."""

    supported = ("script",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Read it as Markdown."""
        name = Path(document["source"])
        if name.parent == percent.TUTORIALS:
            text = percent.as_markdown(inputstring) + (
                f'\n<p>This page as a <a href="{name.stem}.ipynb">notebook</a>, '
                f'and as a <a href="{name.name}">script</a>.</p>\n'
            )
        else:
            text = f"# {name.name}\n\n```python\n{inputstring}```\n"
        super().parse(text, document)


def _finish(app: Sphinx, exception: Exception | None) -> None:
    """Scripts and notebooks beside the pages; the front page also where servers look for it."""
    if exception is not None or app.builder.name != "html":
        return
    out = Path(app.outdir)
    percent.write_notebooks(out / "docs" / "tutorials")
    for script in percent.scripts():
        shutil.copy(script, out / "docs" / "tutorials")
    shutil.copyfile(out / "README.html", out / "index.html")


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    app.add_source_suffix(".py", "script")
    app.add_source_parser(ScriptParser)
    app.connect("builder-inited", _write_reference)
    app.connect("source-read", _add_contents)
    app.connect("autodoc-process-signature", _shorten_arrays)
    app.connect("autodoc-process-docstring", _hide_colon, priority=100)
    app.connect("autodoc-process-docstring", _show_colon, priority=900)
    app.connect("missing-reference", _without_link)
    app.connect("build-finished", _finish)
    return {"parallel_read_safe": True}
