"""What checks the page's JavaScript has pinned versions; where it is missing, that is told."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web.node import STATIC

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "scripts" / "javascript"


def test_versions_are_pinned():
    """Each package at one version, which is locked; types of lit-html are of the one we ship."""
    wanted = json.loads((TOOLS / "package.json").read_text())["devDependencies"]
    locked = json.loads((TOOLS / "package-lock.json").read_text())["packages"]
    assert locked[""]["devDependencies"] == wanted
    for name, version in wanted.items():
        assert locked[f"node_modules/{name}"]["version"] == version
    assert all("integrity" in each for path, each in locked.items() if path)
    shipped = re.search(r'litHtmlVersions\?\?=\[\]\)\.push\("([\d.]+)"\)', _lit_html())
    assert shipped
    assert shipped[1] == wanted["lit-html"]


def test_without_npm_a_line_says_that_nothing_is_checked(tmp_path):
    """And the other checks go on."""
    for name in ("bash", "dirname"):
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    done = subprocess.run(
        [str(tmp_path / "bash"), ROOT / "scripts" / "check_page"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "npm is not to be had here: the page's JavaScript is not checked by tsc and ESLint\n"
    )


def _lit_html() -> str:
    return (STATIC / "lit-html.js").read_text(encoding="utf-8")
