"""Off-belief learning: every term by hand or against a slow version, and that it learns."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import Game, Rules, play_games
from hanabilab.errors import LearningError, RulesError

torch = pytest.importorskip("torch")

from hanabilab.learning.evaluation import self_play_scores  # noqa: E402  # after the extra was found
from hanabilab.learning.imagined_games import Shown  # noqa: E402
from hanabilab.learning.learner import Learner  # noqa: E402
from hanabilab.learning.networks import Network, Output  # noqa: E402
from hanabilab.learning.obl import Obl, OblSettings, ladder  # noqa: E402
from hanabilab.learning.plan import TrainingPlan  # noqa: E402

pytestmark = pytest.mark.once
TINY = "full(players={}, suits=2, ranks=3, copies=211, hand_size=2)"


def learner_of(players=2, **settings) -> Obl:
    """A small run at its beginning; its slow copy has other weights than its network."""
    small = {"fixed": 8, "colors": 3, "num_envs": 4, "minibatch_size": 2, "num_steps": 12}
    rules = TINY.format(players)
    learner = TrainingPlan.of({"algorithm": "obl", "rules": rules, **small, **settings}).begin()
    torch.manual_seed(7)
    learner.slow.load_state_dict(
        Network(learner.settings.rules, learner.settings.architecture).state_dict()
    )
    return learner


# --- Targets -------------------------------------------------------------------------------------


def values_in(network, game) -> dict[int, float]:
    """What a network takes each legal action of a game to be worth, by the dueling equation."""
    seen = torch.as_tensor(np.asarray(game.observation())).float()[None, None]
    out, legal = network(seen, network.first_state(1)), game.legal_actions()
    advantages = {action: out.actions[0, 0, action].item() for action in legal}
    mean = sum(advantages.values()) / len(legal)
    return {action: out.value.item() + advantages[action] - mean for action in legal}


def best_in(network, game) -> int:
    """Its greedy action."""
    values = values_in(network, game)
    return max(values, key=values.get)


def naive_return(learner, deck, before, action) -> tuple[float, bool, int]:
    """What one world brings: its return, whether it ended, and points of later actions."""
    settings = learner.settings
    game = Game(settings.rules, deck=deck)
    for earlier in before:
        game.act(earlier)
    total, weight, later, seat = 0.0, 1.0, 0, game.current_seat
    for ahead in range(settings.imagined_rounds * settings.rules.players):
        points = game.score
        game.act(action if ahead == 0 else best_in(learner.network, game))
        total += weight * (game.score - points)
        later += abs(game.score - points) if ahead else 0
        weight *= settings.discount
        if game.is_over:
            return total, True, later
    assert game.current_seat == seat  # whose value is taken is who asks
    values = values_in(learner.slow, game)
    return total + weight * values[best_in(learner.network, game)], False, later


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (2, 2), (2, 100), (3, 1)], ids=str)
def test_targets_are_means_over_worlds(players, rounds):
    """Against games that are replayed from each world's deck and played on, one at a time."""
    learner = learner_of(players, worlds=3, imagined_rounds=rounds, discount=0.8, epsilon=1.0)
    learner.prepare()
    turns = learner.player.play(12)
    (targets,) = learner.targets(turns)
    ends, goes_on, later_points = 0, 0, 0
    history: list[list[int]] = [[] for _ in range(4)]
    for turn in range(12):
        positions, carried = learner.positions[turn], learner.remembered[turn]
        learner.imagined.draw(positions, learner._hands(positions, carried), carried)
        decks = learner.imagined.states["deck"].copy().reshape(4, 3, -1)
        for row in range(4):
            action = int(turns.actions[turn, row])
            size = learner.settings.rules.deck_size
            found = [
                naive_return(learner, deck[:size].tolist(), history[row], action)
                for deck in decks[row]
            ]
            expected = sum(each[0] for each in found) / 3
            assert targets[turn, row].item() == pytest.approx(expected, abs=1e-5)
            ends += sum(each[1] for each in found)
            goes_on += sum(not each[1] for each in found)
            later_points += sum(each[2] for each in found)
            history[row] = [] if turns.ended[turn, row] else [*history[row], action]
    assert ends > 5  # where nothing is added for what would come
    assert later_points > 0  # where others' points count
    assert goes_on > 50 or rounds == 100
    assert not goes_on or rounds < 100


