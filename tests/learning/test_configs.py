"""Configs and settings of training: what goes together, and what is refused in one line."""

from __future__ import annotations

from typing import get_type_hints

import numpy as np
import pytest

from hanabilab.errors import AgentError, LearningError

torch = pytest.importorskip("torch")

from hanabilab.learning.plan import (  # noqa: E402  # after the extra was found
    ALGORITHMS,
    TrainingPlan,
)
from hanabilab.learning.shipped import find_weights  # noqa: E402
from hanabilab.runs.settings import declared  # noqa: E402
from hanabilab.tiny.deep.capi import CapiSettings  # noqa: E402
from tests.learning.test_settings_matter import NAMES, VALUES  # noqa: E402

pytestmark = [pytest.mark.once]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "algorithm is missing; it is one of dagger"),
        ('algorithm = "ppo"\nupdate = 3', "did you mean"),
        ('algorithm = "ppo"\nupdates = 0', "updates is 0"),
        ('algorithm = "ppo"\nfacts = 1', "facts is 1"),
        ('algorithm = "ppo"\nnum_envs = 10\nminibatch_size = 4', "num_envs is 10, and minib"),
        ('algorithm = "dagger"\nteacher = 3', "teacher is 3"),
        ("algorithm = ", "is no TOML"),
        ('algorithm = "ppo"\nstart = "nowhere"', "no weights 'nowhere'"),
        ('algorithm = "ppo"\nrules = "full-minimal"', "set facts = false"),
        ('algorithm = "ppo"\nrules = "up-or-down-5-suits"', "go up or down; set facts = false"),
        ('algorithm = "ppo"\nvalue_coef = inf', "is inf; a finite number of at least 0"),
        ('algorithm = "ppo"\nvalue_coef = nan', "is nan; a finite number"),
        (f'algorithm = "ppo"\nvalue_coef = 1{"0" * 400}', "is 10+ .*; a finite"),
        ('algorithm = "ppo"\nclip_epsilon = 1e300', "clip_epsilon is 1e.300; a number from 0 to"),
        ('algorithm = "guided-labels"\nlearning_rate = 1e300', "learning_rate is 1e.300; a num"),
        (f"x = {'[' * 5000}", "is no TOML"),
        (f"x = {'1' * 5000}", "is no TOML"),
        (
            f'algorithm = "ppo"\nseed = {2**63}',
            "seed is 9223372036854775808; a whole",
        ),
        (f'algorithm = "guided-ppo"\nseed = {2**64}', "seed is 18446744073709551616; a whole"),
        ('algorithm = "obl"\nseed = 1000003', "whose decks evaluate all runs; take another"),
        ('algorithm = "guided-labels"\nseed = 1_000_003', "seed is 1000003, whose decks"),
        ('algorithm = ["ppo"]', "algorithm is .'ppo'."),
        ('algorithm = "dagger"\nteacher = ""', "needs a teacher"),
        ('algorithm = "guided-labels"\nguide = ""', "guide is empty; it is a compiled agent"),
        ('algorithm = "belief"\nagent = ""', "a belief needs an agent: net"),
        (
            'algorithm = "belief"\nstart = "gru-2p-first"\nencoder = "gru-2p-first"',
            "encoder with layers alone; leave out one of them",
        ),
        (
            f'algorithm = "belief"\nepochs = {10**21}',
            "epochs is 1000000000000000000000; a whole number from 1 to 100",
        ),
        ('algorithm = "guided-ppo"\nbonus = 1e308', "bonus is 1e.308; a number from 0 to 1,000"),
        ('algorithm = "guided-ppo"\nlast_bonus = 1e39', "last_bonus is 1e.39; a number from 0"),
        ('algorithm = "guided-ppo"\ntemperature = 0', "temperature is 0.0; a finite number of at"),
        ('algorithm = "guided-labels"\nmargin = 1e308', "margin is 1e.308; a number from 0 to 1"),
        ('algorithm = "dagger"\nother_play = true', "knows the true"),
        ('algorithm = "ppo"\nteacher = "smart"\nother_play = true', "knows the true"),
        ('algorithm = "guided-ppo"\nrules = "full(players=3)"\nstart = "guided-2p"', "and play "),
    ],
)
def test_configs_that_are_none_are_refused(tmp_path, text, words):
    """A mistake in a config is told with its name."""
    config = tmp_path / "config.toml"
    config.write_text(text)
    with pytest.raises(LearningError, match=words):
        TrainingPlan.from_config(config).begin()


