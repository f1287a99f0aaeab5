"""Training runs: labels, returns, updates, checkpoints, weights, configs."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from hanabilab import Rules, play_games
from hanabilab.errors import AgentError, LearningError, ResumeError
from hanabilab.learning import VectorGames
from hanabilab.learning.teachers import Teacher
from tests.learning.small import SMALL

torch = pytest.importorskip("torch")
from safetensors.torch import load, save  # noqa: E402

from hanabilab.learning import obl  # noqa: E402
from hanabilab.learning.cards import Card  # noqa: E402  # after the extra was found
from hanabilab.learning.evaluation import self_play_scores  # noqa: E402
from hanabilab.learning.networks import Architecture, Channels, Network  # noqa: E402
from hanabilab.learning.plan import TrainingPlan  # noqa: E402
from hanabilab.learning.returns import advantages  # noqa: E402
from hanabilab.learning.rollouts import Player  # noqa: E402
from hanabilab.learning.training import CURVE, TrainingRun  # noqa: E402
from hanabilab.learning.weight_files import (  # noqa: E402
    NETWORKS,
    load_weights,
    packed,
    weights_bytes,
)

pytestmark = [pytest.mark.once]
TWO = Rules(players=2)


@pytest.mark.parametrize("players", [2, 3])
def test_a_teacher_who_is_followed_plays_its_own_games(players):
    """Games in which every label is taken end as the arena ends them, deck by deck."""
    games = VectorGames(Rules(players=players), 40, seed=5)
    teacher = Teacher("smart", games)
    scores = np.full(40, -1)
    while (scores < 0).any():
        games.step(teacher.actions)
        teacher.watch(games.ended)
        scores = np.where(games.ended & (scores < 0), games.scores, scores)
    expected = play_games("smart", games.rules, games=40, seed=5).table["score"].to_numpy()
    assert (scores == expected).all()


def test_agents_that_see_everything_do_not_teach():
    """Labels that no seat could know would teach to guess."""
    with pytest.raises(AgentError, match="cannot teach"):
        Teacher("cheat", VectorGames(TWO, 2))


@pytest.mark.parametrize("memory", ["gru", "lstm", None])
@pytest.mark.parametrize("players", [2, 3])
def test_rows_of_games_are_sequences_of_seats(memory, players):
    """A row in which games follow each other gives what each seat's own turns give, one by one."""
    torch.manual_seed(1)
    rules = Rules(players=players)
    network = Network(rules, Architecture(Channels(6, 3), 1, memory, facts=True, inferences=True))
    player = Player(network, VectorGames(rules, 3, seed=2), None, torch.Generator().manual_seed(4))
    turns = player.play(90)  # random weights lose soon, so games end within
    assert turns.ended.sum() > 3
    out = network.games(turns.observations.float(), turns.carried, turns.ages)
    for game in range(3):
        states = {}
        for turn in range(90):
            age = int(turns.ages[turn, game])
            seat = age % players
            state = states[seat] if age >= players else network.first_state(1)
            seen = turns.observations[turn : turn + 1, game : game + 1].float()
            own = network(seen, state)
            states[seat] = own.state
            assert torch.allclose(own.actions[0, 0], out.actions[turn, game], atol=1e-5)
            assert torch.allclose(own.value[0, 0], out.value[turn, game], atol=1e-5)


def test_memory_is_carried_from_call_to_call():
    """Two calls in a row are one call of as many turns."""
    torch.manual_seed(1)
    network = Network(TWO, Architecture(Channels(6, 3), 1, "gru"))

    def chances(*lengths):
        generator = torch.Generator().manual_seed(4)
        player = Player(network, VectorGames(TWO, 3, seed=2), None, generator, greedy=1.0)
        return torch.cat([player.play(length).log_probs for length in lengths])

    assert torch.allclose(chances(9, 14), chances(23), atol=1e-6)


def test_advantages_are_those_of_the_formula():
    """The recursion is the sum of discounted errors, cut where a game ends."""
    rng = np.random.default_rng(3)
    rewards, values = rng.normal(size=(7, 2)), rng.normal(size=(8, 2))
    ended = rng.random((7, 2)) < 0.3
    found = advantages(
        *map(torch.from_numpy, (rewards, values, ended)), discount=0.9, gae_lambda=0.8
    ).numpy()
    for game in range(2):
        for turn in range(7):
            total, weight = 0.0, 1.0
            for later in range(turn, 7):
                following = 0.0 if ended[later, game] else values[later + 1, game]
                total += weight * (rewards[later, game] + 0.9 * following - values[later, game])
                if ended[later, game]:
                    break
                weight *= 0.9 * 0.8
            assert found[turn, game] == pytest.approx(total)