def test_the_network_chooses_and_the_slow_copy_values():
    """Double Q by hand: the network likes the second action best, the slow copy takes it for 5."""
    learner = learner_of()
    legal = torch.tensor([[True, True, True, False]])
    learner.network = Fixed([1.0, 3.0, 2.0, 9.0], 0.0)
    learner.slow = Fixed([8.0, 6.0, 1.0, 9.0], 4.0)
    shown = Shown(torch.zeros(1, 5), legal, torch.zeros(2, 0, 1, 0), torch.zeros(1))
    # 4 + 6 - (8 + 6 + 1) / 3; the last action is illegal and counts nowhere.
    assert [5.0] == learner.worth(shown).tolist()
    assert [1] == learner.best(shown)[0].tolist()


@pytest.mark.parametrize(("done", "temperature"), [(0, 2.0), (1, 1.5), (3, 0.5)])
def test_a_softmax_acts_and_values_at_a_temperature(done, temperature):
    """By hand, as above: values are -1, 1 and 0, those of the slow copy 7, 5 and 0."""
    learner = learner_of(temperature=2.0, updates=4)
    learner.done = done
    legal = torch.tensor([[True, True, True, False]])
    learner.network = Fixed([1.0, 3.0, 2.0, 9.0], 0.0)
    learner.slow = Fixed([8.0, 6.0, 1.0, 9.0], 4.0)
    shown = Shown(torch.zeros(1, 5), legal, torch.zeros(2, 0, 1, 0), torch.zeros(1))
    weights = np.exp(np.array([-1.0, 1.0, 0.0]) / temperature)
    chances = weights / weights.sum()
    assert learner.worth(shown).tolist() == pytest.approx([chances @ [7, 5, 0]], rel=1e-5)
    drawn = np.bincount([int(learner.best(shown)[0][0]) for _ in range(2000)], minlength=4)
    assert drawn[3] == 0
    spread = np.sqrt(chances * (1 - chances) * 2000)
    assert (abs(drawn[:3] - 2000 * chances) < 4.5 * spread + 1).all()


def test_a_temperature_is_0_in_the_end():
    """Then the best action is taken."""
    learner = learner_of(temperature=2.0, updates=4)
    learner.done = 4
    assert learner.temperature == 0


def test_the_lowest_temperature_takes_the_best():
    """Values over it would be infinite."""
    cold, best = (learner_of(temperature=temperature) for temperature in (1e-45, 0.0))
    assert cold.update()["loss"] == best.update()["loss"]


class Fixed:
    """A network that says the same of all positions."""

    def __init__(self, advantages, value):
        self.advantages, self.value = torch.tensor([[advantages]]), torch.tensor([[value]])

    def games(self, observations, carried, ages):
        none = torch.zeros(0)
        return Output(self.advantages, self.value, none, none, none, carried)


def test_positions_are_those_before_each_turn():
    """As the games stood then, though they go on, end, and begin anew under other names."""
    learner, seen = learner_of(3, other_play=True, epsilon=1.0), []
    learner.prepare()
    keep = learner.player.watch

    def watch(games):
        arrays = (games.states, games.names, games.games)
        seen.append(tuple(array.tobytes() for array in arrays))
        keep(games)

    learner.player.watch = watch
    ended = learner.player.play(12).ended
    kept = [tuple(array.tobytes() for array in each) for each in learner.positions]
    assert seen == kept
    assert ended[:-1].any()
    for column in zip(*kept, strict=True):
        assert len(set(column)) > 1


