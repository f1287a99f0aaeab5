"""Tables at which people and agents play, without a server."""

from __future__ import annotations

import itertools
import json
import random

import numpy as np
import pytest

from hanabilab.agents.registry import make_agent
from hanabilab.beliefs.history import new_rng
from hanabilab.beliefs.sampled_worlds import SCRATCH_SIZE, sample_world
from hanabilab.errors import (
    AgentError,
    HanabiError,
    IllegalActionError,
    NotationError,
    OutputError,
)
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.rules import Rules
from hanabilab.game.view import fill_known_deck, look
from hanabilab.notation import load_record
from hanabilab.web.advice import advise
from hanabilab.web.live import LiveTable
from hanabilab.web.setting import Setting
from hanabilab.web.table import named_apart

TWO = Setting(Rules(), ("human", "five-rule"), seed=7)
PEOPLE = Setting(Rules(players=3), ("human", "five-rule", "human"), seed=7)


def play_at_random(table: LiveTable, rng: random.Random, turns: int = 1000) -> None:
    """People choose any legal action."""
    for _ in range(turns):
        table.play_agents()
        if table.is_over:
            return
        seat, legal = table.game.current_seat, table.game.legal_actions()
        table.act(seat, len(table.game.actions), rng.choice(legal))


def redealt(table: LiveTable, seat: int, rng: np.ndarray) -> LiveTable:
    """The same game as far as `seat` can tell, with its hand and the deck drawn again."""
    rules, state = table.setting.rules, table.game.state
    view, known = new_views(rules, 1)[0], np.zeros(MAX_DECK, np.int16)
    look(view, state, seat)
    fill_known_deck(known, state, seat)
    world = new_states(rules, 1)[0]
    assert sample_world(world, view, known, np.zeros(SCRATCH_SIZE, np.int64), rng)
    deck = tuple(int(card) for card in world.deck[: rules.deck_size])
    setting = table.setting._replace(seed=int(rng[0] >> np.uint64(1)))
    other = LiveTable(setting, deck=deck, actions=tuple(table.game.actions))
    other.version = table.version
    return other


def test_a_game_goes_on_to_its_end():
    """The agent plays when it is to, and the log has every action."""
    table = LiveTable(TWO)
    play_at_random(table, random.Random(0))
    assert table.game.is_over
    assert len(table.game.actions) == len(table.shown_to(0)["log"])
    assert [0, 1] == [each["seat"] for each in table.shown_to(0)["log"]][:2]


def test_agents_do_what_they_do_in_the_arena():
    """Asked after a person's actions, an agent remembers what its seat would."""
    smart = LiveTable(TWO._replace(agents=("human", "smart")))
    for _ in range(10):
        if smart.is_over:
            break
        expected = smart.game.ask(make_agent("smart"))
        smart.act(0, len(smart.game.actions), expected)
        reply = smart.game.ask("smart", seed=7) if not smart.is_over else None
        smart.play_agents()
        assert reply is None or reply == smart.game.actions[-1]


@pytest.mark.parametrize("setting", [TWO, PEOPLE], ids=["one person", "two people"])
def test_what_a_seat_is_sent_does_not_depend_on_what_it_cannot_see(setting):
    """The hidden part is dealt again, and every byte stays; so does the hint of a search."""
    rng, luck = new_rng(), random.Random(3)
    for seed in range(2):
        table = LiveTable(setting._replace(seed=seed))
        while True:
            table.play_agents()
            if table.is_over:
                break
            for seat in setting.humans:
                other = redealt(table, seat, rng)
                assert json.dumps(table.shown_to(seat)) == json.dumps(other.shown_to(seat))
            play_at_random(table, luck, turns=3)


def test_a_hint_does_not_depend_on_what_the_seat_cannot_see():
    """The search is given the whole game, and must not use it."""
    rng, table = new_rng(), LiveTable(TWO)
    play_at_random(table, random.Random(1), turns=6)
    table.play_agents()
    other = redealt(table, 0, rng)
    assert other.game.deck != table.game.deck
    first, again = (next(advise(each.game, 5)) for each in (table, other))
    assert first == again
    assert len(first["actions"]) == len(table.game.legal_actions())
    values = [each["value"] for each in first["actions"] if each["value"] is not None]
    assert sorted(values, reverse=True) == values


