"""Agents by variants of the public site: who can plays legally, who cannot says so in one line."""

from __future__ import annotations

import pytest

from hanabilab.agents import check_rules, make_agent
from hanabilab.arena import play_games
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.notation import parse_rules
from hanabilab.search import evaluate

#: Odd hints, none of a kind, hints in turn, half tokens, suits that go down or both ways.
NAMES = [
    "rainbow-5-suits", "null-fives-dark-omni-6-suits", "deceptive-ones-light-pink-4-suits",
    "number-mute-3-suits", "color-blind-4-suits", "totally-blind-3-suits", "synesthesia-5-suits",
    "alternating-clues-null-4-suits", "clue-starved-brown-5-suits", "odds-and-evens-prism-5-suits",
    "white-reversed-rainbow-5-suits", "up-or-down-pink-5-suits", "dark-orange-6-suits",
]  # fmt: skip
OPTIONS = [
    "full(all_or_nothing=1)",
    "full(empty_hints=1)",
    "full(deck_plays=1)",
    "full(discard_at_max=1)",
]


@pytest.mark.compiled
@pytest.mark.parametrize("text", [*NAMES, *OPTIONS])
@pytest.mark.late_but(5)
def test_random_five_rule_and_cheat_play_variants(text):
    """The arena stops at an illegal action, so games that end are legal games."""
    for place, agent in enumerate(("random", "five-rule", "cheat")):
        for players in (2 + place, 6 - place):
            call = f"{text[:-1]}, " if text.endswith(")") else f"{text}("
            rules = parse_rules(f"{call}players={players})")
            assert play_games(agent, rules, games=30).table.height == 30


@pytest.mark.compiled
def test_cheat_scores_more_than_five_rule_in_a_variant():
    """Means of 200 games: what hints say is used, and suits that go down are built."""
    rules = parse_rules("white-reversed-rainbow-5-suits")
    means = [
        play_games(name, rules, games=200).table["points"].mean()
        for name in ("random", "five-rule", "cheat")
    ]
    assert means[0] + 3 < means[1] < means[2] - 3


@pytest.mark.compiled
@pytest.mark.parametrize(
    "name", ["sparta(five-rule, rollouts=20)", "ismcts(five-rule, iterations=20)"]
)
@pytest.mark.parametrize("text", ["rainbow-5-suits", "up-or-down-pink-5-suits"])
@pytest.mark.late_but(1)
def test_searches_over_five_rule_play_variants(name, text):
    game = Game(parse_rules(text), seed=1)
    for _ in range(4):
        game.act(game.ask("five-rule"))
    assert evaluate(game, name).action in game.legal_actions()


@pytest.mark.parametrize("name", ["smart", "information", "iggi", "sparta(smart)"])
def test_agents_that_cannot_say_so_in_one_line(name):
    rules = parse_rules("pink-3-suits")
    with pytest.raises(AgentError, match="does not play pink-3-suits; random, five-rule") as caught:
        check_rules(make_agent(name), rules)
    assert "\n" not in str(caught.value)
    with pytest.raises(AgentError, match="does not play"):
        play_games(name, rules, games=1)
    with pytest.raises(AgentError, match="does not play"):
        Game(rules).ask(name)
