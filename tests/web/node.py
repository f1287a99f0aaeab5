"""Modules of the page run by Node, where it is there."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import hanabilab.web

STATIC = Path(hanabilab.web.__file__).parent / "static"

_NODE = shutil.which("node")
needs_node = pytest.mark.skipif(_NODE is None, reason="Node is not there; it runs the page's code")


def run_module(code: str, told: Any) -> Any:
    """What the body of an async function `(told, load)` returns; `load` imports a module."""
    script = (
        "import {readFileSync} from 'node:fs';"
        f"const load = (path) => import({json.dumps(str(STATIC) + '/')} + path);"
        f"const work = async (told, load) => {{ {code} }};"
        "const found = await work(JSON.parse(readFileSync(0, 'utf8')), load);"
        "console.log(JSON.stringify(found ?? null));"
    )
    done = subprocess.run(
        [str(_NODE), "--no-warnings", "--input-type=module", "-e", script],
        input=json.dumps(told),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
