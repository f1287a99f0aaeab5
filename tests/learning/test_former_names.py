"""Names that settings had in earlier releases: configs and kept runs that use them."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="networks need PyTorch: hanabilab[learn]")

from safetensors.numpy import load_file  # after the extra was found

from hanabilab.errors import LearningError, ResumeError  # after it
from hanabilab.learning.plan import TrainingPlan  # after it
from hanabilab.learning.training import TrainingRun  # after it

pytestmark = pytest.mark.once
RUNS = Path(__file__).parents[1] / "data" / "runs"

#: Of each algorithm: settings by their former names, and by those of today.
BOTH = {
    "ppo": (
        {"games": 8, "turns": 9, "minibatch": 4, "layers": 2, "schedule": "linear", "passes": 3,
         "trace": 0.5, "clip": 0.3, "entropy": 0.1, "value_weight": 2.0},
        {"num_envs": 8, "num_steps": 9, "minibatch_size": 4, "num_layers": 2,
         "lr_schedule": "linear", "epochs": 3, "gae_lambda": 0.5, "clip_epsilon": 0.3,
         "entropy_coef": 0.1, "value_coef": 2.0},
    ),
    "dagger": (
        {"inference_weight": 3.0, "value_weight": 0.5},
        {"inference_coef": 3.0, "value_coef": 0.5},
    ),
    "pqn": (
        {"trace": 0.5, "random_first": 0.7, "random_last": 0.2, "random_until": 0.4},
        {"td_lambda": 0.5, "epsilon_start": 0.7, "epsilon_end": 0.2, "epsilon_decay": 0.4},
    ),
    "r2d2": (
        {"together": False, "greedy_actions": True, "own_hand": 0.5, "kept": 9000, "gradients": 2,
         "steps": 4, "warm_up": 5, "sharpness": 0.5, "correction": 0.4, "copied_every": 7},
        {"vdn": False, "sad": True, "own_hand_coef": 0.5, "replay_capacity": 9000,
         "gradient_steps": 2, "n_step": 4, "burn_in": 5, "priority_alpha": 0.5,
         "priority_beta": 0.4, "target_update_every": 7},
    ),
    "belief": ({"passes": 2}, {"epochs": 2}),
    "guided-ppo": (
        {"layers": 3, "policy_weight": 0.5, "label_weight": 2.0, "clip": 0.1},
        {"num_layers": 3, "policy_coef": 0.5, "label_coef": 2.0, "clip_epsilon": 0.1},
    ),
}  # fmt: skip


@pytest.mark.parametrize("algorithm", BOTH)
def test_a_config_may_use_former_names(algorithm):
    """They mean what the names of today mean."""
    former, today = BOTH[algorithm]
    plan = TrainingPlan.of({"algorithm": algorithm, **former})
    assert plan == TrainingPlan.of({"algorithm": algorithm, **today})
    assert plan != TrainingPlan.of({"algorithm": algorithm})


def test_names_that_are_still_in_use_mean_what_they_meant():
    """`clip` and `warm_up` of labels, `kept` of guided PPO."""
    labels = TrainingPlan.of({"algorithm": "guided-labels", "clip": 3.0, "warm_up": 2}).settings
    assert (3.0, 2) == (labels.clip, labels.warm_up)
    assert 0.5 == TrainingPlan.of({"algorithm": "guided-ppo", "kept": 0.5}).settings.kept


def test_a_setting_by_both_of_its_names_is_refused():
    """Even where they agree: one is left over from an edit."""
    with pytest.raises(LearningError, match="trace and gae_lambda are one setting"):
        TrainingPlan.of({"algorithm": "ppo", "trace": 0.9, "gae_lambda": 0.9})


def test_a_manifest_keeps_the_names_that_it_has():
    """All its own, none that came later; one that gives both names of a setting is refused."""
    document = TrainingPlan.of({"algorithm": "ppo", "lr_warmup": 20}).as_json()
    assert (20, 1.0) == (document.pop("lr_warmup"), document.pop("max_grad_norm"))
    document["trace"] = document.pop("gae_lambda")
    plan = TrainingPlan.from_json(document)
    assert document == plan.as_json()
    with pytest.raises(ResumeError, match="trace and gae_lambda are one setting"):
        TrainingPlan.from_json(document | {"gae_lambda": 0.9})


@pytest.mark.parametrize(
    ("algorithm", "later"), [("obl", ["belief"]), ("belief", ["epsilon", "slots_coef"])]
)
def test_a_manifest_without_settings_that_came_later_is_read(algorithm, later):
    """They had what is the default now; and the manifest stays as it is."""
    document = TrainingPlan.of({"algorithm": algorithm}).as_json()
    for name in later:
        del document[name]
    plan = TrainingPlan.from_json(document)
    assert plan.settings == TrainingPlan.of({"algorithm": algorithm}).settings
    assert document == plan.as_json()


def test_a_run_of_an_earlier_release_goes_on(tmp_path):
    """After two of four updates: to the weights that the release of then came to, and its curve."""
    path = tmp_path / "run"
    shutil.copytree(RUNS / "train-2026-11-26", path)
    with pytest.raises(ResumeError, match=r"has trace 0\.8, not 0\.9"):
        _resumed(path, TrainingPlan.of(_settings_of(path) | {"gae_lambda": 0.9}))
    run = _resumed(path, TrainingPlan.of(_settings_of(path)))
    with run.folder:
        assert 2 == run.learner.done
        run.train()
        run.finish()
    expected = load_file(RUNS / "train-2026-11-26.safetensors")
    found = load_file(path / "weights.safetensors")
    assert set(expected) == set(found)
    for name, weight in expected.items():
        # Another processor may round the last bits in another way.
        assert found[name] == pytest.approx(weight, abs=1e-5), name
    assert [2, 4] == run.table()["updates"].to_list()


def _resumed(path, plan):
    """The run in a folder, gone on with; it must be of the plan."""
    run = TrainingRun.find(path)
    run.require_same(plan.beside(run.plan))
    return run.go_on()


def _settings_of(path):
    """The settings of a run by today's names, as a user would write them in a config."""
    return replace(TrainingRun.find(path).plan, like=None).as_json()
