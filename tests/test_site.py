"""The documentation as a site: it builds without a warning, and its links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

pytestmark = [pytest.mark.once, pytest.mark.slow]

_ROOT = Path(__file__).parents[1]
#: Rooms that are no library: kernels' machinery, commands.
_INSIDE = re.compile(r"hanabilab/(_jit|cli)/")
_EXPORTS = re.compile(r"__all__ = \[(.*?)\]", re.DOTALL)
_ELSEWHERE = ("http://", "https://", "mailto:", "data:", "javascript:")


class _Page(HTMLParser):
    """What a page leads to, and what may be led to in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The folder of the site, built as `make docs` does."""
    for package in ("sphinx", "myst_parser", "furo"):
        pytest.importorskip(package, reason="needs the extra docs")
    folder = tmp_path_factory.mktemp("site")
    command = ["-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-c", "docs", "."]
    run = subprocess.run(
        [sys.executable, *command, str(folder)],
        cwd=_ROOT,
        env=os.environ | {"PYTHONPATH": str(_ROOT / "src")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site) -> dict[Path, _Page]:
    """Every page by its file."""
    return {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


def test_every_link_within_the_site_leads_somewhere(site, pages):
    """To a file of the site, and to a place that the page has."""
    broken = []
    for path, page in pages.items():
        for link in page.links:
            if link.startswith(_ELSEWHERE):
                continue
            file, _, anchor = link.partition("#")
            target = (path.parent / unquote(file.partition("?")[0])).resolve() if file else path
            known = pages[target].anchors if target in pages else None
            if not target.exists() or (known is not None and unquote(anchor) not in known):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert not broken, "\n".join(broken)
    assert sum(len(page.links) for page in pages.values()) > 1000


def test_the_front_page_tells_the_version(site):
    """In the corner, as each page does."""
    from hanabilab import __version__

    assert f"hanabilab {__version__}" in (site / "index.html").read_text(encoding="utf-8")


def test_pages_tutorials_and_public_names_are_there(site, pages):
    """Each page of docs/, each tutorial with its notebook, and each name of `hanabilab`."""
    import hanabilab

    docs = [*(_ROOT / "docs").glob("*.md"), *(_ROOT / "docs").glob("studies/*.md")]
    for page in docs:
        assert site / page.relative_to(_ROOT).with_suffix(".html") in pages
    for script in (_ROOT / "docs" / "tutorials").glob("*.py"):
        assert (site / "docs" / "tutorials" / f"{script.stem}.ipynb").exists()
    face = pages[site / "docs" / "api" / "hanabilab.html"]
    named = {link.rpartition(".")[2] for link in face.links}
    assert set(hanabilab.__all__) - {"__version__"} <= named


def test_what_an_agent_may_read_is_a_page(site, pages):
    """Among the pages on agents, with the fields of a view and functions on it."""
    page = site / "docs" / "api" / "reading.html"
    assert page in pages
    text = page.read_text(encoding="utf-8")
    assert "life_tokens" in text
    assert "oldest_slot(view)" in text
    assert "docs/api/reading.html" in pages[site / "README.html"].links


def test_every_public_name_is_described(site, pages):
    """What the packages export stands in the reference, under the module that defines it."""
    described = {
        anchor.rpartition(".")[2]
        for path in (site / "docs" / "api").glob("*.html")
        for anchor in pages[path].anchors
    }
    package = _ROOT / "src" / "hanabilab"
    rooms = [path for path in package.rglob("__init__.py") if not _INSIDE.search(str(path))]
    lists = [_EXPORTS.search(path.read_text(encoding="utf-8")) for path in rooms]
    exported = {
        name for found in lists if found for name in re.findall(r'"([a-zA-Z]\w*)"', found[1])
    }
    assert len(exported) > 300
    assert exported - described == {"Axes"}  # matplotlib's


def test_the_front_page_is_the_readme(site, pages):
    """Also under the name that servers look for; with its picture and its commands."""
    front = (site / "index.html").read_text(encoding="utf-8")
    assert "make demo" in front
    assert "search.png" in front
    assert pages[site / "index.html"].links == pages[site / "README.html"].links
