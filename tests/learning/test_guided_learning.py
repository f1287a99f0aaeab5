"""Networks on a guide: they treat colors alike, learn from labels, resume, and play as agents."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from hanabilab import Rules
from hanabilab.agents.traits import check_rules
from hanabilab.errors import AgentError, HanabiError, LearningError
from hanabilab.learning import all_permutations
from hanabilab.learning.guide_kernels import choose
from hanabilab.learning.guides import Guided, GuidedGames
from hanabilab.notation import format_rules

torch = pytest.importorskip("torch", reason="the extra learn is not installed")

from hanabilab.agents import make_agent  # noqa: E402
from hanabilab.arena import Lineup, play_games  # noqa: E402
from hanabilab.arena.table import record_of  # noqa: E402
from hanabilab.learning import guided_ppo  # noqa: E402
from hanabilab.learning.cards import GuidedCard  # noqa: E402
from hanabilab.learning.counterfactual import LabelLearner, LabelSettings  # noqa: E402
from hanabilab.learning.guided_agent import guided_policy  # noqa: E402
from hanabilab.learning.guided_ppo import GuidedPpo, GuidedPpoSettings  # noqa: E402
from hanabilab.learning.plan import TrainingPlan  # noqa: E402
from hanabilab.learning.training import TrainingRun  # noqa: E402
from hanabilab.learning.weight_files import (  # noqa: E402
    GUIDED,
    is_of,
    load_weights,
    weights_bytes,
)
from hanabilab.review.explain import explain_record  # noqa: E402
from scripts.average_weights import average  # noqa: E402

pytestmark = pytest.mark.once
_RULES = Rules(players=2)
_SMALL = {"rules": _RULES, "fixed": 12, "colors": 4, "num_envs": 24}


def _learner(seed=1, **changes):
    settings = {"num_steps": 6, "share": 0.5, "warm_up": 1, "margin_to_leave": 0.4} | changes
    return LabelLearner(LabelSettings(**(_SMALL | settings), seed=seed))


def _ppo(seed=1, **changes):
    settings = {"num_steps": 6, "minibatch_size": 32, "bonus": 3.0} | changes
    return GuidedPpo(GuidedPpoSettings(**_SMALL, seed=seed, **settings))


def _drawn(learner, seed=0):
    """Its network with random weights, the last layer too."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for weight in learner.network.parameters():
            weight.copy_(torch.randn(weight.shape, generator=generator) * 0.1)
    return learner.network


def test_networks_treat_colors_alike():
    """Permuted observations bring permuted outputs, for all 120 permutations."""
    learner = _learner()
    network, symmetry = _drawn(learner), learner.guide.symmetry
    entries = symmetry.observation
    seen = np.random.default_rng(1).random((3, learner.guide.size), np.float32)
    with torch.no_grad():
        actions, value = network(torch.from_numpy(seen[:, entries.order]))
        for permutation in all_permutations(5):
            moved = seen[:, entries.permuted(permutation)][:, entries.order]
            found, judged = network(torch.from_numpy(moved))
            index = symmetry.actions.permuted(permutation)
            assert abs(found - actions[:, index]).max() < 1e-5
            assert abs(judged - value).max() < 1e-5


def test_choices_stay_with_the_guide_unless_another_is_better():
    """By hand: the threshold, a tie, an illegal action."""
    predicted = np.array([[0.0, 0.3, 9.0], [0.0, 0.2, 9.0], [0.0, 0.1, 9.0]], np.float32)
    legal = np.array([[1, 1, 0]] * 3, bool)
    found = choose(predicted, legal, np.zeros(3, np.int64), 0.2)
    assert found.tolist() == [1, 0, 0]


def test_labels_are_gains_of_what_is_asked():
    """In the warm-up every legal action is labelled; then the likely ones, and the guide's."""
    learner = _learner()
    _, asked, gains = learner.play()
    assert asked.shape == gains.shape
    assert abs(gains).max() <= 10
    assert asked.sum(1).min() > 5
    learner.done = 1
    _drawn(learner)
    learner.mean.load_state_dict(learner.network.state_dict())
    _, fewer, gains = learner.play()
    assert fewer.sum(1).min() >= 1
    assert fewer.sum() / len(fewer) < asked.sum() / len(asked)
    assert (gains[~fewer] == 0).all()


