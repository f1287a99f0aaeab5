"""What the page asks to be computed: chances, values, opinions, lines, as plain data."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from hanabilab.agents.conventions.memory import BUILT_LEVELS
from hanabilab.errors import AgentError, NotationError, RulesError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action
from hanabilab.notation import Record, load_record
from hanabilab.review.conventions import read_by_convention
from hanabilab.search.endgame import blueprint_values, open_values
from hanabilab.web import analysis
from tests.naive.hand_counts import count_hand
from tests.tables import play_all, stacked

pytestmark = [pytest.mark.once, pytest.mark.compiled]


def record_of(game, agents=()):
    return Record(
        rules=game.rules, deck=tuple(game.deck), actions=tuple(game.actions), agents=agents
    )


@pytest.fixture
def game():
    """Two players; seat 1 has been told of its 1s, and both know what was discarded."""
    start = "R1 Y1 G5 B2 W4 R1 B1 B1 G3 Y3 R5 R2"
    return play_all(stacked(start), "hint 1 1; play 0; play 0; discard 3")


def plain(items):
    """All items of a stream, as they go through JSON."""
    return [json.loads(json.dumps(each, allow_nan=False)) for each in items]


def test_chances_are_those_of_counting_every_deal(game):
    """On a deck of few cards, against trying every deal; reasons are given for all others."""
    small = Rules(suits=2, ranks=2, copies=(2, 1), hand_size=2)
    tiny = play_all(stacked("R1 Y1 R2 Y2", small), "hint 1 red")
    chances, public = plain(analysis.card_chances(record_of(tiny), 1, 1))
    left = [2, 1, 2, 1]
    for seen in (0, 2):  # R1 and Y1 in the partner's hand
        left[seen] -= 1
    total, ways = count_hand([{0, 1}, {2, 3}], left)
    assert int(chances["deals"]) == total
    for slot, row in zip(chances["slots"], ways, strict=True):
        assert slot["chances"] == pytest.approx([each / total for each in row], abs=1e-6)
        assert {int(card) for card in slot["why"]} == {c for c, each in enumerate(row) if not each}
    assert [sum(row) for row in public["public"]] == pytest.approx([1, 1], abs=1e-5)


def test_every_action_is_read_by_conventions():
    """As `explain` tells it to machines; a level that is not built is refused."""
    record = load_record(Path(__file__).parents[1] / "golden" / "smart-2p.hanabi")
    (found,) = plain(analysis.convention_turns(record, 2))
    wanted = [each.as_json(record.rules) for each in read_by_convention(record, level=2)]
    assert found == {"turns": plain(wanted), "level": 2, "levels": list(BUILT_LEVELS)}
    assert len(wanted) == len(record.actions)
    with pytest.raises(AgentError, match="levels 1 to 6"):
        next(analysis.convention_turns(record, 7))


def test_reasons_are_sentences(game):
    chances, _ = plain(analysis.card_chances(record_of(game), 4, 1))
    texts = {each["text"] for slot in chances["slots"] for each in slot["why"].values()}
    assert "hints rule R1 out" in texts
    assert "the only G5 is in sight" in texts


@pytest.fixture
def many_hands():
    """Hands of four, few hints: more hands are possible than a quick search lists."""
    rules = Rules(hand_size=4)
    return play_all(stacked("R1 Y1 G5 B2 W4 R1 B1 B1", rules), "hint 1 1; play 1")


def test_values_firm_up(many_hands):
    """A sample first; then all hands, the same actions, worlds that grow, gains over the agent."""
    record, turn = record_of(many_hands), 2
    sample, *found = plain(analysis.action_values(record, turn, "five-rule", rollouts=3000))
    assert sample["basis"].startswith("sampled")
    assert len(found) > 2
    for item in (sample, *found):
        assert [each["id"] for each in item["actions"]] == many_hands.legal_actions()
    for before, after in pairwise(found):
        assert not after["basis"].startswith("sampled")
        assert after["rollouts"] > before["rollouts"]
        for first, second in zip(before["actions"], after["actions"], strict=True):
            assert second["worlds"] >= first["worlds"] > 1
    last = {each["id"]: each for each in found[-1]["actions"]}
    assert last[found[-1]["blueprint_action"]]["gain"] == 0
    assert last[found[-1]["best"]]["gain"] >= 0
    again = plain(analysis.action_values(record, turn, "five-rule", rollouts=3000))
    assert again == [sample, *found], "ranges that are kept change nothing"


def test_a_stream_can_be_left_at_any_item(game):
    values = analysis.action_values(record_of(game), 4, "five-rule", rollouts=1_000_000)
    assert next(values)["rollouts"] < 2000
    values.close()


@pytest.mark.late
def test_losses_are_zero_where_the_best_was_played_and_large_for_a_blunder():
    """To discard the only G5 while nothing is known to be needed costs points."""
    start = "R1 Y1 G5 B2 W4 R1 B1 B1 G3 Y3 R5 R2"
    game = play_all(stacked(start), "hint 1 1; play 0; hint 1 3; play 0; discard 2")
    found = plain(analysis.losses(record_of(game), "five-rule", rollouts=1500))
    assert [each["turn"] for each in found] == [1, 2, 3, 4, 5]
    for each in found:
        assert each["loss"] >= 0
        assert (each["loss"], each["loss_sem"]) == (0, 0) or each["played"] != each["best"]


def test_an_opinion_has_a_choice_a_reason_and_readings(game):
    (found,) = plain(analysis.agent_opinion(record_of(game), 4, "smart"))
    assert found["choice"] in game.legal_actions()
    assert found["reason"]
    assert found["agent"] == "smart"
    golden = load_record(Path(__file__).parents[1] / "golden" / "information-3p.hanabi")
    (told,) = plain(analysis.agent_opinion(golden, 1, "information"))
    assert told["readings"][0]["lines"], "every hint of this agent tells all seats something"


def test_an_agent_plays_a_line_on_to_its_end(game):
    found = plain(analysis.play_on(record_of(game), 2, "five-rule"))
    line = record_of(game).actions[:2] + tuple(each["action"] for each in found)
    played = Record(rules=game.rules, deck=tuple(game.deck), actions=line).replayed()
    assert played.is_over
    assert found[0]["turn"] == 3


def test_agents_side_by_side_play_as_each_alone(game):
    deal = Record(rules=game.rules, deck=tuple(game.deck), actions=())
    found = plain(analysis.compare_agents(deal, "five-rule", "iggi"))
    for side, agent in enumerate(("five-rule", "iggi")):
        alone = [each["action"] for each in plain(analysis.play_on(deal, 0, agent))]
        assert [each["action"] for each in found if each["side"] == side] == alone


def test_a_review_looks_harder_each_time(game):
    found = plain(analysis.review(record_of(game)))
    assert [len(each["facts"]) for each in found] == [5] * len(found)
    assert all("lost_at" in each for each in found)


@pytest.mark.parametrize(
    "name", ["net(weights.safetensors)", "../smart", "mine.py:agent", "~/x", "", "a" * 300]
)
def test_a_page_cannot_name_files(name, game):
    with pytest.raises(AgentError, match="for a page"):
        next(analysis.play_on(record_of(game), 0, name))


def test_what_cannot_be_asked_is_refused(game):
    record = record_of(game)
    with pytest.raises(NotationError, match="turns 0 to 4"):
        next(analysis.card_chances(record, 5, 0))
    with pytest.raises(RulesError, match="rollouts"):
        next(analysis.action_values(record, 0, rollouts=10**9))
    with pytest.raises(AgentError, match="3 agents for 2 seats"):
        next(analysis.play_on(record, 0, "smart,smart,smart"))
    assert format_action(record.rules, record.actions[0]) == "hint 1 1"


@pytest.mark.late
def test_ends_of_games_are_valued_with_open_hands_and_then_by_an_agent(monkeypatch):
    """What `search.endgame` finds, by id; here with all the time that it takes."""
    monkeypatch.setattr("hanabilab.web.analysis.endgames._SECONDS", 600.0)
    game = Game(Rules(players=2), seed=1)
    while game.cards_left > 1:
        game.act(game.ask("five-rule"))
    record = record_of(game)
    turn = len(game.actions)
    *opened, played, honest = plain(analysis.endgame_values(record, turn, "five-rule"))
    found = open_values(game, seconds=600)
    blueprint = blueprint_values(game, "five-rule", seconds=600)
    assert found.exact
    assert blueprint.exact
    for told, values in ((opened[-1]["open"], found), (played["blueprint"], blueprint)):
        assert told["exact"]
        assert [each["id"] for each in told["actions"]] == [each.action for each in values.actions]
        for each, value in zip(told["actions"], values.actions, strict=True):
            assert each["win"] == value.win.document()
            assert each["score"] == value.score.document()
    assert played["blueprint"]["hands"] == blueprint.hands
    assert played["blueprint"]["basis"] == honest["honest"]["basis"] == "exact"
    assert honest["honest"]["hands"] == blueprint.hands
    reached = {each["id"]: each["score"]["lower"] for each in played["blueprint"]["actions"]}
    assert {each["id"] for each in honest["honest"]["actions"]} == set(reached)
    assert all(
        each["score"]["lower"] >= reached[each["id"]] for each in honest["honest"]["actions"]
    )
    values = analysis.endgame_values(record, turn, "random")
    assert "open" in next(values)
    with pytest.raises(AgentError, match="random numbers"):
        list(values)
    with pytest.raises(AgentError, match="at most 18"):
        next(analysis.endgame_values(record, 0))
