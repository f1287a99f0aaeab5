"""The agents of Cox et al.: numbers and turns set up by hand, naive twins, and their words."""

from __future__ import annotations

import pytest
from hypothesis import given

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents.hats import cox_information, cox_recommendation
from hanabilab.agents.hats.cox_recommendation import recommendation
from hanabilab.agents.hats.public_cards import possible_cards
from hanabilab.game.rules import Rules
from tests.agents.samples import position, view_of
from tests.agents.twins import require_twins
from tests.agents.watching import Watch
from tests.naive.cox import NaiveInformation, NaiveRecommendation
from tests.strategies import examples, rules, seeds

FIVE = Rules(players=5)
#: Hands of seats 0, 2, 3 and 4, all white and green.
OTHERS = ("W2 W2 W3 W3", "W4 W4 W1 W1", "G2 G2 G3 G3", "G4 G4 G1 G1")


def watch(agent, seat_1="R1 B5 Y3 R4", any_rules=FIVE, actions="", **table):
    """Seat 1 holds something, and seat 0 is to act; then what is done."""
    found = Watch(agent, any_rules, position(any_rules, OTHERS[0], seat_1, *OTHERS[1:], **table))
    return found.take(actions) if actions else found


# --- cox-recommendation --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "hand", "table"),
    [
        # A playable five, the last of them.
        (1, "R1 B5 Y3 R4", {"fireworks": "B4"}),
        (2, "R1 B5 Y5 R4", {"fireworks": "Y4B4"}),
        # The playable card of lowest rank, then suit, then slot.
        (3, "Y2 R3 R4 Y1", {}),
        (0, "Y2 R3 R4 Y1", {"fireworks": "Y1"}),
        (3, "B1 Y1 R4 R1", {}),
        (1, "R3 R1 R4 R1", {}),
        # The card already played of highest rank.
        (4 + 1, "R1 R2 R4 Y3", {"fireworks": "R2"}),
        # The highest card of which no copy is discarded; fives count as last copies.
        (4 + 3, "R3 R5 Y2 B3", {}),
        (4 + 0, "R3 R5 Y2 B3", {"discards": "B3"}),
        # Nothing of all that.
        (7, "R5 Y5 B3 B5", {"discards": "B3"}),
    ],
)
def test_a_hand_has_a_number(expected, hand, table):
    """0 to 3 to play a slot, 4 to 7 to discard slot number - 4; the same for all who see it."""
    state = position(FIVE, OTHERS[0], hand, *OTHERS[1:], **table)
    for viewer in (0, 2, 3, 4):
        assert expected == recommendation(view_of(FIVE, state, viewer), 1)


def test_a_hint_tells_all_what_to_do():
    """The numbers 0, 2, 6 and 2 make 2: a rank hint to the third seat, by its first card."""
    game = watch(cox_recommendation)
    assert "hint 3 2" == game.move()
    assert "hints 2s to seat 3: there is a token" == game.explanation()
    game.take("hint 3 2")
    expected = ["code 2 = 0 + 2 + 6 + 2 modulo 8", "seat 1: play slot 0", "seat 2: play slot 2"]
    assert [*expected, "seat 3: discard slot 2", "seat 4: play slot 2"] == game.told()


def test_two_play_after_a_hint():
    """The third would play on old news, and hints."""
    game = watch(cox_recommendation, actions="hint 3 2")
    expected = "plays slot 0: told to play it, and nothing has been played since"
    assert expected == game.explanation()
    assert "play 2" == game.take("play 0").move()
    assert "one mistake more would not lose the game" in game.explanation()
    assert game.take("play 2; hint 1 green").told()[0].startswith("code 4")


def test_with_the_last_life_one_plays_after_a_hint():
    """A second play might be a mistake."""
    rules = Rules(players=5, life_tokens=1)
    game = watch(cox_recommendation, any_rules=rules, actions="hint 3 2; play 0")
    assert game.move().startswith("hint")


def test_without_tokens_it_discards_what_it_was_told_or_the_newest():
    """Seat 3 was told to; nobody has told seat 0 anything."""
    game = watch(cox_recommendation, actions="hint 3 2; play 0; play 2", tokens=1)
    assert "discards slot 2: told to discard it" == game.explanation()
    game = watch(cox_recommendation, tokens=0)
    assert "discards slot 3: there is no token, and it was told nothing" == game.explanation()


# --- cox-information -----------------------------------------------------------------------------


def test_a_hint_tells_a_class_of_each_hand():
    """All are asked for slot 0: R1 is class 0, W4 6, G2 5, G4 6; they make 1 modulo 8."""
    game = watch(cox_information)
    # By rank, to seat 2; of its ranks the last slot's is named.
    assert "hint 2 1" == game.move()
    assert "hints 1s to seat 2: there is a token" == game.explanation()
    told = game.take("hint 2 1").told()
    assert ["code 1", "seat 1 slot 0: R1"] == told[:2]
    assert "seat 2 slot 2: R1 Y1 G1 W1 B1" in told
    assert "plays slot 0: it must be playable" == game.explanation()
    for viewer in range(5):
        view = game.view(viewer)
        assert 1 == possible_cards(view, game.memories[viewer], 1, 0)


@pytest.mark.parametrize(
    ("expected", "discards"), [("discard 0", "Y1Y1Y2B4"), ("hint", "Y1Y1Y2B3B4")]
)
def test_a_played_card_goes_early_but_not_late(expected, discards):
    """All know that seat 1 holds a played card; from five discards on tokens come first."""
    game = watch(cox_information, "R1:R1 B5 Y3 R4", fireworks="R1", discards=discards, tokens=5)
    assert game.take(game.move()).move().startswith(expected)


def test_the_worst_card_goes_without_tokens():
    """Nothing is known of any card, and no token is there."""
    game = watch(cox_information, tokens=0)
    assert "discards slot 0: it is not known to be a last copy" == game.explanation()


# --- Both ----------------------------------------------------------------------------------------

TWINS = [(cox_recommendation, lambda _: NaiveRecommendation()), (cox_information, NaiveInformation)]


@pytest.mark.parametrize(("agent", "twin"), TWINS, ids=["recommendation", "information"])
@pytest.mark.late_but(1)
def test_it_does_what_its_naive_twin_does(agent, twin):
    """Every action of 40 games, 2 with JIT off."""
    for seed in range(40 if JIT_ENABLED else 2):
        require_twins(agent, FIVE, seed, twin)


@pytest.mark.parametrize(("agent", "twin"), TWINS, ids=["recommendation", "information"])
@examples(40, plain=6)
@given(any_rules=rules(players=5), seed=seeds())
@pytest.mark.late_but(1)
def test_it_does_what_its_twin_does_by_any_rules(agent, twin, any_rules, seed):
    """Also where hands run empty, slots are fixed, or nothing may be hinted or discarded."""
    require_twins(agent, any_rules, seed, twin)