def test_other_play_changes_no_target_of_a_symmetric_network():
    """Seats see colors under names of their own, in their worlds too; it knows no names."""
    learner = learner_of(3, other_play=True, epsilon=1.0)
    learner.prepare()
    turns = learner.player.play(12)
    (renamed,) = learner.targets(turns)
    twin, told = learner_of(3), turns.actions.clone()
    twin.remembered = learner.remembered
    for turn, positions in enumerate(learner.positions):
        names = positions.names[np.arange(4), positions.states["current_seat"]]
        true = learner.player.games._tables.told[names, turns.actions[turn].numpy()]
        told[turn] = torch.from_numpy(true.astype(np.int64))
        twin.positions.append(positions._replace(names=np.zeros_like(positions.names)))
    assert (told != turns.actions).any()
    (plain,) = twin.targets(turns._replace(actions=told))
    assert torch.allclose(renamed, plain, atol=1e-5)


# --- Loss, slow copy, random actions -------------------------------------------------------------


def test_the_loss_is_hubers_of_the_actions_taken():
    """Errors of 1/2 and 3: a square's half, and a line beyond one point."""
    learner = learner_of()
    turns = learner.player.play(2)
    out = Output(*(torch.zeros(2, 1, size) for size in (3, 0)), *(torch.zeros(0),) * 4)
    actions = torch.tensor([[[4.0, 1.0, 7.0]], [[0.0, 2.0, 4.0]]])
    out = out._replace(actions=actions, value=torch.tensor([[10.0], [20.0]]))
    turns = turns._replace(
        legal=torch.tensor([[[True, True, False]], [[True, True, True]]]),
        actions=torch.tensor([[1], [2]]),
    )
    # The actions taken are worth 10 + 1 - 5/2 = 8.5 and 20 + 4 - 2 = 22.
    told = learner.losses(turns, out, (torch.tensor([[9.0], [19.0]]),))
    assert told["loss"].item() == pytest.approx((0.5 * 0.5**2 + (3 - 0.5)) / 2)
    assert told["value"].item() == pytest.approx((8.5 + 22) / 2)


def test_gradients_move_the_slow_copy_by_a_share_of_the_way():
    """A quarter of the way from where it was to where the network is, after each gradient."""
    learner = learner_of(target_update=0.25, learning_rate=0.1)
    before = [weight.clone() for weight in learner.slow.parameters()]
    was = [weight.detach().clone() for weight in learner.network.parameters()]
    loss = sum(weight.square().sum() for weight in learner.network.parameters())
    learner.descent.set_rate(0.1)
    learner.descend({"loss": loss})
    moved = 0
    for slow, old, now, then in zip(
        learner.slow.parameters(), before, learner.network.parameters(), was, strict=True
    ):
        assert torch.allclose(slow, 0.75 * old + 0.25 * now, atol=1e-6)
        moved += int((now != then).any())
    assert moved > 3
    assert not any(weight.requires_grad for weight in learner.slow.parameters())


def test_games_explore_by_a_ladder():
    """.5 to the powers 1, 2 and 3; and a single game has the first of them."""
    assert [0.5, 0.25, 0.125] == ladder(0.5, 2, 3).tolist()
    assert [0.5] == ladder(0.5, 2, 1).tolist()


def test_random_actions_become_fewer():
    """From all of the ladder to `epsilon_end` of it, evenly."""
    learner = learner_of(
        epsilon=0.5, epsilon_alpha=2, epsilon_end=0.2, num_envs=3, minibatch_size=3, updates=10
    )
    for done, share in ((0, 1.0), (5, 0.6), (10, 0.2)):
        learner.done = done
        learner.prepare()
        assert learner.player.random.tolist() == pytest.approx(
            [0.5 * share, 0.25 * share, 0.125 * share]
        )


def test_gradients_are_cut_off_at_the_norm_asked_for():
    """Adam's first moments are a tenth of the first gradient, so they tell how long it was."""
    learner = learner_of(max_grad_norm=0.5)
    loss = 1000 * sum(weight.sum() for weight in learner.network.parameters())
    learner.descend({"loss": loss})
    moments = {n: a for n, a in learner.descent.arrays().items() if n.startswith("exp_avg.")}
    squares = sum(float(np.square(each / 0.1).sum()) for each in moments.values())
    assert squares**0.5 == pytest.approx(0.5, rel=1e-3)


