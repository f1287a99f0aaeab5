"""`intentional`, `full` and `outer-state`: positions set up by hand, and their twins.

The expected moves follow from the rules in the heads of their modules. Positions are written as at
`position`: "R1:1" is a red one that was hinted as a one. Cards in sight prove nothing to them.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import make_agent
from hanabilab.arena import play_games
from hanabilab.game.rules import Rules
from hanabilab.knowledge.hints import COLOR, RANK
from tests.agents.samples import ODD_RULES, position
from tests.agents.watching import Watch
from tests.lanes import slow_after
from tests.naive.game import NaiveGame, all_actions
from tests.naive.intentional import NaiveOuterState, intentional_options
from tests.strategies import examples, rules, seeds

INTENTIONAL, FULL, OUTER = (make_agent(name) for name in ("intentional", "full", "outer-state"))
TWO, THREE = Rules(hand_size=2), Rules(hand_size=3)
COLORS = ("red", "yellow", "green", "white", "blue")
ONES = "R1Y1G1W1B1"
STUDY = Rules(bomb="keep", discard_at_max=True)


def watch(agent, any_rules, hands, actions="", **table):
    """A position, seat 0 to act, and what is done in it."""
    found = Watch(agent, any_rules, position(any_rules, *hands, **table))
    return found.take(actions) if actions else found


@pytest.mark.parametrize(
    ("expected", "hands", "table"),
    [
        # A play before all else: the last sure one.
        ("play 1", ("R1:R1 Y1:1", "R2 R4"), {}),
        # Two cards that are played already: either; generators of zeros take the first.
        ("discard 0", ("R1:R1 R1:R1", "Y1 R4"), {"fireworks": "R1", "tokens": 7}),
        # At full tokens a sure discard must wait. Red would ask to play the four, too.
        ("hint 1 yellow", ("R1:R1 R4", "Y1 R4"), {"fireworks": "R1"}),
        # Two plays are worth more than one.
        ("hint 1 1", ("R4 Y4", "R1 Y1"), {}),
        # Of equals the first: green, then yellow, ..., red, then ranks.
        ("hint 1 green", ("R4 Y4", "R1 G2"), {"fireworks": "G1"}),
        ("hint 1 white", ("R4 Y4", "B1 W2"), {"fireworks": "W1"}),
        # A played card is worth pointing out.
        ("hint 1 1", ("R4 Y4", "R1 G5"), {"fireworks": ONES, "tokens": 5}),
        # Red leaves a one and a four: it would be discarded, and has its copies.
        ("hint 1 red", ("Y4 G4", "R4:14 W5"), {"fireworks": ONES, "tokens": 5}),
        # One of them is gone; or it is a five.
        ("discard 0", ("Y4 G4", "R4:14 W5"), {"fireworks": ONES, "tokens": 5, "discards": "R4"}),
        ("discard 0", ("Y4 G4", "R5:15 W5"), {"fireworks": ONES, "tokens": 5}),
        # Nothing new of the one.
        ("discard 0", ("Y4 G4", "R1:R1 W5"), {"tokens": 5}),
        # A four is far from its turn; a card that may be a one is not.
        ("discard 1", ("Y4 R4:4", "R5 Y5"), {"tokens": 5}),
    ],
)
def test_intentional_hints_what_is_understood(expected, hands, table):
    """Rules 2 to 5."""
    assert expected == watch(INTENTIONAL, TWO, hands, **table).move()


@pytest.mark.parametrize(
    ("full", "other", "own", "table", "hint"),
    [
        # Fours, and red is at three: it may be the first.
        ("play 0", "discard 0", "Y4 R4 G4", {"fireworks": "R3"}, "hint 1 4"),
        # A one, and all are played: to be discarded, though the two is a sure play.
        ("discard 0", "play 2", "R1 G4 Y2:Y2", {"fireworks": ONES}, "hint 1 1"),
        # Of two sure plays the first, where the hint asks for nothing.
        ("play 1", "play 2", "B5 G2:G2 Y2:Y2", {"fireworks": ONES}, "hint 1 5"),
    ],
)
def test_full_takes_hints_as_it_gives_them(full, other, own, table, hint):
    """`intentional` does not; its partner holds fives alone, and so has nothing to be told."""
    for agent, expected in ((FULL, full), (INTENTIONAL, other)):
        game = watch(agent, THREE, (own, "R5 Y5 W5"), f"hint 1 5; {hint}", **table)
        assert expected == game.move()


def test_outer_state_never_tells_one_thing_twice():
    """The highest playable card first; then what is left of it; then the next."""
    game = watch(OUTER, TWO, ("R4 Y4", "R1 Y2"), fireworks="Y1")
    for expected in ("hint 1 yellow", "hint 1 2", "hint 1 red", "hint 1 1"):
        assert expected == game.move()
        game.take(f"{expected}; hint 1 4")


@pytest.mark.late
def test_a_hint_at_random_is_remembered_for_one_of_its_cards():
    """Each as likely as it was drawn for: one whose rank was told twice as likely as the others.

    All 600 orders of hands such as R2 R3 R4 R5 and a five, the rank of the two told before: 240 and
    120 of each are expected. Four standard errors of chance are allowed; the hash is fixed.
    """
    found = Counter()
    for suit, other in zip("RYGWB", "YGWBR", strict=True):
        for cards in permutations([f"{suit}{rank}" for rank in range(2, 6)] + [f"{other}5"]):
            game = watch(OUTER, Rules(), ("R1 Y1 G1 W1 B1", " ".join(cards)))
            game.memories[0, 2 * 1 + RANK] = 1 << cards.index(f"{suit}2")
            game.take(f"hint 1 {dict(zip('RYGWB', COLORS, strict=True))[suit]}")
            (slot,) = (n for n in range(6) if game.memories[0, 2 * 1 + COLOR] >> n & 1)
            found[cards[slot][1]] += 1
            assert cards[slot][0] == suit
    assert abs(found["2"] - 240) < 4 * 12
    assert all(abs(found[rank] - 120) < 4 * 9.8 for rank in "345")


def test_reasons_are_told():
    """In one line, as `hanabi explain` shows it."""
    game = watch(INTENTIONAL, TWO, ("R1:R1 Y1:1", "R2 R4"))
    assert "plays slot 1: by its hints it is playable" == game.explanation()
    game = watch(FULL, THREE, ("Y4 R4 G4", "R5 Y5 W5"), "hint 1 5; hint 1 4", fireworks="R3")
    assert "plays slot 0: the hint touched it, and it may be playable" == game.explanation()


# --- Twins ---------------------------------------------------------------------------------------


def _games(any_rules, agents, count, seed=3):
    """(deck, actions) of games played."""
    table = play_games(agents, any_rules, games=count, seed=seed).table
    for row in table.iter_rows(named=True):
        deck = [(card // any_rules.ranks, card % any_rules.ranks + 1) for card in row["deck"]]
        yield NaiveGame(any_rules, deck), row["actions"][: row["turns"]]


def _require_options(any_rules, agents, count, options, seed=3):
    """Every action of seat 0 is one that its twin may take; the number of decisions."""
    actions, decisions = all_actions(any_rules), 0
    for game, taken in _games(any_rules, agents, count, seed):
        for action in taken:
            if game.seat == 0:
                assert actions[action] in options(game), f"turn {game.turn}"
                decisions += 1
            game.act(action)
    return decisions


@pytest.mark.parametrize("follows", [False, True])
@pytest.mark.parametrize("partner", ["intentional", "full", "random", "five-rule"])
@pytest.mark.late_but(2)
def test_they_do_what_their_twins_may_do(follows, partner):
    """In the study's rules and in ours, beside partners that hint well, badly or else."""
    agent = FULL if follows else INTENTIONAL
    options, count = partial(intentional_options, follows=follows), 12 if JIT_ENABLED else 2
    for any_rules in (STUDY, Rules(), Rules(suits=6, draw_slot="vacated")):
        assert _require_options(any_rules, [agent, partner], count, options)


