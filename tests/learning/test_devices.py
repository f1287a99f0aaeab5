"""Learning on a device that is not the CPU: all is where it has to be, and nothing differs."""

from __future__ import annotations

import json

import pytest

from hanabilab.errors import LearningError
from tests.cli.calling import refusal
from tests.lanes import slow_after

torch = pytest.importorskip("torch")

from hanabilab.learning.devices import CPU, find_device, to_numpy  # noqa: E402  # the extra is there
from hanabilab.learning.plan import TrainingPlan  # noqa: E402
from hanabilab.learning.training import TrainingRun  # noqa: E402
from tests.learning.far_device import far_device  # noqa: E402

pytestmark = [pytest.mark.once]
SMALL = "full(players=2, suits=2, ranks=3, hand_size=2, information_tokens=4)"
SIZES = {
    "num_envs": 8,
    "minibatch_size": 4,
    "num_steps": 12,
    "fixed": 12,
    "updates": 4,
    "evaluate_games": 4,
}
CONFIGS = {
    "dagger": {"algorithm": "dagger", "inferences": True},
    "dagger symmetric": {"algorithm": "dagger", "colors": 4, "memory": "lstm"},
    "ppo": {"algorithm": "ppo", "teacher": "smart"},
    "ppo central": {"algorithm": "ppo", "critic": "central", "memory": "none"},
    "ppo other-play": {"algorithm": "ppo", "other_play": True, "facts": False},
    "pqn": {"algorithm": "pqn"},
    "r2d2": {"algorithm": "r2d2", "replay_capacity": 16, "sad": True, "own_hand_coef": 0.3},
    "obl": {"algorithm": "obl", "colors": 4},
    "obl temperature": {"algorithm": "obl", "colors": 4, "temperature": 0.5},
    "obl other-play": {"algorithm": "obl", "colors": 0, "other_play": True, "imagined_rounds": 3},
    "r2d2 apart": {"algorithm": "r2d2", "replay_capacity": 16, "vdn": False},
}


def plan_of(config):
    """A plan of a small run."""
    return TrainingPlan.of({"rules": SMALL, **SIZES, **config})


def trained(plan, device):
    """All that two updates come to on a device: what was told, evaluated, kept and shipped."""
    learner = plan.begin(device)
    told = [learner.update() for _ in range(2)]
    return learner, [told, learner.evaluate(4), learner.weights({})]


def differing(one, other):
    """The names of arrays in which two checkpoints differ, in any bit."""
    assert one.keys() == other.keys()
    return [name for name in one if one[name].tobytes() != other[name].tobytes()]


@pytest.mark.parametrize("config", slow_after(1, CONFIGS.values()), ids=CONFIGS)
def test_a_run_is_the_same_on_every_device(config):
    """To the bit, where the other device computes as the CPU does; and it goes on after a stop."""
    plan = plan_of(config)
    near, found = trained(plan, CPU)
    with far_device() as far:
        learner, again = trained(plan, far)
        kept = learner.arrays()
        assert json.dumps(found[:2]) == json.dumps(again[:2])
        assert found[2] == again[2]
        assert [] == differing(near.arrays(), kept)
        resumed = plan.begin(far)
        resumed.restore(kept)
        assert resumed.update() == learner.update() == near.update()
        assert [] == differing(resumed.arrays(), near.arrays())


def test_a_run_goes_on_on_another_device(tmp_path):
    """A state that one device has written is read on the other."""
    plan = plan_of(CONFIGS["ppo"])
    run = TrainingRun(plan).begin(tmp_path / "run")
    with run.folder:
        run.learner.update()
        run.keep_state(run.learner)
    with far_device() as far:
        run = TrainingRun.find(tmp_path / "run")
        run.device = far
        run.go_on()
        with run.folder:
            assert run.learner.done == 1
            assert run.learner.network.policy_head.bias.device == far
            run.train()
            run.finish()
    assert run.finished


def test_the_far_device_mixes_with_nothing():
    """Else these tests would show nothing."""
    with far_device() as far:
        there = torch.arange(3, device=far)
        assert to_numpy(there + 1).tolist() == [1, 2, 3]
        with pytest.raises(RuntimeError, match="tensors on two devices"):
            there + torch.arange(3)
        with pytest.raises(RuntimeError):
            there.numpy()


# --- Which devices there are ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["gpu", "cuda:", "cuda:x", "cuda:-1", "CPU", "", "cuda:1 "])
def test_what_is_no_device_is_refused(name):
    """The message says what one is called."""
    with pytest.raises(LearningError, match="it is cpu, cuda, or cuda:1 for the second GPU"):
        find_device(name)


def test_a_gpu_that_is_not_there_is_refused():
    """In one line, before anything is begun; no folder is left behind."""
    absent = f"cuda:{torch.cuda.device_count()}"
    with pytest.raises(LearningError, match=f"device is '{absent}', but PyTorch finds"):
        find_device(absent)


def test_a_command_without_its_gpu_begins_nothing(capsys, tmp_path):
    """One line, and no folder."""
    absent = f"cuda:{torch.cuda.device_count()}"
    told = refusal(
        capsys, "train", "configs/pqn-mini.toml", "--out", tmp_path / "run", "--device", absent
    )
    assert f"device is '{absent}', but PyTorch finds" in told
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("algorithm", ["belief", "guided-labels", "guided-ppo"])
def test_algorithms_of_the_cpu_alone_say_so(algorithm):
    """Nothing learns elsewhere than it was asked to."""
    plan = TrainingPlan.of({"algorithm": algorithm, "rules": SMALL})
    with pytest.raises(LearningError, match=f"{algorithm} learns on the CPU alone"):
        plan.begin(torch.device("meta"))
