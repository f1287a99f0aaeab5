"""PPO beside an agent: the pull, whose turns are whose, and what is learned of them."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

from hanabilab.agents import make_agent
from hanabilab.errors import AgentError, LearningError
from hanabilab.game.rows import new_views
from hanabilab.game.view import look
from hanabilab.notation import parse_rules
from hanabilab.people.asking import show_all
from hanabilab.people.game import HUMAN, Told, played

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors")

from hanabilab.learning.networks import Architecture, Channels, Network  # noqa: E402
from hanabilab.learning.partner_ppo import divergence  # noqa: E402
from hanabilab.learning.plan import TrainingPlan  # noqa: E402
from hanabilab.learning.rollouts import Player  # noqa: E402
from hanabilab.learning.seated_partner import SeatedPartner  # noqa: E402
from hanabilab.learning.vector_games import VectorGames  # noqa: E402
from tests.learning.people_files import RULES, random_people  # noqa: E402

pytestmark = pytest.mark.once
PEOPLE = f"people({random_people()})"

_SMALL = {
    "algorithm": "partner-ppo",
    "rules": RULES,
    "fixed": 4,
    "num_envs": 4,
    "minibatch_size": 4,
    "num_steps": 8,
    "updates": 100,
}


def _begin(**settings):
    return TrainingPlan.of({**_SMALL, "partner": PEOPLE, **settings}).begin()


def _player(games, share, players=2):
    network = Network(games.rules, Architecture(Channels(4), 1, None))
    player = Player(network, games, None, torch.Generator().manual_seed(4))
    player.partner = SeatedPartner(f"people({random_people(players=players)})", games, share)
    return player


def test_what_nobody_did_is_not_told():
    """One turn, of the partner: there is no loss of a policy, and no mean of nothing."""
    learner = _begin(num_envs=1, minibatch_size=1, num_steps=1)
    told = [learner.update() for _ in range(6)]
    for each in told:
        each.pop("score_in_play")
        assert not any(map(math.isnan, each.values()))
    assert 0 < sum("policy_loss" in each for each in told) < 6


# --- The loss ------------------------------------------------------------------------------------


def test_the_pull_is_the_divergence_of_the_network_from_people_by_hand():
    """Two positions; an action that people never take adds nothing, however unlikely it is."""
    people = torch.tensor([[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]])
    network = torch.tensor([[0.25, 0.75, 1e-30], [0.5, 0.25, 0.25]])
    first = 0.5 * math.log(0.5 / 0.25) + 0.5 * math.log(0.5 / 0.75)
    expected = (first + math.log(2)) / 2
    assert expected == pytest.approx(divergence(people, network.log()).item())
    assert 0 == divergence(people, people.clamp(min=1e-30).log()).item()


def _three_turns(learner):
    """Three turns of one game with two legal actions, the last one the partner's.

    The network finds action 0 as likely as when it played, a quarter, and action 1 three quarters;
    the partner would always take action 0. At its own turns advantages are 2 and 0.
    """
    actions = learner.settings.rules.num_actions
    legal = torch.zeros(3, 1, actions, dtype=torch.bool)
    legal[..., :2] = True
    chances, logits = torch.zeros(3, 1, actions), torch.full((3, 1, actions), 9.0)
    chances[..., 0] = 1
    logits[..., :2] = torch.tensor([0.25, 0.75]).log()
    turns = SimpleNamespace(
        legal=legal,
        actions=torch.tensor([[0], [1], [0]]),
        log_probs=torch.tensor([[0.25], [0.75], [1e-30]]).log(),
        taught=torch.zeros(3, 1, dtype=torch.int64),
    )
    out = SimpleNamespace(actions=logits, value=torch.tensor([[1.0], [3.0], [4.0]]))
    returns, own = torch.tensor([[1.0], [1.0], [3.0]]), torch.tensor([[True], [True], [False]])
    return turns, out, (torch.tensor([[2.0], [0.0], [100.0]]), returns, own, chances)


@pytest.mark.parametrize("weight", [0.0, 0.25, 1.0])
def test_the_loss_by_hand(weight):
    """Gains of 2 and 0 at its turns, errors of values of 0, 2 and 1, entropy, and the pull."""
    learner = _begin(pull_coef=weight, value_coef=0.5, entropy_coef=0.1)
    told = learner.losses(*_three_turns(learner))
    entropy = -(0.25 * math.log(0.25) + 0.75 * math.log(0.75))
    of_ppo = -(2 + 0) / 2 + 0.5 * (0 + 4 + 1) / 3 - 0.1 * entropy
    pull = math.log(4)
    assert pull == pytest.approx(told["pull"].item())
    assert (1 - weight) * of_ppo + weight * pull == pytest.approx(told["loss"].item(), rel=1e-5)


def test_the_first_updates_learn_values_alone():
    """With `value_only`, there is no pull at first."""
    learner = _begin(pull_coef=0.5, value_coef=0.5, value_only=3)
    for done, alone in ((2, True), (3, False)):
        learner.done = done
        told = learner.losses(*_three_turns(learner))
        assert alone == (told["loss"].item() == pytest.approx(0.5 * 5 / 3))


def test_turns_of_the_partner_alone_teach_values_alone():
    """And the pull: no term is a mean of nothing."""
    learner = _begin(pull_coef=0.5, value_coef=0.5)
    turns, out, (advantage, returns, own, chances) = _three_turns(learner)
    told = learner.losses(turns, out, (advantage, returns, own & False, chances))
    assert 0.5 * (0.5 * 5 / 3 + math.log(4)) == pytest.approx(told["loss"].item())


def test_advantages_are_even_over_turns_of_the_network():
    """Mean zero and deviation one there, whatever they are at the partner's turns."""
    learner = _begin(partner_share=1.0)
    turns = learner.player.play(8)
    (*kept,) = learner.player.partner._kept
    advantage, returns, own, chances = learner.targets(turns)
    learner.player.partner._kept = kept
    chances_again, own_again = learner.player.partner.take_turns()
    raw = returns - turns.values[:-1]
    assert 0 < own.sum() < own.numel()
    assert advantage[own].mean().item() == pytest.approx(0, abs=1e-5)
    assert advantage[own].std().item() == pytest.approx(1, rel=1e-3)
    slope = (advantage[own][1] - advantage[own][0]) / (raw[own][1] - raw[own][0])
    assert slope.item() == pytest.approx(1 / raw[own].std().item(), rel=1e-3)
    assert torch.equal(own, own_again)
    assert torch.equal(chances, chances_again)


