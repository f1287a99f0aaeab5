"""`smart`: each convention and each branch in positions set up by hand.

Positions are written as at `position`: hands oldest card first, "R1:1" is a red one that was hinted
as a one. What follows in each is worked out from the conventions in the head of `smart.smart`.
"""

from __future__ import annotations

import pytest

from hanabilab.agents import make_agent
from hanabilab.agents.smart.telling import name_cards
from hanabilab.game.rules import Rules
from tests.agents.samples import position
from tests.agents.watching import Watch

SMART = make_agent("smart")
TWO, THREE, FOUR = (Rules(hand_size=size) for size in (2, 3, 4))
THREE_SEATS = Rules(players=3, hand_size=3)
ONES = "R1Y1G1W1B1"


def watch(rules, *hands, agent=SMART, **table):
    """A position to begin with; 7 tokens unless said otherwise."""
    return Watch(agent, rules, position(rules, *hands, **({"tokens": 7} | table)))


def cards_known(game: Watch, seat: int, slot: int, viewer: int = 0) -> str:
    """What all know of a card, in words."""
    return name_cards(game.view(viewer), game.known(seat, slot, viewer))


# --- Readings ------------------------------------------------------------------------------------


def test_a_hint_points_at_the_newest_card_it_touches_that_may_be_playable():
    """Of three red cards the newest is the red one, whatever it is in truth; no more is told."""
    game = watch(FOUR, "R3 Y3 G3 W3", "R1 R4 Y4 R2").take("hint 1 red")
    assert "R1" == cards_known(game, 1, 3)
    assert "R1 R2 R3 R4 R5" == cards_known(game, 1, 0)
    assert ["seat 1 slot 3 is playable; R1"] == game.told()


def test_a_card_known_to_be_playable_is_not_pointed_at_again():
    """The newest of the red cards is a one already; the next newest is meant."""
    game = watch(FOUR, "R3 Y3 G3 W3", "R1 R2 Y4 G1:1").take("hint 1 green")
    assert "G1" == cards_known(game, 1, 3)
    game = watch(FOUR, "R3 Y3 G3 W3", "Y3 R2 R4 R1:1").take("hint 1 red")
    assert "R1" == cards_known(game, 1, 2)


def test_age_counts_not_the_slot():
    """With fixed slots the newest card may lie anywhere."""
    rules = Rules(hand_size=4, draw_slot="vacated")
    game = watch(rules, "R3 Y3 G3 W3", "R2 R4 Y4 R1", youngest_first=True).take("hint 1 red")
    assert "R1" == cards_known(game, 1, 0)
    assert "R1 R2 R3 R4 R5" == cards_known(game, 1, 3)


def test_a_hint_that_proves_a_card_playable_says_no_more_than_that():
    """With all ones played, every two is playable; with one red played, the two 2s are in doubt."""
    game = watch(THREE, "R5 Y5 G5", "R2 Y2 G4", fireworks=ONES).take("hint 1 2")
    assert "R2 Y2 G2 W2 B2" == cards_known(game, 1, 0) == cards_known(game, 1, 1)
    game = watch(THREE, "R5 Y5 G5", "R2 Y2 G4", fireworks="R1").take("hint 1 2")
    assert "R2" == cards_known(game, 1, 1)
    assert "R2 Y2 G2 W2 B2" == cards_known(game, 1, 0)


def test_a_hint_proves_cards_playable_that_it_does_not_touch():
    """Known to be a one, and not red where only the red one is played: slot 0 is playable."""
    game = watch(THREE, "R5 Y5 G5", "Y1:1 R2 R4", fireworks="R1").take("hint 1 red")
    assert "Y1 G1 W1 B1" == cards_known(game, 1, 0)
    assert "R1 R2 R3 R4 R5" == cards_known(game, 1, 2)


def test_a_rank_hint_that_touches_the_chop_warns():
    """One red two is left: the oldest card is that; the newer two may be any of the others."""
    table = {"discards": "R2", "fireworks": "Y1"}
    game = watch(THREE, "R5 Y5 G5", "R2 Y2 G4", **table).take("hint 1 2")
    assert "R2" == cards_known(game, 1, 0)
    assert "Y2 G2 W2 B2" == cards_known(game, 1, 1)
    assert ["seat 1 slot 0 is valuable; R2"] == game.told()