@pytest.mark.parametrize(
    ("algorithm", "more"),
    [
        ("dagger", ""),
        ("ppo", ""),
        ("ppo", 'critic = "central"'),
        ("belief", 'agent = "five-rule"'),
        ("obl", "other_play = true"),
    ],
)
def test_a_run_that_was_stopped_comes_out_the_same(tmp_path, algorithm, more):
    """Stopped after two updates and resumed, weights are those of a run in one go, to the bit."""
    text = f'algorithm = "{algorithm}"\n{SMALL}{more}'
    plan = TrainingPlan.from_config(_config(tmp_path, text))
    whole = TrainingRun(plan).begin(tmp_path / "whole")
    whole.train()
    whole.finish()
    whole.folder.release()

    stopped = TrainingRun(plan).begin(tmp_path / "parts")
    with pytest.raises(KeyboardInterrupt):
        stopped.train(lambda _: _stop_after(stopped, 2))
    stopped.folder.release()
    # Whoever looks into the folder meanwhile sees the curve so far.
    assert pl.read_csv(tmp_path / "parts" / CURVE)["updates"].to_list() == [2]
    resumed = TrainingRun.find(tmp_path / "parts").go_on()
    assert resumed.learner.done == 2
    resumed.train()
    resumed.folder.release()
    assert not resumed.folder.damaged
    for one, other in zip(
        whole.learner.network.parameters(), resumed.learner.network.parameters(), strict=True
    ):
        assert (one == other).all()
    told = [run.table().drop("cpu_seconds") for run in (whole, resumed)]
    assert told[0].equals(told[1], null_equal=True)


def test_half_an_update_is_not_kept(tmp_path, monkeypatch):
    """Stopped within an update, the run goes on from its last state, to the same bits."""
    plan = TrainingPlan.from_config(_config(tmp_path, f'algorithm = "ppo"\n{SMALL}'))
    whole = TrainingRun(plan).begin(tmp_path / "whole")
    whole.train()
    stopped = TrainingRun(plan).begin(tmp_path / "parts")

    def break_off(losses):
        raise KeyboardInterrupt

    monkeypatch.setattr(stopped.learner, "descend", break_off)
    with pytest.raises(KeyboardInterrupt):
        stopped.train()
    stopped.folder.release()
    resumed = TrainingRun.find(tmp_path / "parts").go_on()
    assert resumed.learner.done == 0
    resumed.train()
    for one, other in zip(
        whole.learner.network.parameters(), resumed.learner.network.parameters(), strict=True
    ):
        assert (one == other).all()


def test_columns_of_a_curve_may_begin_late(tmp_path):
    """What is told for the first time after a hundred rows is in the table, and numbers stay."""
    plan = TrainingPlan.from_config(_config(tmp_path, f'algorithm = "ppo"\n{SMALL}'))
    run = TrainingRun(plan).begin(tmp_path / "run")
    run.curve = [{"score": 1}] * 150 + [{"score": 1.5, "late": 2.0}]
    assert run.table()["late"].to_list()[149:] == [None, 2.0]
    assert run.table()["score"][-1] == 1.5


def test_a_curve_comes_back_as_it_was_kept(tmp_path):
    """What a row does not tell stays untold, and what could not be told stays NaN."""
    plan = TrainingPlan.from_config(_config(tmp_path, f'algorithm = "ppo"\n{SMALL}'))
    run = TrainingRun(plan).begin(tmp_path / "run")
    run.curve = [{"updates": 1, "late": 2.0}, {"updates": 2}, {"updates": 3, "late": float("nan")}]
    run.keep_state(run.learner)
    run.folder.release()
    resumed = TrainingRun.find(tmp_path / "run").go_on()
    assert (
        resumed.table().write_csv() == run.table().write_csv() == "updates,late\n1,2.0\n2,\n3,NaN\n"
    )


def test_handles_of_another_process_are_written_again():
    """What opens an agent's memory may be an address: a state that was kept has an old one."""
    teacher = Teacher("net(guided-2p)", VectorGames(TWO, 4))
    kept = teacher.arrays()
    assert (kept["memory"][..., 0] != 0).all()
    kept["memory"][..., 0] = 12345
    teacher.restore(kept)
    teacher.watch(np.ones(4, np.bool_))
    teacher.restore(kept)
    teacher.watch(np.zeros(4, np.bool_))
    assert (teacher.actions >= 0).all()