def test_without_a_margin_the_best_action_is_labelled():
    """Beside the guide's; of each turn, by what the network makes of actions."""
    learner = _learner(warm_up=0, margin=0.0)
    rows = np.arange(len(learner.games))
    legal, own = learner.games.legal, learner.games.proposals
    predicted = np.random.default_rng(2).random(legal.shape, np.float32)
    others = np.where(legal, predicted, -1)
    others[rows, own] = -1
    asked = learner._worth_asking(predicted, rows)
    assert asked[rows, others.argmax(1)].all()
    assert asked[rows, own].all()
    assert asked.sum() < legal.sum() / 2


def test_the_loss_of_labels_by_hand(monkeypatch):
    """The mean square of prediction less gain, over what was labelled, and of the gain alone."""
    learner = _learner()
    network = _drawn(learner)
    observations, asked, gains = learner.play()
    with torch.no_grad():
        wrong = (network(observations)[0] - gains)[asked]
    labels = (observations, asked, gains)
    monkeypatch.setattr(learner, "play", lambda: labels)
    told = learner.update()
    assert told["error"] == pytest.approx(wrong.square().mean().item(), rel=1e-4)
    assert told["error_of_nothing"] == pytest.approx(gains[asked].square().mean().item(), rel=1e-4)
    assert told["error"] != pytest.approx(told["error_of_nothing"], rel=1e-2)


def test_regression_comes_to_what_labels_say():
    """The error on one batch that is learned again and again falls by half."""
    learner = _learner()
    seen, asked, gains = learner.play()
    learner.descent.set_rate(1e-2)
    errors = []
    for _ in range(60):
        loss = ((learner.network(seen)[0] - gains).square() * asked).mean()
        learner.descend({"loss": loss})
        errors.append(float(loss.detach()))
    assert errors[-1] < errors[0] / 2


@pytest.mark.parametrize("make", [_learner, _ppo], ids=["labels", "ppo"])
def test_a_resumed_run_comes_to_the_same_bits(make):
    """Two updates, and two more; the same from what was kept between them."""
    first, second = make(), make()
    for _ in range(2):
        first.update()
    second.restore(first.arrays())
    for learner in (first, second):
        for _ in range(2):
            learner.update()
    for ours, theirs in zip(first.mean.parameters(), second.mean.parameters(), strict=True):
        assert torch.equal(ours, theirs)
    assert first.done == second.done == 4


def test_an_update_may_find_nothing_to_learn_from():
    """Every turn is sure and none is kept, or none is labelled: weights stay, and it goes on."""
    for learner in (_ppo(bonus=30.0, last_bonus=30.0, kept=0.0), _learner(share=0.0)):
        before = [weight.clone() for weight in learner.network.parameters()]
        for _ in range(2):
            learner.update()
        assert learner.done == 2
        for was, weight in zip(before, learner.network.parameters(), strict=True):
            assert torch.equal(was, weight)


def test_all_legal_actions_may_be_labelled():
    """With `likely` at 0, however unlikely they are."""
    learner = _ppo(likely=0.0, labelled=1.0)
    turns = learner.play()
    asked = turns.asked.any(-1)
    assert asked.any()
    assert torch.equal(turns.asked[asked], turns.legal[asked])


@pytest.mark.parametrize(
    ("likely", "labelled", "asked"),
    [
        # Actions that are likelier and legal, and the guide's, the last of the first row.
        (0.15, 1.0, [[1, 0, 0, 1], [1, 1, 0, 0]]),
        (0.05, 1.0, [[1, 1, 0, 1], [1, 1, 0, 0]]),
        # The guide's alone has nothing to be compared with.
        (0.65, 1.0, [[0, 0, 0, 0], [0, 0, 0, 0]]),
        (0.05, 0.0, [[0, 0, 0, 0], [0, 0, 0, 0]]),
    ],
)
def test_actions_to_label_by_hand(likely, labelled, asked):
    """Chances .6, .1, none and .04 where the guide takes the last; .5, .3, none and .01."""
    chances = np.array([[0.6, 0.1, 1e-9, 0.04], [0.5, 0.3, 1e-9, 0.01]], np.float32)
    legal, proposals = np.array([[1, 1, 0, 1]] * 2, bool), np.array([3, 0])
    settings = GuidedPpoSettings(likely=likely, labelled=labelled)
    found = guided_ppo._likely(
        np.log(chances), legal, proposals, np.random.default_rng(1), settings
    )
    assert found.astype(int).tolist() == asked


