"""Models of people: learned from agents in their place, held against those left out."""

from __future__ import annotations

import json
import os
from dataclasses import replace

import numpy as np
import pytest

from hanabilab.agents import make_agent
from hanabilab.agents.traits import check_rules
from hanabilab.arena import Lineup, play_games
from hanabilab.beliefs.history import new_rng
from hanabilab.errors import AgentError, LearningError, NotationError
from hanabilab.game.rules import Rules
from hanabilab.people import read_people
from hanabilab.people.asking import show_all
from hanabilab.people.clusters import deal_folds, owners_of
from hanabilab.people.game import HUMAN
from hanabilab.people.likeness import compare_with_people
from hanabilab.review.explain import explain_record
from tests.people.telling import as_people, game_of

torch = pytest.importorskip("torch")
load = pytest.importorskip("safetensors.torch").load

from hanabilab.learning.clone.decisions import decisions_of  # noqa: E402
from hanabilab.learning.clone.fitting import (  # noqa: E402
    cross_validate,
    cross_validated_likeness,
    fit,
    learn,
    predict,
)
from hanabilab.learning.clone.network import CloneNetwork, Layers, fill_chances  # noqa: E402
from hanabilab.learning.clone.settings import FitSettings  # noqa: E402
from hanabilab.learning.weight_files import metadata_of, packed  # noqa: E402

pytestmark = pytest.mark.compiled

_QUICK = FitSettings(epochs=30, hidden=32)


def _games(name="five-rule", count=24, players=2):
    rules = Rules(players=players)
    return [
        as_people(
            game_of([name] * players, seed, rules),
            str(seed),
            [HUMAN] * players,
            [f"p{seed % 6}"] * players,
        )
        for seed in range(count)
    ]


@pytest.fixture(scope="module")
def games():
    return _games()


@pytest.fixture(scope="module")
def weights(games, tmp_path_factory):
    path = tmp_path_factory.mktemp("people") / "mine.safetensors"
    path.write_bytes(learn(games, decisions_of(games), None, _QUICK))
    return path


@pytest.mark.once
def test_what_an_agent_does_is_learned_and_foretold_of_others(games):
    """`five-rule` draws nothing: two thirds of 24 games predict most of the rest."""
    told = decisions_of(games)
    row = cross_validated_likeness(games, told, 3, FitSettings(epochs=60, hidden=32))
    assert told.by == "person"
    assert (row.games, row.decisions) == (24, len(told))
    assert row.agreement > 0.75
    assert row.cross_entropy < 0.8  # 2.6 for all legal actions alike


def test_folds_keep_each_person_whole_and_are_about_equally_large():
    owners = np.repeat(np.arange(20), np.arange(1, 21))
    folds = deal_folds(owners, 4)
    assert all(len(set(folds[owners == owner])) == 1 for owner in range(20))
    sizes = np.bincount(folds)
    assert len(sizes) == 4
    assert sizes.max() - sizes.min() <= 3
    with pytest.raises(AgentError, match="20 people or games do not make 21 parts"):
        deal_folds(owners, 21)


@pytest.mark.once
def test_a_fold_is_foretold_by_a_network_that_has_not_seen_it(games):
    """What people did in one fold is changed: what is predicted there stays as it was."""
    told = decisions_of(games)
    before = cross_validate(told, 3, _QUICK)
    fold = deal_folds(told.owners, 3)
    others = told.people.clone()
    mine = torch.from_numpy(fold == 1)
    others[mine] = told.legal[mine].float().argmax(-1)
    after = cross_validate(replace(told, people=others), 3, _QUICK)
    assert (before.actions == after.actions)[fold == 1].all()
    assert not (before.actions == after.actions)[fold == 2].all()


def test_the_same_seed_makes_the_same_weights_and_another_makes_others(games):
    told, rows = decisions_of(games), np.arange(200)
    found = [fit(told, rows, replace(_QUICK, seed=seed)).score.weight for seed in (1, 1, 2)]
    assert torch.equal(found[0], found[1])
    assert not torch.equal(found[0], found[2])


