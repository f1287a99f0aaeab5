"""Lists of rules as agents: who acts, what is shared, names, and games given up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import make_agent, rule_policy
from hanabilab.agents.asking import act_once
from hanabilab.agents.policy import new_memory
from hanabilab.agents.rules import POOL
from hanabilab.agents.rules.agent import answer_of, policy_of_base
from hanabilab.arena import Lineup, play_games, record_of
from hanabilab.errors import AgentError
from hanabilab.game.actions import FORFEIT
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.state import FORFEITED
from hanabilab.notation import format_record, parse_record
from hanabilab.review import explain_record
from hanabilab.search import Sparta, evaluate
from tests.following import Following
from tests.search.by_hand import assert_as_by_hand

FIXED = Rules(draw_slot="vacated", bomb="keep")
SMALL = Rules.preset("small", life_tokens=3)
GAMES = 40 if JIT_ENABLED else 4

#: Rules that remember hints, and some that do not.
MINDFUL = (52, 9, 113, 67, 21, 8, 36, 27, 39)


def decided(game: Following) -> tuple[int, int]:
    """What the rules of the seat to act want, and which in the list does."""
    return answer_of(game.view(), game.memories[int(game.state.current_seat)])


# --- Acting --------------------------------------------------------------------------------------


@pytest.mark.late
def test_the_first_rule_that_fires_acts():
    """The list's action is that of the first of its rules that, alone, would act; seed 5."""
    game = Following(rule_policy(MINDFUL), FIXED, seed=5)
    alone = [Following(rule_policy([number]), FIXED, game.deck) for number in MINDFUL]
    while not game.is_over:
        found = [decided(each) for each in alone]
        first = [place for _, place in found].index(0)
        assert (found[first][0], first) == decided(game)
        action = game.choice()
        for each in (game, *alone):
            each.act(action)


def test_where_no_rule_fires_any_legal_action_is_taken():
    """In `clean` and `skip` all legal actions come up, in `compat` the game is given up."""
    game, dice = Game(SMALL, seed=1), np.array([1, 2], np.uint64)
    for mode in ("clean", "skip"):
        memory = new_memory(rule_policy([0], mode=mode), 1)[0]
        act = rule_policy([0], mode=mode).native_act
        found = {int(act_once(game.view(), memory, dice, act)) for _ in range(300)}
        assert set(game.legal_actions()) == found
    agent = rule_policy([0], mode="compat")
    assert act_once(game.view(), new_memory(agent, 1)[0], dice, agent.native_act) == FORFEIT


def test_a_rule_that_throws_ends_the_game_or_is_skipped():
    """Rule 0 throws after the partner's hint, and 27 would then discard the oldest card."""
    chosen = {}
    for mode in ("compat", "skip"):
        game = Following(rule_policy([0, 27], mode=mode), SMALL, seed=1)
        game.act(game.legal_actions()[-1])  # a hint
        chosen[mode] = game.choice()
    assert {"compat": FORFEIT, "skip": 0} == chosen


def test_what_the_game_refuses_ends_it_also_where_exceptions_are_skipped():
    """Rule 82 wants a hint of nothing if none shows five useless cards; both modes forfeit then."""
    rules = Rules(draw_slot="vacated")
    ends = {}
    for mode in ("compat", "skip"):
        agent = rule_policy([82, 8, 13, 27, 19], mode=mode)
        table = play_games(Lineup((agent,) * 2), rules, games=GAMES, seed=3).table
        ends[mode] = table["status"].to_list()
    assert ends["compat"] == ends["skip"]
    assert FORFEITED in ends["skip"]


def test_agents_share_their_native_code():
    """A million lists must not compile a million functions."""
    first, second = rule_policy([8, 13]), rule_policy([27], mode="compat")
    assert first.native_act is second.native_act
    assert first.native_observe is second.native_observe
    assert first != second
    own, other = rule_policy([8, 109]), policy_of_base("extended")
    assert own.native_act is other.native_act
    assert first.native_act is policy_of_base("canaan2019").native_act


def test_a_rule_that_the_function_does_not_have_is_told_in_one_line():
    """Rule 109 given to the function of published rules: nothing else acts in its place."""
    agent = replace(rule_policy([109]), function=rule_policy([8]).function)
    with pytest.raises(AgentError, match="illegal action '-4'"):
        play_games(Lineup((agent,) * 2), SMALL, games=1)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.late_but(1)
def test_lists_of_different_length_play_together(players):
    """Each seat keeps its own settings and memory; alone they would do the same at each turn."""
    rules = Rules(players=players)
    lists = [MINDFUL[place:] for place in range(players)]
    agents = tuple(rule_policy(genes) for genes in lists)
    results = play_games(Lineup(agents), rules, games=2, seed=players)
    for row in results.table.iter_rows(named=True):
        games = [Following(agent, rules, row["deck"]) for agent in agents]
        for action in row["actions"][: row["turns"]]:
            seat = int(games[0].state.current_seat)
            wanted, place = decided(games[seat])
            assert action == wanted or lists[seat][place] == 39  # which throws dice
            for each in games:
                each.act(action)


#: Tells, remembers what it was told, and discards.
BLUEPRINT = rule_policy([52, 8, 67, 36, 27, 2, 19])


def test_a_search_knows_the_rules_of_its_blueprint():
    """Its blueprint's action is that of the list at every turn: the settings are in its memory."""
    game, search = Following(BLUEPRINT, SMALL, seed=4), Sparta(BLUEPRINT, rollouts=0)
    for _ in range(8):
        assert game.choice() == evaluate(game, search).blueprint_action
        game.act(game.choice())


