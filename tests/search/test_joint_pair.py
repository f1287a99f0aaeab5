"""Two searching seats among others: what they have in common is what the slow way finds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from hanabilab import Game, Lineup, Rules, play_games
from hanabilab.agents import five_rule, information, smart
from hanabilab.beliefs import HandRange, PartnerModel
from hanabilab.beliefs.condition_on_actions import memory_fixed_until
from hanabilab.beliefs.hand_range import NO_CARDS, card_at, with_card
from hanabilab.beliefs.joint import pair_ranges
from hanabilab.beliefs.joint.pair_ranges import PairRanges
from hanabilab.search import JointSparta, evaluate
from tests.beliefs.playing import history_of
from tests.following import Following
from tests.naive.pairs import Hand, NaivePair, World

THREE = Rules(
    players=3, suits=2, ranks=3, copies=(2, 2, 1), hand_size=2, information_tokens=4, life_tokens=3
)
FOUR = Rules(
    players=4, suits=2, ranks=3, copies=(3, 2, 1), hand_size=1, information_tokens=4, life_tokens=3
)
LONG = replace(THREE, suits=3, information_tokens=8)


def joint(blueprint, **options) -> JointSparta:
    few = {"rollouts": 300, "threshold": 0.0, "confidence": 0.0, "min_worlds": 8, "max_range": 12}
    return JointSparta(blueprint, **{**few, **options})


def ranges_of(game: Game, seat: int, search: JointSparta) -> PairRanges:
    """What `seat` works out that the two have in common."""
    return search.pair_ranges_of(history_of(game, search.blueprint, seat))


def worlds_of(game: Game, ranges: PairRanges) -> set[World] | None:
    """The pairs of a table as worlds."""
    if ranges.table is None:
        return None
    return {
        (hand_of(game, 0, leader), hand_of(game, 1, follower))
        for follower, hands in ranges.table.items()
        for leader in hands.packed_hands.tolist()
    }


def hand_of(game: Game, seat: int, packed: int) -> Hand:
    """A packed hand's cards by their place in the deck."""
    places = game.state.deck_index[seat].tolist()
    return tuple(
        sorted((place, card_at(packed, slot)) for slot, place in enumerate(places) if place >= 0)
    )


def packed_at(game: Game, seat: int, hand: Hand) -> int:
    """A hand, packed."""
    packed, cards = NO_CARDS, dict(hand)
    for slot, place in enumerate(game.state.deck_index[seat].tolist()):
        packed = with_card(packed, slot, cards[place]) if place >= 0 else packed
    return packed


def at_turn(game: Game, deck: list[int], turn: int) -> Game:
    """The same actions up to `turn`, with this deck."""
    twin = Game(game.rules, deck=deck)
    for action in game.actions[:turn]:
        twin.act(action)
    return twin


def searching(game: Game, search: JointSparta):
    """What the two find at any turn, whatever they hold; memories made up anew in each world."""

    def found(seat: int, turn: int, hands: set[Hand], beside: Hand) -> int:
        past = at_turn(game, game.deck, turn)
        dealt, held = game.deck[: past.state.deck_drawn], dict((*beside, *min(hands)))
        dealt = [held.get(place, card) for place, card in enumerate(dealt)]
        coming = Counter(game.deck) - Counter(dealt)
        twin = at_turn(game, dealt + sorted(coming.elements()), turn)
        history = replace(history_of(twin, search.blueprint, seat), first_deviation_of_others=0)
        packed_hands = sorted(packed_at(twin, seat, hand) for hand in hands)
        places = np.asarray(history.view.deck_index[seat]).copy()
        none = np.zeros(0, np.float32)
        return search.decide(
            history, HandRange(np.array(packed_hands, np.int32), none, places, turn)
        ).action

    return found


