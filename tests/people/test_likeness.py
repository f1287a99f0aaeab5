"""Agents asked where people acted: in batches as one at a time; figures are plain counts."""

from __future__ import annotations

import math
import os
from pathlib import Path

import numpy as np
import pytest

from hanabilab.agents import make_agent
from hanabilab.errors import AgentError, NotationError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.people import read_people
from hanabilab.people.asking import ask_all
from hanabilab.people.game import HUMAN, Told, played
from hanabilab.people.likeness import compare_with_people
from tests.agents.samples import imitate, mindful
from tests.people.telling import as_people, game_of

pytestmark = pytest.mark.compiled


def _games(name, players=3, count=3, rules=None):
    """Games of an agent, told as if people had played them; seat 0 of the last is an agent's."""
    rules, found = rules or Rules(players=players), []
    for seed in range(count):
        seats = [HUMAN] * rules.players
        if seed == count - 1:
            seats[0] = "outer"
        game = game_of([name] * rules.players, seed, rules)
        found.append(as_people(game, str(seed), seats, [f"p{seed % 2}"] * rules.players))
    return found


@pytest.mark.parametrize("name", ["smart", "keen", "piers", "information"])
@pytest.mark.late_but(1)
def test_batched_answers_are_those_of_one_game_at_a_time(name):
    """`Game.ask` is the slow twin; games of another agent, so that they lead off its own line."""
    games = _games("five-rule", count=2)
    found = ask_all(make_agent(name), games)
    expected = []
    for each in games:
        game = Game(each.record.rules, deck=each.record.deck)
        for action, counts in zip(each.record.actions, each.counts, strict=True):
            if counts:
                expected.append((game.ask(name), action, len(game.legal_actions())))
            game.act(action)
    told = zip(found.actions, found.people, found.legal, strict=True)
    assert [tuple(map(int, row)) for row in told] == expected


def test_games_of_several_rules_are_asked_each_by_its_own():
    """Two games with five suits and two with four: as if each were asked about alone."""
    few = Rules(players=2, suits=4)
    games = [*_games("five-rule", players=2, count=2), *_games("five-rule", rules=few, count=2)]
    agent = make_agent("smart")
    found, alone = ask_all(agent, games), [ask_all(agent, [game]) for game in games]
    assert found.actions.tolist() == [action for each in alone for action in each.actions]
    assert found.legal.tolist() == [legal for each in alone for legal in each.legal]


def test_an_agent_that_tells_no_chances_has_none():
    """A batched one, as a compiled one."""
    games = _games("five-rule", players=2, count=1)
    for agent in (mindful, imitate(mindful)):
        assert ask_all(agent, games).chances is None


def test_an_agent_agrees_with_its_own_games():
    """All of it, and everything it would have done otherwise is nothing."""
    games = _games("smart")
    (row,) = compare_with_people([make_agent("smart")], games).agents
    assert (row.agreement, row.sem, row.kind, row.hint_given_hint) == (1, 0, 1, 1)
    assert row.decisions == sum(game.decisions for game in games)
    assert row.decisions < sum(len(game.record.actions) for game in games)


def test_figures_are_those_of_a_plain_count():
    """Shares, the error of a ratio, and the paired difference, counted in Python."""
    games = _games("five-rule", count=4)
    agents = [make_agent("smart"), make_agent("piers")]
    found = compare_with_people(agents, games)
    told = [ask_all(agent, games) for agent in agents]
    same = [each.actions == each.people for each in told]
    size = len(same[0])
    assert found.agents[0].agreement == sum(same[0]) / size
    total, groups = 0.0, sorted(set(told[0].games.tolist()))
    for game in groups:
        rows = [place for place in range(size) if told[0].games[place] == game]
        total += sum(same[0][row] - found.agents[0].agreement for row in rows) ** 2
    expected = math.sqrt(len(groups) / (len(groups) - 1) * total) / size
    assert found.agents[0].sem == pytest.approx(expected)
    (difference,) = found.differences
    assert difference.mean == pytest.approx((sum(same[0]) - sum(same[1])) / size)
    plays = [place for place in range(size) if 5 <= told[0].people[place] < 10]
    assert found.agents[0].play == pytest.approx(sum(same[0][p] for p in plays) / len(plays))
    differ = told[0].actions != told[1].actions
    assert found.contested == pytest.approx(sum(differ) / size)