def test_a_share_of_turns_is_labelled():
    """A quarter of 4,000, within five deviations."""
    logits, legal = np.log(np.full((4000, 2), 0.5, np.float32)), np.ones((4000, 2), bool)
    settings = GuidedPpoSettings(likely=0.1, labelled=0.25)
    found = guided_ppo._likely(
        logits, legal, np.zeros(4000, np.int64), np.random.default_rng(1), settings
    )
    assert abs(found.all(1).mean() - 0.25) < 0.035


# --- Schedules, clips, means ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("done", "labels", "ppo", "bonus"),
    [
        # A cosine from 1 to a tenth; a line from 1 to a twentieth; a line from 4 to 1.
        (0, 1.0, 1.0, 4.0),
        (25, 0.55 + 0.45 * 0.5**0.5, 0.75, 3.25),
        (50, 0.55, 0.5, 2.5),
        (97, 0.55 + 0.45 * np.cos(0.97 * np.pi), 0.05, 1.09),
        (100, 0.1, 0.05, 1.0),
    ],
)
def test_rates_and_bonuses_beside_a_guide(monkeypatch, done, labels, ppo, bonus):
    """Of 100 updates, as a share of the setting; in play and in learning."""
    nothing = torch.zeros(0, 1)
    learner = _learner(updates=100, learning_rate=0.01)
    monkeypatch.setattr(learner, "play", lambda: (nothing, nothing, nothing))
    learner.done = done
    learner.update()
    assert 0.01 * labels == pytest.approx(learner.descent._adam.param_groups[0]["lr"])
    learner, used = _ppo(updates=100, learning_rate=0.01, bonus=4.0, last_bonus=1.0), set()
    log_chances = guided_ppo.log_chances

    def watched(outputs, legal, proposals, bonus):
        used.add(bonus)
        return log_chances(outputs, legal, proposals, bonus)

    monkeypatch.setattr(guided_ppo, "log_chances", watched)
    learner.done = done
    learner.update()
    assert 0.01 * ppo == pytest.approx(learner.descent._adam.param_groups[0]["lr"])
    assert [bonus] == pytest.approx(list(used))


def test_the_mean_of_weights_by_hand():
    """At first of all that there were, alike; later the newest counts one hundredth."""
    learner = _ppo()
    learner.descent.set_rate(0.1)
    weight, mean = learner.network.layers[0].bias, learner.mean.layers[0].bias
    seen = [weight.detach().clone()]
    for _ in range(3):
        learner.descend({"loss": weight.sum()})
        seen.append(weight.detach().clone())
    assert not torch.equal(seen[0], seen[1])
    assert torch.allclose(mean, sum(seen) / 4, atol=1e-5)
    learner.steps, before = 1000, mean.detach().clone()
    learner.descend({"loss": weight.sum()})
    assert torch.allclose(mean, 0.99 * before + 0.01 * weight, atol=1e-5)


@pytest.mark.parametrize("make", [_learner, _ppo], ids=["labels", "ppo"])
def test_what_is_kept_and_evaluated_is_the_mean(tmp_path, make):
    """Where the network has gone elsewhere."""
    learner = make()
    _drawn(learner)
    path = tmp_path / "w.safetensors"
    path.write_bytes(learner.weights({}))
    kept = dict(load_weights(path, GUIDED)[0].named_parameters())
    for name, weight in learner.mean.named_parameters():
        assert torch.allclose(kept[name], weight, atol=1e-3), name
    seen = learner.games.observations
    expected = learner.mean(torch.from_numpy(seen))[0].detach().numpy()
    assert (learner.predict(seen) == expected).all()
    assert (expected != learner.network(torch.from_numpy(seen))[0].detach().numpy()).any()


# --- Weights and agents --------------------------------------------------------------------------


def test_temperature_is_that_of_actions(tmp_path):
    """What the starting weights say of positions stays, in points."""
    first = _ppo()
    _drawn(first)
    first.mean.load_state_dict(first.network.state_dict())
    path = tmp_path / "w.safetensors"
    path.write_bytes(first.weights({}))
    settings = _SMALL | {"num_steps": 6, "minibatch_size": 32, "start": str(path)}
    one, four = (GuidedPpo(GuidedPpoSettings(**settings, temperature=t)) for t in (1.0, 0.25))
    seen = one.play().flat().observations
    (actions, values), (sharper, again) = one.network(seen), four.network(seen)
    assert torch.allclose(values, again)
    assert torch.allclose(4 * actions, sharper, rtol=1e-4)