def test_all_cards_are_shown_once_the_game_is_over():
    """To every seat the same, but for who it is."""
    table = LiveTable(PEOPLE)
    play_at_random(table, random.Random(2))
    hands = table.shown_to(0)["position"]["hands"]
    assert hands == table.shown_to(2)["position"]["hands"]
    assert all(card["card"] for hand in hands for card in hand if card)


def test_what_could_be_reached_is_told_once_the_game_is_over():
    """Before each action, as the seat was shown it then; nothing of it before the end."""
    table, shown, luck = LiveTable(PEOPLE), [], random.Random(2)
    while not table.is_over:
        assert table.shown_to(0)["reachable"] is None
        shown.append(table.shown_to(0)["position"]["max_reachable"])
        play_one(table, luck)
    assert table.shown_to(0)["reachable"] == shown == table.shown_to(2)["reachable"]
    assert len(set(shown)) > 1


def play_one(table: LiveTable, rng: random.Random) -> None:
    """One action, by whoever is to act."""
    if table.waits_for_agent:
        table.take(table.version, table.decision()())
    else:
        legal = table.game.legal_actions()
        table.act(table.game.current_seat, len(table.game.actions), rng.choice(legal))


def test_a_person_acts_only_in_turn_and_once():
    """Another seat, another turn and an illegal action are refused, and nothing changes."""
    table = LiveTable(PEOPLE)
    before = table.shown_to(0)
    for seat, turn, action in ((2, 0, 5), (1, 0, 5), (0, 1, 5), (0, -1, 5), (0, 0, 0), (0, 0, 999)):
        with pytest.raises(IllegalActionError):
            table.act(seat, turn, action)
    assert before == table.shown_to(0)
    table.act(0, 0, 5)
    with pytest.raises(IllegalActionError):
        table.act(0, 0, 5)


def test_one_person_takes_an_action_back_alone():
    """Back to before it, with what the agent did since; the agent then does the same again."""
    table = LiveTable(TWO)
    before = table.shown_to(0)["position"]
    with pytest.raises(IllegalActionError):
        table.ask_undo(0, 0)
    table.act(0, 0, 5)
    table.play_agents()
    actions = list(table.game.actions)
    table.ask_undo(0, 2)
    assert before == table.shown_to(0)["position"]
    assert [] == table.shown_to(0)["log"]
    table.act(0, 0, 5)
    table.play_agents()
    assert actions == table.game.actions


def test_an_agent_may_act_while_a_person_takes_back():
    """Its action goes with the person's; nothing is refused. Another person's action is kept."""
    table = LiveTable(TWO)
    table.act(0, 0, table.game.legal_actions()[0])
    table.play_agents()
    table.ask_undo(0, 1)
    assert [] == table.game.actions
    with pytest.raises(IllegalActionError, match="have not acted yet"):
        table.ask_undo(0, 1)
    people = LiveTable(PEOPLE)
    for seat in (0, 2):
        people.act(seat, len(people.game.actions), people.game.legal_actions()[0])
        people.play_agents()
    with pytest.raises(IllegalActionError, match="at turn 3, not 2"):
        people.ask_undo(0, 2)
    people.ask_undo(2, 3)


def test_several_people_take_back_only_together():
    """The others are asked; a refusal, or an action, ends the question."""
    table = LiveTable(PEOPLE)
    table.act(0, 0, 5)
    table.play_agents()
    table.ask_undo(0, 2)
    asked = table.shown_to(2)["undo"]
    assert {"seat": 0, "asked": True, "version": asked["version"]} == asked
    assert {**asked, "asked": False} == table.shown_to(0)["undo"]
    table.answer_undo(2, asked["version"], agree=False)
    assert table.shown_to(2)["undo"] is None
    table.ask_undo(0, 2)
    table.act(2, 2, 5)
    assert table.shown_to(2)["undo"] is None
    table.ask_undo(0, 3)
    table.answer_undo(2, table.undo.version, agree=True)
    assert [] == table.game.actions


def test_a_wish_to_go_back_stays_until_it_is_answered():
    """Asked again, it keeps who agreed; nobody else's takes its place, and none is mistaken."""
    table = LiveTable(Setting(Rules(players=3), ("human",) * 3, seed=7))
    table.act(0, 0, 5)
    table.act(1, 1, 5)
    table.ask_undo(0, 2)
    wish = table.undo.version
    table.answer_undo(1, wish, agree=True)
    table.ask_undo(0, 2)
    assert {0, 1} == table.undo.agreed
    with pytest.raises(IllegalActionError, match="seat 0 has asked to go back"):
        table.ask_undo(1, 2)
    table.answer_undo(2, wish, agree=False)
    table.ask_undo(1, 2)
    with pytest.raises(IllegalActionError, match="that wish to go back is over"):
        table.answer_undo(2, wish, agree=True)
    assert {1} == table.undo.agreed


