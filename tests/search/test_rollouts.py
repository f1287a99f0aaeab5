"""Rollouts: every action in the same worlds with the same luck, played out as by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import five_rule, information, policy, random_agent, smart
from hanabilab.agents.hats.cox_information import cox_information
from hanabilab.agents.policy import new_memory
from hanabilab.arena import Lineup, play_games, record_of
from hanabilab.beliefs.history import blueprint_of
from hanabilab.beliefs.replay import recall
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rules import Rules
from hanabilab.game.state import RUNNING
from hanabilab.game.words import parse_action
from hanabilab.notation import replay
from hanabilab.randomness import SEAT_STREAM, seed_rng
from hanabilab.search import Sparta, evaluate, searching
from hanabilab.search.rollouts import TO_THE_END, play_out
from tests.agents.samples import imitate, mindful
from tests.beliefs.playing import own_turns
from tests.following import Following
from tests.search.by_hand import assert_as_by_hand, worlds_of
from tests.strategies import examples, games

SMALL = Rules.preset("small")
LONG = Rules.preset("small", bomb="keep", life_tokens=5)
WORLDS = 6 if JIT_ENABLED else 2
#: Standard errors by which no action is ever behind.
NEVER_OUT = 1e9


def every_action(game, agent, worlds=WORLDS, **options) -> Sparta:
    """A search that plays out all actions in `worlds` worlds."""
    rollouts = worlds * len(game.legal_actions())
    return Sparta(agent, rollouts=rollouts, min_worlds=2, sigmas=NEVER_OUT, **options)


def midgame(rules=SMALL, seed=1, turns=6, agent=five_rule, deviates=0.0) -> Game:
    """The position at turn `turns` or soon after, seat 0 to act, others following the agent."""
    for game in own_turns(rules, agent, 0, seed, deviates):
        if len(game.actions) >= turns:
            return Following(agent, rules, game.deck, game.actions)
    raise AssertionError("the game is over too soon")


# --- Common random numbers -----------------------------------------------------------------------

THREE = Rules(players=3, suits=3, ranks=3, hand_size=2, information_tokens=6)


@pytest.mark.parametrize("beliefs", ["exact", "hints"])
@pytest.mark.parametrize(
    ("rules", "agent", "turns"),
    [
        (SMALL, five_rule, 0),
        (SMALL, five_rule, 6),
        (Rules.preset("small", life_tokens=5, draw_slot="vacated"), random_agent, 2),
        (LONG, mindful, 4),
        pytest.param(THREE, mindful, 6, marks=pytest.mark.compiled),
        pytest.param(THREE, smart, 6, marks=pytest.mark.compiled),
        pytest.param(THREE, information, 6, marks=pytest.mark.compiled),
        pytest.param(Rules(players=2, suits=3), smart, 12, marks=pytest.mark.compiled),
        pytest.param(
            Rules(players=5, suits=3, ranks=3, hand_size=1),
            cox_information,
            5,
            marks=pytest.mark.compiled,
        ),
    ],
    ids=lambda value: getattr(value, "name", None),
)
@pytest.mark.late_but(6)
def test_every_action_is_played_out_in_the_same_worlds(rules, agent, turns, beliefs):
    """World by world: the hand, the deck, the action, and the agent in all seats to the end.

    Each seat goes on from what it remembers in that world, also after a deviation of the seat.
    """
    for deviates in (0.0, 0.5) if JIT_ENABLED else (0.0,):
        game = midgame(rules, 2, turns, agent, deviates)
        search = every_action(game, agent, beliefs=beliefs)
        found = evaluate(game, search, seed=5)
        assert game.legal_actions() == found.legal.tolist()
        assert search.rollouts == found.rollouts == found.tallies[:, 0].sum()
        assert_as_by_hand(game, search, found, WORLDS, seed=5)


@pytest.mark.parametrize("seed", range(6))
def test_policies_have_the_same_luck_after_every_action(seed):
    """`random` ignores what hints say: after any of the hints it plays the very same game."""
    game = Game(LONG, seed=4)
    found = evaluate(game, every_action(game, random_agent, 30 if JIT_ENABLED else 3), seed=seed)
    hints = [action for action in game.legal_actions() if action >= 2 * LONG.hand_size]
    assert len(hints) >= 2
    assert 1 == len({str(found.tallies[hint]) for hint in hints})
    if found.blueprint_action in hints:
        assert [0.0] * len(hints) == found.gains[hints].tolist()
        assert [0.0] * len(hints) == found.gain_sems[hints].tolist()
    else:
        assert any(found.gain_sems[hints] > 0)


def test_luck_differs_from_world_to_world():
    """With nothing hidden there is one world only, and `random` still plays it in several ways."""
    three = Rules(players=3, suits=1, ranks=3, copies=(1, 1, 1), hand_size=1)
    game = Game(three, deck=[0, 1, 2])
    found = evaluate(game, every_action(game, random_agent, 40), seed=1)
    worlds, points, squares = found.tallies[parse_action(three, "play 0")][:3]
    # The one is played. Then the two is, and the three must be; or a hint is given instead.
    assert worlds < points < 3 * worlds
    assert squares == worlds + (points - worlds) / 2 * 8


# --- Nothing hidden gets in ----------------------------------------------------------------------


@pytest.mark.parametrize("beliefs", ["exact", "hints"])
@pytest.mark.parametrize("agent", [five_rule, random_agent, mindful], ids=lambda a: a.name)
@pytest.mark.parametrize("turns", [0, 5])
def test_estimates_do_not_depend_on_hidden_cards(agent, turns, beliefs):
    """Two games that differ in the seat's own hand and the deck behind give equal estimates."""
    game = midgame(Rules(players=3, suits=2, hand_size=2), 8, turns, agent)
    search = Sparta(agent, rollouts=80 if JIT_ENABLED else 24, min_worlds=2, beliefs=beliefs)
    expected = evaluate(game, search, seed=9)
    others = [
        Following(agent, game.rules, deck, game.actions)
        for deck, _ in worlds_of(game, search, 3, seed=77)
    ]
    assert all(other.deck != game.deck for other in others)
    for other in others:
        found = evaluate(other, search, seed=9)
        assert expected.tallies.tolist() == found.tallies.tolist()
        assert expected.action == found.action
        assert expected.blueprint_action == found.blueprint_action


