"""Rollouts: every action in the same worlds with the same luck, played out as by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import five_rule, policy, random_agent
from hanabilab.arena import Lineup, play_games, record_of
from hanabilab.beliefs import SCRATCH_SIZE, sample_world
from hanabilab.errors import AgentError
from hanabilab.game.games import Game, new_states, new_views
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.rules import Rules
from hanabilab.game.state import RUNNING
from hanabilab.game.view import fill_known_deck
from hanabilab.game.words import parse_action
from hanabilab.notation import replay
from hanabilab.randomness import SEAT_STREAM, draw_below, seed_rng
from hanabilab.search import Sparta, evaluate
from hanabilab.search.rollouts import NOT_LEGAL, play_out, recall
from tests.agents.samples import decide, imitate, mindful, view_of
from tests.strategies import examples, games

SMALL = Rules.preset("small")
LONG = Rules.preset("small", bomb="keep", life_tokens=5)
ROLLOUTS = 6 if JIT_ENABLED else 2


def midgame(any_rules=SMALL, seed=1, turns=6) -> Game:
    """A game after some moves of five-rule."""
    game = Game(any_rules, seed=seed)
    while len(game.actions) < turns and not game.is_over:
        game.act(decide(five_rule, any_rules, game.state))
    return game


def on_deck(game, world) -> Game:
    """The game with the same actions on the deck of a world."""
    other = Game(game.rules, deck=world.deck[: game.rules.deck_size].tolist())
    for action in game.actions:
        other.act(action)
    return other


def worlds_of(game, count, seed):
    """The worlds that a search of `game` samples, by the same numbers."""
    rules, seat = game.rules, int(game.state.current_seat)
    known, rng = np.zeros(MAX_DECK, np.int16), np.zeros(2, np.uint64)
    fill_known_deck(known, game.state, seat)
    seed_rng(rng, seed, len(game.actions), SEAT_STREAM + seat)
    for world in new_states(rules, count):
        view, scratch = view_of(rules, game.state, seat), np.zeros(SCRATCH_SIZE, np.int64)
        assert sample_world(world, view, known, scratch, rng)
        draw_below(rng, 1 << 31)  # the luck of this world's policies
        yield world


# --- Common random numbers -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        midgame(turns=0),
        midgame(turns=6),
        midgame(Rules.preset("small", bomb="keep", draw_slot="vacated"), seed=2, turns=3),
        midgame(Rules(players=3, suits=2, hand_size=3), seed=3, turns=8),
    ],
    ids=["deal", "small", "vacated", "three"],
)
def test_every_action_is_played_out_in_the_same_worlds(game):
    """Score by score: world i, the action, and five-rule in all seats to the end, by hand."""
    found = evaluate(game, Sparta(five_rule, rollouts=ROLLOUTS), seed=5)
    assert game.legal_actions() == found.legal.tolist()
    assert {NOT_LEGAL} >= set(np.delete(found.scores, game.legal_actions(), axis=1).flat)
    for scores, world in zip(found.scores, worlds_of(game, ROLLOUTS, seed=5), strict=True):
        for action in game.legal_actions():
            played = on_deck(game, world)
            played.act(action)
            while not played.is_over:
                played.act(decide(five_rule, game.rules, played.state))
            assert played.score == scores[action]


def test_policies_have_the_same_luck_after_every_action():
    """`random` ignores what hints say, so after any of the hints it plays the very same game."""
    game = Game(LONG, seed=4)
    found = evaluate(game, Sparta(random_agent, rollouts=30), seed=6)
    hints = [action for action in game.legal_actions() if action >= 2 * LONG.hand_size]
    assert len(hints) >= 2
    assert (found.scores[:, hints] == found.scores[:, hints[:1]]).all()
    assert len(set(found.scores[:, hints[0]].tolist())) > 1


def test_luck_differs_from_world_to_world():
    """With nothing hidden there is one world only, and `random` still plays it in several ways."""
    three = Rules(players=3, suits=1, ranks=3, copies=(1, 1, 1), hand_size=1)
    game = Game(three, deck=[0, 1, 2])
    found = evaluate(game, Sparta(random_agent, rollouts=40), seed=1)
    play = parse_action(three, "play 0")
    # The one is played. Then the two is, and the three must be; or a hint is given instead.
    assert {1, 3} == set(found.scores[:, play].tolist())


# --- Nothing hidden gets in ----------------------------------------------------------------------


@pytest.mark.parametrize("blueprint", [five_rule, random_agent, mindful], ids=lambda a: a.name)
@pytest.mark.parametrize("turns", [0, 5, 9])
def test_estimates_do_not_depend_on_hidden_cards(blueprint, turns):
    """Two games that differ in the seat's own hand and the deck behind give equal estimates."""
    game = midgame(Rules(players=3, suits=2, hand_size=2), seed=8, turns=turns)
    search = Sparta(blueprint, rollouts=ROLLOUTS)
    expected = evaluate(game, search, seed=9)
    others = [on_deck(game, world) for world in worlds_of(game, 3, seed=77)]
    assert all(other.deck != game.deck for other in others)
    for other in others:
        found = evaluate(other, search, seed=9)
        assert expected.scores.tolist() == found.scores.tolist()
        assert (expected.action, expected.blueprint_action) == (
            found.action,
            found.blueprint_action,
        )