def test_a_path_with_a_space_is_quoted(tmp_path):
    """Names of such agents read back, with a threshold and without."""
    path = tmp_path / "my weights.safetensors"
    path.write_bytes(_learner().weights({}))
    for name in (f'net("{path}")', f'guided("{path}", threshold=2)'):
        agent = make_agent(name)
        assert agent.name == name
        assert make_agent(agent.name) == agent


def test_a_run_by_config_ends_in_weights_that_play(tmp_path):
    """Labels, then PPO from their weights: the card tells of both; the agent plays."""
    shared = "fixed = 8\ncolors = 3\ngames = 16\nupdates = 2\nevaluate_games = 8\n"
    labels, ppo = tmp_path / "labels.toml", tmp_path / "ppo.toml"
    labels.write_text(f'algorithm = "guided-labels"\nturns = 4\n{shared}')
    start = (tmp_path / "first" / "weights.safetensors").as_posix()
    ppo.write_text(f'algorithm = "guided-ppo"\nturns = 4\nstart = "{start}"\n{shared}')
    for config, out in ((labels, "first"), (ppo, "second")):
        run = TrainingRun(TrainingPlan.from_config(config)).begin(tmp_path / out)
        with run.folder:
            run.train()
            run.finish()
    file = tmp_path / "second" / "weights.safetensors"
    agent = make_agent(f"net({file})")
    assert agent.name == f"net({file})"
    assert [step["algorithm"] for step in load_weights(file, GUIDED)[1].history] == [
        "guided-labels",
        "guided-ppo",
    ]
    other = make_agent(f"guided({file}, threshold=9)")
    assert (agent.threshold, other.threshold) == (1.5, 9)
    assert make_agent(other.name) == other
    assert play_games(Lineup((agent, other)), _RULES, games=3, seed=1, threads=1).table.height == 3
    with pytest.raises(AgentError, match="guided takes"):
        make_agent(f"guided({file}, depth=2)")


@pytest.mark.parametrize("what", ["advantages", "labels"])
def test_ppo_makes_better_actions_likelier(what):
    """By advantages alone, and by labels alone: three steps move chances as they should."""
    learner = _ppo(likely=1e-9, bonus=1.0)
    turns = learner.play()
    (_, returns), turns = guided_ppo.targets(learner, turns), turns.flat()
    better = turns.actions % 2 == 0
    points = torch.where(better, 1.0, -1.0)
    nothing = torch.zeros_like(turns.gains)
    gains = nothing.scatter(1, turns.actions[:, None], points[:, None])
    by_advantages = what == "advantages"
    targets = points if by_advantages else points * 0, returns
    turns = turns._replace(gains=nothing if by_advantages else gains)
    rows = torch.arange(len(points))
    learner.descent.set_rate(1e-3)
    for _ in range(3):
        learner.descend(guided_ppo.losses(learner, turns, targets, rows))
    outputs = learner.network(turns.observations)[0]
    logits = guided_ppo.log_chances(outputs, turns.legal, turns.proposals, 1.0)
    change = logits.gather(1, turns.actions[:, None]).squeeze(1) - turns.log_probs
    assert change[better].mean() > 0.001
    assert change[~better].mean() < -0.001


def _file(tmp_path, learner, **changes):
    card = GuidedCard(
        **{
            "guide": "smart",
            "rules": format_rules(_RULES),
            "hidden": [[12, 4], [12, 4]],
            "threshold": 0.1,
        }
        | changes
    )
    path = tmp_path / "weights.safetensors"
    path.write_bytes(weights_bytes(learner.network, card, GUIDED))
    return path


def test_an_untrained_agent_plays_as_its_guide(tmp_path):
    """The last layer is zero at first: every action is the guide's."""
    path = _file(tmp_path, _learner())
    assert is_of(path, GUIDED)
    agent = guided_policy("guided", path)
    ours = play_games(Lineup((agent, agent)), _RULES, games=40, seed=3, threads=1).table
    guides = play_games(Lineup.of("smart"), _RULES, games=40, seed=3, threads=1).table
    assert ours["score"].to_list() == guides["score"].to_list()


def test_agents_play_as_in_training(tmp_path):
    """With a partner in its own seat or not, scores are those of the learner's evaluation."""
    learner = _learner()
    _drawn(learner)
    for weight in learner.network.parameters():
        weight.data = weight.data.half().float()
    learner.mean.load_state_dict(learner.network.state_dict())
    agent = guided_policy("guided", _file(tmp_path, learner), threshold=0.4)
    table = play_games(Lineup((agent, agent)), _RULES, games=60, seed=4, threads=1).table
    assert table["score"].to_list() == learner.scores(60, 4).tolist()
    guides = play_games(Lineup.of("smart"), _RULES, games=60, seed=4, threads=1).table
    assert table["score"].to_list() != guides["score"].to_list()


