"""Explaining a record: the agent's memory, views and luck at each turn are those of the arena."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import (
    CompiledPolicy,
    families,
    five_rule,
    make_agent,
    policy,
    random_agent,
)
from hanabilab.arena import Lineup, play_games, record_of
from hanabilab.errors import AgentError, NotationError, RulesError
from hanabilab.game.actions import action_kind, discard_action, is_legal, play_action
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action
from hanabilab.notation import parse_rules, replay
from hanabilab.review import Reading, explain_record
from hanabilab.search import Sparta
from tests.agents.samples import decide, imitate, mindful

TWO, THREE = Rules.preset("small", life_tokens=3), Rules(players=3, suits=3, hand_size=3)
GAMES = 4 if JIT_ENABLED else 1

#: Entries of the memory below: events so far, what hints so far add up to.
EVENTS, CODE = range(2)


def add_up(view, memory):
    """A convention that everybody reads alike."""
    memory[EVENTS] += 1
    if view.last_action >= 0 and action_kind(view.rules, view.last_action) > PLAY:
        memory[CODE] += int(view.last_action) + int(view.last_seat)


def why(view, memory):
    """All that `telling` acts on."""
    return f"code {memory[CODE]} after {memory[EVENTS]} events"


def told(view, before, after):
    """The code that a hint was; nothing after other actions."""
    return [f"code {after[CODE] - before[CODE]}"] if after[CODE] > before[CODE] else []


@policy("telling", observe=add_up, memory_size=2, common=True, explain=why, interpret=told)
def telling(view, memory, rng):
    """Whatever is legal next after the code; it seldom plays a card."""
    rules = view.rules
    for step in range(rules.num_actions):
        action = (memory[CODE] + step) % rules.num_actions
        if is_legal(view, action) and (action_kind(rules, action) != PLAY or memory[CODE] % 5 == 0):
            return action
    for action in range(rules.num_actions):
        if is_legal(view, action):
            return action
    return -1


def seen(view, memory):
    """The own card in the first slot, by its id."""
    return f"holds {view.hands[view.seat, 0]}"


@policy("peeping", sees_own_hand=True, explain=seen)
def peeping(view, memory, rng):
    """Plays what it sees to be playable, else its first card if it may not discard it."""
    for slot in range(view.rules.hand_size):
        card = view.hands[view.seat, slot]
        if card >= 0 and (view.playable >> card) & 1 != 0:
            return play_action(view.rules, slot)
    for slot in range(view.rules.hand_size):
        if is_legal(view, discard_action(view.rules, slot)):
            return discard_action(view.rules, slot)
        if is_legal(view, play_action(view.rules, slot)):
            return play_action(view.rules, slot)
    return -1


def records(*agents, rules=TWO, count=GAMES, seed=7):
    """Games that the arena has played."""
    table = play_games(Lineup(agents), rules, games=count, seed=seed, threads=1).table
    return [record_of(rules, row) for row in table.iter_rows(named=True)]


# --- What the agent would do ---------------------------------------------------------------------


@pytest.mark.parametrize("rules", [TWO, THREE], ids=["2 players", "3 players"])
@pytest.mark.parametrize(
    "agent",
    [
        five_rule,
        random_agent,
        mindful,
        telling,
        peeping,
        imitate(random_agent),
        imitate(mindful),
        imitate(telling),
    ],
    ids=lambda agent: agent.name,
)
def test_who_has_played_does_the_same_again(agent, rules):
    """Its memory, its view and its luck are those of the game, at every turn of every seat."""
    for record in records(*[agent] * rules.players, rules=rules):
        turns = explain_record(agent, record)
        assert list(range(1, len(record.actions) + 1)) == [each.turn for each in turns]
        assert list(record.actions) == [each.choice for each in turns]
        assert list(record.actions) == [each.action for each in turns]
        assert not any(each.differs for each in turns)


@pytest.mark.parametrize(
    "agent", [mindful, telling, imitate(telling)], ids=lambda agent: agent.name
)
def test_one_seat_of_a_mixed_table_does_the_same_again(agent):
    """Every seat's memory takes in what the others do, whoever they are."""
    for record in records(agent, random_agent, five_rule, rules=THREE):
        turns = explain_record(agent, record, seat=0)
        assert {0} == {each.seat for each in turns}
        assert not any(each.differs for each in turns)


