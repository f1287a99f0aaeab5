"""`ismcts(BLUEPRINT)`: finds what wins, sees nothing hidden, plays legally, names itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import BatchedPolicy, five_rule, policy, random_agent, smart
from hanabilab.arena import Lineup, play_games
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action, parse_action
from hanabilab.search import Ismcts, evaluate
from tests.agents.samples import mindful, self_checking
from tests.beliefs.exact import sampled_worlds
from tests.search.ismcts.positions import MODES, grown, midgame, nodes_by_path, on_deck, play_on
from tests.strategies import examples, games, short_rules
from tests.tables import stacked

FEW = 40 if JIT_ENABLED else 4

# --- Endgames solved by hand ---------------------------------------------------------------------

#: The deck is dealt, each seat has one turn, one mistake loses all. Seat 1 holds one playable card,
#: R1, in the middle. Told that it is a one, it plays it: one point. Told anything else, or nothing,
#: it can at best pick one of two. Seat 0 may play blindly, and finds its Y1 in one case of three.
LAST = Rules(suits=2, ranks=3, copies=(1, 1, 1), hand_size=3, life_tokens=1)
LAST_DECK = "Y1 Y2 R3 R2 R1 Y3"


@pytest.mark.compiled
@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "plain"])
def test_it_finds_the_hint_that_wins(mode):
    """The one that tells which card to play; seed 1, 2,000 iterations."""
    game = stacked(LAST_DECK, LAST)
    search = Ismcts(five_rule, iterations=2000, mode=mode, rules="none", exploration=0.3)
    tree = evaluate(game, search, seed=1)
    assert "hint 1 1" == format_action(LAST, tree.action)
    assert 0.8 < tree.means[tree.action] <= 1


@pytest.mark.compiled
def test_a_plain_tree_lets_the_partner_know_his_hand():
    """Told nothing of use, he still has a move that always wins; re-determinised, he guesses."""
    game = stacked(LAST_DECK, LAST)
    search = Ismcts(five_rule, iterations=8000, rules="none", exploration=1)
    path = tuple(parse_action(LAST, words) for words in ("hint 1 3", "play 1"))
    plain, honest = (
        dict(nodes_by_path(grown(game, replace(search, mode=mode), seed=1)))[path]
        for mode in ("plain", "ris")
    )
    assert plain.points == plain.visits > 30 < honest.visits
    assert 0.3 < honest.points / honest.visits < 0.7


@pytest.mark.parametrize("mode", MODES)
def test_it_plays_the_last_point(mode):
    """It sees the R2, so its own card is the R1, and playing it lets the other seat finish."""
    rules = Rules(suits=1, ranks=2, copies=(1, 1), hand_size=1)
    game = stacked("R1 R2", rules)
    tree = evaluate(game, Ismcts(five_rule, iterations=FEW, mode=mode, rules="none"), seed=2)
    assert "play 0" == format_action(rules, tree.action)


# --- Nothing hidden gets in ----------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("blueprint", [five_rule, mindful], ids=lambda agent: agent.name)
def test_trees_do_not_depend_on_hidden_cards(mode, blueprint):
    """Two games that differ in the seat's own hand and the deck behind give one tree."""
    rules = Rules(players=3, suits=2, hand_size=2)
    search = Ismcts(blueprint, iterations=FEW, mode=mode)
    for turns in (0, 7):
        game = midgame(rules, 8, turns)
        expected = grown(game, search, seed=9)
        seat = int(game.state.current_seat)
        others = [on_deck(game, world) for world in sampled_worlds(rules, game.state, seat, 3, 77)]
        assert all(other.deck != game.deck for other in others)
        for other in others:
            assert expected.nodes.tobytes() == grown(other, search, seed=9).nodes.tobytes()


@pytest.mark.compiled
def test_exact_beliefs_do_not_depend_on_hidden_cards():
    """As above, from the range that partners' choices leave: the decks must fit them, too."""
    rules = Rules(players=2, suits=2, hand_size=2)
    search = Ismcts(five_rule, iterations=FEW, beliefs="exact")
    game = midgame(rules, 8, 6)
    alike = 0
    for world in sampled_worlds(rules, game.state, int(game.state.current_seat), 50, 77):
        if (
            play_on(Game(rules, deck=world.deck[: rules.deck_size].tolist()), 6).actions
            == game.actions
        ):
            alike += 1
            other = evaluate(on_deck(game, world), search, seed=9)
            assert "exact" == other.basis
            assert evaluate(game, search, seed=9).tallies.tobytes() == other.tallies.tobytes()
    assert alike > 1


# --- In games ------------------------------------------------------------------------------------