def test_a_kernel_tells_the_chances_of_the_network(games):
    """PyTorch as the oracle; dividing by a temperature, as by hand."""
    told = decisions_of(games[:4])
    torch.manual_seed(3)
    network = CloneNetwork(24).eval().requires_grad_(False)
    layers, rows = Layers.of(network), np.arange(len(told))
    expected = predict(network, told, rows)
    for temperature in (1.0, 0.25):
        wanted = (expected / temperature).softmax(-1).double().numpy()
        for row in rows[::7]:
            actions, position, legal = (each[0].numpy() for each in told.only(torch.tensor([row])))
            chances = np.zeros(len(legal))
            fill_chances(chances, (actions, position, legal), layers, temperature)
            assert np.allclose(chances, wanted[row], atol=1e-5)
            assert (chances[~legal] == 0).all()


@pytest.mark.once
def test_the_agent_acts_as_the_people_did(games, weights):
    agent = make_agent(f"people({weights})")
    fresh = _games(count=30)[24:]
    found = compare_with_people([agent], fresh).agents[0]
    assert found.cross_entropy < 1.2
    assert 0.4 < found.agreement < 0.95  # it draws
    cold = make_agent(f"people({weights}, temperature=0.01)")
    assert compare_with_people([cold], fresh).agents[0].agreement > found.agreement


def test_actions_are_drawn_by_the_chances_that_are_told(games, weights):
    """2,000 draws at one position: shares within five standard errors."""
    agent = make_agent(f"people({weights})")
    (shown,) = show_all(agent, games[:1])
    view, memory = shown.rows.views[9], shown.rows.memory[9].copy()
    chances = agent.chances_of(shown.rows.views[9:10], memory[None])[0]
    rng, count = new_rng(4), np.zeros(len(chances))
    for _ in range(2000):
        count[agent.native_act(view, memory, rng)] += 1
    assert 0.02 < chances.max() < 0.99
    error = np.sqrt(2000 * chances * (1 - chances))
    assert (np.abs(count - 2000 * chances) <= 5 * error + 1e-9).all()


def test_it_says_what_people_do_most_often(games, weights):
    """In words, with the chance of the likeliest action."""
    agent, record = make_agent(f"people({weights})"), games[0].record
    (shown,) = show_all(agent, games[:1])
    chances = agent.chances_of(shown.rows.views, shown.rows.memory)
    for turn in explain_record(agent, record)[:20]:
        assert turn.reason.startswith("people most often ")
        assert turn.reason.endswith(f": {chances[turn.turn - 1].max():.0%}")


def test_the_name_reads_back(weights):
    agent = make_agent(f"people({weights}, temperature=0.5)")
    again = make_agent(agent.name)
    assert (again.name, again.temperature) == (agent.name, 0.5)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("people", "people takes a file of weights"),
        ("people({}, temperature=0)", "temperature is 0"),
        ("people({}, temperature=0.001)", "a number from 0.01 to 100"),
        ("people({}, temperature=warm)", "temperature is warm; a number"),
        ("people({}, heat=2)", "people takes a file of weights"),
        ("people({}.none)", "no file"),
    ],
)
def test_what_is_no_model_is_told_in_one_line(weights, text, words):
    with pytest.raises((AgentError, LearningError), match=words) as told:
        make_agent(text.format(weights))
    assert "\n" not in str(told.value)


def test_a_damaged_file_and_one_of_another_kind_are_refused(weights, tmp_path):
    bad = tmp_path / "bad.safetensors"
    data = weights.read_bytes()
    bad.write_bytes(data[:-100])
    with pytest.raises(AgentError, match="holds no model of people"):
        make_agent(f"people({bad})")
    bad.write_bytes(data.replace(b"hanabilab people 1", b"hanabilab people 9"))
    with pytest.raises(AgentError, match="holds no model of people"):
        make_agent(f"people({bad})")


