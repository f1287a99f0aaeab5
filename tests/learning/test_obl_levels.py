"""Off-belief learning of higher levels: hands of a learned belief, and a network that reads it."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import Game, encode_views, make_agent, play_games
from hanabilab.errors import LearningError
from hanabilab.notation import parse_rules

torch = pytest.importorskip("torch")

from hanabilab.learning.evaluation import EVALUATION_SEED  # noqa: E402  # after it was found
from hanabilab.learning.networks import (  # noqa: E402
    Architecture,
    BeliefReader,
    Channels,
    HandBelief,
    Network,
    dueling,
    read_labels,
)
from hanabilab.learning.plan import TrainingPlan  # noqa: E402
from hanabilab.learning.symmetry import all_permutations, color_symmetry  # noqa: E402
from hanabilab.learning.training import TrainingRun  # noqa: E402
from hanabilab.learning.weight_files import (  # noqa: E402
    BELIEFS,
    NETWORKS,
    load_weights,
)
from tests.learning.belief_files import belief_file, random_belief  # noqa: E402

pytestmark = pytest.mark.once
TEXT = "full(players=2, suits=2, ranks=3, copies=211, hand_size=2)"
RULES = parse_rules(TEXT)
OF_BELIEF = Architecture(Channels(6, 4), memory="gru", facts=True)
SMALL = {
    "algorithm": "obl", "rules": TEXT,
    "fixed": 8, "colors": 3, "num_envs": 4, "minibatch_size": 2, "num_steps": 12, "epsilon": 1.0,
}  # fmt: skip
#: Settings of our networks, where a user's has none.
OURS = {"fixed": 128, "colors": 48}


@pytest.fixture(scope="module")
def belief():
    """The file of one."""
    return belief_file(TEXT)


def learner_of(belief, **settings):
    """A small run at its beginning; its slow copy has other layers than its network."""
    learner = TrainingPlan.of({**SMALL, "belief": belief, **settings}).begin()
    torch.manual_seed(7)
    with torch.no_grad():
        for name, weight in learner.slow.named_parameters():
            if not name.startswith("belief."):
                weight.copy_(0.3 * torch.randn(weight.shape))
    return learner


# --- The network ---------------------------------------------------------------------------------


def observed(games=1, turns=6):
    """[turns, 1, N] what seat 0 sees at its turns of a game by chance."""
    game, rng, seen = Game(RULES, seed=games), np.random.default_rng(games), []
    while not game.is_over and len(seen) < turns:
        if game.current_seat == 0:
            seen.append(encode_views(RULES, game.view()[None]))
        game.act(int(rng.choice(game.legal_actions())))
    return torch.from_numpy(np.array(seen)).float()


def test_a_belief_in_hints_and_counts_changes_nothing():
    """It is what other networks read: the same numbers as without a belief, to the last digits."""
    torch.manual_seed(1)
    made = Architecture(Channels(8, 3), 2, facts=True)
    ours, plain = BeliefReader(RULES, made, OF_BELIEF), Network(RULES, made)
    with torch.no_grad():
        for name, weight in plain.named_parameters():
            weight.copy_(ours.get_parameter(name))
    for game in range(5):
        seen = observed(game)
        out, its = ours(seen, ours.first_state(1)), plain(seen, plain.first_state(1))
        assert torch.allclose(out.actions, its.actions, atol=1e-5)
        assert torch.allclose(out.value, its.value, atol=1e-5)


def test_chances_of_own_cards_are_those_of_the_belief():
    """In the place of those that are counted; partners' slots stay, and facts follow."""
    torch.manual_seed(1)
    network = BeliefReader(RULES, Architecture(Channels(8, 3), facts=True), OF_BELIEF)
    network.belief.load_state_dict(random_belief(TEXT).state_dict())
    seen = observed(2, turns=9)
    seen[-1, 0, network.facts.possible[1]] = 0  # as in an empty slot
    remembered, _ = network.belief.follow(seen, network.first_state(1))
    asked = []

    def believe(known):
        asked.append(known)
        return network.belief.of_slots(remembered, known).exp()

    counted, told = network.facts(seen), network.facts(seen, believe)
    own, others = network.facts.possible[:2], network.facts.possible[2:]
    chances = told[..., own]
    held = asked[0].possible.any(-1)
    assert not held[-1].all()
    assert torch.allclose(chances.sum(-1), held.float(), atol=1e-5)
    assert (chances[~asked[0].possible] == 0).all()
    assert (chances - counted[..., own]).abs().max() > 0.1
    assert (told[..., others] == counted[..., others]).all()
    board = (seen @ network.facts.board + network.facts.board_bias).unflatten(-1, (-1, 6))
    marks = board[..., 1:, :].clamp(0, 1).transpose(-1, -2)
    facts = told[..., network.size :].unflatten(-1, (-1, 3))
    assert torch.allclose(facts[..., :2, :], chances @ marks, atol=1e-5)
    layers = network.read(seen, remembered)
    assert torch.equal(layers, network._read(seen, believe))
    assert not torch.allclose(layers, network._read(seen))