# --- Whose turns ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_the_network_has_one_seat_of_a_shared_game_and_every_seat_of_others(players):
    """Seats go round with the games of a row; half of the rows are shared."""
    rules = parse_rules(RULES.replace("players=2", f"players={players}"))
    games = VectorGames(rules, 6, seed=3)
    player = _player(games, 0.5, players)
    seats = {}
    for _ in range(200):
        for row, own in enumerate(player.partner.is_networks_turn()):
            if own:
                seats.setdefault(games.games[row], set()).add(int(games.seats[row]))
        player.step()
    shared = {game: owned for game, owned in seats.items() if game % 6 < 3}
    assert len(shared) > 12
    for game, owned in shared.items():
        assert owned == {(game % 6 + game // 6) % players}
    assert all(len(owned) > 1 for game, owned in seats.items() if game % 6 >= 3 and game < 60)


def test_actions_of_the_model_are_drawn_by_its_chances():
    """In 64 games side by side: shares of actions at its turns are about as their chances."""
    games = VectorGames(parse_rules(RULES), 64, seed=3)
    player = _player(games, 1.0)
    taken, expected, count = np.zeros(games.rules.num_actions), 0, 0
    for _ in range(40):
        chances, own = player.partner.chances(), player.partner.is_networks_turn()
        turns = player.play(1)
        player.partner.take_turns()
        actions = turns.actions[0].numpy()
        assert (chances[np.arange(64), actions] > 0)[~own].all()
        np.add.at(taken, actions[~own], 1)
        expected, count = expected + chances[~own].sum(0), count + (~own).sum()
    spread = np.sqrt(np.maximum(expected * (1 - expected / count), 1))
    assert count > 1000
    assert (np.abs(taken - expected) < 5 * spread).all()  # a false alarm in a million runs


def test_chances_are_those_that_the_agent_tells_of_the_same_past():
    """The games that were played are asked of `people(FILE)`, decision by decision."""
    rules = parse_rules(RULES)
    games = VectorGames(rules, 5, seed=3)
    player, decks = _player(games, 0.5), games.states["deck"].copy()
    turns = player.play(60)
    chances, _ = player.partner.take_turns()
    agent, compared = make_agent(PEOPLE), 0
    for row in range(5):
        end = int(turns.ended[:, row].nonzero()[0]) + 1
        told = Told(
            name="g",
            rules=rules,
            deck=decks[row, : rules.deck_size].tolist(),
            actions=turns.actions[:end, row].tolist(),
            players=[HUMAN] * 2,
            score=None,
        )
        for shown in show_all(agent, [played(told)]):
            found = agent.chances_of(shown.rows.views, shown.rows.memory)
            assert np.allclose(found, chances[:end, row].numpy(), atol=1e-6)
            compared += len(found)
    assert compared > 30


def test_an_agent_without_chances_is_sure_of_what_it_does():
    """`five-rule` at its seats does what the arena's would; its chances are ones and zeros."""
    rules = parse_rules(RULES)
    games = VectorGames(rules, 8, seed=3)
    network = Network(rules, Architecture(Channels(4), 1, None))
    player = Player(network, games, None, torch.Generator().manual_seed(4))
    player.partner, asked = SeatedPartner("five-rule", games, 1.0), 0
    view, no_memory, five_rule = (
        new_views(rules, 1)[0],
        np.zeros(0, np.int64),
        make_agent("five-rule"),
    )
    for _ in range(60):
        wanted, own = player.partner.chances(), player.partner.is_networks_turn()
        for row in np.flatnonzero(~own):
            look(view, games.states[row], int(games.seats[row]))
            chosen = five_rule.native_act(view, no_memory, no_memory.view(np.uint64))
            assert wanted[row].argmax() == chosen
            asked += 1
        assert (np.sort(wanted, axis=1)[:, -2:] == (0, 1)).all()
        actions = player.play(1).actions[0].numpy()
        player.partner.take_turns()
        assert (wanted[np.arange(8), actions] == 1)[~own].all()
    assert asked > 100


# --- Learning ------------------------------------------------------------------------------------


def test_with_a_weight_of_one_the_play_of_people_is_distilled():
    """The divergence falls to a third of what it was."""
    learner = _begin(
        pull_coef=1.0, num_envs=64, minibatch_size=16, num_steps=16, learning_rate=0.01,
        fixed=32, lr_warmup=0, memory="none",
    )  # fmt: skip
    pulls = [learner.update()["pull"] for _ in range(25)]
    assert np.mean(pulls[-3:]) < pulls[0] / 3


def test_a_run_goes_on_to_the_same_bits():
    """After an update in the midst of games, with the model's seats and draws."""
    learner, again = _begin(partner_share=0.5), _begin(partner_share=0.5)
    learner.update()
    again.restore(learner.arrays())
    assert learner.update() == again.update()
    one, other = learner.arrays(), again.arrays()
    for arrays in (one, other):
        arrays["player.partner.memory"][..., 0] = 0  # the handle of a file that was read twice
    assert [name for name in one if not np.array_equal(one[name], other[name])] == []


def test_an_evaluation_tells_of_games_with_the_partner_where_it_has_seats():
    """The same every time; and it leaves the run as it was."""
    learner = _begin(partner_share=0.5)
    before = learner.arrays()
    found = learner.evaluate(8)
    assert found == learner.evaluate(8)
    assert {"score", "score_with_partner", "lost_with_partner"} <= set(found)
    after = learner.arrays()
    assert all(np.array_equal(before[name], after[name]) for name in before)
    assert "score_with_partner" not in _begin(partner_share=0.0).evaluate(2)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"partner": ""}, "partner-ppo needs a partner: a compiled agent"),
        ({"partner": "people(nowhere)"}, "no file nowhere; `hanabi log imitate` makes"),
        ({"partner": "no-such"}, "unknown agent"),
        ({"partner": "cheat"}, "cannot sit beside a network; a compiled agent that is honest can"),
        ({"rules": "full"}, "has learned from games of 2 players, 2 suits"),
        ({"pull_coef": 1.5}, "pull_coef is 1.5; a number from 0 to 1"),
        ({"partner_share": -0.1}, "partner_share is -0.1; a number from 0 to 1"),
        ({"partner_share": 0.1}, r"partner_share is 0.1 of 4 games \(num_envs\), which is none"),
        ({"other_play": True}, "knows the true ones; leave out other_play"),
    ],
)
def test_settings_that_do_not_go_together_are_refused(settings, words):
    """In one line, before anything is played."""
    with pytest.raises((AgentError, LearningError), match=words) as told:
        _begin(**settings)
    assert "\n" not in str(told.value)