def test_what_cannot_be_written_is_not_done(tmp_path):
    """An action and an undo: the table stays as its file says, and the same is asked again."""
    folder = tmp_path / "games"
    table = LiveTable(TWO._replace(file=folder / "game.hanabi"))
    table.act(0, 0, 5)
    for change in (table.play_agents, lambda: table.ask_undo(0, 1)):
        folder.rename(tmp_path / "away")
        folder.write_text("no folder")
        before = table.shown_to(0)
        with pytest.raises(OutputError):
            change()
        assert before == table.shown_to(0)
        folder.unlink()
        (tmp_path / "away").rename(folder)
    table.ask_undo(0, 1)
    assert [] == table.game.actions == list(load_record(folder / "game.hanabi").actions)


def test_a_decision_that_comes_too_late_is_dropped():
    """An agent was asked, and the person has gone back meanwhile."""
    table = LiveTable(TWO)
    table.act(0, 0, 5)
    version, action = table.version, table.decision()()
    table.ask_undo(0, 1)
    assert not table.take(version, action)
    assert [] == table.game.actions


def test_a_table_goes_on_from_its_file_after_every_action(tmp_path):
    """As if it had not been away: the file is the whole table."""
    file = tmp_path / "game.hanabi"
    table = LiveTable(PEOPLE._replace(file=file))
    table.keep()
    luck = random.Random(4)
    for _ in range(8):
        other = LiveTable.open(file)
        assert table.shown_to(0)["position"] == other.shown_to(0)["position"]
        assert table.shown_to(2)["log"] == other.shown_to(2)["log"]
        assert table.setting == other.setting
        play_at_random(table, luck, turns=1)
        table.play_agents()
    assert table.game.actions == list(load_record(file).actions)


def test_a_file_that_is_no_table_is_refused(tmp_path):
    """A game of agents, and one that names code that nobody has named."""
    file = tmp_path / "game.hanabi"
    table = LiveTable(TWO._replace(file=file))
    table.keep()
    text = file.read_text()
    file.write_text(text.replace("agent: human", "agent: random"))
    with pytest.raises(NotationError, match="no record of a table"):
        LiveTable.open(file)
    for seed in ("9" * 30, "9" * 19):
        file.write_text(text.replace(f"seed={TWO.seed}", f"seed={seed}"))
        with pytest.raises(HanabiError, match=r"no record of a table|seed is 9"):
            LiveTable.open(file)
    (tmp_path / "evil.py").write_text("raise SystemExit(7)")
    file.write_text(text.replace("five-rule", f"{tmp_path}/evil.py:evil"))
    with pytest.raises(AgentError, match="Python file that would run"):
        LiveTable.open(file)


def test_line_ups_that_cannot_be_are_refused():
    """Nobody human, too few seats, an agent that gives up, `human` as an agent of the arena."""
    for agents in (("smart", "smart"), ("human",), ("human", "no-such")):
        with pytest.raises(AgentError):
            LiveTable(TWO._replace(agents=agents))
    with pytest.raises(AgentError, match="hanabi play human smart"):
        make_agent("human")


def test_agents_of_one_name_are_told_apart():
    """By their seats; people as before, and names of a study as they are given."""
    setting = TWO._replace(
        rules=Rules(players=5), agents=("smart", "human", "smart", "iggi", "human")
    )
    expected = ("smart (seat 0)", "Player 1", "smart (seat 2)", "iggi", "Player 2")
    assert setting.names == expected
    assert setting._replace(shown=("A", "A", "B", "B", "C")).names == ("A", "A", "B", "B", "C")


def test_no_two_seats_are_called_alike():
    """Whatever their names are: words that look like names told apart."""
    words = ("a", "a (seat 0)", "a (seat 1)", "a (seat 0) (seat 0)")
    for size in (2, 3, 4):
        for names in itertools.product(words, repeat=size):
            apart = named_apart(names)
            assert len(set(apart)) == size, names
            assert all(new.startswith(old) for new, old in zip(apart, names, strict=True))
