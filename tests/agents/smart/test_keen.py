"""`keen`: each convention and each branch of its own in positions set up by hand.

Positions are written as in `test_smart`. What follows in each is worked out from the conventions in
the head of `smart.keen.agent`.
"""

from __future__ import annotations

import pytest

from hanabilab.agents import make_agent
from hanabilab.agents.smart.telling import name_cards
from hanabilab.arena import Lineup, play_games
from hanabilab.game.rules import Rules
from tests.agents.samples import position
from tests.agents.watching import Watch

KEEN = make_agent("keen")
TWO, THREE = (Rules(hand_size=size) for size in (2, 3))
THREE_SEATS = Rules(players=3, hand_size=2)


def watch(rules, *hands, **table):
    """A position to begin with; 7 tokens unless said otherwise."""
    return Watch(KEEN, rules, position(rules, *hands, **({"tokens": 7} | table)))


def can_be(game: Watch, seat: int, slot: int) -> str:
    """What all know of a card, in words."""
    return name_cards(game.view(0), game.known(seat, slot))


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("players", "mean"), [(2, 24.175), (3, 23.37), (4, 22.336), (5, 20.066), (6, 20.674)]
)
def test_it_scores_as_measured(players, mean):
    """Mean of n = 10,000 games, seed 1, within five standard errors of docs/studies/agents.md."""
    lineup = Lineup.of(["keen"] * players)
    scores = play_games(lineup, Rules(players=players), games=10_000, seed=1).table["score"]
    assert abs(scores.mean() - mean) < 5 * scores.std() / 100


# --- Readings ------------------------------------------------------------------------------------


def test_a_hint_that_does_not_warn_leaves_a_chop_that_is_not_valuable():
    """The last red three, and all fives, would have been warned of; a yellow three may stay."""
    game = watch(THREE, "R2 Y2 G2", "Y3 G3 Y4", discards="R3").take("hint 1 4")
    view, known = game.view(0), game.known(1, 0)
    cards = {name_cards(view, 1 << card) for card in range(25) if known >> card & 1}
    assert "Y3" in cards
    assert not cards & {"R3", "R5", "Y5", "G5", "W5", "B5"}
    assert any("the hint would have been another" in line for line in game.told())


@pytest.mark.parametrize("action", ["discard 0", "hint 1 4"])
def test_who_points_at_nothing_has_seen_no_playable_newest_card(action):
    """No one is excluded from the oldest card: a hint may have been unable to point at it."""
    game = watch(TWO, "R3 Y5", "R4 G3").take(action)
    assert "seat 1 slot 1 is not playable: no hint pointed at it" in " ".join(game.told())
    assert not game.known(1, 1) & game.view(0).playable
    if action == "discard 0":
        assert game.known(1, 0) & game.view(0).playable


@pytest.mark.parametrize(
    ("action", "table"),
    [("play 0", {}), ("hint 1 1", {}), ("discard 1", {"tokens": 0})],
)
def test_a_play_a_pointing_hint_and_a_lack_of_tokens_say_nothing_of_newest_cards(action, table):
    """The newest card of seat 2 may still be a one."""
    rules = Rules(players=3, hand_size=2)
    game = watch(rules, "R1:R1 Y5", "R4 G1", "R3 G3", **table).take(action)
    assert game.known(2, 1) & game.view(0).playable


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("play 0", "seat 1 slot 0 is not valuable: it was not warned of; one of 19 cards"),
        (
            "discard 1",
            "seat 1 slot 0 is valuable: the seat before did not act by routine; R2 R5 Y5 G5 W5 B5",
        ),
    ],
)
def test_without_tokens_a_known_play_is_the_routine(action, expected):
    """Red two and the fives are the last of their kind; it holds a card known to be R1."""
    game = watch(THREE, "R1:R1 Y4 G4", "R2 Y3 G3", discards="R2", tokens=0).take(action)
    assert expected in game.told()


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("discard 0", "is not valuable"),
        ("discard 1", "is valuable"),
        # Its own eyes may have told it more: nothing is said.
        ("play 1", None),
    ],
)
def test_without_tokens_and_plays_the_chop_is_the_routine(action, expected):
    """It knows of no playable card: it discards its oldest."""
    game = watch(THREE, "Y4 R1 G4", "R2 Y3 G3", discards="R2", tokens=0).take(action)
    told = [line for line in game.told() if line.startswith("seat 1 slot 0")]
    assert (expected is None) == (told == [])
    assert expected is None or expected in told[0]