@pytest.mark.compiled
@pytest.mark.late
def test_a_search_plays_on_with_the_rules_of_its_blueprint():
    """World by world as by hand, from memories that open with the settings."""
    game = Following(BLUEPRINT, SMALL, seed=4)
    for _ in range(5):
        game.act(game.choice())
    worlds, legal = 20, len(game.legal_actions())
    search = Sparta(BLUEPRINT, rollouts=worlds * legal, min_worlds=worlds)
    found = evaluate(game, search, seed=5)
    assert_as_by_hand(game, search, found, worlds, seed=5)


# --- Names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("rules(2, 8, 13)", "rules(2, 8, 13)"),
        ("rules(2,play-safe-card,13)", "rules(2, 8, 13)"),
        ("rules(8, base=canaan2019)", "rules(8)"),
        ("rules(8, mode=clean)", "rules(8)"),
        ("rules(8, mode=compat)", "rules(8, mode=compat)"),
        ("rules(8, mode=skip)", "rules(8, mode=skip)"),
        ("iggi", "iggi"),
        ("piers(mode=compat)", "piers(mode=compat)"),
    ],
)
def test_names_round_trip(written, name):
    """An agent's name makes an equal agent."""
    assert name == make_agent(written).name
    assert make_agent(name) == make_agent(written)


@pytest.mark.parametrize("name", POOL)
def test_agents_of_the_pool_are_lists(name):
    """They do as their lists."""
    assert rule_policy(POOL[name][0]).settings == make_agent(name).settings


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("rules()", "no rules are given; a list has one at least, such as rules(8, 13, 27)"),
        ('rules("8")', "no rule '8'; write its number or its name, such as 8 or play-safe-card"),
        ("rules(8, 1.5)", "no rule 1.5; write its number or its name, such as 8 or play-safe-card"),
        ("rules(8, mode=strict)", "unknown mode 'strict'; known are clean, compat, skip"),
        ("rules(8, moode=clean)", "rules has no option 'moode'; it has base, mode"),
        ("rules(106, base=canaan2019)", "no rule 106 in base canaan2019; its rules are 0 to 104"),
        ("iggi(8)", "agent 'iggi' takes no rules; its own are rules(2, 8, 13, 38, 27, 39)"),
        ("iggi(base=extended)", "iggi has no option 'base'; it has mode"),
    ],
)
def test_mistakes_are_told_in_one_line(name, message):
    """What was wrong, and what would be right."""
    with pytest.raises(AgentError) as error:
        make_agent(name)
    assert message == str(error.value)


def test_the_original_is_played_by_two():
    """What it does with more was never validated."""
    with pytest.raises(AgentError, match="plays with 2 players, not 3"):
        Lineup((make_agent("iggi(mode=compat)"),) * 3)


# --- Games given up ------------------------------------------------------------------------------


def given_up(bomb: str):
    """Games of a list of which, sooner or later, no rule fires; seed 2."""
    agent = rule_policy([8, 13], mode="compat")
    rules = Rules(draw_slot="vacated", bomb=bomb)
    return agent, rules, play_games(Lineup((agent,) * 2), rules, games=GAMES, seed=2).table


@pytest.mark.parametrize("bomb", ["keep", "zero"])
def test_a_game_given_up_keeps_its_points(bomb):
    """Whatever a lost game scores; the table says how it ended."""
    table = given_up(bomb)[2]
    assert {FORFEITED} == set(table["status"])
    assert table["points"].to_list() == table["score"].to_list()
    assert table["score"].sum() > 0


def test_a_game_given_up_is_a_record_that_ends_early():
    """It reads back with its score, and its agent explains each turn as its own."""
    agent, rules, table = given_up("zero")
    row = table.row(0, named=True)
    record = record_of(rules, row)
    assert parse_record(format_record(record)) == record
    game = record.replayed()
    assert (False, row["score"]) == (game.is_over, game.score)
    assert not any(each.differs for each in explain_record(agent, record))


def test_a_turn_that_would_give_up_is_explained():
    """Where the game went on, the agent's choice is FORFEIT, and it says why."""
    played = play_games(Lineup((make_agent("random"),) * 2), FIXED, games=1, seed=1)
    record = record_of(FIXED, played.table.row(0, named=True))
    turns = explain_record(rule_policy([8, 13], mode="compat"), record)
    up = [turn for turn in turns if turn.choice == FORFEIT]
    assert up
    assert {"no rule fires; tried before: 8, 13"} == {turn.reason for turn in up}


def test_only_agents_that_say_so_may_give_up():
    """FORFEIT of another agent is an illegal action like any."""
    agent = replace(rule_policy([0], mode="compat"), may_forfeit=False)
    with pytest.raises(AgentError, match="illegal action '-2'"):
        play_games(Lineup((agent,) * 2), SMALL, games=1)


# --- Explaining ----------------------------------------------------------------------------------


def test_an_agent_names_the_rule_that_fires_and_those_before_it():
    """At every turn of a game of IGGI, the rule told is the one that acted; seed 6."""
    agent = make_agent("iggi")
    results = play_games(Lineup((agent,) * 2), FIXED, games=1, seed=6)
    record = record_of(FIXED, results.table.row(0, named=True))
    game = Following(agent, FIXED, record.deck)
    genes = POOL["iggi"][0]
    for turn in explain_record(agent, record):
        place = decided(game)[1]
        assert turn.reason.startswith(f"rule {genes[place]}, ")
        tried = ", ".join(str(gene) for gene in genes[:place])
        assert turn.reason.endswith(f"; tried before: {tried}" if tried else turn.reason)
        game.act(turn.action)
