"""Wheel and sdist hold every file of the package, which runs without a place to write to."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

from hanabilab import __version__

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
#: Folders at the root that the package has links to; a wheel has their files in it.
_LINKED = ("examples", "configs")


def _tracked(*folders):
    """Files that git knows, relative to the repository."""
    found = subprocess.run(
        ["git", "ls-files", "-z", *folders], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if found.returncode:
        pytest.skip("no git repository here")
    return [Path(name) for name in found.stdout.split("\0") if name]


def _copy(folder: Path, *paths: Path) -> None:
    """Put files into a folder; links stay links."""
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, folder / path, follow_symlinks=False)


def _build(kind: str, folder: Path) -> Path:
    """The file that setuptools makes of the project in a folder: its `wheel` or its `sdist`."""
    line = f"from setuptools import build_meta; print(build_meta.build_{kind}('.'))"
    done = subprocess.run(
        [sys.executable, "-c", line], cwd=folder, capture_output=True, text=True, check=True
    )
    return folder / done.stdout.split()[-1]


def _inside(wheel: Path) -> set[str]:
    """Files of a wheel, but for those about it."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def test_what_a_registry_shows(tmp_path):
    """The version, Markdown, absolute links, and nothing asked for that has no wheel."""
    pytest.importorskip("setuptools", "77", reason="needs setuptools 77 to build")
    _copy(tmp_path, Path("PACKAGE.md"), Path("LICENSE"), Path("pyproject.toml"))
    (tmp_path / "src" / "hanabilab").mkdir(parents=True)
    line = (
        "from setuptools import build_meta; print(build_meta.prepare_metadata_for_build_wheel('.'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", line], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    text = (tmp_path / done.stdout.split()[-1] / "METADATA").read_text(encoding="utf-8")
    shown = message_from_string(text)
    assert (shown["Name"], shown["Version"]) == ("hanabilab", __version__)
    assert shown["Description-Content-Type"] == "text/markdown"
    links = re.findall(r"\]\(([^)]*)\)", shown.get_payload())
    assert links
    assert all(link.startswith("https://") for link in links)
    needed = [each for each in shown.get_all("Requires-Dist") if each.startswith("pyganak")]
    assert all('python_version < "3.14"' in each for each in needed) == bool(needed)
    urls = shown.get_all("Project-URL") or []
    assert all(each.partition(", ")[2].startswith("https://") for each in urls)


@pytest.mark.slow
def test_the_wheel_and_the_sdist_hold_the_package(tmp_path):
    """Built from what git knows: modules, page, grammar, tables, weights; no studies."""
    pytest.importorskip("setuptools", "77", reason="needs setuptools 77 to build")
    about = ("README.md", "PACKAGE.md", "MANIFEST.in", "LICENSE", "pyproject.toml")
    _copy(tmp_path, *_tracked("src", "studies", *_LINKED, *about))
    with tarfile.open(_build("sdist", tmp_path)) as archive:
        # Our own archive; Python knows filters from 3.11.4 on.
        filters = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(tmp_path / "elsewhere", **filters)
    (source,) = (tmp_path / "elsewhere").iterdir()
    assert set(about) <= {path.name for path in source.iterdir()}
    expected = {path.relative_to("src").as_posix() for path in _tracked("src")}
    links = {f"hanabilab/{name}" for name in _LINKED}
    assert links <= expected
    expected -= links
    expected |= {f"hanabilab/{path.as_posix()}" for path in _tracked(*_LINKED)}
    assert {"hanabilab/examples/careful.py", "hanabilab/configs/gru-2p.toml"} <= expected
    assert {Path(name).suffix for name in expected} >= {".js", ".css", ".safetensors", ".lark"}
    for folder in (tmp_path, source):
        wheel = _build("wheel", folder)
        assert wheel.name.endswith("-py3-none-any.whl")
        assert expected == _inside(wheel)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    for command in ("new-agent", "mine.py"), ("examples", "shown"):
        subprocess.run(
            [sys.executable, "-m", "hanabilab", *command],
            env=os.environ | {"PYTHONPATH": str(tmp_path / "installed")},
            cwd=tmp_path,
            check=True,
        )
    written = ("mine.py", "shown/examples/careful.py", "shown/configs/gru-2p.toml")
    assert all((tmp_path / name).is_file() for name in written)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_first_run_without_a_place_to_write(tmp_path):
    """Kernels that cannot be kept: one line says so, and the game is played all the same."""
    _copy(tmp_path, *_tracked("src"))
    nowhere = tmp_path / "file"
    nowhere.write_text("a file is no folder to write to, not even for root")
    kept = {"NUMBA_CACHE_DIR", "HOME", "XDG_CACHE_HOME", "PYTHONPATH"}
    environment = {name: value for name, value in os.environ.items() if name not in kept}
    environment |= {"HOME": str(nowhere), "XDG_CACHE_HOME": str(nowhere / "cache")}
    environment |= {"PYTHONPATH": str(tmp_path / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    for folder in {path.parent for path in _tracked("src/hanabilab")}:
        (tmp_path / folder / "__pycache__").write_text("nor is this one")
    done = subprocess.run(
        [sys.executable, "-m", "hanabilab", "play", "five-rule", "five-rule", "--games", "5"],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "five-rule" in done.stdout
    told = [line for line in done.stderr.splitlines() if "is not kept" in line]
    assert len(told) == 1
