"""`hanabi train` as a user meets it: lines while it learns, a folder, and mistakes told."""

from __future__ import annotations

import json
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


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "algorithm is missing; it is one of dagger, ppo"),
        ('algorithm = "ppo"\nfacts = 1', "facts is 1; true or false"),
        ('algorithm = "ppo"\nteacher = ["smart"]', "teacher is ['smart']; a text in quotes"),
        (
            'algorithm = "ppo"\nrules = "rainbow-5-suits"',
            "suits differ in more than names in rainbow-5-suits(players=2), and networks treat",
        ),
        ('algorithm = "ppo"\nstart = "config.toml"', "config.toml is damaged, or holds no weights"),
    ],
)
def test_wrong_settings_are_told_in_words_of_a_config(capsys, tmp_path, monkeypatch, line, words):
    """Nothing is made."""
    monkeypatch.chdir(tmp_path)
    small = SMALL.replace('rules = "small"', "") if "rules" in line else SMALL
    (tmp_path / "config.toml").write_text(line + small)
    assert words in refusal(capsys, "train", "config.toml", "--out", "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("start", 3, "start is 3; a text in quotes"),
        ("teacher", ["smart"], "teacher is ('smart',); a text in quotes"),
        ("facts", "x", "facts is 'x'; true or false"),
    ],
)
def test_a_wrong_setting_in_a_manifest_is_told(capsys, tmp_path, name, value, words):
    """As in a config, with the file that has it."""
    folder = tmp_path / "run"
    assert run(["train", str(config(tmp_path, 'algorithm = "ppo"')), "--out", str(folder)]) == 0
    file = folder / "manifest.json"
    manifest = json.loads(file.read_text())
    manifest["settings"][name] = value
    file.write_text(json.dumps(manifest))
    told = refusal(capsys, "train", "--resume", folder)
    assert f"cannot read {file}: {words}" in told


def test_a_weight_may_be_any_whole_number(capsys, tmp_path):
    """PyTorch has none of more than 64 bits."""
    path = config(tmp_path, f'algorithm = "ppo"\nlearning_rate = 0\nmax_grad_norm = {10**25}')
    path.write_text(f"{path.read_text()}\nsharpen = {10**25}\nvalue_coef = {10**25}")
    folder = tmp_path / "run"
    told = refusal(capsys, "train", path, "--out", folder)
    assert "training diverged" in told


def test_a_file_that_is_elsewhere_is_told_with_the_folder_to_go_on_in(
    capsys, tmp_path, monkeypatch
):
    """Paths in a config lead from the folder in which the command is given."""
    path, before = config(tmp_path, 'algorithm = "ppo"'), tmp_path / "first"
    assert run(["train", str(path), "--out", str(before)]) == 0
    monkeypatch.chdir(tmp_path)
    second = config(tmp_path, 'algorithm = "ppo"\nstart = "first/weights.safetensors"')
    assert run(["train", str(second), "--out", "second"]) == 0
    monkeypatch.chdir("second")
    told = refusal(capsys, "train", "--resume", tmp_path / "second")
    assert f"names first/weights.safetensors, which is not in {tmp_path / 'second'}; " in told
    assert "give the command in the folder in which the run began" in told
    monkeypatch.chdir(tmp_path)
    assert run(["train", "--resume", "second"]) == 0


def test_a_run_is_not_resumed_with_another_config(capsys, tmp_path):
    """One line says what differs, and the finished run stays as it is."""
    path, folder = config(tmp_path, 'algorithm = "ppo"'), tmp_path / "run"
    assert run(["train", str(path), "--out", str(folder)]) == 0
    before = contents(folder)
    other = config(tmp_path, 'algorithm = "ppo"\nentropy_coef = 0.02')
    told = refusal(capsys, "train", other, "--resume", folder)
    assert f"the run in {folder} has entropy_coef 0.01, not 0.02" in told
    assert contents(folder) == before