@pytest.mark.compiled
@pytest.mark.parametrize("max_range", [4, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("rules", "agent"),
    [(THREE, five_rule), (THREE, smart), (THREE, information), (FOUR, information)],
    ids=["five-rule-3", "smart-3", "information-3", "information-4"],
)
@pytest.mark.slow
def test_both_have_in_common_what_the_slow_way_finds(rules, agent, max_range):
    """Worlds and deferred turns, at every turn; and the truth is always among them."""
    followed = 0
    for seed in range(2):
        search, other = joint(agent, max_range=max_range), joint(agent, max_range=max_range)
        game = Game(rules, seed=seed)
        while not game.is_over:
            ranges, same = ranges_of(game, 0, search), ranges_of(game, 1, other)
            worlds = worlds_of(game, ranges)
            assert worlds == worlds_of(game, same)
            naive = NaivePair(game, agent, searching(game, search), max_range)
            assert (naive.common[-1], naive.waiting[-1]) == (
                worlds,
                [turn for turn, _ in ranges.deferred],
            )
            assert worlds is None or naive.truth(len(game.actions)) in worlds
            estimates = evaluate(game, search)
            followed += game.state.current_seat == 1 and not estimates.fallback
            game.act(estimates.action)
    assert followed > 0


@pytest.mark.compiled
@pytest.mark.late
def test_what_they_have_in_common_does_not_depend_on_what_was_kept():
    """From the deal or from the turn before: the same."""
    search = joint(information)
    game = Game(FOUR, seed=1)
    while not game.is_over:
        kept, made = ranges_of(game, 1, search), ranges_of(game, 0, joint(information))
        assert worlds_of(game, kept) == worlds_of(game, made)
        assert [turn for turn, _ in kept.deferred] == [turn for turn, _ in made.deferred]
        game.act(evaluate(game, search).action)


@pytest.mark.compiled
def test_what_was_kept_of_another_game_is_not_taken():
    """Two deals that look alike so far, but not to the two: what they have in common differs."""
    games = []
    for deck in ([2, 5, 1, 1, 4, 0, 3, 0, 4, 3], [2, 5, 1, 1, 4, 0, 3, 3, 4, 0]):
        games.append(Game(THREE, deck=deck))
        for action in (12, 6, 3, 11, 3, 3, 2):
            games[-1].act(action)
    search, fresh = (joint(information, rollouts=0, max_range=2, min_worlds=4) for _ in range(2))
    evaluate(games[0], search)
    kept, made = evaluate(games[1], search).hands, evaluate(games[1], fresh).hands
    assert ("exact", made.packed_hands.tolist()) == (kept.basis, kept.packed_hands.tolist())


@pytest.mark.compiled
@pytest.mark.parametrize("agent", [five_rule, information], ids=lambda agent: agent.name)
@pytest.mark.slow
def test_too_many_pairs_leave_the_leader_to_search_alone(agent, monkeypatch):
    """Its range is the slow way's from there on; the follower searches no more."""
    monkeypatch.setattr(pair_ranges, "MAX_PAIRS", 3)
    checked = 0
    for seed in range(12):
        search, game = joint(agent), Game(THREE, seed=seed)
        while not game.is_over:
            estimates, ranges = evaluate(game, search), ranges_of(game, 0, search)
            if ranges.parted is not None and game.state.current_seat == 0:
                slow = NaivePair(game, agent, searching(game, search), 12, ranges.parted + 1)
                beside = slow.truth(len(game.actions))[1]
                assert {leader for leader, follower in slow.common[-1] if follower == beside} == {
                    hand_of(game, 0, packed) for packed in estimates.hands.packed_hands.tolist()
                }
                checked += 1
            if ranges.parted is not None and game.state.current_seat == 1:
                assert "searched actions would not be understood" == estimates.fallback
            game.act(estimates.action)
    assert checked >= 3


@pytest.mark.compiled
def test_common_memory_is_not_trusted_once_another_seat_may_have_departed():
    """The follower's from the first turn on, the leader's from the follower's first search on."""
    searched = 0
    for seed in range(4):
        search, game = joint(information), Game(FOUR, seed=seed)
        while not game.is_over:
            turn, seat = len(game.actions), int(game.state.current_seat)
            if seat < 2:
                ranges = ranges_of(game, seat, search)
                since = ranges.first_deviation_beside(seat)
                assert since == (0 if seat else ranges.followed)
                history = replace(history_of(game, information), first_deviation_of_others=since)
                alike = memory_fixed_until(history, turn, PartnerModel(information))
                assert alike <= (turn if since is None else since)
                searched += since is not None and seat == 0
            game.act(evaluate(game, search).action)
    assert searched > 0


@pytest.mark.compiled
@pytest.mark.late
def test_seats_that_do_not_search_play_the_blueprint():
    """The two that act first search; others say why they do not, which is no fault of beliefs."""
    rules = replace(THREE, first_seat=1)
    lineup = Lineup.of(["joint(smart, rollouts=200, min_worlds=8)"] * 3)
    mixed = Lineup.of(["smart", *["joint(smart, rollouts=200, min_worlds=8)"] * 2])
    alike, beside = (play_games(each, rules, games=6, seed=1).table for each in (lineup, mixed))
    assert alike["actions"].to_list() == beside["actions"].to_list()
    assert 0 == alike["off_model"].sum()
    assert alike["fallbacks"].sum() > beside["fallbacks"].sum()
    estimates = evaluate(Game(replace(THREE, first_seat=2), seed=1), joint(smart))
    assert "" == estimates.fallback
    game = Game(THREE, seed=1)
    for _ in range(2):
        game.act(evaluate(game, joint(smart)).action)
    assert "two other seats search" == evaluate(game, joint(smart)).fallback


@pytest.mark.compiled
@pytest.mark.slow
def test_a_third_seat_off_the_model_ends_it():
    """Once no pair is consistent the leader goes on from hints; the follower says why not."""
    whys, bases = set(), set()
    for seed in range(12):
        search, game = joint(information), Following(information, LONG, seed=seed)
        random = Random(seed)
        while not game.is_over:
            seat = int(game.state.current_seat)
            if seat == 2:
                odd = len(game.actions) > 9 and random.random() < 0.5
                game.act(random.choice(game.legal_actions()) if odd else game.choice())
                continue
            estimates, ranges = evaluate(game, search), ranges_of(game, seat, search)
            over = ranges.parted is not None and not ranges.pairs
            if over and seat == 0:
                bases.add(estimates.basis)
                assert estimates.hands.since > ranges.parted
            if over and seat == 1:
                whys.add(estimates.fallback)
            game.act(estimates.action)
    assert {"hints"} == bases
    assert {"searched actions would not be understood"} == whys


@pytest.mark.compiled
@pytest.mark.late
def test_games_do_not_depend_on_threads():
    """Same decks, same actions."""
    lineup = Lineup.of(["joint(information, rollouts=200, min_worlds=5)"] * 3)
    one, two = (
        play_games(lineup, THREE, games=4, seed=2, threads=threads).table for threads in (1, 2)
    )
    assert one["actions"].to_list() == two["actions"].to_list()