@pytest.mark.compiled
@pytest.mark.parametrize("name", [family.name for family in families() if "(" not in family.usage])
def test_every_agent_of_ours_does_the_same_again(name):
    """And says why in one line; what common memory was told is told to everybody."""
    agent = make_agent(name)
    rules = Rules(players=agent.players[0])
    (record,) = records(*[agent] * rules.players, rules=rules, count=1)
    for each in explain_record(agent, record):
        assert not each.differs
        assert bool(each.reason) == (agent.explain is not None)
        assert "\n" not in (each.reason or "")
        for reading in each.readings:
            assert not agent.common or tuple(range(rules.players)) == reading.seats


@pytest.mark.compiled
def test_a_search_over_samples_does_the_same_again():
    """Its samples are those of the seed and the game that the record names, and of no other."""
    options = {"rollouts": 30, "min_worlds": 2, "confidence": 0, "threshold": 0}
    search = Sparta(five_rule, **options, max_hands=1, samples=5)
    table = play_games(search, TWO, games=GAMES, seed=5).table
    for index in range(GAMES):
        record = record_of(TWO, table.row(index, named=True))
        assert list(record.actions) == [turn.choice for turn in explain_record(search, record)]
    elsewhere = replace(record_of(TWO, table.row(1, named=True)), source="seed=6 game=1")
    other = explain_record(search, elsewhere)
    assert list(elsewhere.actions) != [turn.choice for turn in other]


@pytest.mark.compiled
def test_a_seat_has_one_belief_seed_in_a_game_and_others_have_others():
    """However many games are played together."""

    @dataclass(frozen=True)
    class Noting(Sparta):
        seeds: dict = field(default_factory=dict, compare=False)

        def search(self, turns, game):
            seat = int(turns.views[game].seat)
            self.seeds.setdefault(seat, set()).add(turns.belief_seed(game))
            return super().search(turns, game)

    search = Noting(five_rule, rollouts=0)
    play_games(search, TWO, games=GAMES, seed=5)
    assert {0, 1} == set(search.seeds)
    assert [GAMES, GAMES] == [len(seeds) for seeds in search.seeds.values()]
    assert not search.seeds[0] & search.seeds[1]
    alone = Noting(five_rule, rollouts=0)
    play_games(alone, TWO, games=range(1, 2), seed=5)
    assert alone.seeds[0] < search.seeds[0]


def test_what_another_agent_would_have_done():
    """At each position of a game that it has not played."""
    for record in records(random_agent, random_agent):
        turns = explain_record(five_rule, record)
        games = [game for game in replay(record) if not game.is_over]
        expected = [
            decide(five_rule, TWO, game.state) for game in replay(record) if not game.is_over
        ]
        assert expected == [format_action(TWO, each.choice) for each in turns]
        assert len(games) == len(turns)
        assert any(each.differs for each in turns)


def test_luck_without_a_source():
    """A record from elsewhere is explained too; random numbers are then those of seed 0."""
    (record,) = records(random_agent, random_agent, count=1)
    bare = replace(record, agents=(), source="somewhere")
    turns = explain_record(random_agent, bare)
    again = explain_record(random_agent, replace(record, source=f"seed={2**63} game=0"))
    assert [each.choice for each in turns] == [each.choice for each in again]
    assert any(each.differs for each in turns)


def test_a_record_without_actions_has_nothing_to_explain():
    """A deck that was never played."""
    (record,) = records(five_rule, five_rule, count=1)
    assert [] == explain_record(five_rule, replace(record, actions=()))