def test_estimates_follow_from_the_seed():
    """The same seed gives the same scores, another seed others."""
    game, search = midgame(LONG), Sparta(random_agent, rollouts=10)
    first, again, other = (evaluate(game, search, seed=seed).scores for seed in (1, 1, 2))
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
        memory = np.zeros((players, agent.memory_size), np.int64)
        natives = (agent.native_act, agent.native_observe)
        remember(game, memory, agent)
        look_at = new_views(rules, 1)[0]
        assert expected == play_out(game.state, look_at, memory, rngs, *natives)
        assert game.state.status != RUNNING


def remember(game, memory, agent):
    """What each seat remembers in a game, by the replay that `recall` is."""
    actions = np.array([*game.actions, -1], np.int16)
    past, look_at = new_states(game.rules, 1)[0], new_views(game.rules, 1)[0]
    recall(memory, game.state, past, look_at, actions, agent.native_observe)


@policy("stubborn")
def stubborn(view, memory, rng):
    """Plays, until it discards where it may not."""
    return 0 if view.turn >= 2 else view.rules.hand_size


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_a_blueprint_that_acts_illegally_is_told(turns):
    """Now, or only in the rollouts: the search names itself and says so in one line."""
    game = Game(Rules(life_tokens=5), seed=1)
    for _ in range(turns):
        game.act("play 0")
    with pytest.raises(AgentError) as error:
        evaluate(game, Sparta(stubborn, rollouts=2))
    expected = "sparta(stubborn, rollouts=2): the blueprint acts illegally, or no game can reach "
    assert str(error.value).startswith(expected)


@pytest.mark.parametrize("action", [99, -99])
def test_a_blueprint_that_names_no_action_is_told(action):
    """An action id out of range is as illegal as any."""
    wild = policy("wild")(lambda view, memory, rng: action)
    with pytest.raises(AgentError, match="the blueprint acts illegally"):
        evaluate(Game(SMALL), Sparta(wild, rollouts=1))


# --- Memories ------------------------------------------------------------------------------------


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
            memory = np.full((players, mindful.memory_size), 7, np.int64)
            remember(game, memory, mindful)
            if not game.is_over:
                assert kept[game.view().tobytes()] == memory[seat].tolist()
                looked += 1
    assert looked == table["turns"].sum()


@examples(40, plain=10)
@given(games(), st.integers(0, 2**32))
def test_memories_in_a_world_are_those_of_its_history(game, seed):
    """In a sampled world partners remember what they saw there; the own memory is the true one."""
    seat = int(game.state.current_seat)
    true = np.zeros((game.rules.players, mindful.memory_size), np.int64)
    remember(game, true, mindful)
    actions = np.array([*game.actions, -1], np.int16)
    for world in worlds_of(game, 2, seed):
        found, expected = np.ones_like(true), np.ones_like(true)
        past, look_at = new_states(game.rules, 1)[0], new_views(game.rules, 1)[0]
        recall(found, world, past, look_at, actions, mindful.native_observe)
        remember(on_deck(game, world), expected, mindful)
        assert expected.tolist() == found.tolist()
        assert true[seat].tolist() == found[seat].tolist()


def test_rollouts_play_on_with_the_memories_of_the_world():
    """Score by score: `mindful`, which does what its memory says, plays each world as by hand."""
    game = midgame(Rules.preset("small", life_tokens=3), seed=15, turns=5)
    count = ROLLOUTS
    found = evaluate(game, Sparta(mindful, rollouts=count), seed=16)
    for scores, world in zip(found.scores, worlds_of(game, count, seed=16), strict=True):
        for action in game.legal_actions():
            played = on_deck(game, world)
            played.act(action)
            while not played.is_over:
                memory = np.zeros((2, mindful.memory_size), np.int64)
                remember(played, memory, mindful)
                seat = int(played.state.current_seat)
                played.act(int(mindful.function(played.view(), memory[seat], None)))
            assert played.score == scores[action]