def test_single_slots_have_the_chances_that_were_learned():
    """A hand of two cards, drawn slot after slot: the first slot's chances are known exactly."""
    network = random_belief(TEXT)
    labels = torch.tensor([[0, 0, 63, 63, 2, 1, 1, 2, 1, 1]])
    known, _ = read_labels(labels, 2)
    remembered = torch.randn(1, OF_BELIEF.hidden.count_neurons(2))
    slots = network.of_slots(remembered, known)[0].exp()
    assert torch.allclose(slots.sum(-1), torch.ones(2), atol=1e-5)
    hands = torch.tensor([[[card, 0] for card in range(6)]])
    first = network.log_chances(remembered, known, hands)[0, :, 0].exp()
    assert torch.allclose(slots[0], first, atol=1e-6)


def test_it_treats_colors_alike():
    torch.manual_seed(1)
    network = BeliefReader(RULES, Architecture(Channels(8, 3), facts=True), OF_BELIEF)
    network.belief.load_state_dict(random_belief(TEXT).state_dict())
    symmetry, seen = color_symmetry(RULES), observed(1)
    out = network(seen, network.first_state(1))
    for permutation in all_permutations(2):
        renamed = network(seen[..., symmetry.observation.permuted(permutation)], out.state * 0)
        acts = symmetry.actions.permuted(permutation)
        assert (renamed.actions - out.actions[..., acts]).abs().max() < 1e-5


@pytest.mark.parametrize("layers", [{"memory": "gru", "facts": True}, {"facts": False}])
def test_layers_have_no_memory_and_read_facts(layers):
    with pytest.raises(ValueError, match="no other memory, and reads facts"):
        BeliefReader(RULES, Architecture(Channels(8), **layers), OF_BELIEF)


# --- Worlds and targets --------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_worlds_hold_hands_as_often_as_the_belief_says(players):
    """1,000 worlds of each of four positions, against the chances of the belief; seed 0."""
    text = TEXT.replace("players=2", f"players={players}")
    learner = learner_of(belief_file(text), rules=text, worlds=1000)
    learner.prepare()
    learner.player.play(4)
    positions, carried = learner.positions[3], learner.remembered[3]
    learner.imagined.draw(positions, learner._hands(positions, carried), carried)
    worlds = learner.imagined.states.reshape(4, -1)
    known, _ = read_labels(torch.from_numpy(learner._label(positions.states)), 2)
    for row, real in enumerate(positions.states):
        hands, times = np.unique(
            worlds[row]["hands"][:, real["current_seat"], :2], axis=0, return_counts=True
        )
        read = type(known)(*(each[row : row + 1] for each in known))
        asked = torch.from_numpy(hands.astype(np.int64))[None]
        told = learner.network.belief.log_chances(carried[-1, 0, row : row + 1], read, asked)
        chances = told[0].sum(-1).exp().detach().numpy()
        assert (abs(times / 1000 - chances) < 5 * np.sqrt(chances / 1000) + 5e-3).all()
        assert chances.sum() == pytest.approx(1, abs=0.05)


