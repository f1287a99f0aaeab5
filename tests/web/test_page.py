"""The page as a file: what is in it, what it weighs, and what may run in it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import xml.etree.ElementTree as ET
import zlib
from collections import Counter
from pathlib import Path

import pytest

from hanabilab.notation import load_record
from hanabilab.web.document import document
from hanabilab.web.notebook import SYMBOLS
from hanabilab.web.page import packed, self_contained, served
from tests.web.node import STATIC, needs_node, run_module

pytestmark = [pytest.mark.once, pytest.mark.compiled]

GOLDEN = Path(__file__).parents[1] / "golden"
#: Of lit-html 3.3.3, as the registry of npm has it.
LIT_HTML = "b878e7f95dec8a9b6e9b217faca6b6a11bad82ebc44c0caa77419ed83edd81f2"


@pytest.fixture(scope="module")
def game():
    return document(load_record(GOLDEN / "smart-2p.hanabi"), title="a <b>game</b></script>")


def embedded(html):
    """The documents in a page."""
    text = re.search(r'id="games">([^<]*)<', html)[1]
    return json.loads(zlib.decompress(base64.b64decode(text)))


def test_the_file_holds_the_game_and_is_small(game):
    html = self_contained([game], title=game["title"])
    made_there = ("positions", "record")
    assert embedded(html) == [{name: game[name] for name in game if name not in made_there}]
    assert len(html.encode()) < 150_000
    assert "<title>a &lt;b&gt;game&lt;/b&gt;&lt;/script&gt;</title>" in html


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.hanabi")))
@pytest.mark.late_but(6)
def test_the_file_of_every_golden_game_is_small(name):
    """Five players and six suits, too."""
    told = document(load_record(GOLDEN / f"{name}.hanabi"))
    assert len(self_contained([told]).encode()) < 150_000


def test_the_policy_of_the_file_allows_what_is_in_it_and_nothing_else(game):
    html = self_contained([game])
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)[1]
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    inline = re.findall(r'<script type="(?:importmap|module)">(.*?)</script>', html, re.DOTALL)
    inline += re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
    assert len(inline) == 3
    for text in inline:
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert not re.search(r"\son[a-z]+=|<[^>]+\sstyle=|https?://", html.split("</style>")[1][:300])


@pytest.mark.parametrize("panels", ["in_file", "all"])
def test_every_module_that_is_imported_is_in_the_map(game, panels):
    """By a bare name: in the file, whose panels ask no server, and from a server."""
    html = self_contained([game]) if panels == "in_file" else served().html
    names = json.loads(re.search(r'importmap">(.*?)</script>', html, re.DOTALL)[1])["imports"]
    found = ["hanabi/replay"]
    for module in found:
        assert module in names
        path = f"hanabi/panels/{panels}" if module == "hanabi/panels/all" else module
        text = (STATIC / f"{path}.js").read_text(encoding="utf-8")
        imported = re.findall(r'(?:from|import) "([^"]+)"', text)
        found += [each for each in dict.fromkeys(imported) if each not in found]
    assert "hanabi/panels/log" in found
    assert ("hanabi/panels/values" in found) == (panels == "all")
    assert panels == "all" or sorted(names) == sorted(found)


_PANELS = """
const none = () => null;
globalThis.document = {createComment: none, createTreeWalker: none, querySelector: none};
const text = ({strings, values}) => strings.map((each, at) => each + (values[at] ?? "")).join("");
const found = [];
for (const where of ["all", "in_file"]) {
  const {panels} = await load(`hanabi/panels/${where}`);
  found.push(panels.map(({id, name, draw}) => [id, name, typeof draw, draw?.name]));
}
const {panels} = await load("hanabi/panels/in_file");
return [...found, panels.filter(({draw}) => !draw.name).map(({draw}) => text(draw()))];
"""


@needs_node
def test_a_file_says_what_it_cannot_compute():
    """Each panel is drawn in both pages; where a server would compute it, the file says what."""
    served_ones, filed, told = run_module(_PANELS, None)
    assert [each[:3] for each in served_ones] == [each[:3] for each in filed]
    assert {each[2] for each in filed} == {"function"}
    for one, other in zip(served_ones, filed, strict=True):
        assert other[3] in ("", one[3])
    names = [name for _, name, _, drawn in filed if not drawn]
    for name, text in zip(names, told, strict=True):
        assert text.startswith(f"<h2>{name}</h2>")
        assert re.search(r'needs-server">[A-Z][^<]+ are computed by hanabilab', text), text


def test_a_served_page_has_hashes_of_its_scripts():
    page = served("play/table", title="Play", api="/api/analysis/")
    inline = re.findall(r'<script type="(?:importmap|module)">(.*?)</script>', page.html, re.DOTALL)
    digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in inline]
    assert page.hashes == [f"sha256-{digest}" for digest in digests]
    assert '<meta name="hanabi-api" content="/api/analysis/">' in page.html
    assert 'import "play/table";' in page.html


@pytest.mark.parametrize("entry", ["hanabi/replay", "play/table", "play/study"])
def test_a_served_page_loads_ahead_what_its_modules_import(entry):
    """All of them and no others, each once, after the import map."""
    before, _, after = served(entry).html.partition('<script type="importmap">')
    ahead = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)\.js">', after)
    assert "modulepreload" not in before
    assert len(ahead) == len(set(ahead))
    sources = {name: (STATIC / f"{name}.js").read_text(encoding="utf-8") for name in ahead}
    imported = {
        name
        for text in sources.values()
        for name in re.findall(r'"([\w-]+/?[\w/-]*)";', text)
        if (STATIC / f"{name}.js").exists()
    }
    assert set(ahead) == {entry, *imported}


def test_the_vendored_file_is_the_published_one():
    assert hashlib.sha256((STATIC / "lit-html.js").read_bytes()).hexdigest() == LIT_HTML
    assert "BSD 3-Clause" in (STATIC / "lit-html.LICENSE").read_text(encoding="utf-8")


def test_an_empty_page_holds_no_game():
    assert embedded(served().html) == []
    assert packed([]) != packed([{}])


def test_notebooks_draw_the_board():
    """Well-formed SVG with every card of the position, for games and for records."""
    record = load_record(GOLDEN / "five-rule-3p.hanabi")
    drawn = record._repr_html_()
    assert drawn == record.replayed()._repr_html_()
    tree = ET.fromstring(drawn)
    texts = [each.text for each in tree.iter("{http://www.w3.org/2000/svg}text")]
    position = document(record)["positions"][-1]
    held = [each["card"][1] for hand in position["hands"] for each in hand if each]
    held += [stack[-1][1] for stack in position["stacks"] if stack]
    assert Counter(text for text in texts if text in set("12345")) >= Counter(held)
    assert f"score {position['score']} / 25" in texts
    gone = "".join(sorted(card[1] for card in position["discards"] if card[0] == "B"))
    assert f"B {gone}" in texts


def test_symbols_are_the_same_in_the_notebook_and_on_the_page():
    source = (STATIC / "hanabi" / "card.js").read_text(encoding="utf-8")
    for path in SYMBOLS.values():
        assert f'"{path}"' in source
