"""`keen` with care: each thing that it does or reads in another way, in positions set up by hand.

Positions are written as in `test_smart`. What follows in each is worked out from the heads of
`smart.keen.agent` and `smart.keen.turn`.
"""

from __future__ import annotations

import pytest

from hanabilab.agents import make_agent
from hanabilab.arena import play_games
from hanabilab.game.rules import Rules
from tests.agents.samples import position
from tests.agents.watching import Watch

KEEN, CAREFUL = make_agent("keen"), make_agent("keen(care=1)")
TWO, THREE = (Rules(hand_size=size) for size in (2, 3))


def watch(agent, rules, *hands, **table):
    """A position to begin with; 7 tokens unless said otherwise."""
    return Watch(agent, rules, position(rules, *hands, **({"tokens": 7} | table)))


@pytest.mark.slow
@pytest.mark.compiled
def test_it_scores_as_measured():
    """Mean of n = 10,000 games, seed 1, within five standard errors of docs/studies/agents.md."""
    lineup = ["tuned(keen, players=2)"] * 2
    scores = play_games(lineup, Rules(players=2), games=10_000, seed=1).table["score"]
    assert abs(scores.mean() - 24.357) < 5 * scores.std() / 100


# --- Moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agent", "hands", "table", "expected"),
    [
        # The other seat holds the yellow two.
        (KEEN, ("R1:R1 Y1:Y1", "Y2 G4"), {}, "play 0"),
        (CAREFUL, ("R1:R1 Y1:Y1", "Y2 G4"), {}, "play 1"),
        # But a five ranks lower.
        (CAREFUL, ("R1:R1 Y5:Y5", "Y2 G4"), {"fireworks": "Y4"}, "play 0"),
    ],
)
def test_it_plays_what_another_seat_can_go_on_from(agent, hands, table, expected):
    assert expected == watch(agent, TWO, *hands, tokens=0, **table).move()


def test_of_two_cards_that_are_alike_one_is_as_good_as_useless():
    """Its chop is another card, which may be a five."""
    hands = ("Y4 G3:G3 G3:G3", "B3:B3 Y3:Y3 R3:R3")
    game = watch(CAREFUL, THREE, *hands)
    assert "discard 2" == game.move()
    assert "discards slot 2: there is another such card in a hand" == game.explanation()


@pytest.mark.parametrize(
    ("theirs", "is_spare"),
    [("B3:B3 G3:G3 R3:R3", True), ("G3:G3 B3:B3 R3:R3", False)],
)
def test_so_is_a_card_that_another_seat_holds_and_keeps(theirs, is_spare):
    """Not one that it would discard next."""
    game = watch(CAREFUL, THREE, "Y4 R4 G3:G3", theirs)
    told = "discards slot 2: there is another such card in a hand"
    assert is_spare == (told == game.explanation())


@pytest.mark.parametrize(("agent", "expected"), [(KEEN, "discard 0"), (CAREFUL, "discard 1")])
def test_it_reckons_with_what_is_lost_besides_the_card(agent, expected):
    """Either may be the last red one: with the three the four is lost, too. There is no token."""
    hands = ("B3:3 B4:4 R5:R5", "B5:B5 W5:W5 G5:G5")
    assert expected == watch(agent, THREE, *hands, discards="R3R4", tokens=0).move()


@pytest.mark.parametrize(("agent", "expected"), [(KEEN, "hint"), (CAREFUL, "discard 2")])
def test_who_is_warned_discards_what_is_as_good_as_useless(agent, expected):
    """The last red two was warned of; it has the green three twice."""
    hands = ("B5:B5 Y5:Y5 W5:W5", "R2 G3:G3 G3:G3")
    game = watch(agent, THREE, *hands, discards="R2").take("hint 1 2")
    assert game.move().startswith(expected)


LAST = Rules(suits=1, copies=(3, 2, 2, 2, 1), hand_size=2)


@pytest.mark.parametrize(("agent", "expected"), [(KEEN, "play 0"), (CAREFUL, "hint 1")])
def test_it_leaves_the_last_draw_to_who_has_more_to_play(agent, expected):
    """One card is in the deck: after it each seat has a turn. The other has two cards to play."""
    table = {"fireworks": "R1", "discards": "R1R2R3R4", "tokens": 3}
    game = watch(agent, LAST, "R2:R2 R1:R1", "R3:R3 R4:R4", **table)
    assert game.move().startswith(expected)
    told = "stalls by a hint to seat 1: the others need all cards that can be drawn"
    assert (told == game.explanation()) == (agent is CAREFUL)


# --- Readings ------------------------------------------------------------------------------------


def ones(game: Watch, seat: int, slot: int) -> int:
    """How many ones a card can be by what all know."""
    return sum(game.known(seat, slot) >> card & 1 for card in range(0, 25, 5))


@pytest.mark.parametrize(("newest", "left"), [("G3:3", 1), ("G3", 5)])
def test_who_discards_had_no_card_to_point_at_not_only_the_newest(newest, left):
    """Red is at two. The rank would have shown an older one, if the newest card is no one for sure.

    The last one is the red one, which is played.
    """
    hands = ("R4 Y5 Y4", f"W4 R4 {newest}")
    kept = watch(KEEN, THREE, *hands, fireworks="R2").take("discard 0")
    game = watch(CAREFUL, THREE, *hands, fireworks="R2").take("discard 0")
    assert (5, left) == (ones(kept, 1, 1), ones(game, 1, 1))
    told = "seat 1 slot 1 is none that hints would show: no hint pointed at it"
    assert (told in " ".join(game.told())) == (left == 1)


@pytest.mark.parametrize(("agent", "left"), [(KEEN, 5), (CAREFUL, 0)])
def test_who_plays_would_first_have_pointed_at_a_chop_that_is_playable(agent, left):
    """It is the newest card in doubt: all know that the other is no one."""
    game = watch(agent, TWO, "R1:R1 Y5", "R4 G3:3").take("play 0")
    assert left - (agent is KEEN) <= ones(game, 1, 0) <= left


@pytest.mark.parametrize(("suits", "left"), [(2, 0), (5, 5)])
def test_with_a_short_deck_who_plays_would_have_pointed_at_any_card(suits, left):
    """At the newest, which is not the chop; with two suits the deck is short from the deal on."""
    rules = Rules(hand_size=2, suits=suits)
    assert left == ones(watch(CAREFUL, rules, "R1:R1 Y5", "Y4 R4").take("play 0"), 1, 1)