def test_a_hand_that_cannot_be_finished_is_drawn_literally(belief, monkeypatch):
    """What the belief leaves unsaid, counts and hints say: the seat cannot tell the world."""
    learner = learner_of(belief)
    learner.prepare()
    learner.player.play(2)
    positions, carried = learner.positions[1], learner.remembered[1]
    none = torch.tensor([0, -2]).expand(4, learner.settings.worlds, 2)
    monkeypatch.setattr(HandBelief, "draw", lambda *_: none)
    hands = learner._hands(positions, carried)
    assert (hands == -1).all()
    learner.imagined.draw(positions, hands, carried)
    for world, real in zip(learner.imagined.states[::3], positions.states, strict=True):
        seat = int(real["current_seat"])
        assert (world["hands"][1 - seat] == real["hands"][1 - seat]).all()
        assert sorted(world["deck"].tolist()) == sorted(real["deck"].tolist())


class Remembering:
    """Seats that play one at a time, each with what it remembers."""

    def __init__(self, network, states):
        self.network, self.states = network, dict(states)

    def values(self, game):
        """[A] what the network takes actions to be worth, illegal ones included."""
        seat = game.current_seat
        seen = torch.as_tensor(np.asarray(game.observation())).float()[None, None]
        before = self.states.get(seat, self.network.first_state(1))
        out = self.network(seen, before)
        self.states[seat] = out.state
        legal = torch.zeros(1, 1, game.rules.num_actions, dtype=torch.bool)
        legal[..., list(game.legal_actions())] = True
        values = dueling(out, legal)[0, 0]
        return values.masked_fill(~legal[0, 0], -1e9)


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (2, 2), (2, 100), (3, 1)], ids=str)
@torch.no_grad()
def test_targets_are_means_over_worlds(players, rounds):
    """Against games that are played on one at a time, with what each seat remembers."""
    text = TEXT.replace("players=2", f"players={players}")
    learner = learner_of(
        belief_file(text), rules=text, worlds=3, imagined_rounds=rounds, discount=0.8
    )
    rules = learner.settings.rules
    learner.prepare()
    turns = learner.player.play(12)
    hands = [
        learner._hands(*each) for each in zip(learner.positions, learner.remembered, strict=True)
    ]
    drawn = iter(hands)
    learner._hands = lambda *_: next(drawn)
    (targets,) = learner.targets(turns)
    goes_on = 0
    for row in range(4):
        history, states = [], {}
        for turn in range(12):
            positions, action = learner.positions[turn], int(turns.actions[turn, row])
            learner.imagined.draw(positions, hands[turn], learner.remembered[turn])
            worlds = learner.imagined.states["deck"].copy().reshape(4, 3, -1)[row]
            deck = positions.states["deck"][row].tolist()[: rules.deck_size]
            real = replayed(rules, deck, history)
            seats = Remembering(learner.network, states)
            seats.values(real)  # it sees its position
            states = seats.states
            decks = [world.tolist()[: rules.deck_size] for world in worlds]
            games = [replayed(rules, deck, history) for deck in decks]
            found = [naive_return(learner, game, states, action) for game in games]
            assert targets[turn, row].item() == pytest.approx(
                sum(total for total, _ in found) / 3, abs=1e-4
            )
            goes_on += sum(going for _, going in found)
            history.append(action)
            if turns.ended[turn, row]:
                history, states = [], {}
    assert goes_on > 40 or rounds == 100


def replayed(rules, deck, history):
    game = Game(rules, deck=deck)
    for action in history:
        game.act(action)
    return game


