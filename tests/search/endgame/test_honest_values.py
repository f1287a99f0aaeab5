"""Endgames of a seat that does not see its hand: the naive twin, bounds, and their order."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import count, permutations

import pytest

from hanabilab import Rules
from hanabilab._jit import JIT_ENABLED
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.game.words import format_action
from hanabilab.search.endgame import (
    Bounds,
    blueprint_values,
    honest,
    honest_values,
    open_values,
)
from hanabilab.search.endgame.honest_seat import honest_bounds
from tests.lanes import slow_after
from tests.naive.game import NaiveGame
from tests.naive.honest import HonestTeam
from tests.search.endgame.positions import near_the_end

#: Players, hand size, suits, copies by rank, tokens, cards in the deck.
SMALL = [
    (2, 1, 2, (2, 1, 1), 1, 1),
    (2, 1, 2, (2, 1, 1), 2, 2),
    (2, 2, 2, (2, 1, 1), 1, 1),
    (3, 1, 2, (2, 2, 1), 1, 1),
    (3, 1, 2, (2, 1, 1), 1, 2),
    (2, 2, 2, (2, 1, 1), 0, 1),  # nobody can hint or discard
]


def worlds_of(game):
    """Decks that hints and sight allow the seat to act, and in how many ways each comes."""
    seat = game.current_seat
    held = {int(each) for each in game.state.deck_index[seat] if each >= 0}
    hidden = [
        place
        for place in range(len(game.deck))
        if place >= int(game.state.deck_drawn) or place in held
    ]
    found = Counter()
    for cards in permutations([game.deck[place] for place in hidden]):
        deck = list(game.deck)
        for place, card in zip(hidden, cards, strict=True):
            deck[place] = card
        found[tuple(deck)] += 1
    return {deck: ways for deck, ways in found.items() if looks_the_same(game, deck)}


def looks_the_same(game, deck):
    """Whether the hints that the seat has heard for cards it holds are true of another deck."""
    seat = game.current_seat
    possible, places = game.state.possible[seat], game.state.deck_index[seat]
    return all(
        (int(possible[slot]) >> deck[place]) & 1 for slot, place in enumerate(places) if place >= 0
    )


def twin_of(game, deck):
    cards = [(card // game.rules.ranks, card % game.rules.ranks + 1) for card in deck]
    twin = NaiveGame(game.rules, cards)
    for action in game.actions:
        twin.act(action)
    return twin


def hands_of(game, worlds):
    places = [int(each) for each in game.state.deck_index[game.current_seat] if each >= 0]
    return {tuple(deck[place] for place in places) for deck in worlds}


def small_games(setting, number):
    """Positions in which the seat has few hands, so that all functions can be tried."""
    found, seed = [], 0
    while len(found) < number:
        game = near_the_end(setting[:-1], setting[-1], seed)
        worlds = worlds_of(game)
        if 2 <= len(hands_of(game, worlds)) <= 3 and len(worlds) <= 6:
            found.append((game, worlds))
        seed += 1
    return found


def check_by_twin(game, worlds):
    total = sum(worlds.values())
    twins = [(twin_of(game, deck), Fraction(ways, total)) for deck, ways in worlds.items()]
    win, score = (HonestTeam(game.current_seat, wins=wins) for wins in (True, False))
    found = honest_values(game, seconds=1000)
    assert found.exact
    assert sorted(each.action for each in found.actions) == game.legal_actions()
    for each in found.actions:
        assert each.win.lower == win.value_of(twins, each.action)
        assert each.score.lower == score.value_of(twins, each.action)


@pytest.mark.parametrize("setting", slow_after(2, sorted(SMALL)))
@pytest.mark.late
def test_values_are_those_of_trying_all_that_can_be_agreed(setting):
    """The naive twin tries every function from hands to actions; bounds meet at its value."""
    for game, worlds in small_games(setting, 2 if JIT_ENABLED else 1):
        check_by_twin(game, worlds)


@pytest.mark.parametrize(
    ("setting", "seed"),
    [
        ((2, 2, 2, (2, 1), 1, 1), 20),
        ((2, 2, 2, (2, 1), 1, 1), 30),
        ((2, 2, 2, (2, 1, 1), 1, 1), 38),
    ],
)
@pytest.mark.late_but(1)
def test_what_cannot_be_told_in_time_is_lost(setting, seed):
    """The twin's value is below the mean of open hands: later turns of the seat are honest, too."""
    game = near_the_end(setting[:-1], setting[-1], seed)
    worlds = worlds_of(game)
    check_by_twin(game, worlds)
    opened = opened_means(game, worlds)
    found = honest_values(game, seconds=1000).actions
    assert any(each.score.upper < opened[each.action][1] for each in found)


@pytest.mark.parametrize("setting", SMALL)
def test_bounds_hold_the_value_however_early_a_search_ends(setting):
    """Also where only cheap looks are made, and with useless cards merged alone."""
    (game, _), *_ = small_games(setting, 1)
    exact = {each.action: each for each in honest_values(game, seconds=1000).actions}
    for rounds in (1, 2, 3):
        for each in honest_values(game, seconds=1000, rounds=rounds).actions:
            known = exact[each.action]
            assert each.win.lower <= known.win.lower <= each.win.upper
            assert each.score.lower <= known.score.lower <= each.score.upper