@pytest.mark.parametrize(
    "change", [{"history": -1}, {"history": ["x"]}, {"scores": None}, {"hidden": True}], ids=str
)
def test_a_card_of_no_model_is_refused(weights, tmp_path, change):
    """A run that went on from such a past would fail when it is finished."""
    with pytest.raises(AgentError, match="holds no model of people") as told:
        make_agent(f"people({_with_card(weights, tmp_path, change)})")
    assert "\n" not in str(told.value)


def test_a_card_of_an_earlier_release_is_read(weights, tmp_path):
    """It had `of_user`, which says nothing; a card cannot say by it that shapes go unchecked."""
    old = _with_card(weights, tmp_path, {"of_user": True})
    assert not make_agent(f"people({old})").card.of_user
    assert "of_user" not in json.loads(metadata_of(weights.read_bytes())["card"])


def _with_card(weights, folder, change):
    """A file of the same weights whose card says something else."""
    data, path = weights.read_bytes(), folder / "other.safetensors"
    metadata = metadata_of(data)
    card = json.dumps(json.loads(metadata["card"]) | change)
    path.write_bytes(packed(load(data), metadata | {"card": card}))
    return path


def test_weights_that_no_model_learns_are_refused(games, tmp_path, monkeypatch):
    """Sums of theirs would be no numbers, and chances neither."""
    monkeypatch.setattr(
        "hanabilab.learning.clone.fitting.fit", lambda *_: _filled(CloneNetwork(32), 3e38)
    )
    path = tmp_path / "huge.safetensors"
    path.write_bytes(learn(games, decisions_of(games), None, _QUICK))
    with pytest.raises(AgentError, match="has weights over 10000"):
        make_agent(f"people({path})")


def _filled(network, value):
    for weights in network.parameters():
        torch.nn.init.constant_(weights, value)
    return network


def test_a_search_over_a_model_plays_the_games_of_the_model(weights):
    """It is refused for others, as the model is."""
    search = make_agent(f"sparta(people({weights}), beliefs=hints, rollouts=4)")
    for agent in (search, make_agent(f"people({weights})")):
        with pytest.raises(AgentError, match="has learned from games of 2 players, 5 suits"):
            check_rules(agent, Rules(players=2, suits=3))
        check_rules(agent, Rules(players=2))


@pytest.mark.parametrize("change", [{"suits": 3}, {"ranks": 3}, {"hand_size": 3}])
def test_a_model_plays_games_like_those_it_has_learned_from(weights, change):
    with pytest.raises(AgentError, match="2 players, 5 suits of 5 ranks and hands of 5"):
        play_games(Lineup.of([f"people({weights})"] * 2), Rules(players=2, **change), games=1)


def test_people_who_sat_together_are_in_one_fold():
    """A with B, with C, and D with A: whoever learns from one of these games knows A."""
    seats = [("A", "B"), ("A", "C"), ("D", "A"), ("E", "F"), ("G", "H")]
    games = [
        replace(game, persons=persons) for game, persons in zip(_games(count=5), seats, strict=True)
    ]
    owners = owners_of(games, "person")
    assert len(set(owners[:3])) == 1
    assert len(set(owners)) == 3


def test_a_model_plays_with_its_own_number_of_players(weights):
    with pytest.raises(AgentError, match="plays with 2 players, not 3"):
        play_games(Lineup.of([f"people({weights})"] * 3), Rules(players=3), games=1)


def test_games_to_learn_from_are_of_one_number_of_players(games):
    with pytest.raises(NotationError, match="2 and 3 players"):
        decisions_of([*games[:1], *_games(count=1, players=3)])


@pytest.mark.slow
@pytest.mark.skipif(
    "HANABILAB_PEOPLE" not in os.environ,
    reason="HANABILAB_PEOPLE names no folder of people's games",
)
def test_people_of_real_games_are_foretold_as_the_docs_say():
    """Three players, by game: docs/people.md says .515 and 1.60."""
    games = read_people(f"{os.environ['HANABILAB_PEOPLE']}/ah2ac2-3p.jsonl").games
    row = cross_validated_likeness(games, decisions_of(games), 5, FitSettings(epochs=12))
    assert row.agreement > 0.48
    assert row.cross_entropy < 1.70
