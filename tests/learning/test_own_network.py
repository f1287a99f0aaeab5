"""Networks of users train and play as ours do."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import Rules, make_agent, play_games
from hanabilab.agents.user_files import code_allowed
from hanabilab.errors import AgentError, LearningError

torch = pytest.importorskip("torch")

from hanabilab.learning.learner import Learner  # noqa: E402  # after the extra was found
from hanabilab.learning.networks import Architecture, Channels, Network  # noqa: E402
from hanabilab.learning.plan import TrainingPlan  # noqa: E402

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("forget_code")]

RULES = "full(players=2, suits=2, ranks=3, copies=211, hand_size=2)"
LITTLE = {
    "rules": RULES, "num_envs": 8, "minibatch_size": 4, "num_steps": 12, "updates": 4,
    "learning_rate": 0.01, "lr_warmup": 0, "seed": 3,
}  # fmt: skip
#: Networks of users: a layer of ours with a memory or without, around which nothing is ours.
FILE = '''
import torch
from hanabilab.learning.networks import Architecture, Channels, Network, OwnNetwork

class Around(OwnNetwork):
    memory = None

    def __init__(self, rules):
        super().__init__(rules)
        self.inner = Network(rules, Architecture(Channels(16), memory=self.memory, facts=True))

    def follow(self, observations, state):
        out = self.inner(observations, state)
        return out.actions, out.value, out.state

class Gru(Around):
    memory, state_shape = "gru", (1, 16)

class Lstm(Around):
    memory, state_shape = "lstm", (2, 16)

class Dropout(Around):
    """Its shares of neurons are read from a tensor, as many a network of the literature does."""

    def __init__(self, rules):
        super().__init__(rules)
        self.before, self.after = (
            torch.nn.Dropout(share.item()) for share in torch.linspace(0.1, 0.3, 2)
        )

    def follow(self, observations, state):
        actions, value, state = super().follow(self.before(observations), state)
        return self.after(actions), value, state

class Wrong(Around):
    def follow(self, observations, state):
        actions, value, state = super().follow(observations, state)
        return actions[..., :3], value, state

class Broken(Around):
    def __init__(self, rules):
        raise RuntimeError("no such layer")

def module(rules):
    return torch.nn.Linear(2, 2)

def sized(rules):
    """With as many numbers as the rules have actions: a function makes one, too."""
    return Gru(rules)

number = 3
'''


@pytest.fixture(name="file")
def _file(tmp_path):
    (path := tmp_path / "mine.py").write_text(FILE)
    return path


def begin(algorithm: str, **settings) -> Learner:
    return TrainingPlan.of({"algorithm": algorithm} | LITTLE | settings).begin()


def updated(learner: Learner) -> Learner:
    while learner.done < learner.settings.updates:
        learner.update()
    return learner


def weights_of(learner: Learner, prefix: str = "") -> dict[str, np.ndarray]:
    return {
        name.removeprefix(prefix): weight.detach().numpy()
        for name, weight in learner.network.named_parameters()
    }


@pytest.mark.parametrize("name", ["Around", "Gru", "Lstm"])
@pytest.mark.parametrize("algorithm", ["ppo", "dagger", "r2d2"])
def test_it_learns_what_the_network_inside_would(algorithm, name, file):
    """The same weights after four updates, but for rounding: memories are carried as ours are."""
    memory = {"Around": "none", "Gru": "gru", "Lstm": "lstm"}[name]
    more = {"vdn": False, "burn_in": 2} if algorithm == "r2d2" else {}
    ours = updated(begin(algorithm, memory=memory, fixed=16, **more))
    torch.manual_seed(0)  # whatever is drawn elsewhere
    theirs = begin(algorithm, network=f"{file}:{name}", **more)
    used = {each for each in weights_of(theirs, "inner.") if "hand_head" not in each}
    updated(theirs)
    found, wanted = weights_of(theirs, "inner."), weights_of(ours)
    for each in used:
        np.testing.assert_allclose(found[each], wanted[each], atol=2e-5)


def test_neurons_are_left_out_in_training_alone(file):
    """Two evaluations tell the same, beside a partner, too; and then learning goes on with it."""
    settings = {"partner": "five-rule", "evaluate_games": 40}
    learner = begin("partner-ppo", network=f"{file}:Dropout", **settings)
    learner.update()
    assert learner.evaluation() == learner.evaluation()
    assert learner.network.training


@pytest.mark.parametrize(
    ("algorithm", "name"),
    [("pqn", "Gru"), ("obl", "Around"), ("ppo", "sized"), ("ppo", "Dropout")],
)
def test_a_run_goes_on_and_its_weights_play(algorithm, name, file, tmp_path):
    """To the same bits after a checkpoint; as an agent it scores what the evaluation tells."""
    learner = begin(algorithm, network=f"{file}:{name}")
    learner.update()
    torch.manual_seed(0)  # whatever is drawn elsewhere
    resumed = begin(algorithm, network=f"{file}:{name}")
    resumed.restore(learner.arrays())
    found, wanted = weights_of(updated(resumed)), weights_of(updated(learner))
    for each in wanted:
        np.testing.assert_array_equal(found[each], wanted[each])
    (path := tmp_path / "weights.safetensors").write_bytes(learner.weights({"turns": 1}))
    agent = make_agent(f'net("{path}", network="{file}:{name}")')
    rules = learner.settings.rules
    results = play_games([agent, agent], rules, games=40, seed=1_000_003)
    assert results.table["score"].to_list() == learner.scores(40).tolist()
    again = make_agent(agent.name)
    assert again.carried_size == 16 * learner.network.state_shape[0]


def test_a_card_runs_no_file(file, tmp_path, forget_code):
    """Weights can be anybody's: the file that their card names runs on the user's word alone."""
    learner = begin("ppo", network=f"{file}:Around")
    (path := tmp_path / "weights.safetensors").write_bytes(learner.weights({"turns": 1}))
    forget_code()
    with pytest.raises(AgentError, match=r"^the card of .* names .*mine\.py, .* --allow-code"):
        make_agent(f'net("{path}")')
    with code_allowed([file]):
        assert make_agent(f'net("{path}")').players == range(2, 3)
    with pytest.raises(LearningError, match="of another network: network is"):
        begin("ppo", network=f"{file}:Gru", start=str(path))
    with pytest.raises(LearningError, match="of another network: "):
        begin("ppo", start=str(path))


@pytest.mark.parametrize(
    ("algorithm", "settings", "words"),
    [
        ("ppo", {"network": "mine.py"}, "network is 'mine.py'; FILE.py:NAME is needed"),
        ("ppo", {"network": "nowhere.py:Mine"}, "no network file nowhere.py"),
        ("ppo", {"network": "{}:nothing"}, "has no network 'nothing'"),
        ("ppo", {"network": "{}:number"}, "has no network 'number'"),
        ("ppo", {"network": "{}:module"}, "makes a Linear, no OwnNetwork"),
        ("ppo", {"network": "{}:Broken"}, "fails: RuntimeError: no such layer"),
        ("ppo", {"network": "{}:Around", "colors": 4}, "colors is of the networks of hanabilab"),
        ("ppo", {"network": "{}:Around", "memory": "lstm"}, "memory is of the networks of hanab"),
        ("ppo", {"network": "{}:Around", "sharpen": 2.0}, "sharpen is of the networks"),
        ("r2d2", {"network": "{}:Around"}, "set vdn = false"),
        ("obl", {"network": "{}:Gru"}, "has a memory; obl trains networks without one"),
        ("belief", {"network": "{}:Around"}, "no other_play, and no network"),
    ],
)
def test_mistakes_are_one_line(algorithm, settings, words, file):
    told = {
        name: value.format(file) if isinstance(value, str) else value
        for name, value in settings.items()
    }
    with pytest.raises(LearningError, match=words) as caught:
        begin(algorithm, **told)
    assert "\n" not in str(caught.value)


def test_wrong_shapes_are_told(file):
    """By the name of what `follow` returns, with the shape that it must have."""
    learner = begin("ppo", network=f"{file}:Wrong")
    words = r"follow of Wrong returns actions of shape \(1, 8, 3\); it must be \(1, 8, 9\)"
    with pytest.raises(LearningError, match=words):
        learner.update()


def test_the_network_inside_is_ours():
    """The oracle of these tests: a plain network of ours of the same layers."""
    network = Network(Rules(players=2), Architecture(Channels(16), memory="gru", facts=True))
    assert network.state_shape == (1, 16)