@examples(30, plain=5)
@given(
    games(short_rules(60), running=True),
    st.sampled_from(MODES),
    st.sampled_from(["none", "all", "all+blueprint"]),
)
def test_every_root_action_is_legal(game, mode, rules):
    """Whatever the rules of the game, and whoever plays on."""
    for blueprint in (five_rule, random_agent):
        search = Ismcts(blueprint, iterations=FEW // 2, mode=mode, rules=rules, depth=4)
        found = evaluate(game, search, seed=3)
        assert set(np.flatnonzero(found.worlds).tolist()) <= set(game.legal_actions())
        assert found.action in game.legal_actions()


@pytest.mark.parametrize("players", range(2, 7))
def test_it_plays_with_any_number(players):
    """Whole games with a search in every seat; the arena stops at an illegal action."""
    rules = Rules(players=players, suits=2, ranks=2, hand_size=1, information_tokens=2)
    count = 3 if JIT_ENABLED else 1
    lineup = Lineup((Ismcts(mindful, iterations=5),) * players)
    assert count == len(play_games(lineup, rules, games=count, seed=1).table)


def test_games_follow_from_the_seed():
    """Not from threads, nor from how many games are asked for at once."""
    rules = Rules.preset("small")
    search = Ismcts(random_agent, iterations=8, rules="none")
    lineups = [Lineup((replace(search, games_at_once=count),) * 2) for count in (1, 3, 3)]
    tables = [
        play_games(lineup, rules, games=5, seed=seed, threads=threads).table
        for lineup, threads, seed in zip(lineups, (1, 2, 1), (4, 4, 5), strict=True)
    ]
    assert tables[0]["actions"].to_list() == tables[1]["actions"].to_list()
    assert tables[0]["actions"].to_list() != tables[2]["actions"].to_list()


def test_the_table_tells_what_it_did():
    """A search for each of its moves, all iterations of it, and how often it left the blueprint."""
    rules = Rules.preset("very-small")
    searching = Ismcts(five_rule, iterations=6)
    table = play_games(Lineup((searching, five_rule)), rules, games=3, seed=1).table
    assert ((table["turns"] + 1) // 2).to_list() == table["searches"].to_list()
    assert (table["searches"] * 6).to_list() == table["rollouts"].to_list()
    assert (table["changes"] <= table["searches"]).all()
    assert 0 == table["off_model"].sum()


@pytest.mark.compiled
def test_it_searches_over_common_memory():
    """Off the blueprint, seats come to remember different things: `smart` still acts legally."""
    lineup = Lineup((Ismcts(smart, iterations=40, rules="none"), smart))
    assert 3 == len(play_games(lineup, Rules(), games=3, seed=1).table)


@pytest.mark.slow
@pytest.mark.compiled
def test_it_gains_points_over_its_blueprint():
    """Over 40 paired games of two, seed 0, 100 iterations a move: more than 0.2 points.

    Over seeds 0 to 5, 40 games each, it was 1.11 on average, with a standard deviation of 0.37.
    """
    scores = [
        play_games(Lineup.of([name] * 2), Rules(), games=40, seed=0).table["score"]
        for name in ("ismcts(five-rule, iterations=100)", "five-rule")
    ]
    assert (scores[0] - scores[1]).mean() > 0.2


def test_memories_are_those_of_the_game():
    """The blueprint's memory is kept in the tree: `self-checking` acts illegally if it is not."""
    rules = Rules(players=3, suits=2, hand_size=2)
    for turns in (0, 5):
        game = midgame(rules, 3, turns)
        for mode in MODES:
            search = Ismcts(self_checking, iterations=FEW, mode=mode, rules="all+blueprint")
            assert FEW == evaluate(game, search, seed=1).worlds.sum()


def test_it_remembers_as_its_blueprint():
    """It is a batched agent with the blueprint's memory and players."""
    search = Ismcts(mindful, iterations=2)
    assert isinstance(search, BatchedPolicy)
    assert mindful.memory_size == search.memory_size
    assert mindful.native_observe is search.native_observe
    few = policy("few", players=range(2, 3))(lambda view, memory, rng: 0)
    assert range(2, 3) == Ismcts(few).players


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("action", [99, -99, 0])
def test_a_blueprint_that_acts_illegally_is_told(mode, action):
    """The search names itself and says so in one line."""
    wild = policy("wild")(lambda view, memory, rng: action)
    game = Game(Rules(), seed=1)
    with pytest.raises(AgentError) as error:
        evaluate(game, Ismcts(wild, iterations=40, mode=mode, rules="blueprint"))
    assert str(error.value).startswith("ismcts(wild, iterations=40")
    assert str(error.value).endswith(": the blueprint acts illegally")


@policy("stubborn")
def stubborn(view, memory, rng):
    """Plays, until it discards where it may not."""
    return 0 if view.turn >= 2 else view.rules.hand_size


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("rules", ["none", "blueprint"])
def test_a_blueprint_that_acts_illegally_later_is_told(mode, rules):
    """As above, from within the tree, or from a leaf on."""
    search = Ismcts(stubborn, iterations=40, mode=mode, rules=rules)
    with pytest.raises(AgentError, match=r"acts illegally, or no game can reach this position$"):
        evaluate(Game(Rules(life_tokens=5), seed=1), search)
