"""`Game.ask`: an agent asked for one move, by name or itself."""

from __future__ import annotations

import pytest

from hanabilab import (
    AgentError,
    Game,
    Lineup,
    Rules,
    Sparta,
    evaluate,
    make_agent,
    play_games,
    policy,
)
from hanabilab.agents import rule_policy
from hanabilab.game.actions import FORFEIT


@pytest.mark.parametrize("name", ["smart", "five-rule", "information", "iggi", "cheat"])
def test_an_agent_asked_plays_its_own_game(name):
    """Move by move, it is the game that the arena plays; nothing of it depends on chance."""
    rules = Rules(players=3)
    row = play_games(name, rules, games=1, seed=5, threads=1).table.row(0, named=True)
    game = Game(rules, seed=5)
    while not game.is_over:
        game.act(game.ask(name))
    assert row["actions"][: row["turns"]] == game.actions


def test_an_agent_may_be_given_itself_and_draws_by_seed():
    """The same seed, the same action; the game stays as it is."""
    game = Game(seed=2)
    before = game.states.tobytes()
    found = [game.ask("random", seed=seed) for seed in range(40)]
    assert found == [game.ask(make_agent("random"), seed=seed) for seed in range(40)]
    assert len(set(found)) > 5
    assert before == game.states.tobytes()
    assert [] == game.actions


def test_an_agent_that_gives_up_says_so():
    """FORFEIT is no action of the game, but an answer: of a list of which no rule fires."""
    game = Game(Rules(draw_slot="vacated"), seed=2)
    agent = rule_policy([8, 13], mode="compat")
    while (action := game.ask(agent)) != FORFEIT:
        game.act(action)
    assert game.actions
    assert not game.is_over


@policy("raises")
def raises(view, memory, rng):
    """Asks for what is not there."""
    return view.hands[99, 0]


@policy("illegal")
def illegal(view, memory, rng):
    """Discards with all tokens there."""
    return 0


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        ("nobody", "unknown agent 'nobody'"),
        ("hat", "agent 'hat' plays with 4, 5 players, not 2"),
        (illegal, "agent 'illegal': illegal action 'discard 0' of seat 0 at turn 0"),
        (raises, r"agent 'raises'.*test_asking.py, line"),
        (lambda view, memory, rng: 0, "is no agent; an agent is a name, such as 'smart', or what"),
        (Lineup, "is no agent"),
    ],
)
def test_what_cannot_be_asked_is_told_in_one_line(agent, message):
    """Unknown names, wrong numbers of players, agents that fail, things that are no agents."""
    with pytest.raises(AgentError, match=message) as error:
        Game().ask(agent)
    assert 1 == len(str(error.value).splitlines())


def test_a_game_that_is_over_asks_nobody():
    """There is nothing to do."""
    game = Game(Rules.preset("very-small"), seed=1)
    while not game.is_over:
        game.act(game.legal_actions()[0])
    with pytest.raises(AgentError, match="the game is over"):
        game.ask("random")


@pytest.mark.compiled
def test_searches_take_names():
    """`Sparta('smart')` is `Sparta(smart)`; what does not search is refused in one line."""
    by_name = Sparta("five-rule", rollouts=100)
    assert Sparta(make_agent("five-rule"), rollouts=100) == by_name
    assert "sparta(five-rule, rollouts=100)" == by_name.name
    found = evaluate(Game(seed=3), "sparta(five-rule, rollouts=0)")
    assert Game(seed=3).ask("five-rule") == found.action
    with pytest.raises(AgentError, match=r"^five-rule does not search; .* sparta\(five-rule\)$"):
        evaluate(Game(), "five-rule")
    with pytest.raises(AgentError, match="unknown agent 'nobody'"):
        Sparta("nobody")
    with pytest.raises(AgentError, match="is no agent"):
        Sparta(3)