def opened_means(game, worlds):
    """The mean over worlds of what each action is worth with open hands: win and score."""
    sums, total = {}, sum(worlds.values())
    for deck, ways in worlds.items():
        world = Game(game.rules, deck=deck)
        for action in game.actions:
            world.act(action)
        for each in open_values(world, seconds=100).actions:
            win, score = sums.get(each.action, (Fraction(0), Fraction(0)))
            part = Fraction(ways, total)
            sums[each.action] = (win + part * each.win.lower, score + part * each.score.lower)
    return sums


@pytest.mark.compiled
def test_a_seat_that_does_not_see_its_hand_is_between_the_blueprint_and_open_hands():
    """Blueprint <= honest <= mean of open hands, for every action; and in between somewhere."""
    below = above = 0
    for setting in ((2, 2, 2, (3, 2, 1), 3, 2), (2, 2, 2, (2, 1, 1), 1, 1)):
        for seed in range(4):
            game = near_the_end(setting[:-1], setting[-1], seed)
            worlds = worlds_of(game)
            opened = opened_means(game, worlds)
            found = honest_values(game, seconds=1000, rounds=4)
            played = blueprint_values(game, "five-rule", beliefs="hints", seconds=1000)
            reached = {each.action: each for each in played.actions}
            for each in found.actions:
                win, score = opened[each.action]
                known = reached[each.action]
                assert known.win.lower <= each.win.upper <= win
                assert known.score.lower <= each.score.upper <= score
                assert each.score.lower <= each.score.upper
                below += known.score.lower < each.score.lower
                above += each.score.upper < score
            raised = {each.action: each for each in found.at_least(played).actions}
            assert all(reached[each].win.lower <= raised[each].win.lower for each in raised)
    assert below > 5
    assert above > 0


def test_hands_that_are_too_many_to_follow_leave_true_bounds(monkeypatch):
    (game, _), *_ = small_games(SMALL[3], 1)
    exact = {each.action: each for each in honest_values(game, seconds=1000).actions}
    monkeypatch.setattr(honest, "_MOST_HANDS", 1)
    for each in honest_values(game, seconds=1000).actions:
        assert exact[each.action].win.lower <= each.win.upper <= 1
        assert exact[each.action].score.lower <= each.score.upper <= game.rules.max_score


def test_no_action_is_looked_into_when_time_is_over(monkeypatch):
    """By a clock that goes on by a second whenever it is asked; a sample is of one hand here."""
    (game, _), *_ = small_games(SMALL[3], 1)
    clock, looks = count(), []
    monkeypatch.setattr(honest, "_SAMPLE", 1)
    monkeypatch.setattr(honest.time, "monotonic", lambda: float(next(clock)))

    def bounds(at, depth, hands, action):
        looks.append(hands)
        return honest_bounds(at, depth, hands, action)

    monkeypatch.setattr(honest, "honest_bounds", bounds)
    for seconds in (0, 8):
        looks.clear()
        found = honest_values(game, seconds=seconds)
        assert sum(hands > 1 for hands in looks) <= seconds
        assert all(each.win.upper <= 1 for each in found.actions)


def test_the_same_rounds_give_the_same_bounds():
    (game, _), *_ = small_games(SMALL[1], 1)
    one, other = (honest_values(game, seconds=1000, rounds=2).actions for _ in range(2))
    assert one == other


def test_a_seat_that_knows_nothing_guesses():
    """The seat holds the 2 or a 1, by one chance of two, and the other one is in the deck.

    With open hands it plays the 2, or throws the 1 away and plays the 2 then: it always wins. Not
    seeing its hand, it wins half the time whatever it does.
    """
    tiny = Rules(
        players=2, hand_size=1, suits=1, ranks=2, copies=(3, 1), information_tokens=1, life_tokens=1
    )
    half = Bounds(Fraction(1, 2), Fraction(1, 2))
    for deck in ([0, 0, 1, 0], [0, 0, 0, 1]):
        game = Game(tiny, deck=deck)
        for action in ("play 0", "hint 1 red"):
            game.act(action)
        assert max(each.win.lower for each in open_values(game).actions) == 1
        found = honest_values(game)
        told = {format_action(tiny, each.action): each.win for each in found.actions}
        assert told == dict.fromkeys(("discard 0", "play 0"), half)


@pytest.mark.compiled
def test_what_is_no_endgame_is_refused():
    with pytest.raises(AgentError, match="an endgame has at most 18"):
        honest_values(Game(Rules(players=2)))
    full = Game(Rules(players=2), seed=1)
    while full.cards_left > 16:
        full.act(full.ask("five-rule"))
    with pytest.raises(AgentError, match="21 cards are in the deck and the own hand"):
        honest_values(full)


@pytest.mark.slow
@pytest.mark.parametrize("setting", SMALL)
def test_values_of_more_games_are_those_of_trying_all(setting):
    for game, worlds in small_games(setting, 12)[2:]:
        check_by_twin(game, worlds)