# --- Reasons and readings ------------------------------------------------------------------------


def test_reasons_come_from_the_memory_at_that_turn():
    """Of the seat to act; all that was told before is in it."""
    (record,) = records(telling, telling, count=1)
    code = 0
    for game, each in zip(replay(record), explain_record(telling, record), strict=False):
        assert f"code {code} after {each.turn} events" == each.reason
        if action_kind(TWO.tables, each.action) > PLAY:
            step = each.action + each.seat
            assert (Reading((0, 1), (f"code {step}",)),) == each.readings
            code += step
        else:
            assert () == each.readings
        assert len(game.actions) == each.turn - 1 or game.is_over


def test_a_cheat_gives_its_reasons_with_its_own_hand_in_sight():
    """As it acted."""
    (record,) = records(peeping, peeping, count=1)
    for game, each in zip(replay(record), explain_record(peeping, record), strict=False):
        assert each.reason == f"holds {game.state.hands[each.seat, 0]}"


EACH_ITS_OWN = [((0,), 0), ((1,), 1), ((2,), 2)]


@pytest.mark.parametrize(
    ("agents", "common", "ours", "expected"),
    [
        # The agent alone, its memory common: one copy, seen by the seat that has just acted.
        (("spying",) * 3, True, True, [((0, 1, 2), "last")]),
        # Its memory not common, or others at the table: every seat has a copy and a view.
        (("spying",) * 3, False, True, EACH_ITS_OWN),
        (("spying", "spying", "other"), True, True, EACH_ITS_OWN),
        ((), True, True, EACH_ITS_OWN),
        # A user's agent is not trusted with a memory that all seats read.
        (("spying",) * 3, True, False, EACH_ITS_OWN),
    ],
)
def test_copies_are_kept_as_the_arena_keeps_them(agents, common, ours, expected, monkeypatch):
    """What is told is asked of each copy, with the view that it observes with."""

    def spied(view, before, after):
        assert view.turn == after[EVENTS] - 1 == before[EVENTS]
        return [f"seat {view.seat} looks"]

    if ours:
        monkeypatch.setattr(CompiledPolicy, "is_guarded", False)
    spying = replace(telling, name="spying", common=common, interpret=spied)
    (record,) = records(telling, telling, telling, rules=THREE, count=1)
    for each in explain_record(spying, replace(record, agents=agents)):
        viewers = [(seats, each.seat if v == "last" else v) for seats, v in expected]
        assert each.readings == tuple(
            Reading(seats, (f"seat {viewer} looks",)) for seats, viewer in viewers
        )


def test_seats_that_read_alike_are_told_together():
    """Those to whom an action told nothing are left out."""

    def odd(view, before, after):
        return [] if view.seat == 1 else ["line one", "line two"]

    agent = replace(telling, interpret=odd)
    (record,) = records(telling, telling, random_agent, rules=THREE, count=1)
    for each in explain_record(agent, record):
        assert (Reading((0, 2), ("line one", "line two")),) == each.readings


@pytest.mark.parametrize("agent", [random_agent, mindful, imitate(telling)])
def test_agents_without_reasons_give_none(agent):
    """Compiled and batched: what they would do, and nothing made up."""
    (record,) = records(agent, agent, count=1)
    for each in explain_record(agent, record):
        assert each.reason is None
        assert () == each.readings


# --- Some turns only -----------------------------------------------------------------------------


@pytest.mark.parametrize("agent", [random_agent, telling, imitate(mindful)])
def test_some_turns_are_those_of_the_whole(agent):
    """By turn, by seat, by both: nothing about them changes."""
    (record,) = records(agent, random_agent, agent, rules=THREE, count=1)
    whole = explain_record(agent, record)
    for each in whole:
        assert [each] == explain_record(agent, record, turn=each.turn)
        assert [each] == explain_record(agent, record, turn=each.turn, seat=each.seat)
    for seat in range(3):
        expected = [each for each in whole if each.seat == seat]
        assert expected == explain_record(agent, record, seat=seat)