def test_with_all_tokens_there_it_burns_and_says_no_more():
    """The same hint at eight tokens touches the oldest card of the seat before: nothing to read."""
    table = {"discards": "R2", "fireworks": "Y1", "tokens": 8}
    game = watch(THREE, "R5 Y5 G5", "R2 Y2 G4", **table).take("hint 1 2")
    assert "R2 Y2 G2 W2 B2" == cards_known(game, 1, 0) == cards_known(game, 1, 1)
    assert [] == game.told()


def test_only_the_next_seat_is_warned():
    """To another seat the hint points at the newest two; and the next seat was not warned."""
    table = {"discards": "R2", "fireworks": "Y1"}
    game = watch(THREE_SEATS, "R5 Y5 G5", "R3 Y3 G3", "R2 Y2 G4", **table).take("hint 2 2")
    assert "Y2" == cards_known(game, 2, 1)
    assert "R2 Y2 G2 W2 B2" == cards_known(game, 2, 0)
    told = ["seat 1 slot 0 is not valuable: it was not warned of; one of 19 cards"]
    assert told == [line for line in game.told() if "warned" in line]


@pytest.mark.parametrize(
    ("action", "table", "expected"),
    [
        # 25 cards, without the five fives.
        ("discard 0", {}, "one of 20 cards"),
        ("play 0", {}, "one of 20 cards"),
        ("hint 1 3", {}, "R3 Y3 G3 W3 B3"),
        # No warning could be given.
        ("discard 0", {"tokens": 0}, "one of 25 cards"),
        ("play 0", {"tokens": 0}, "one of 25 cards"),
    ],
)
def test_silence_says_that_the_chop_is_not_valuable(action, table, expected):
    """After a play or a discard, if there was a token; not after a hint to that very seat."""
    game = watch(TWO, "R1 Y5", "R3 G3", **table).take(action)
    assert expected == cards_known(game, 1, 0)


def test_silence_is_read_of_the_table_as_it_was():
    """The discard makes red two valuable: that it was not warned of says nothing of red twos."""
    game = watch(TWO, "R2 Y5", "R3 G3").take("discard 0")
    assert "R2" in name_all(game, 1, 0)
    game = watch(TWO, "Y5 R2", "R3 G3", discards="R2").take("discard 0")
    assert "R2" not in name_all(game, 1, 0)


def name_all(game: Watch, seat: int, slot: int) -> set[str]:
    """The cards that a card can be to the knowledge of all, however many."""
    known = game.known(seat, slot)
    return {name_cards(game.view(0), 1 << card) for card in range(25) if known >> card & 1}


def test_a_finesse_names_the_newest_card_of_the_other_seat():
    """Seat 0 discards what all know to be R1: the newest card of seat 1 is R1."""
    game = watch(THREE, "R1:R1 Y4 G4", "R3 Y3 R1").take("discard 0")
    assert "R1" == cards_known(game, 1, 2)
    assert ["seat 1 slot 2 is the twin of the card discarded; R1"] == game.told()[-1:]


@pytest.mark.parametrize("own", ["R1:R Y4 G4", "R1:1 Y4 G4", "R3:R3 Y4 G4"])
def test_the_discard_of_an_unnamed_or_unplayable_card_is_no_finesse(own):
    """All must know the card, and know that it is playable."""
    game = watch(THREE, own, "Y3 G3 R1").take("discard 0")
    assert "one of 25 cards" == cards_known(game, 1, 2)


@pytest.mark.parametrize(("holder", "hands"), [(1, ("G3 R1", "G3 W3")), (2, ("G3 W3", "G3 R1"))])
def test_all_seats_know_whom_a_finesse_means(holder, hands):
    """Who sees the twin knows where it is; who does not see it knows that it is his own."""
    rules = Rules(players=3, hand_size=2)
    game = watch(rules, "R1:R1 Y4", *hands).take("discard 0")
    for viewer in range(3):
        assert "R1" == cards_known(game, holder, 1, viewer)
    assert 1 == len(game.copies())


