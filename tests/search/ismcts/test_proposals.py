"""Rules that propose: against their naive twins everywhere, and one by one by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from hanabilab import Game
from hanabilab.game.actions import is_legal
from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action
from hanabilab.notation import parse_rules
from hanabilab.search.ismcts.agent import parse_rule_set
from hanabilab.search.ismcts.proposals import NUM_HINT_RULES, RULE_NAMES, propose
from tests.agents.samples import position, view_of
from tests.naive_agents import sight_of
from tests.search.ismcts.naive import naive_proposals
from tests.strategies import examples, games


def proposals(rules, view, names: str) -> set[str]:
    """What some rules propose, in words."""
    is_open = np.zeros(rules.num_actions, np.bool_)
    propose(is_open, view, parse_rule_set(names)[1], np.full(NUM_HINT_RULES, 77, np.int64))
    return {format_action(rules, int(action)) for action in np.flatnonzero(is_open)}


@examples(75, plain=20)
@given(games(running=True))
def test_every_rule_proposes_what_its_twin_does(game):
    """Each alone, and all together; whatever the rules of the game, nothing illegal."""
    view = game.view()
    sight = sight_of(game.rules, view)
    for names in (*RULE_NAMES, "all"):
        found = proposals(game.rules, view, names)
        assert naive_proposals(sight, view, names.split("+")) == found
    legal = {action for action in range(game.rules.num_actions) if is_legal(view, action)}
    words = {format_action(game.rules, action) for action in legal}
    assert proposals(game.rules, view, "all") <= words


def test_barred_hints_are_not_proposed():
    """Where colors and ranks are told in turn, the tree tries no other."""
    rules = parse_rules("alternating-clues-5-suits(players=3)")
    game = Game(rules, seed=1)
    for _ in range(6):
        view = game.view()
        legal = {format_action(rules, action) for action in game.legal_actions()}
        assert proposals(rules, view, "all") <= legal
        game.act(
            next(
                action for action in game.legal_actions() if "hint" in format_action(rules, action)
            )
        )


TWO = Rules(suits=3, hand_size=3)


@pytest.mark.parametrize(
    ("rule", "own", "other", "table", "expected"),
    [
        ("tell-alone", "R3 Y3 G3", "R1 Y2 Y3", {}, "hint 1 red"),
        ("tell-alone", "R3 Y3 G3", "R1 R2 G1", {}, "hint 1 green"),
        ("tell-alone", "R3 Y3 G3", "R1 R2 R3", {}, "hint 1 1"),
        ("tell-alone", "R3 Y3 G3", "R1:1 R2 R3", {}, ""),
        ("tell-most", "R3 Y3 G3", "R1 Y1 R2", {}, "hint 1 red"),
        ("tell-most", "R3 Y3 G3", "R1:R Y1 R2:R", {}, "hint 1 1"),
        ("tell-playable", "R3 Y3 G3", "R2 Y1 Y3", {}, "hint 1 1"),
        ("tell-playable", "R3 Y3 G3", "R2 Y3 Y4", {}, ""),
        ("tell-useless", "R3 Y3 G3", "R1 Y2 Y3", {"fireworks": "R1"}, "hint 1 red"),
        ("tell-useless", "R3 Y3 G3", "R1 Y2 Y3", {}, ""),
        ("tell-newest", "R3 Y3 G3", "Y2 Y3 Y1", {}, "hint 1 1"),
        ("tell-newest", "R3 Y3 G3", "Y1 Y3 R1", {}, "hint 1 red"),
        ("complete-playable", "R3 Y3 G3", "Y1:Y Y3 R2", {}, "hint 1 1"),
        ("complete-playable", "R3 Y3 G3", "Y2:Y Y3 R2", {}, ""),
        ("complete-useless", "R3 Y3 G3", "Y1:Y Y3 R2", {"fireworks": "Y2"}, "hint 1 1"),
        ("complete-later", "R3 Y3 G3", "Y2:Y Y3 R5", {}, "hint 1 2"),
        ("tell-last", "R3 Y3 G3", "R5 Y3 Y4", {}, "hint 1 red"),
        ("tell-last", "R4 Y3 G3", "R2 R3 Y4", {"discards": "R3"}, "hint 1 3"),
        ("play-likely", "R1:1 Y3 G3", "R2 Y2 Y4", {}, "play 0"),
        ("play-likely", "R2:2 Y3 G3", "R2 Y2 Y4", {"fireworks": "R1"}, ""),
        ("discard-unneeded", "R1:1 Y5:5 G3", "R2 Y2 Y4", {"tokens": 3}, "discard 0"),
        ("discard-unneeded", "R1:1 Y5:5 G3", "R2 Y2 Y4", {}, ""),
    ],
)
def test_a_rule_proposes_as_worked_out_by_hand(rule, own, other, table, expected):
    """Positions of one purpose each."""
    view = view_of(TWO, position(TWO, own, other, **table))
    assert {expected} - {""} == proposals(TWO, view, rule)


def test_a_late_play_needs_less():
    """With five cards in the deck at most, a chance of 0.4 is enough; here it is 3 of 6."""
    rules = Rules(suits=1, hand_size=2)
    early = position(rules, "R1 R3", "R2 R4")
    late = position(rules, "R1 R3", "R2 R4", discards="R2")
    assert proposals(rules, view_of(rules, early), "play-late") == set()
    assert proposals(rules, view_of(rules, late), "play-late") == {"play 0"}
    assert proposals(rules, view_of(rules, late), "play-likely") == set()
