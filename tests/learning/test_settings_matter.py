"""Every setting of every algorithm is read: another value leads to other weights.

Updates begin in the midst of a run, where schedules have moved and nothing is at its neutral value.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache

import pytest

torch = pytest.importorskip("torch")

from hanabilab.learning.plan import ALGORITHMS, TrainingPlan  # noqa: E402  # after it
from tests.learning.belief_files import belief_file  # noqa: E402
from tests.learning.people_files import RULES as PEOPLES_RULES  # noqa: E402
from tests.learning.people_files import random_people, some_games  # noqa: E402

pytestmark = pytest.mark.once
RULES = "full(players=2, suits=3, ranks=3, copies=211, hand_size=2)"
OTHER_RULES = "full(players=2, suits=3, ranks=3, copies=221, hand_size=2)"
SHARED = {
    "rules": RULES, "seed": 1, "start": "", "num_envs": 8, "num_steps": 12, "updates": 100,
    "fixed": 4, "colors": 4, "num_layers": 1, "learning_rate": 0.01,
}  # fmt: skip
OTHER = {
    "rules": OTHER_RULES, "seed": 2, "start": "FILE", "num_envs": 16, "num_steps": 11,
    "updates": 90, "fixed": 5, "colors": 5, "num_layers": 2, "learning_rate": 0.02,
}  # fmt: skip
NETWORK = {
    "memory": "gru", "facts": False, "inferences": False, "minibatch_size": 8,
    "lr_schedule": "cosine", "lr_warmup": 100, "max_grad_norm": 0.01, "other_play": False,
}  # fmt: skip
OTHER_NETWORK = {
    "memory": "lstm", "facts": True, "inferences": True, "minibatch_size": 4,
    "lr_schedule": "constant", "lr_warmup": 50, "max_grad_norm": 0.02, "other_play": True,
}  # fmt: skip
GUIDED = SHARED | {"guide": "smart", "max_grad_norm": 0.01}
OTHER_GUIDED = OTHER | {"guide": "five-rule", "max_grad_norm": 0.02}
PPO = {
    "epochs": 2, "discount": 0.9, "gae_lambda": 0.9, "clip_epsilon": 0.05, "entropy_coef": 0.1,
    "value_coef": 0.5, "value_only": 0, "sharpen": 2.0, "critic": "own", "teacher": "five-rule",
    "anchor": 0.3,
}  # fmt: skip
OTHER_PPO = {
    "epochs": 3, "discount": 0.5, "gae_lambda": 0.5, "clip_epsilon": 0.01, "entropy_coef": 0.2,
    "value_coef": 0.25, "value_only": 32, "sharpen": 1.0, "critic": "central", "teacher": "",
    "anchor": 0.6,
}  # fmt: skip
#: Of each algorithm its settings, with two values each.
VALUES = {
    "dagger": (
        SHARED
        | NETWORK
        | {
            "teacher": "smart", "guided_until": 0.9, "greedy": 0.5, "inferences": True,
            "inference_coef": 2.0, "value_coef": 0.5,
        },
        OTHER
        | OTHER_NETWORK
        | {
            "teacher": "five-rule", "guided_until": 0.25, "greedy": 0.25, "inferences": False,
            "inference_coef": 1.0, "value_coef": 0.25,
        },
    ),
    "ppo": (SHARED | NETWORK | PPO, OTHER | OTHER_NETWORK | OTHER_PPO),
    "partner-ppo": (
        SHARED
        | NETWORK
        | PPO
        | {
            "rules": PEOPLES_RULES, "partner": f"people({random_people(1)})",
            "pull_coef": 0.25, "partner_share": 0.5,
        },
        OTHER
        | OTHER_NETWORK
        | OTHER_PPO
        | {
            "rules": PEOPLES_RULES.replace("21111", "22111"), "partner": "five-rule",
            "pull_coef": 0.5, "partner_share": 1.0,
        },
    ),
    "pqn": (
        SHARED
        | NETWORK
        | {
            "epochs": 2, "discount": 0.9, "td_lambda": 0.9, "epsilon_start": 0.9,
            "epsilon_end": 0.2,
            "epsilon_decay": 0.9,
        },
        OTHER
        | OTHER_NETWORK
        | {
            "epochs": 3, "discount": 0.5, "td_lambda": 0.5, "epsilon_start": 0.3,
            "epsilon_end": 0.8,
            "epsilon_decay": 0.3,
        },
    ),
    "r2d2": (
        SHARED
        | NETWORK
        | {
            "vdn": True, "sad": False, "own_hand_coef": 0.5, "replay_capacity": 24,
            "gradient_steps": 2,
            "n_step": 2, "burn_in": 3, "discount": 0.9, "priority_alpha": 0.9, "priority_beta": 0.6,
            "target_update_every": 50,
        },
        OTHER
        | OTHER_NETWORK
        | {
            "vdn": False, "sad": True, "own_hand_coef": 0.25, "replay_capacity": 16,
            "gradient_steps": 3,
            "n_step": 1, "burn_in": 4, "discount": 0.5, "priority_alpha": 0.3, "priority_beta": 0.1,
            "target_update_every": 31,
        },
    ),
    "obl": (
        SHARED
        | NETWORK
        | {
            "memory": "none", "epochs": 2, "discount": 0.9, "worlds": 2, "belief": "",
            "imagined_rounds": 1, "target_update": 0.02, "epsilon": 0.9, "epsilon_alpha": 1.0,
            "epsilon_end": 0.9, "temperature": 0.0,
        },
        OTHER
        | OTHER_NETWORK
        | {
            "memory": "gru", "epochs": 3, "discount": 0.5, "worlds": 3,
            "belief": belief_file(RULES), "imagined_rounds": 2, "target_update": 0.5,
            "epsilon": 0.3, "epsilon_alpha": 3.0, "epsilon_end": 0.1, "temperature": 0.5,
        },
    ),
    "clone": (
        {"seed": 1, "start": "", "updates": 40, "games": some_games(), "parts": 3, "hidden": 4},
        {
            "seed": 2, "start": "FILE", "updates": 50, "games": some_games("iggi"), "parts": 2,
            "hidden": 5,
        },
    ),
    "guided-labels": (
        GUIDED
        | {"share": 0.5, "clip": 0.5, "margin_to_leave": 0.01, "warm_up": 0, "margin": 0.01},
        OTHER_GUIDED
        | {"share": 0.9, "clip": 9.0, "margin_to_leave": 2.0, "warm_up": 99, "margin": 9.0},
    ),
    "guided-ppo": (
        GUIDED
        | {
            "temperature": 1.0, "epochs": 2, "minibatch_size": 16, "clip_epsilon": 0.01,
            "entropy_coef": 0.1,
            "discount": 0.9, "gae_lambda": 0.9, "value_coef": 0.5, "bonus": 3.0, "last_bonus": 0.5,
            "sure": 0.3, "kept": 0.5, "labelled": 0.5, "likely": 0.05, "policy_coef": 0.5,
            "label_coef": 1.0,
        },
        OTHER_GUIDED
        | {
            "temperature": 0.5, "epochs": 1, "minibatch_size": 8, "clip_epsilon": 0.2,
            "entropy_coef": 0.2,
            "discount": 0.5, "gae_lambda": 0.5, "value_coef": 0.25, "bonus": 2.0, "last_bonus": 1.5,
            "sure": 0.9, "kept": 0.9, "labelled": 0.9, "likely": 0.5, "policy_coef": 0.25,
            "label_coef": 0.5,
        },
    ),
}  # fmt: skip
#: Read where a run evaluates: they change no weight. And the network: see `test_own_network`.
OF_EVALUATION = {"evaluate_every", "evaluate_games", "network"}
#: Games beside a guide are many positions; in plain Python they take minutes.
_SLOW = {name: pytest.mark.compiled for name in VALUES if name.startswith("guided")}
#: Settings of an algorithm that have one value.
REFUSED = {("dagger", "other_play"), ("partner-ppo", "other_play"), ("obl", "memory")}
NAMES = [pytest.param(name, marks=_SLOW.get(name, ())) for name in VALUES]
CASES = [
    pytest.param(name, field, marks=_SLOW.get(name, ()))
    for name, (values, _) in VALUES.items()
    for field in values
    if (name, field) not in REFUSED
]


@pytest.fixture(scope="module")
def starts(tmp_path_factory):
    """Weights of an algorithm to start from, drawn by another seed."""
    folder = tmp_path_factory.mktemp("starts")

    def start(name):
        learner = TrainingPlan.of({"algorithm": name, **VALUES[name][0], "seed": 9}).begin()
        drawn_anew(learner)
        path = folder / f"{name}.safetensors"
        path.write_bytes(learner.weights({}))
        return str(path)

    return start


def drawn_anew(learner):
    """Give the last layers numbers, where they begin with zeros."""
    generator = torch.Generator().manual_seed(4)
    for network in (learner.network, getattr(learner, "mean", learner.network)):
        with torch.no_grad():
            for weight in network.parameters():
                weight.copy_(0.3 * torch.randn(weight.shape, generator=generator))


def weights_after(algorithm, values):
    """Numbers of the network after three updates in the midst of a run."""
    learner = TrainingPlan.of({"algorithm": algorithm, **values}).begin()
    if algorithm.startswith("guided") and not values["start"]:
        drawn_anew(learner)
    learner.done = 30
    for _ in range(3):
        learner.update()
    return [weight.detach().clone() for weight in learner.network.parameters()]


def same(one, other):
    """Whether two networks are alike to the bit."""
    return len(one) == len(other) and all(map(torch.equal, one, other))


@pytest.fixture(scope="module")
def usual():
    """The weights that an algorithm comes to with its first values."""
    return cache(lambda name: weights_after(name, VALUES[name][0]))


@pytest.mark.parametrize("algorithm", VALUES)
def test_every_setting_has_two_values_here(algorithm):
    """A new setting is red until it has."""
    named = {field.name for field in fields(ALGORITHMS[algorithm].kind)}
    first, other = VALUES[algorithm]
    assert set(first) == set(other) == named - OF_EVALUATION
    assert not [name for name in first if first[name] == other[name]]


@pytest.mark.parametrize("algorithm", NAMES)
def test_the_same_settings_come_to_the_same_weights(algorithm, usual):
    """Else the other test could not fail."""
    assert same(usual(algorithm), weights_after(algorithm, VALUES[algorithm][0]))


@pytest.mark.parametrize(("algorithm", "name"), CASES)
def test_another_value_leads_to_other_weights(algorithm, name, usual, starts):
    """One setting at a time."""
    first, other = VALUES[algorithm]
    value = starts(algorithm) if name == "start" else other[name]
    values, before = first | {name: value}, usual(algorithm)
    if name == "belief":  # it is read among facts
        values["facts"] = True
        before = weights_after(algorithm, first | {"facts": True})
    if name == "other_play" and "teacher" in values:
        values["teacher"] = ""
    if name == "temperature":  # it scales the weights that a run starts from
        values["start"] = starts(algorithm)
        before = weights_after(algorithm, first | {"start": values["start"]})
    assert not same(before, weights_after(algorithm, values))