def test_counting_names_what_is_left():
    """One copy of each two is left; seat 0 has a named R2, so another two cannot be R2."""
    game = watch(TWO, "R2:R2 Y5", "G2:2 Y3", discards="R2Y2G2W2")
    assert "Y2 G2 W2 B2" == cards_known(game, 1, 0)


# --- Moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "rules", "hands", "table"),
    [
        # Red would point at R4, which is none; rank 1 excludes 20 cards twice and yellow once.
        ("hint 1 1", THREE, ("R5 Y5 G5", "R1 R4 Y1"), {}),
        # Red, of two cards, excludes more than rank 1, of one, though it points at R1 alone.
        ("hint 1 red", THREE, ("R5 Y5 G5", "R4 Y3 R1"), {}),
        # Two seats have a playable card: the hint that excludes more, else the nearest.
        ("hint 2 red", THREE_SEATS, ("R5 Y5 G5", "R3 Y3 G1", "G3 R4 R1"), {}),
        ("hint 1 green", THREE_SEATS, ("R5 Y5 G5", "R3 Y3 G1", "R3 Y3 G1"), {}),
        # Nothing to hint at, eight tokens: the rank of the oldest card of the seat before.
        ("hint 1 3", THREE, ("R5 Y5 G5", "R3 R4 Y4"), {"tokens": 8}),
        ("hint 2 4", THREE_SEATS, ("R5 Y5 G5", "R3 R2 Y4", "R4 Y3 G3"), {"tokens": 8}),
    ],
)
def test_hints(expected, rules, hands, table):
    """A hint is given if it points at a playable card; it excludes most; the nearest on ties."""
    assert expected == watch(rules, *hands, **table).move()


@pytest.mark.parametrize(
    ("expected", "hands", "table"),
    [
        # The last red two is on the chop of seat 1, and nothing there is playable.
        ("hint 1 2", ("R5 Y5 G5", "R2 Y3 G3"), {"discards": "R2"}),
        # A playable card to point at instead.
        ("hint 1 yellow", ("R5 Y5 G5", "R2 G3 Y1"), {"discards": "R2"}),
        # It comes before playing, if there is a token and if the last copy is needed.
        ("hint 1 2", ("R1:R1 Y5 G5", "R2 Y3 G3"), {"discards": "R2"}),
        ("play 0", ("R1:R1 Y5 G5", "R2 Y3 G3"), {"discards": "R2", "tokens": 0}),
        ("play 0", ("G1:G1 Y5 B5", "R3 Y3 G3"), {"discards": "R2R2R3"}),
        # Not on the chop.
        ("play 0", ("R1:R1 Y5 G5", "Y3 R2 G3"), {"discards": "R2"}),
        # The rank of the one on the chop would be read as a warning if a two could be the last.
        ("hint 1 yellow", ("R5 Y5 G5", "G2 Y2 Y4:4"), {"discards": "R2", "fireworks": "Y1G1"}),
    ],
)
def test_rescues(expected, hands, table):
    """The next seat is about to discard the last copy of a card that is needed."""
    assert expected == watch(THREE, *hands, **table).move()


@pytest.mark.parametrize(
    ("expected", "rules", "hands", "table"),
    [
        ("discard 0", TWO, ("R1:R1 Y4", "G3 R1"), {}),
        # The twin is not the newest card.
        ("play 0", TWO, ("R1:R1 Y4", "R1 G3"), {}),
        # Nothing may be discarded.
        ("play 0", TWO, ("R1:R1 Y4", "G3 R1"), {"tokens": 8}),
        # Two seats would think that they are meant.
        ("play 0", Rules(players=3, hand_size=2), ("R1:R1 Y4", "G3 R1", "G3 R1"), {}),
        # Not known to all: only its holder sees that this two is red.
        ("play 0", TWO, ("R2:2 Y4", "G3 R2"), {"fireworks": ONES}),
    ],
)
def test_finesses(expected, rules, hands, table):
    """A card all know is discarded for its twin, someone's newest card."""
    assert expected == watch(rules, *hands, **table).move()


