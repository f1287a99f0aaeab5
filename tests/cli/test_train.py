"""`hanabi train` as a user meets it: lines while it learns, a folder, and mistakes told."""

from __future__ import annotations

import pytest

from hanabilab.cli import run
from tests.cli.calling import refusal
from tests.learning.small import SMALL

pytest.importorskip("torch", reason="the extra learn is not installed")


def config(folder, text):
    path = folder / "config.toml"
    path.write_text(text + SMALL, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('algorithm = "ppo"', "score"),
        ('algorithm = "belief"\nagent = "five-rule"\nmemory = "none"', "nats"),
    ],
)
def test_a_run_tells_of_itself_and_leaves_weights(capsys, tmp_path, text, told):
    """A line for each evaluation; the folder then has curve, picture and weights."""
    assert run(["train", str(config(tmp_path, text)), "--out", str(tmp_path / "run")]) == 0
    out = capsys.readouterr().out
    assert sum(told in line for line in out.splitlines()) == 2
    for name in ("curve.csv", "curve.png", "weights.safetensors", "manifest.json"):
        assert (tmp_path / "run" / name).stat().st_size > 0


def test_mistakes_are_told(capsys, tmp_path):
    path = config(tmp_path, 'algorithm = "ppo"')
    assert "missing CONFIG.toml" in refusal(capsys, "train", path)
    assert "no run" in refusal(capsys, "train", "--resume", tmp_path / "nowhere")
    wrong = config(tmp_path, 'algorithm = "poker"')
    assert "algorithm is 'poker'" in refusal(capsys, "train", wrong, "--out", tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_run_is_not_resumed_with_another_config(capsys, tmp_path):
    path, folder = config(tmp_path, 'algorithm = "ppo"'), tmp_path / "run"
    assert run(["train", str(path), "--out", str(folder)]) == 0
    other = config(tmp_path, 'algorithm = "ppo"\nentropy = 0.02')
    assert "is not the config of this run" in refusal(capsys, "train", other, "--resume", folder)
