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
    done = _check_page(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "npm is not to be had here: the page's JavaScript is not checked by tsc and ESLint\n"
    )


@pytest.mark.parametrize("code", ["EINTEGRITY", "EUSAGE", "ENOSPC"])
def test_what_npm_refuses_fails_the_check(tmp_path, code):
    """A changed package, a lock file of another one, a full disk: in the words of npm."""
    done = _check_page(tmp_path, npm=f"npm error code {code}")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"npm error code {code}\n"


@pytest.mark.parametrize("code", ["ENOTFOUND", "EAI_AGAIN", "ERESPONSETIMEOUT"])
def test_without_the_net_a_line_says_that_nothing_is_checked(tmp_path, code):
    """And the other checks go on."""
    done = _check_page(tmp_path, npm=f"npm error code {code}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("packages of npm are not to be had here: ")


def _check_page(folder: Path, npm: str | None = None) -> subprocess.CompletedProcess[str]:
    """The script in a copy, where there is no npm, or one that fails with these words."""
    programs = folder / "programs"
    programs.mkdir()
    for name in ("bash", "cmp", "cp", "dirname", "mkdir", "rm"):
        (programs / name).symlink_to(str(shutil.which(name)))
    if npm is not None:
        (programs / "npm").write_text(f"#!{programs / 'bash'}\necho '{npm}' >&2\nexit 1\n")
        (programs / "npm").chmod(0o755)
    shutil.copytree(TOOLS, folder / "scripts" / "javascript")
    shutil.copy(ROOT / "scripts" / "check_page", folder / "scripts")
    return subprocess.run(
        [str(programs / "bash"), folder / "scripts" / "check_page"],
        env={"PATH": str(programs)},
        capture_output=True,
        text=True,
        check=False,
    )


def _lit_html() -> str:
    return (STATIC / "lit-html.js").read_text(encoding="utf-8")