def test_estimates_follow_from_the_seed():
    """The same seed gives the same sums, another seed others."""
    game, search = midgame(LONG, turns=2), Sparta(random_agent, rollouts=80, min_worlds=5)
    first, again, other = (evaluate(game, search, seed=seed).tallies for seed in (1, 1, 2))
    assert first.tolist() == again.tolist()
    assert first.tolist() != other.tolist()


# --- Playing out ---------------------------------------------------------------------------------


@pytest.mark.parametrize("agent", [five_rule, random_agent, mindful], ids=lambda a: a.name)
@pytest.mark.parametrize("players", [2, 5])
def test_playing_out_from_the_deal_is_a_game_of_the_arena(agent, players):
    """The same decks, generators and memories end in the arena's scores; seed 12."""
    rules = Rules(players=players)
    count = 30 if JIT_ENABLED else 2
    table = play_games(Lineup((agent,) * players), rules, games=count, seed=12).table
    for index, expected in enumerate(table["score"].to_list()):
        game = Game(rules, seed=12, index=index)
        rngs = np.zeros((players, 2), np.uint64)
        for seat in range(players):
            seed_rng(rngs[seat], 12, index, SEAT_STREAM + seat)
        memory = remembered(game, agent)
        look_at, blueprint = new_views(rules, 1)[0], blueprint_of(agent)
        played = play_out(game.state, look_at, memory, rngs, TO_THE_END, blueprint)
        assert expected == played
        assert game.state.status != RUNNING


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("agent", "players"),
    [
        *((smart, n) for n in (2, 3, 5)),
        *((information, n) for n in (2, 3, 5)),
        (cox_information, 5),
    ],
    ids=lambda value: getattr(value, "name", None),
)
@pytest.mark.late_but(2)
def test_one_memory_for_all_serves_where_all_are_alike(agent, players, monkeypatch):
    """Common memory is kept once in rollouts after any action that leaves all seats' copies alike.

    That is promised only while all follow the agent. Here the seat deviates at times, and with a
    copy for each seat every sum is the same.
    """
    rules, looked = Rules(players=players, hand_size=3), 0
    search = Sparta(agent, rollouts=200, min_worlds=2, sigmas=NEVER_OUT)
    for seed in range(3):
        for game in own_turns(rules, agent, seed % players, seed, deviates=0.25):
            if len(game.actions) > 2 * players and len(game.actions) % 2:
                monkeypatch.setattr(searching, "blueprint_of", blueprint_of)
                once = evaluate(game, search).tallies.tolist()
                each = blueprint_of(agent)._replace(memory_is_common=False)
                monkeypatch.setattr(searching, "blueprint_of", lambda _, each=each: each)
                assert once == evaluate(game, search).tallies.tolist()
                looked += 1
    assert looked > 3


