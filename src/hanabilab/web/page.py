"""The HTML of a page: from a server, or one self-contained file that works offline.

The modules in `static` import each other by bare names only, such as `hanabi/card`. An import map
says where they are: at URLs of the server, or in the file itself as `data:` URLs. Scripts and
styles within the page are allowed by their hashes, so a strict content policy holds in both.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import quote

from hanabilab.web.slim import slim_module, slim_style

#: What runs in a page that is a file.
_ENTRY = "hanabi/replay"
#: What stands in a file in the place of modules that ask a server.
_IN_FILE = {"hanabi/panels/all": "hanabi/panels/in_file", "hanabi/server": "hanabi/no_server"}
#: The style sheets of every page; sizes come last, because they change what the others say.
_STYLES = ("style.css", "board.css", "panels.css", "sizes.css")
#: What the page makes of a document itself.
_MADE_THERE = ("positions", "record")
#: What others wrote stays as it is, with its licence.
_VENDORED = "lit-html"
#: What a module imports: every import names one module in double quotes.
_IMPORTED = re.compile(r'(?:from|import) "([\w/-]+)"')
# Characters that a data URL may hold as they are; line ends and % and # it may not.
_PLAIN = " !$&'()*+,-./:;=?@[]_~{}|^`\"<>\\"
#: What would end a script element, or begin a comment in it.
_ENDS = re.compile(r"<(?=[/!])")


class Page(NamedTuple):
    """A page, and the hashes of the scripts in it, as a content policy writes them."""

    html: str
    hashes: list[str]


def served(
    entry: str = _ENTRY,
    games: Sequence[dict[str, Any]] = (),
    *,
    title: str = "Hanabi",
    root: str = "/static/",
    api: str = "",
    styles: Sequence[str] = ("analysis.css",),
    back: str = "",
) -> Page:
    """A page whose modules and style come from a server.

    Args:
        entry: the module that runs, by its bare name.
        games: documents that the page shows.
        root: the URL below which `static` is served.
        api: the URL below which the streams of `web.analysis` are served; "" for none.
        styles: paths of style sheets below `root`, beside those of every page.
        back: the address of the list that the game was opened from; "" for none.
    """
    addresses = {name: f"{root}{path}" for name, path in _paths().items()}
    imports, start = _import_map(addresses), f'import "{entry}";'
    links = [
        f'<link rel="stylesheet" href="{escape(root + each)}">' for each in (*_STYLES, *styles)
    ]
    head = "\n".join(links)
    if api:
        head += f'\n<meta name="hanabi-api" content="{escape(api)}">'
    if back:
        head += f'\n<meta name="hanabi-list" content="{escape(back)}">'
    # Without these, a browser asks for a module only once the one that imports it has come.
    ahead = (
        f'<link rel="modulepreload" href="{addresses[each]}">' for each in _needed(entry, _paths())
    )
    html = _html(title, head, imports, "\n".join(ahead), start, {"games": games})
    return Page(html, [_hash(imports), _hash(start)])


def self_contained(
    games: Sequence[dict[str, Any]],
    *,
    title: str = "Hanabi",
    entry: str = _ENTRY,
    styles: Sequence[str] = (),
    beside: Mapping[str, Sequence[dict[str, Any]]] = MappingProxyType({}),
) -> str:
    """One file that shows games (documents), from disk, offline, under a strict content policy.

    Args:
        games: documents that the page shows.
        title: of the page.
        entry: the module that runs, by its bare name.
        styles: paths of style sheets below `static`, beside those of every page.
        beside: other documents, by the id of their element; packed apart from the games.
    """
    paths = {**_paths(), **{name: _paths()[there] for name, there in _IN_FILE.items()}}
    sources = {
        name: _as_in_file(name, (_static() / paths[name]).read_text(encoding="utf-8"))
        for name in sorted(_needed(entry, paths))
    }
    imports = _import_map({name: _data_url(source) for name, source in sources.items()})
    start = f'import "{entry}";'
    sheets = [(_static() / each).read_text(encoding="utf-8") for each in (*_STYLES, *styles)]
    style = slim_style("\n".join(sheets))
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src '{_hash(imports)}' '{_hash(start)}' data:",
            f"style-src '{_hash(style)}'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types lit-html",
        ]
    )
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}"><style>{style}</style>'
    data = {"games": games, **beside}
    return _html(title, head, imports, "", start, data)


# --- Parts ---------------------------------------------------------------------------------------


def _html(
    title: str,
    head: str,
    imports: str,
    ahead: str,
    start: str,
    data: Mapping[str, Sequence[dict[str, Any]]],
) -> str:
    documents = "\n".join(
        f'<script type="application/octet-stream" id="{name}">{packed(each)}</script>'
        for name, each in data.items()
    )
    # The import map comes first of all that loads a module: some browsers take no later one.
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n{head}\n"
        f'<script type="importmap">{imports}</script>\n{ahead}\n'
        f"{documents}\n"
        f'<script type="module">{start}</script>\n</head>\n'
        '<body>\n<div id="app"><noscript>This page needs JavaScript.</noscript></div>\n'
        "</body>\n</html>\n"
    )


def packed(games: Sequence[dict[str, Any]]) -> str:
    """Documents as the page unpacks them: JSON, deflated, in base 64.

    Positions, nine tenths of the bytes, and the record are left out: the page makes them anew of
    deck and actions.
    """
    told = [
        {name: value for name, value in each.items() if name not in _MADE_THERE} for each in games
    ]
    text = json.dumps(told, separators=(",", ":")).encode()
    return base64.b64encode(zlib.compress(text, 9)).decode()


def _import_map(addresses: Mapping[str, str]) -> str:
    """Safe inside a script element: it is not ended, and no comment begins in it."""
    return _ENDS.sub(r"\\u003c", json.dumps({"imports": addresses}, separators=(",", ":")))


def _needed(entry: str, paths: Mapping[str, str]) -> list[str]:
    """The bare names of a module and of all that it imports, itself or through others.

    Args:
        paths: below `static`, by bare name.
    """
    found = [entry]
    for name in found:
        imported = _IMPORTED.findall((_static() / paths[name]).read_text(encoding="utf-8"))
        found += [each for each in dict.fromkeys(imported) if each not in found]
    return found


def _as_in_file(name: str, source: str) -> str:
    return source if name == _VENDORED else slim_module(source)


def _data_url(source: str) -> str:
    # %3C is shorter than what an import map would write.
    plain = _ENDS.sub("%3C", quote(source, safe=_PLAIN))
    return f"data:text/javascript;charset=utf-8,{plain}"


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _static() -> Traversable:
    return files("hanabilab.web") / "static"


def _paths() -> dict[str, str]:
    """The path below `static` of each module, by its bare name."""
    return {path.removesuffix(".js"): path for path in sorted(_walk(_static(), ""))}


def _walk(folder: Traversable, prefix: str) -> list[str]:
    found = []
    for each in folder.iterdir():
        if each.is_dir():
            found += _walk(each, f"{prefix}{each.name}/")
        elif each.name.endswith(".js"):
            found.append(f"{prefix}{each.name}")
    return found