def test_smoothing_is_between_certainty_and_chance():
    """An agent that agrees always has nearly no cross-entropy; one at random that of chance."""
    games = _games("smart")
    own, other = compare_with_people([make_agent("smart"), make_agent("random")], games).agents
    assert own.smoothed_cross_entropy < 0.05
    legal = ask_all(make_agent("random"), games).legal
    assert other.smoothed_cross_entropy == pytest.approx(float(np.log(legal).mean()), abs=0.1)
    assert own.cross_entropy is None


def test_errors_by_person_gather_the_games_of_each():
    """Two people have four games; the mean stays."""
    games = _games("five-rule", count=4)
    by_game, by_person = (
        compare_with_people([make_agent("smart")], games, by=by).agents[0]
        for by in ("game", "person")
    )
    assert by_game.agreement == by_person.agreement
    assert by_game.sem != by_person.sem


def test_rules_of_the_study_are_not_told_to_the_agent():
    """Discards at all tokens and kept points change nothing for who knows HLE's rules alone."""
    usual = _games("smart", players=2)
    others = _games("smart", rules=Rules(bomb="keep", discard_at_max=True))
    (first,), (second,) = (
        compare_with_people([make_agent("smart")], games).agents for games in (usual, others)
    )
    assert (first.agreement, second.agreement) == (1, 1)


def _weights(folder, rules, name):
    """A file of random weights, of a network without a memory or of a model of people."""
    import torch

    from hanabilab.learning.cards import Card
    from hanabilab.learning.clone.card import CLONES, CloneCard
    from hanabilab.learning.clone.network import CloneNetwork
    from hanabilab.learning.networks import Architecture, Channels, Network
    from hanabilab.learning.weight_files import NETWORKS, weights_bytes

    torch.manual_seed(2)
    file = folder / "random.safetensors"
    if name.startswith("people"):
        file.write_bytes(weights_bytes(CloneNetwork(6), CloneCard(2, 5, 5, 6), CLONES))
    else:
        made = Network(rules, Architecture(Channels(8, 4)))
        file.write_bytes(weights_bytes(made, Card(rules, made.architecture), NETWORKS))
    return str(file)


@pytest.mark.parametrize("name", ["net(gru-2p)", "net(FILE)", "people(FILE)"])
def test_who_has_learned_is_asked_after_discards_at_all_tokens(tmp_path, name):
    """They know that such a discard can be made; `Game.ask` is the slow twin."""
    pytest.importorskip("torch")
    rules = Rules(discard_at_max=True)
    network = make_agent(name.replace("FILE", _weights(tmp_path, rules, name)))
    game = Game(rules, seed=5)
    for _ in range(3):
        game.act("discard 0")
    for _ in range(9):
        game.act(game.ask("five-rule"))
    players, actions = [HUMAN] * 2, list(game.actions)
    told = Told(name="1", rules=rules, deck=game.deck, actions=actions, players=players)
    found = ask_all(network, [played(told)])
    game.reset()
    expected = []
    for action in actions:
        expected.append(game.ask(network))
        game.act(action)
    assert found.actions.tolist() == expected
    assert found.chances is not None
    assert ((found.chances > 0) & (found.chances <= 1)).all()


def test_mistakes_get_one_line():
    """An agent that cheats, tables of two sizes, people who are not known."""
    games = _games("five-rule")
    with pytest.raises(AgentError, match="sees its own hand"):
        compare_with_people([make_agent("cheat")], games)
    with pytest.raises(NotationError, match="the games have 2 and 3 players"):
        compare_with_people([make_agent("smart")], games + _games("five-rule", players=2))


@pytest.mark.parametrize(
    ("file", "agent", "agreement"),
    [("ah2ac2-3p.jsonl", "smart", 0.323), ("hanabidata.jsonl.gz", "piers", 0.417)],
)
def test_anchors_of_real_games(file, agent, agreement):
    """Measured on all games; those at hand are a part, so four standard errors are allowed."""
    folder = os.environ.get("HANABILAB_PEOPLE")
    if not folder:
        pytest.skip("HANABILAB_PEOPLE names no folder of people's games")
    games = read_people(Path(folder) / file).games
    (row,) = compare_with_people([make_agent(agent)], games).agents
    assert abs(row.agreement - agreement) < 4 * row.sem