@policy("stubborn")
def stubborn(view, memory, rng):
    """Plays, until it discards where it may not."""
    return 0 if view.turn >= 2 else view.rules.hand_size


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_a_blueprint_that_acts_illegally_is_told(turns):
    """Now, or only in the rollouts: the search names itself and says so in one line."""
    game = Game(Rules(life_tokens=5, hand_size=2), seed=1)
    for _ in range(turns):
        game.act("play 0")
    with pytest.raises(AgentError) as error:
        evaluate(game, Sparta(stubborn, rollouts=60, min_worlds=3))
    expected = "sparta(stubborn, rollouts=60, min_worlds=3): the blueprint acts illegally"
    assert str(error.value).startswith(expected)


@pytest.mark.parametrize("action", [99, -99])
def test_a_blueprint_that_names_no_action_is_told(action):
    """An action id out of range is as illegal as any."""
    wild = policy("wild")(lambda view, memory, rng: action)
    with pytest.raises(AgentError, match="the blueprint acts illegally"):
        evaluate(Game(SMALL), Sparta(wild, rollouts=1))


# --- Memories ------------------------------------------------------------------------------------


def remembered(game, agent):
    """[P, M] what each seat remembers in a game, by replay."""
    memory = new_memory(agent, game.rules.players)
    past, look_at = new_states(game.rules, 1)[0], new_views(game.rules, 1)[0]
    actions = np.array(game.actions, np.int16)
    recall(past, memory, game.state.deck, actions, look_at, agent.native_observe)
    assert past.tobytes() == game.states.tobytes()
    return memory


@pytest.mark.parametrize("players", [2, 4])
def test_memories_recalled_are_those_kept_during_play(players):
    """At every turn of games of the arena, replay gives the memory that the arena kept; seed 13."""
    rules = Rules(players=players, draw_slot="vacated")
    watcher = imitate(mindful)
    lineup = Lineup((watcher,) * players)
    table = play_games(lineup, rules, games=2 if JIT_ENABLED else 1, seed=13, threads=1).table
    kept = {}
    for turns, _ in watcher.shown:
        for view, memory in zip(turns.views, turns.memory, strict=True):
            kept[view.tobytes()] = memory.tolist()
    looked = 0
    for row in table.iter_rows(named=True):
        for game in replay(record_of(rules, row)):
            seat = int(game.state.current_seat)
            if not game.is_over:
                memory = remembered(game, mindful)
                assert kept[game.view().tobytes()] == memory[seat].tolist()
                looked += 1
    assert looked == table["turns"].sum()


@examples(20, plain=5)
@given(games(running=True), st.integers(0, 2**32))
def test_memories_in_a_world_are_those_of_its_history(game, seed):
    """In a sampled world partners remember what they saw there; the own memory is the true one."""
    seat = int(game.state.current_seat)
    true = remembered(game, mindful)
    for deck, _ in worlds_of(game, Sparta(mindful, beliefs="hints"), 2, seed):
        world = Following(mindful, game.rules, deck, game.actions)
        found = remembered(world, mindful)
        assert world.memories.tolist() == found.tolist()
        assert true[seat].tolist() == found[seat].tolist()