def test_only_who_is_shown_is_asked():
    """A searching agent takes its time: no question more than needed, and progress tells them."""
    agent, told = imitate(random_agent), []
    (record,) = records(random_agent, random_agent, count=1)
    explain_record(agent, record, turn=3, progress=told.append)
    assert [0, 2] == [int(turns.views["turn"][0]) for turns, _ in agent.shown]
    assert [3, 3, 3] == told


# --- Mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"turn": 0}, "turn is 0; the record has turns 1 to 3"),
        ({"turn": 4}, "turn is 4; the record has turns 1 to 3"),
        ({"turn": 1, "seat": 1}, "turn 1 is of seat 0, not of seat 1"),
        ({"seat": 2}, "seat is 2; seats are 0 to 1"),
        ({"seat": -1}, "seat is -1; seats are 0 to 1"),
    ],
)
def test_turns_and_seats_that_are_not_there_are_told(options, message):
    """In one line with what there is."""
    (record,) = records(telling, telling, count=1)
    with pytest.raises((NotationError, RulesError)) as error:
        explain_record(telling, replace(record, actions=record.actions[:3]), **options)
    assert message == str(error.value)


def test_an_agent_that_cannot_play_this_game_is_told():
    """By its number of players."""
    (record,) = records(random_agent, random_agent, count=1)
    with pytest.raises(AgentError, match="agent 'telling' plays with 3 players, not 2"):
        explain_record(replace(telling, players=range(3, 4)), record)


@pytest.mark.parametrize("rules", ["rainbow-5-suits(players=2)", "full(all_or_nothing=1)"])
def test_a_variant_that_the_agent_does_not_play_is_refused(rules):
    """Whatever it would say there would be wrong."""
    (record,) = records(random_agent, random_agent, rules=parse_rules(rules), count=1)
    assert len(explain_record(random_agent, record)) == len(record.actions)
    with pytest.raises(AgentError, match=r"agent 'telling' does not play (rainbow|all or)"):
        explain_record(telling, record)


def test_an_agent_that_raises_is_told_with_its_reason():
    """Not as an illegal action, which is what compiled code makes of an exception."""

    @policy("stumbling")
    def stumbling(view, memory, rng):
        if view.turn >= 0:
            raise ValueError("no idea")
        return 0

    (record,) = records(random_agent, random_agent, count=1)
    with pytest.raises(AgentError, match=r"agent 'stumbling': ValueError of seat 0.*no idea"):
        explain_record(stumbling, record)


def test_an_agent_that_would_act_illegally_is_told():
    """With the turn and the reason, as in the arena."""

    @policy("lawless")
    def lawless(view, memory, rng):
        return 0

    (record,) = records(random_agent, random_agent, count=1)
    with pytest.raises(AgentError, match="agent 'lawless': illegal action 'discard 0' of seat 0"):
        explain_record(lawless, record)


@pytest.mark.parametrize("name", ["explain", "interpret"])
def test_an_agent_that_fails_to_explain_is_told(name):
    """Its own mistake, in one line with its kind."""

    def broken(*arguments):
        raise KeyError("no such\nbranch")

    (record,) = records(random_agent, random_agent, count=1)
    with pytest.raises(AgentError) as error:
        explain_record(replace(telling, **{name: broken}), record)
    turn = int(name == "interpret")
    assert f"agent 'telling' fails to explain after turn {turn}: KeyError: " in str(error.value)
    assert "\n" not in str(error.value)


def test_words_are_asked_for_where_they_are_shown_alone():
    """They are made in plain Python, which takes long for some agents."""
    told_at = []

    def noting(view, before, after):
        told_at.append(int(view.turn))
        return told(view, before, after)

    record = records(random_agent, random_agent, count=1)[0]
    explain_record(replace(telling, interpret=noting), record, turn=len(record.actions))
    assert {len(record.actions)} == set(told_at)
    assert len(record.actions) > 2