def test_an_update_goes_through_its_turns_as_often_as_asked(monkeypatch):
    """Two minibatches of two games, three times."""
    learner, steps = learner_of(epochs=3), []
    monkeypatch.setattr(Learner, "descend", lambda self, losses: steps.append(1) or {"loss": 0.0})
    learner.update()
    assert 6 == len(steps)


# --- Settings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"memory": "gru"}, "memory is 'gru'; obl trains networks without one"),
        ({"worlds": 0}, "worlds is 0"),
        ({"imagined_rounds": 0}, "imagined_rounds is 0"),
        ({"target_update": 1.5}, "target_update is 1.5"),
        ({"epsilon": -0.1}, "epsilon is -0.1"),
    ],
)
def test_settings_that_are_none_are_refused(settings, words):
    """In one line that names the setting."""
    with pytest.raises(LearningError, match=words) as error:
        TrainingPlan.of({"algorithm": "obl", **settings}).begin()
    assert "\n" not in str(error.value)


def test_suits_that_differ_are_refused():
    """There are no colors to treat alike where a suit of its own stands among them."""
    with pytest.raises(RulesError, match="suits differ in more than names"):
        TrainingPlan.of({"algorithm": "obl", "rules": "rainbow-6-suits"}).begin()


def test_defaults_are_those_of_the_trial():
    """What the docs tell, so that a config may leave them out."""
    settings = OblSettings()
    assert (512, 16, 64, 2, 3, 1) == (
        settings.num_envs, settings.num_steps, settings.minibatch_size, settings.epochs,
        settings.worlds,
        settings.imagined_rounds,
    )  # fmt: skip


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("settings", [{}, {"colors": 0, "other_play": True}], ids=["", "plain"])
def test_any_number_of_players_learns(players, settings):
    """An update of the full game, by a symmetric network and by a plain one with Other-Play."""
    rules = {"rules": f"full(players={players})", "num_envs": 2, "num_steps": 3}
    assert np.isfinite(learner_of(**rules, **settings).update()["loss"])


def test_a_run_starts_with_a_slow_copy_of_its_weights(tmp_path):
    """Also of weights that it goes on from."""
    first = learner_of()
    first.update()
    start = tmp_path / "w.safetensors"
    start.write_bytes(first.weights({}))
    settings = {
        "rules": TINY.format(2),
        "fixed": 8,
        "colors": 3,
        "num_envs": 4,
        "minibatch_size": 4,
    }
    plan = TrainingPlan.of({"algorithm": "obl", "start": str(start), **settings})
    for slow, weight in zip(
        plan.begin().slow.parameters(), first.network.parameters(), strict=True
    ):
        assert torch.equal(slow, weight)


# --- Learning ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_off_belief_learning_learns():
    """Above 3 points in 60 updates, 3.5 when this was written; random weights have 1.25 of 6."""
    settings = {
        "fixed": 32,
        "colors": 12,
        "num_envs": 64,
        "minibatch_size": 16,
        "updates": 60,
        "num_steps": 8,
    }
    learner = learner_of(learning_rate=0.003, **settings)
    learner.slow.load_state_dict(learner.network.state_dict())
    for _ in range(60):
        learner.update()
    scores = self_play_scores(learner.network, learner.settings.rules, 300)
    assert scores.mean() > 3


@pytest.mark.parametrize(("players", "least"), [(2, 18), (3, 16), (4, 15), (5, 14)])
def test_strangers_that_come_with_the_package_play_together(players, least):
    """Two seeds of level 1, whose games together are worth nearly what each is alone.

    The mean of 100 games has an error of .3; a plain stranger gets 2.
    """
    name = f"obl-1-{players}p"
    lineup = [f"net({name})", *[f"net({name}-other)"] * (players - 1)]
    scores = play_games(lineup, Rules(players=players), games=100, seed=3, threads=1).table["score"]
    assert scores.mean() > least