def test_a_folder_in_the_place_of_its_weights_is_told_their_name(tmp_path):
    """A run is named so everywhere else."""
    weights = tmp_path / "weights.safetensors"
    weights.touch()
    with pytest.raises(LearningError, match=f"is a folder; its weights are {weights}"):
        find_weights(str(tmp_path))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_no_run_is_longer_than_anybody_waits(algorithm):
    """What is computed of the updates that are left has no number for more."""
    more = {"clone": {"games": "games.jsonl"}, "partner-ppo": {"partner": "five-rule"}}
    document = {"algorithm": algorithm, "updates": 10**400, **more.get(algorithm, {})}
    with pytest.raises(LearningError, match=r"updates is .*0; a whole number from 1 to 1,000,000,"):
        TrainingPlan.of(document)


@pytest.mark.parametrize("algorithm", NAMES)
def test_any_number_that_is_taken_can_be_learned_with(algorithm):
    """Or training diverges, in one line: the largest, and the least, of each setting."""
    kind = ALGORITHMS[algorithm].kind
    for name, (_, _, setting) in declared(kind).items():
        if get_type_hints(kind)[name] is not float:
            continue
        for value in (setting.low or 0.0, float(setting.high or 1e308)):
            document = VALUES[algorithm][0] | {name: value}
            try:
                TrainingPlan.of({"algorithm": algorithm, **document}).begin().update()
            except LearningError as error:
                assert "training diverged" in str(error), (name, value)


@pytest.mark.parametrize(
    ("algorithm", "setting"),
    [("ppo", "teacher"), ("dagger", "teacher"), ("belief", "agent"), ("guided-ppo", "guide")],
)
def test_agents_that_may_give_up_are_refused(algorithm, setting):
    """What they answer then is no action that could be learned from."""
    with pytest.raises(AgentError, match="may give a game up"):
        TrainingPlan.of({"algorithm": algorithm, setting: "rules(8, 6, mode=compat)"}).begin()


@pytest.mark.parametrize(
    "settings",
    [
        {"rules": "very-small"},
        {"rules": "full-minimal", "facts": False},
        {"rules": "up-or-down-5-suits", "facts": False},
    ],
    ids=["one suit", "minimal", "up or down"],
)
@pytest.mark.parametrize("algorithm", ["ppo", "pqn", "r2d2", "obl", "belief"])
def test_networks_learn_by_rules_of_any_preset(algorithm, settings):
    """One suit makes no pairs of colors, and a minimal observation tells less."""
    more = {"agent": "random"} if algorithm == "belief" else {}
    small = {"fixed": 4, "num_envs": 4, "minibatch_size": 4, "num_steps": 12, "updates": 1}
    learner = TrainingPlan.of({"algorithm": algorithm, **small, **settings, **more}).begin()
    assert np.isfinite(learner.update()["loss"])
    assert len(learner.evaluate(2)) > 1


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"rules": "small(draw_slot=vacated)"}, r"have learned small\b.*; this run plays small\("),
        ({"memory": "none"}, "of another network: memory is gru, not None"),
        ({"algorithm": "pqn"}, "tell a policy; this run learns values of actions"),
    ],
)
def test_a_run_starts_from_weights_of_its_own_kind(tmp_path, settings, words):
    """Weights whose numbers fit may still have learned another game, or tell something else."""
    document = {
        "algorithm": "ppo",
        "rules": "small",
        "fixed": 4,
        "num_envs": 4,
        "minibatch_size": 4,
    }
    start = tmp_path / "w.safetensors"
    start.write_bytes(TrainingPlan.of(document).begin().weights({}))
    TrainingPlan.of(document | {"start": str(start)}).begin()
    with pytest.raises(LearningError, match=words):
        TrainingPlan.of(document | settings | {"start": str(start)}).begin()


#: First words of a phrase that lacks what it is about: "Of Adam", "The same at the end".
_NO_NOUN = ("Of ", "On ", "The same", "How often", "Later")


@pytest.mark.parametrize(
    "kind", [*(each.kind for each in ALGORITHMS.values()), CapiSettings], ids=lambda k: k.__name__
)
def test_the_help_of_a_setting_says_what_it_is(kind):
    """It stands alone: no reader has to add the noun, or to have read the line before."""
    for name, each in declared(kind).items():
        assert not each.setting.help.startswith(_NO_NOUN), name
        assert not each.setting.help.endswith("less and less."), name