@pytest.mark.parametrize(
    ("expected", "hands", "table"),
    [
        # The lowest, and of unknown rank before all.
        ("play 1", ("Y2:Y2 R1:R1 G5", "R3 Y3 G3"), {"fireworks": "Y1"}),
        ("play 0", ("R1:R1 G1:G1 G5", "R3 Y3 G3"), {}),
        # Its eyes tell that slot 1 is the red two, which others do not know.
        (
            "play 1",
            ("Y1:Y1 R2:2 G5", "Y2 G2 W2"),
            {"fireworks": "R1", "discards": "Y2G2W2B2B2", "tokens": 0},
        ),
    ],
)
def test_plays(expected, hands, table):
    """A card that hints and eyes prove playable."""
    assert expected == watch(THREE, *hands, **table).move()


@pytest.mark.parametrize(
    ("expected", "hands", "table"),
    [
        # Useless: to the knowledge of all slot 1 is less likely so, it goes first.
        ("discard 0", ("R1:R1 Y4 G4", "R3 Y3 G3"), {"fireworks": "R1"}),
        (
            "discard 1",
            ("R1:R1 R2:2 G4", "Y2 G2 W2"),
            {"fireworks": "R2", "discards": "Y2G2W2B2B2", "tokens": 0},
        ),
        # The chop: not known to be valuable, and most likely useless.
        ("discard 0", ("Y4 R4 G4", "R3 Y3 G3"), {}),
        ("discard 1", ("R5:5 R4 G4", "R3 Y3 G3"), {}),
        ("discard 2", ("Y4 R4 R4:R", "B3 Y3 G3"), {"fireworks": "R2"}),
        # All are valuable: the highest known.
        ("discard 1", ("R4:R4 R5:5 G4:G4", "R3 Y3 G3"), {"discards": "R4G4"}),
    ],
)
def test_discards(expected, hands, table):
    """What is useless, else the chop, else the highest."""
    assert expected == watch(THREE, *hands, **table).move()


def last_cards(**rules):
    """Rules with few cards left in the deck: two suits, hands of two, and lives as given."""
    return Rules(suits=1, copies=(3, 2, 2, 2, 1), hand_size=2, **rules)


@pytest.mark.parametrize(
    ("expected", "lives", "discards"),
    [
        # Hands hold 4 of 10 cards; with 3, 2, 1 left in the deck.
        ("discard 0", 3, "R1R1"),
        ("play 1", 3, "R1R1R2"),
        ("discard 0", 2, "R1R1R2"),
        ("discard 0", 2, "R1R1R2R3"),
        ("play 1", 2, "R1R1R2R3R4"),
        ("play 1", 1, "R1R1R2R3R4"),
    ],
)
def test_gambles_when_the_deck_is_as_good_as_empty(expected, lives, discards):
    """At three cards left with three lives, else at one; no token, so no hint. The newest card."""
    rules = last_cards(life_tokens=lives)
    assert expected == watch(rules, "R3 R4", "R5 R2", discards=discards, tokens=0).move()


def test_plays_at_last_before_it_warns():
    """In the last round a sure card, then any that may be playable, comes before all."""
    rules = last_cards()
    game = watch(rules, "R1:1 R4", "R5 R2", discards="R1R1R2R3R3R4", tokens=5)
    assert "play 0" == game.move()
    game = watch(rules, "R4 R1", "R5 R2", discards="R1R1R2R3R3R4", tokens=5)
    assert "play 1" == game.move()


# --- Numbers -------------------------------------------------------------------------------------

#: The hint "red" excludes 45 cards, and "green" 30.
POINTED = ("R5 Y5 G5", "R4 Y3 R1")
TWO_POINTED = ("R5 Y5 G5", "R3 Y3 G1", "G3 R4 R1")
#: Four cards of 50 are discarded, so 40 are left with hands of three.
FOUR_GONE = {"discards": "Y1Y1W1W1"}