def naive_return(learner, game, states, action):
    """What one world brings, and whether it went on until the seat acts again."""
    settings, total, weight = learner.settings, 0.0, 1.0
    ours = Remembering(learner.network, states)
    for ahead in range(settings.imagined_rounds * settings.rules.players):
        points = game.score
        game.act(int(ours.values(game).argmax()) if ahead else action)
        total += weight * (game.score - points)
        weight *= settings.discount
        if game.is_over:
            return total, False
    slow = Remembering(learner.slow, ours.states)
    best = int(ours.values(game).argmax())
    return total + weight * slow.values(game)[best].item(), True


# --- A run ---------------------------------------------------------------------------------------


def test_the_belief_stays_as_it_is(belief):
    """An update changes layers alone; the belief is the same in the slow copy."""
    learner = learner_of(belief)
    before = {name: w.clone() for name, w in learner.network.named_parameters()}
    learner.update()
    given, _ = load_weights(belief, BELIEFS)
    for name, weight in learner.network.named_parameters():
        still = not weight.numel() or torch.equal(weight, before[name])
        assert still == (name.startswith("belief.") or not weight.numel())
    for network in (learner.network, learner.slow):
        for ours, its in zip(network.belief.parameters(), given.parameters(), strict=True):
            assert torch.equal(ours, its)


def test_a_run_goes_on_to_the_same_bits(belief):
    """From what a checkpoint holds, memories of seats included."""
    learner = learner_of(belief)
    learner.update()
    kept = {name: array.copy() for name, array in learner.arrays().items()}
    other = TrainingPlan.of({**SMALL, "belief": belief}).begin()
    other.restore(kept)
    for run in (learner, other):
        run.update()
    for ours, its in zip(learner.network.parameters(), other.network.parameters(), strict=True):
        assert torch.equal(ours, its)


def test_weights_play_as_the_run_does(belief, tmp_path):
    """As `net(FILE)`, alone with its file: the belief is in it."""
    learner = learner_of(belief)
    learner.update()
    path = tmp_path / "w.safetensors"
    path.write_bytes(learner.weights({}))
    agent = make_agent(f'net("{path}")')
    assert isinstance(load_weights(path, NETWORKS)[0], BeliefReader)
    scores = play_games(agent, RULES, games=12, seed=EVALUATION_SEED, threads=1).table["score"]
    assert scores.to_list() == learner.scores(12).tolist()


def test_it_begins_with_weights_of_the_level_below(belief, tmp_path):
    """Layers are those of the file; the belief is the one that is named."""
    below = TrainingPlan.of({**SMALL, "seed": 5}).begin()
    start = tmp_path / "below.safetensors"
    start.write_bytes(below.weights({}))
    learner = TrainingPlan.of({**SMALL, "belief": belief, "start": str(start)}).begin()
    for name, weight in below.network.named_parameters():
        assert torch.equal(weight, learner.network.get_parameter(name))
    above = tmp_path / "above.safetensors"
    above.write_bytes(learner.weights({}))
    again = TrainingPlan.of({**SMALL, "belief": belief_file(TEXT, 9), "start": str(above)}).begin()
    assert torch.equal(again.network.layers[0].of_all, below.network.layers[0].of_all)
    assert not torch.equal(again.network.belief.tell.of_all, learner.network.belief.tell.of_all)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"other_play": True}, "other_play does not go with belief: colors have their true names"),
        ({"facts": False}, "facts = false does not go with belief"),
        ({"network": "mine.py:Mine"} | OURS, "network does not go with belief"),
    ],
    ids=str,
)
def test_settings_that_do_not_go_with_a_belief_are_told(belief, settings, words):
    with pytest.raises(LearningError, match=words) as error:
        TrainingPlan.of({**SMALL, "belief": belief, **settings}).begin()
    assert "\n" not in str(error.value)


def test_beliefs_that_do_not_serve_are_told():
    """Of other rules, without memory, or without chances of single slots."""
    for name, words in (
        ("gru-2p-first", "has learned other rules"),
        (belief_file(TEXT, memory=False), "remembers nothing"),
        (belief_file(TEXT, slots=False), "has not learned chances of single slots"),
        ("nobody", "no weights 'nobody'"),
    ):
        with pytest.raises(LearningError, match=words) as error:
            TrainingPlan.of({**SMALL, "belief": name}).begin()
        assert "\n" not in str(error.value)


