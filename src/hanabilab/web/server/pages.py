"""The pages and files that the server hands out: all are in memory, none is found by its path."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.responses import HTMLResponse, Response

from hanabilab.web.server.security import content_policy

_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}


def static_files() -> dict[str, tuple[bytes, str]]:
    """Bytes and media type of each file that pages load, by its name below /static/."""
    return dict(_walk(files("hanabilab.web") / "static", ""))


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, tuple[bytes, str]]]:
    found = []
    for each in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{prefix}{each.name}"
        kind = _TYPES.get(f".{each.name.rpartition('.')[2]}")
        if each.is_dir():
            found += _walk(each, f"{name}/")
        elif kind:
            found.append((name, (each.read_bytes(), kind)))
    return found


def entrance(path: str) -> Response:
    """What a link with a token answers: it goes on to `path`, now with a cookie.

    The page moves on by itself. A redirect would still count as coming from where the link was
    clicked, and a strict cookie stays at home then.
    """
    address = escape(path, quote=True)
    return HTMLResponse(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Hanabi</title>'
        f'<meta http-equiv="refresh" content="0;url={address}">'
        f'<p><a href="{address}">Go on</a></p></html>'
    )


def notice(status: int, text: str) -> Response:
    """A page that says one thing."""
    return HTMLResponse(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Hanabi</title>'
        f"<main><h1>Hanabi</h1><p>{escape(text)}</p></main></html>",
        status,
    )


def page(html: str, hashes: list[str]) -> Response:
    """A page with inline scripts of these hashes."""
    return HTMLResponse(html, headers={"content-security-policy": content_policy(hashes)})