def test_too_little_memory_is_told(tmp_path, monkeypatch):
    """PyTorch and NumPy say it each in its way; all become one line, other faults stay."""
    plan = TrainingPlan.from_config(_config(tmp_path, f'algorithm = "ppo"\n{SMALL}'))
    run = TrainingRun(plan).begin(tmp_path / "run")
    for ask in (
        *(lambda: torch.empty(1 << 58), lambda: np.empty(1 << 58), *map(_fails, _FULL)),
        lambda: VectorGames(plan.settings.rules, 1 << 50),
    ):
        monkeypatch.setattr(run.learner, "update", ask)
        with pytest.raises(LearningError, match=r"for 16 games .* minibatch_size, .* smaller"):
            run.train()
    monkeypatch.setattr(run.learner, "update", lambda: torch.zeros(2) @ torch.zeros(3))
    with pytest.raises(RuntimeError, match="size"):
        run.train()


@pytest.mark.parametrize("where", ["evaluate", "arrays", "restore"])
def test_too_little_memory_beside_an_update_is_told(tmp_path, monkeypatch, where):
    """An evaluation, a state that is kept, and one that is read need memory, too."""
    plan = TrainingPlan.from_config(_config(tmp_path, f'algorithm = "ppo"\n{SMALL}'))
    run = TrainingRun(plan).begin(tmp_path / "run")
    run.learner.update()
    run.keep_state(run.learner)
    run.folder.release()
    monkeypatch.setattr(type(run.learner), where, lambda *_: torch.empty(1 << 58))
    with pytest.raises(LearningError, match="not enough memory"):
        TrainingRun.find(tmp_path / "run").go_on().train()


def _fails(words):
    def ask():
        raise RuntimeError(words)

    return ask


#: What PyTorch says of a GPU that is full.
_FULL = ("CUDA error: out of memory", "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling")


@pytest.mark.parametrize("algorithm", ["ppo", "pqn", "guided-ppo"])
def test_a_run_that_diverges_is_told(algorithm):
    """Once a gradient is not finite it stops in one line: weights of no use are not shipped."""
    sizes = {"num_envs": 8, "num_steps": 4, "fixed": 4, "colors": 2}
    learner = TrainingPlan.of({"algorithm": algorithm, "minibatch_size": 8, **sizes}).begin()
    with torch.no_grad():
        next(iter(learner.network.parameters())).fill_(1e38)
    with pytest.raises(LearningError, match="make learning_rate smaller"):
        learner.update()


_SIZES = {"rules": "small", "num_envs": 8, "minibatch_size": 8, "num_steps": 4, "fixed": 4}


@pytest.mark.parametrize(
    ("large", "advice"),
    [
        ({"algorithm": "ppo", "entropy_coef": 1e308}, "make entropy_coef smaller"),
        ({"algorithm": "ppo", "learning_rate": 0, "sharpen": 1e38}, "make sharpen smaller"),
        (
            {"algorithm": "dagger", "value_coef": 1e308, "inference_coef": 1e21},
            "make inference_coef and value_coef smaller",
        ),
        ({"algorithm": "guided-ppo", "label_coef": 1e308}, "make label_coef smaller"),
    ],
)
def test_what_made_a_run_diverge_is_told(large, advice):
    """A setting that scales gradients, where it is large; the learning rate would not help."""
    learner = TrainingPlan.of(_SIZES | {"colors": 2} | large).begin()
    with pytest.raises(LearningError, match=f"the gradient is not finite; {advice}$"):
        learner.update()


def test_values_that_diverge_are_told():
    """No action can be drawn by a softmax of what is not finite."""
    learner = TrainingPlan.of(_SIZES | {"algorithm": "obl", "temperature": 1.0}).begin()
    with torch.no_grad():
        next(iter(learner.network.parameters())).fill_(1e38)
    with pytest.raises(LearningError, match="values of actions are not finite; make learning_rate"):
        learner.update()


def test_weights_that_diverge_at_once_are_told(tmp_path):
    """They are what to change, if the first update fails."""
    document = _SIZES | {"algorithm": "ppo", "start": str(tmp_path / "start.safetensors")}
    begun = TrainingPlan.of(document | {"start": ""}).begin()
    with torch.no_grad():
        next(iter(begun.network.parameters())).fill_(1e38)
    (tmp_path / "start.safetensors").write_bytes(begun.weights({}))
    learner = TrainingPlan.of(document).begin()
    with pytest.raises(
        LearningError, match=r"smaller, or start from other weights than .*start\.s"
    ):
        learner.update()


def test_weights_that_a_file_cannot_hold_are_not_written(tmp_path):
    """Those of networks on a guide have half the precision, and end at 65,504."""
    run = TrainingRun(TrainingPlan.of(_SIZES | {"algorithm": "guided-ppo", "colors": 2}))
    run.begin(tmp_path / "run")
    with torch.no_grad():
        next(iter(run.learner.mean.parameters())).fill_(1e5)
    with pytest.raises(
        LearningError, match=r"layers.* is beyond 65504, .* network that sits on a guide"
    ):
        run.finish()
    assert not (tmp_path / "run" / "weights.safetensors").exists()