def test_hands_are_drawn_on_the_cpu_alone(belief):
    plan = TrainingPlan.of({**SMALL, "belief": belief})
    with pytest.raises(LearningError, match="drawn from a learned belief on the CPU"):
        plan.begin(torch.device("meta"))


def test_weights_that_read_a_belief_ask_for_one(belief, tmp_path):
    """A run of level 1 cannot go on from those of level 2."""
    start = tmp_path / "above.safetensors"
    start.write_bytes(learner_of(belief).weights({}))
    with pytest.raises(LearningError, match="read a learned belief; name one"):
        TrainingPlan.of({**SMALL, "start": str(start)}).begin()


def test_chances_that_are_no_numbers_are_told():
    """Weights of a stranger may be finite, and what follows from them not."""
    network, labels = random_belief(TEXT), torch.tensor([[0, 0, 63, 63, 2, 1, 1, 2, 1, 1]])
    known, _ = read_labels(labels, 2)
    remembered = torch.full((1, OF_BELIEF.hidden.count_neurons(2)), 3e38)
    with pytest.raises(LearningError, match="not finite"):
        network.draw(remembered, known, 3, torch.Generator())


# --- Learning single slots -----------------------------------------------------------------------


LITTLE = {
    "algorithm": "belief", "rules": "small(life_tokens=3)", "agent": "smart",
    "fixed": 16, "colors": 8, "num_envs": 64, "minibatch_size": 16, "num_steps": 16,
    "learning_rate": 0.01,
}  # fmt: skip


def test_single_slots_are_learned_beside_hands():
    """After some updates their chances tell more than before, at the weight that is asked for."""
    learner = TrainingPlan.of(LITTLE | {"slots_coef": 0.5}).begin()
    told = [learner.update() for _ in range(40)]
    assert told[0]["slots_loss"] > told[-1]["slots_loss"] + 0.05
    for each in told:
        of_both = each["hands_loss"] + 0.5 * each["slots_loss"]
        assert each["loss"] == pytest.approx(of_both, abs=1e-4)
    assert {"agent": "smart", "epsilon": 0.0, "slots_coef": 0.5} == learner.told_of_run()


def test_the_loss_of_single_slots_is_that_of_their_cards():
    """By hand: two turns, one with an empty slot; a belief in counts alone."""
    learner = TrainingPlan.of(LITTLE | {"rules": TEXT}).begin()
    turns = learner.player.play(2)
    known = [[0, 1, 63, 2, 2, 1, 1, 2, 1, 1], [3, -1, 8, 0, 2, 1, 1, 2, 1, 1]]
    turns = turns._replace(own_hand=torch.tensor(known)[:, None])
    remembered = torch.zeros(2, 1, learner.network.state_shape[1])
    # Two of eight copies; the second slot is sure, as is the third; the last one is empty.
    nats = learner._nats_of_slots(turns, remembered).item()
    assert nats == pytest.approx(-np.log(2 / 8) / 2, abs=1e-5)


def test_the_curve_tells_of_games_that_are_never_trained_on(tmp_path):
    """`nats` beside `nats_of_hints`: what an evaluation finds, and not the loss."""
    plan = TrainingPlan.of(LITTLE | {"slots_coef": 1.0, "updates": 2, "evaluate_every": 2})
    run = TrainingRun(plan).begin(tmp_path / "run")
    run.train()
    found = run.learner.evaluation()
    assert run.table()["nats"].to_list() == [pytest.approx(found["nats"])]


def test_some_actions_are_random_where_it_is_asked():
    """A quarter of them, drawn among legal ones; without it all are the agent's."""
    plain, random = (TrainingPlan.of(LITTLE | {"epsilon": e}).begin().play() for e in (0.0, 0.25))
    assert torch.equal(plain.actions, plain.taught)
    share = (random.actions != random.taught).float().mean().item()
    assert 0.1 < share < 0.25  # a random action may be the agent's own