# --- Moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "hands", "table"),
    [
        # The last red two is on the chop of seat 1: not the play, but the older of two cards.
        ("discard 1", ("R1:R1 Y4 G4", "R2 Y3 G3"), {"discards": "R2"}),
        # Not the chop, but the next card.
        ("discard 1", ("Y4 R4 G4", "R2 Y3 G3"), {"discards": "R2"}),
        # No danger: by routine.
        ("play 0", ("R1:R1 Y4 G4", "R3 Y3 G3"), {}),
        ("discard 0", ("Y4 R4 G4", "R3 Y3 G3"), {}),
        # All else that it holds is valuable, too.
        ("play 0", ("R1:R1 Y5:5 G5:5", "R2 Y3 G3"), {"discards": "R2"}),
    ],
)
def test_signals_without_tokens(expected, hands, table):
    """A discard that is not the routine warns the next seat."""
    assert expected == watch(THREE, *hands, tokens=0, **table).move()


@pytest.mark.parametrize(
    ("expected", "hands"),
    [
        # The next seat would discard a playable one, and rank 1 points at it.
        ("hint 1 1", ("R1:R1 Y5 G5", "Y1 Y3 G3")),
        # It would discard a three.
        ("play 0", ("R1:R1 Y5 G5", "Y3 Y1 G3")),
    ],
)
def test_hints_before_plays_if_a_playable_card_would_be_discarded(expected, hands):
    """With many cards in the deck."""
    assert expected == watch(THREE, *hands).move()


def test_who_is_warned_stalls():
    """The last red two is saved; what is next to it nobody has seen to be safe."""
    game = watch(THREE, "R4 Y4 G4", "R2 Y3 G3", discards="R2").take("hint 1 2")
    assert game.move().startswith("hint 1")
    assert "stalls by a hint to seat 0: it was warned, and its" in game.explanation()


def test_without_that_convention_it_stalls_for_another_reason_or_discards():
    """As above; the next seat would discard a card that is needed."""
    for least, expected in ((-50, "hint 1"), (100, "discard")):
        agent = make_agent(f"keen(wait_if_warned=0, worth_a_discard={least})")
        begin = position(THREE, "R4 Y4 G4", "R2 Y3 G3", discards="R2", tokens=7)
        game = Watch(agent, THREE, begin).take("hint 1 2")
        assert game.move().startswith(expected)
        assert "it was warned" not in game.explanation()


SHORT = Rules(suits=1, copies=(3, 2, 2, 2, 1), hand_size=2)


@pytest.mark.parametrize(("tokens", "expected"), [(5, "hint 1"), (4, "discard")])
def test_stalls_when_the_table_can_hardly_discard(tokens, expected):
    """One suit, four cards in the deck, so six turns for five cards: it can discard one. It keeps
    four tokens for warnings.
    """
    game = watch(SHORT, "R3 R4", "R2 R3", discards="R1R1", tokens=tokens)
    assert game.move().startswith(expected)
    stalls = "stalls by a hint to seat 1: it tells much, or a discard would cost too much"
    assert (stalls == game.explanation()) == (expected == "hint 1")


def test_discards_what_is_safer_than_the_chop():
    """The chop may be a five; the threes are all there twice. No hint would tell a thing."""
    game = watch(THREE, "Y4 R3:3 G4", "B3:B3 Y3:Y3 G3:G3")
    assert "discard 1" == game.move()
    assert "discards slot 1, less likely valuable than its chop, as it alone can see" == (
        game.explanation()
    )


def test_stalls_rather_than_discard_where_a_hint_tells_much():
    """As above, but the next seat knows nothing of its cards, which are all needed."""
    assert watch(THREE, "Y4 R3:3 G4", "B3 Y3 G3").move().startswith("hint 1")


def test_finesses_only_while_many_cards_can_be_discarded():
    """The twin is the newest card of the other seat; the short game has one discard to spare."""
    assert "discard 0" == watch(TWO, "R1:R1 Y4", "G3 R1", tokens=0).move()
    assert "play 0" == watch(SHORT, "R1:1 R5", "R4 R1", discards="R2R3", tokens=0).move()
