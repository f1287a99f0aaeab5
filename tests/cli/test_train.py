"""`hanabi train` as a user meets it: lines while it learns, a folder, and mistakes told."""

from __future__ import annotations

import sys

import polars as pl
import pytest

from hanabilab.cli import run
from tests.cli.calling import refusal
from tests.cli.keeping import contents
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


def test_tensorboard_shows_the_curve(tmp_path):
    """Every row of the curve, once, also after a second session."""
    pytest.importorskip("tensorboard", reason="the extra tensorboard is not installed")
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    folder = tmp_path / "run"
    path = config(tmp_path, 'algorithm = "ppo"')
    assert run(["train", str(path), "--out", str(folder), "--tensorboard"]) == 0
    assert run(["train", "--resume", str(folder), "--tensorboard"]) == 0
    curve = pl.read_csv(folder / "curve.csv")
    events = EventAccumulator(str(folder / "tensorboard"))
    events.Reload()
    assert set(events.Tags()["scalars"]) == set(curve.columns) - {"updates", "turns"}
    for name in ("score", "policy_loss"):
        told = [(each.step, pytest.approx(each.value)) for each in events.Scalars(name)]
        assert told == list(curve.select("turns", name).iter_rows())


def test_a_missing_tensorboard_is_told(capsys, monkeypatch, tmp_path):
    """One line, before anything is begun."""
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    path, folder = config(tmp_path, 'algorithm = "ppo"'), tmp_path / "run"
    told = refusal(capsys, "train", path, "--out", folder, "--tensorboard")
    assert "TensorBoard is missing; install it with: " in told
    assert "[tensorboard]" in told
    assert not folder.exists()


def test_mistakes_are_told(capsys, tmp_path):
    path = config(tmp_path, 'algorithm = "ppo"')
    assert "missing CONFIG.toml" in refusal(capsys, "train", path)
    assert "no run" in refusal(capsys, "train", "--resume", tmp_path / "nowhere")
    wrong = config(tmp_path, 'algorithm = "poker"')
    assert "algorithm is 'poker'" in refusal(capsys, "train", wrong, "--out", tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_run_is_not_resumed_with_another_config(capsys, tmp_path):
    """One line says what differs, and the finished run stays as it is."""
    path, folder = config(tmp_path, 'algorithm = "ppo"'), tmp_path / "run"
    assert run(["train", str(path), "--out", str(folder)]) == 0
    before = contents(folder)
    other = config(tmp_path, 'algorithm = "ppo"\nentropy_coef = 0.02')
    told = refusal(capsys, "train", other, "--resume", folder)
    assert f"the run in {folder} has entropy_coef 0.01, not 0.02" in told
    assert contents(folder) == before
