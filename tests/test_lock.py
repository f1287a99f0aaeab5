"""`uv.lock` and `constraints.txt` pin the same versions of the same packages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent


def _canonical(name):
    """As PyPI compares names."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _constraints():
    text = (ROOT / "constraints.txt").read_text()
    lines = (line.split("#")[0].strip() for line in text.splitlines())
    pins = (line.split("==") for line in lines if line)
    return {_canonical(name): version for name, version in pins}


def _locked():
    """Versions of each package; other systems or Pythons can need others."""
    locked = {}
    for package in tomllib.loads((ROOT / "uv.lock").read_text())["package"]:
        locked.setdefault(package["name"], set()).add(package.get("version"))
    return locked


def test_pins_are_equal():
    """Each package of constraints.txt is locked at its version; `scripts/lock` makes it so."""
    locked = _locked()
    differ = {
        n: (v, locked.get(n)) for n, v in _constraints().items() if v not in locked.get(n, ())
    }
    assert not differ, "run scripts/lock"


def test_every_requirement_is_locked():
    """Requirements of pyproject.toml, those of extras included, stand in both."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *(line for lines in extras.values() for line in lines)]
    names = {_canonical(re.match(r"[\w.-]+", line).group()) for line in asked} - {"hanabilab"}
    assert not names - {*_locked()}, "run scripts/lock"
    built_here = {"hanabi-learning-environment"}  # pyproject.toml pins it
    assert not names - {*_constraints()} - built_here