@examples(60, plain=12)
@given(rules(), seeds(), st.booleans())
@pytest.mark.late
def test_they_do_what_their_twins_may_do_by_any_rules(any_rules, seed, follows):
    """Also where hands run empty, or nothing may be hinted or discarded."""
    agent = FULL if follows else INTENTIONAL
    any_rules = replace(any_rules, players=2, first_seat=any_rules.first_seat % 2)
    options = partial(intentional_options, follows=follows)
    _require_options(any_rules, [agent, "random"], 2, options, seed)


def _deviations(any_rules, agents, count, seed):
    """What `outer-state` at seat 0 did beside what its twin expects, in standard errors.

    Two sums over its decisions, less their means: of the logarithms of the chances of the actions,
    and of their ids. The second tells which of several equal ones is preferred.
    """
    actions, sums, variances = all_actions(any_rules), np.zeros(2), np.zeros(2)
    for game, taken in _games(any_rules, agents, count, seed):
        twin = NaiveOuterState(0)
        for action in taken:
            if game.seat == 0:
                options = twin.options(game)
                assert actions[action] in options, f"turn {game.turn}"
                chances = np.array([float(chance) for chance in options.values()])
                ids = [actions.index(each) for each in options]
                values = np.array([np.log(chances), ids])
                means = values @ chances
                sums += np.array([math.log(options[actions[action]]), action]) - means
                variances += values**2 @ chances - means**2
            twin.watch(game, actions[action])
            game.act(action)
    return sums / np.sqrt(np.maximum(variances, 1e-9))


@pytest.mark.parametrize("players", slow_after(1, [3, 2]))
@pytest.mark.late
def test_outer_state_does_what_its_twin_may_do(players):
    """Every action is possible by some memory of the twin, which keeps all that are possible.

    With the JIT on, actions are as likely as the twin says: 40 games of seed 5; deviations of 4.5
    standard errors come once in 70,000 seeds.
    """
    for any_rules in (replace(STUDY, players=players), Rules(players=players)):
        count = 40 if JIT_ENABLED else 2
        found = _deviations(any_rules, [OUTER] + [OUTER] * (players - 1), count, seed=5)
        assert not JIT_ENABLED or abs(found).max() < 4.5


@examples(60, plain=12)
@given(rules(), seeds())
@pytest.mark.late
def test_outer_state_is_possible_by_any_rules(any_rules, seed):
    """Also where hands run empty, or nothing may be hinted or discarded."""
    _deviations(any_rules, [OUTER] + ["random"] * (any_rules.players - 1), 2, seed)


@pytest.mark.parametrize("any_rules", ODD_RULES)
@pytest.mark.late_but(2)
def test_they_play_legally_under_odd_rules(any_rules):
    """The arena stops at the first illegal action; here it never does."""
    for agent in (OUTER,) if any_rules.players > 2 else (INTENTIONAL, FULL, OUTER):
        count = 100 if JIT_ENABLED else 2
        assert count == len(play_games([agent] * any_rules.players, any_rules, games=count).table)