def test_what_is_no_weights_is_refused(tmp_path):
    """Damaged, of another network, not finite, or asked to play by other rules."""
    path = _file(tmp_path, _learner(), hidden=[[12, 4]])
    with pytest.raises(AgentError, match="holds no network"):
        guided_policy("guided", path)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(AgentError, match="holds no network"):
        guided_policy("guided", path)
    path.write_bytes(b"what")
    assert not is_of(path, GUIDED)
    deep = b'{"x": ' + b"[" * 100_000
    path.write_bytes(len(deep).to_bytes(8, "little") + deep)
    with pytest.raises(HanabiError, match="lists within lists"):
        make_agent(f"net({path})")
    learner = _learner()
    learner.network.layers[0].bias.data[0] = float("nan")
    with pytest.raises(AgentError, match="not finite"):
        guided_policy("guided", _file(tmp_path, learner))
    agent = guided_policy("guided", _file(tmp_path, _learner()))
    with pytest.raises(HanabiError, match="trained for"):
        play_games(Lineup((agent, agent)), Rules(players=2, hand_size=4), games=2, threads=1)
    with pytest.raises(AgentError, match="threshold"):
        guided_policy("guided", _file(tmp_path, _learner()), threshold=-1.0)


def test_two_seats_remember_alike():
    """Whatever is done: that lets games keep one memory, and searches list what partners do."""
    guide = Guided("smart", _RULES)
    games, rng = GuidedGames(guide, 16, seed=2), np.random.default_rng(3)
    for _ in range(80):
        games.step([int(rng.choice(np.flatnonzero(legal))) for legal in games.legal])
        memory = games.arrays()["memory"]
        assert (memory[:, 0] == memory[:, 1]).all()


def test_a_search_over_it_plays_its_rules_alone():
    """As it does itself."""
    with pytest.raises(AgentError, match="trained for full"):
        check_rules(make_agent("sparta(net(guided-2p))"), Rules(players=2, hand_size=4))


def test_it_tells_when_it_leaves_its_guide():
    """With the guide's reason, and with what it expects to gain; hints are read as it reads."""
    agent = make_agent("net(guided-2p)")
    table = play_games(Lineup((agent, agent)), _RULES, games=4, seed=5, threads=1).table
    records = [record_of(_RULES, row) for row in table.iter_rows(named=True)]
    told = [turn for record in records for turn in explain_record(agent, record)]
    assert all(turn.choice == turn.action for turn in told)
    reasons = [turn.reason for turn in told]
    assert any(reason.startswith("as smart: plays slot") for reason in reasons)
    left = [reason for reason in reasons if reason.startswith("expects ")]
    assert 0 < len(left) < len(reasons) / 4
    assert all("points more than smart, which" in reason for reason in left)
    assert any(
        "is playable" in line for turn in told for each in turn.readings for line in each.lines
    )


def test_it_goes_to_other_processes_by_its_name():
    """A handle means nothing there: the weights are read again."""
    agent = make_agent("guided(guided-2p, threshold=0.3)")
    again = pickle.loads(pickle.dumps(agent))  # our own
    assert again == agent
    assert hash(again) == hash(agent)
    assert again.settings != agent.settings
    assert agent != make_agent("guided(guided-2p, threshold=0.4)")


def test_weights_have_a_mean(tmp_path):
    """Of two networks of the same layers, number by number; others are refused."""
    paths = []
    for seed in range(2):
        (tmp_path / str(seed)).mkdir()
        learner = _learner()
        _drawn(learner, seed)
        paths.append(_file(tmp_path / str(seed), learner))
    average(tmp_path / "mean", paths)
    mean, first, second = (
        dict(load_weights(path, GUIDED)[0].named_parameters())
        for path in (tmp_path / "mean", *paths)
    )
    for name, weight in mean.items():
        assert abs(weight - (first[name] + second[name]) / 2).max() < 1e-3
    assert load_weights(tmp_path / "mean", GUIDED)[1].history[-1]["files"] == 2
    (tmp_path / "wide").mkdir()
    wide = _file(tmp_path / "wide", _learner(fixed=14), hidden=[[14, 4], [14, 4]])
    with pytest.raises(LearningError, match="no mean"):
        average(tmp_path / "none", [paths[0], wide])