def test_worlds_are_among_what_needs_memory(tmp_path, monkeypatch):
    """Of off-belief learning; no setting is called count."""
    monkeypatch.setattr(obl, "ImaginedGames", lambda *_, **__: VectorGames(Rules(), 1 << 50))
    plan = TrainingPlan.of(_SIZES | {"algorithm": "obl", "worlds": 1000})
    with pytest.raises(LearningError, match=r"^not enough memory for .*1,000 worlds.*, worlds,"):
        TrainingRun(plan).begin(tmp_path / "run")


@pytest.mark.parametrize("algorithm", ["ppo", "guided-ppo"])
def test_one_turn_of_one_game_is_learned_from(algorithm):
    """The spread of a single advantage is zero, and no number is lost."""
    sizes = {"num_envs": 1, "num_steps": 1, "minibatch_size": 1, "fixed": 4, "colors": 2}
    learner = TrainingPlan.of({"algorithm": algorithm, **sizes}).begin()
    for _ in range(3):
        learner.update()
    assert all(weight.isfinite().all() for weight in learner.network.parameters())


def test_a_damaged_state_is_told(tmp_path):
    """Arrays of other shapes under a right digest are one line, not a traceback."""
    plan = TrainingPlan.from_config(_config(tmp_path, f'algorithm = "ppo"\n{SMALL}'))
    run = TrainingRun(plan).begin(tmp_path / "run")
    run.learner.update()
    arrays = run.learner.arrays() | {"player.games.seats": np.zeros(3, np.int64)}
    run.learner.arrays = lambda: arrays
    run.keep_state(run.learner)
    run.folder.release()
    with pytest.raises(ResumeError, match="cannot read"):
        TrainingRun.find(tmp_path / "run").go_on()


@pytest.mark.slow
def test_distillation_learns():
    """After some updates the network agrees with its teacher far more often than at first."""
    plan = TrainingPlan.of(
        {"algorithm": "dagger", "rules": "small", "fixed": 32, "colors": 8, "updates": 40}
        | {
            "num_envs": 64,
            "minibatch_size": 32,
            "num_steps": 16,
            "learning_rate": 0.01,
            "teacher": "five-rule",
        }
    )
    learner = plan.begin()
    told = [learner.update()["agreement"] for _ in range(40)]
    assert np.mean(told[-5:]) > np.mean(told[:2]) + 0.1


def test_weights_are_read_back(tmp_path):
    """A file gives the same network, and its card."""
    torch.manual_seed(2)
    network = Network(TWO, Architecture(Channels(6, 3), 2, "lstm", facts=True))
    card = Card(TWO, network.architecture, [{"algorithm": "none"}], {"command": "1.0"})
    (tmp_path / "w.safetensors").write_bytes(weights_bytes(network, card, NETWORKS))
    loaded, read = load_weights(tmp_path / "w.safetensors", NETWORKS)
    assert read == card
    assert (self_play_scores(loaded, TWO, 5) == self_play_scores(network, TWO, 5)).all()


@pytest.mark.parametrize("damage", ["cut", "foreign", "empty", "missing"])
def test_weights_that_are_none_are_refused(tmp_path, damage):
    """One line, whatever the file holds."""
    path = tmp_path / "w.safetensors"
    network = Network(TWO, Architecture(Channels(4)))
    path.write_bytes(weights_bytes(network, Card(TWO, network.architecture), NETWORKS))
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:-9])
    if damage == "foreign":
        path.write_bytes(save({"a": torch.zeros(2)}, {"format": "other"}))
    if damage == "empty":
        path.write_bytes(b"")
    if damage == "missing":
        path.unlink()
    with pytest.raises(LearningError) as told:
        load_weights(path, NETWORKS)
    assert "\n" not in str(told.value)


def test_weights_are_the_same_bytes_each_time():
    """Metadata too, whose order safetensors leaves to chance; and PyTorch reads them back."""
    tensors = {"b": torch.arange(6.0).reshape(3, 2), "a": torch.ones(5).half()}
    metadata = {"z": "1", "card": '{"ö": 1}', "format": "x"}
    files = {packed(tensors, metadata) for _ in range(20)}
    assert len(files) == 1
    found = load(files.pop())
    assert all((found[name] == tensors[name]).all() for name in tensors)


def _config(folder, text):
    path = folder / "config.toml"
    path.write_text(text)
    return path


def _stop_after(run, updates):
    if run.learner.done == updates:
        raise KeyboardInterrupt
