"""Modules of the page run by Node: that of the system, or the one that Playwright brings."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

import hanabilab.web

STATIC = Path(hanabilab.web.__file__).parent / "static"


def node_program() -> str | None:
    """Where Node is. With Playwright one is always there, so that no test is skipped then."""
    if found := shutil.which("node"):
        return found
    playwright = importlib.util.find_spec("playwright")
    if playwright is None or playwright.origin is None:
        return None
    return str(Path(playwright.origin).parent / "driver" / "node")


_NODE = node_program()
needs_node = pytest.mark.skipif(
    _NODE is None, reason="Node is not there, which runs the page's code: `make browser` brings it"
)


def run_module(code: str, told: Any) -> Any:
    """What the body of an async function `(told, load)` returns; `load` imports by a bare name."""
    script = (
        "import {readFileSync} from 'node:fs';"
        "const load = (name) => import(name);"
        f"const work = async (told, load) => {{ {code} }};"
        "const found = await work(JSON.parse(readFileSync(0, 'utf8')), load);"
        "console.log(JSON.stringify(found ?? null));"
    )
    with tempfile.TemporaryDirectory() as folder:
        _install(Path(folder) / "node_modules")
        done = subprocess.run(
            [str(_NODE), "--no-warnings", "--input-type=module", "-e", script],
            cwd=folder,
            input=json.dumps(told),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _install(modules: Path) -> None:
    """The page's modules where Node looks for bare names, as the import map has them."""
    for name in ("hanabi", "play"):
        shutil.copytree(STATIC / name, modules / name)
        _write_package(modules / name, {"./*": "./*.js"})
    (modules / "lit-html").mkdir()
    shutil.copy(STATIC / "lit-html.js", modules / "lit-html")
    _write_package(modules / "lit-html", "./lit-html.js")


def _write_package(folder: Path, exports: Any) -> None:
    told = {"type": "module", "exports": exports}
    (folder / "package.json").write_text(json.dumps(told), encoding="utf-8")
