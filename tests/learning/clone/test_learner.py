"""`algorithm = "clone"`: people who are held out choose the weights, and a stop changes nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hanabilab.errors import AgentError, HanabiError, LearningError, NotationError

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors")

from hanabilab.agents import make_agent  # noqa: E402
from hanabilab.learning.clone.card import CLONES  # noqa: E402
from hanabilab.learning.clone.decisions import decisions_of  # noqa: E402
from hanabilab.learning.clone.fitting import (  # noqa: E402
    Fit,
    answers_of,
    new_network,
    one_cycle,
)
from hanabilab.learning.plan import TrainingPlan  # noqa: E402
from hanabilab.learning.training import TrainingRun  # noqa: E402
from hanabilab.learning.weight_files import load_card  # noqa: E402
from hanabilab.people import read_people  # noqa: E402
from hanabilab.people.clusters import deal_folds  # noqa: E402
from tests.learning.people_files import random_people, some_games  # noqa: E402

pytestmark = pytest.mark.once


def _begin(**settings):
    config = {"algorithm": "clone", "games": some_games(), "parts": 3, "hidden": 8, **settings}
    return TrainingPlan.of(config).begin()


@pytest.fixture(scope="module")
def told():
    return decisions_of(read_people(some_games()).games)


def test_the_rate_of_learning_is_the_one_cycle_of_pytorch():
    """Step by step, to the bit, with Adam's first beta."""
    weight = torch.nn.Parameter(torch.zeros(1))
    adam = torch.optim.AdamW([weight])
    oracle = torch.optim.lr_scheduler.OneCycleLR(adam, 0.003, total_steps=101)
    for step in range(100):
        group = adam.param_groups[0]
        assert one_cycle(step, 101) == (group["lr"], group["betas"][0])
        adam.step()
        oracle.step()


def test_a_fit_is_that_of_a_plain_loop():
    """PyTorch's own optimizer and schedule as the oracle: the same weights, to the bit."""
    told = decisions_of(read_people(some_games(count=40)).games)
    rows = np.arange(600)
    network, generator = new_network(8, 3)
    fit = Fit(told, rows, 4, network, generator)
    losses = [fit.epoch(number) for number in range(4)]
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(3)
        other = new_network(8, 3)[0]
        torch.set_rng_state(generator)
        adam = torch.optim.AdamW(other.parameters(), weight_decay=0.01)
        rate = torch.optim.lr_scheduler.OneCycleLR(adam, 0.003, total_steps=4 * 3 + 1)
        for _ in range(4):
            for chosen in torch.randperm(600).split(256):
                scores = other(*told.only(chosen))
                loss = torch.nn.functional.cross_entropy(scores, told.people[chosen])
                adam.zero_grad()
                loss.backward()
                adam.step()
                rate.step()
    for ours, theirs in zip(network.parameters(), other.parameters(), strict=True):
        assert torch.equal(ours, theirs)
    assert losses[-1] < losses[0]


def test_people_who_are_held_out_teach_nothing(told):
    """What they did is changed: the run learns the same, and foretells them otherwise."""
    learner, other = _begin(), _begin()
    held_out = deal_folds(told.owners, 3) == 2
    assert 0 < held_out.sum() < len(told) / 2
    other._told.people[torch.from_numpy(held_out)] = 0
    for each in (learner, other):
        each.update()
    assert learner.evaluation() != other.evaluation()
    for one, two in zip(learner.network.parameters(), other.network.parameters(), strict=True):
        assert torch.equal(one, two)


def test_the_weights_are_those_of_the_best_evaluation(told, tmp_path):
    """Not those of the last one, where that is worse."""
    learner, nats = _begin(updates=12), []
    held_out = np.flatnonzero(deal_folds(told.owners, 3) == 2)
    for _ in range(4):
        learner.update()
        nats.append(learner.evaluation()["nats"])
    best = learner.weights({})
    with torch.no_grad():
        for weight in learner.network.parameters():
            weight.mul_(-1)
    assert learner.evaluation()["nats"] > min(nats) == learner.least
    assert learner.weights({}) == best
    path = tmp_path / "people.safetensors"
    path.write_bytes(best)
    assert make_agent(f"people({path})").card.hidden == 8
    chances = answers_of(learner.shipped, told, held_out).chances
    assert -np.log(chances).mean() == pytest.approx(min(nats))


def test_a_run_that_was_stopped_comes_out_the_same():
    """Epochs, schedule, order, dropout and the best network so far go on."""
    whole, stopped = _begin(updates=4), _begin(updates=4)
    for _ in range(2):
        whole.update()
        whole.evaluation()
    stopped.restore(whole.arrays())
    for each in (whole, stopped):
        for _ in range(2):
            each.update()
            each.evaluation()
    one, two = whole.arrays(), stopped.arrays()
    assert [name for name in one if not np.array_equal(one[name], two[name])] == []
    assert whole.turns == 4 * len(whole._rows)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"games": ""}, "clone needs games"),
        ({"games": "nowhere.jsonl"}, "nowhere.jsonl"),
        ({"games": __file__}, "test_learner.py"),
        ({"parts": 1}, "parts is 1; a whole number from 2 to 1,000"),
        ({"parts": 7}, "6 people or games do not make 7 parts"),
        ({"hidden": 1}, "hidden is 1; a whole number from 2"),
        ({"num_envs": 4}, "unknown setting 'num_envs'"),
        ({"start": random_people()}, "are of another model: hidden is 8, not 4"),
    ],
)
def test_what_is_no_run_is_told_in_one_line(settings, words):
    """Before anything is learned."""
    if "start" in settings:
        settings = {**settings, "hidden": 4}
    with pytest.raises((AgentError, LearningError, NotationError, HanabiError)) as told:
        _begin(**settings)
    assert words in str(told.value)
    assert "\n" not in str(told.value)


def test_the_card_tells_the_figures_of_the_weights_that_are_kept(tmp_path):
    """Those of the best evaluation: it was the first here, as figures of the others are spoiled."""
    plan = TrainingPlan.of(
        {"algorithm": "clone", "games": some_games(), "parts": 3, "hidden": 8, "updates": 3}
    )
    run = TrainingRun(plan).begin(tmp_path / "run")
    for learner in run.states():
        with torch.no_grad():
            for weight in learner.network.parameters():
                weight.mul_(-3)
    run.finish()
    run.folder.release()
    best = min(run.curve, key=lambda row: row["nats"])
    assert best is run.curve[0]
    step = load_card(tmp_path / "run" / "weights.safetensors", CLONES).history[-1]
    assert (step["nats"], step["agreement"]) == (best["nats"], best["agreement"])


def test_a_run_whose_games_have_changed_does_not_go_on(tmp_path):
    """Who is held out then may have been learned from. An older state tells nothing, and does."""
    file = tmp_path / "games.jsonl"
    lines = Path(some_games()).read_text().splitlines(keepends=True)
    file.write_text("".join(lines))
    learner = _begin(games=str(file))
    learner.update()
    arrays = learner.arrays()
    file.write_text("".join(lines[:-1]))
    other = _begin(games=str(file))
    with pytest.raises(ValueError, match=r"games.jsonl holds other games than when the run began"):
        other.restore(arrays)
    del arrays["games"]
    other.restore(arrays)