@pytest.mark.parametrize(
    ("expected", "numbers", "rules", "hands", "table"),
    [
        # Eight turns are left, and five cards are needed: three may be discarded.
        ("discard 0", "draws_for_finesse=3", last_cards(), ("R1:R1 R4", "R3 R1"), {}),
        ("play 0", "draws_for_finesse=4", last_cards(), ("R1:R1 R4", "R3 R1"), {}),
        # Four turns for five cards: the default allows this, too.
        (
            "discard 0",
            "draws_for_finesse=0",
            last_cards(),
            ("R1:R1 R2", "R3 R1"),
            {"discards": "R1R2R3R4", "tokens": 0},
        ),
        # There is a hint to give, and the next seat knows of nothing to play.
        ("hint 1 green", "short_deck=40", THREE, ("R1:R1 Y5 G5", "R3 Y3 G1"), FOUR_GONE),
        ("play 0", "short_deck=39", THREE, ("R1:R1 Y5 G5", "R3 Y3 G1"), FOUR_GONE),
        ("play 0", "short_deck=40", THREE, ("R1:R1 Y5 G5", "R3 Y3 G3"), FOUR_GONE),
        ("play 0", "short_deck=40", THREE, ("R1:R1 Y5 G5", "R3 B1:B1 G1"), FOUR_GONE),
        # Four cards are left, or three; two with two lives left.
        (
            "play 1",
            "last_cards=4",
            last_cards(),
            ("R3 R4", "R5 R2"),
            {"discards": "R1R1", "tokens": 0},
        ),
        (
            "discard 0",
            "last_cards=2",
            last_cards(),
            ("R3 R4", "R5 R2"),
            {"discards": "R1R1R2", "tokens": 0},
        ),
        (
            "play 1",
            "last_cards_at_risk=2",
            last_cards(life_tokens=2),
            ("R3 R4", "R5 R2"),
            {"discards": "R1R1R2R3", "tokens": 0},
        ),
        ("hint 1 red", "tokens_kept=2", THREE, POINTED, {"tokens": 3}),
        ("discard 0", "tokens_kept=2", THREE, POINTED, {"tokens": 2}),
        # A rescue is what they are kept for.
        (
            "hint 1 2",
            "tokens_kept=8",
            THREE,
            ("R5 Y5 G5", "R2 Y3 G3"),
            {"discards": "R2", "tokens": 1},
        ),
        ("hint 1 red", "worth_a_hint=45", THREE, POINTED, {}),
        ("discard 0", "worth_a_hint=46", THREE, POINTED, {}),
        ("hint 2 red", "seat_cost=14", THREE_SEATS, TWO_POINTED, {}),
        ("hint 1 green", "seat_cost=15", THREE_SEATS, TWO_POINTED, {}),
        # It costs nothing to hint at the next seat.
        (
            "hint 1 green",
            "worth_a_hint=30, seat_cost=20",
            THREE_SEATS,
            ("R5 Y5 G5", "R3 Y3 G1", "R3 Y3 G3"),
            {},
        ),
        ("hint 2 green", "seat_cost=-1", THREE_SEATS, ("R5 Y5 G5", "R3 Y3 G1", "R3 Y3 G1"), {}),
        # A seat with nothing to hint at gains nothing by it.
        ("discard 0", "seat_cost=-20", THREE_SEATS, ("R5 Y5 G5", "R3 Y3 G3", "R3 Y3 G3"), {}),
    ],
)
def test_numbers(expected, numbers, rules, hands, table):
    """Each number at the value from which it matters, and one beside it."""
    agent = make_agent(f"smart({numbers})")
    assert expected == watch(rules, *hands, agent=agent, **table).move()


# --- Limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "hands", "tokens"),
    [
        # The seat before has no cards: the one before that.
        ("hint 1 3", ("R5 Y5", "G3 G4", "- -"), 8),
        # Nobody has: it plays the likeliest, the newest on ties.
        ("play 1", ("R5 Y5", "- -", "- -"), 8),
    ],
)
def test_burns_where_it_can(expected, hands, tokens):
    """Nothing may be discarded, and hands may be empty at the end."""
    rules = Rules(players=3, hand_size=2)
    assert expected == watch(rules, *hands, tokens=tokens).move()


def test_without_tokens_in_the_game_it_plays():
    """It may neither hint nor discard."""
    rules = Rules(hand_size=2, information_tokens=0)
    assert "play 1" == watch(rules, "R5 Y5", "R3 G3", tokens=0).move()


def test_what_cannot_be_true_is_begun_anew():
    """The green card was pointed at, so it must be the one; but then it is hinted to be a four."""
    game = watch(TWO, "R1 Y1", "B3 G4").take("hint 1 green; play 0")
    assert "G1" == cards_known(game, 1, 0)
    assert "G4" == cards_known(game.take("hint 1 4"), 1, 0)
