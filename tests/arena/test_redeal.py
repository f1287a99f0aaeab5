"""A position played on with cards dealt anew: what stays, how likely deals are, who plays."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab import Rules, play_games
from hanabilab.arena.redeal import Deals, Knowing, redeal
from hanabilab.errors import AgentError, RulesError
from hanabilab.game.games import Game
from tests.strategies import examples, games, rules, rules_of_own_variants
from tests.teamplay.adaptive.pools import quitter

#: Twelve cards, of which three hands of two leave six in the deck.
TINY = Rules(
    players=3, hand_size=2, suits=2, ranks=3, copies=(3, 2, 1), information_tokens=3, life_tokens=1
)


#: Fields that everybody sees.
PUBLIC = ("possible", "hinted", "discards", "fireworks", "information_tokens", "turns_left")


def in_hands(game):
    return game.state.hands.tolist()


@given(
    games(rules() | rules_of_own_variants(), running=True), st.integers(0, 5), st.integers(0, 99)
)
@examples(30, 15)
@pytest.mark.late
def test_what_is_known_stays_as_it_is(game, seat, seed):
    """The seat's view; all hands; what everybody sees. And the cards are those of the deck."""
    seat %= game.rules.players
    rng = np.random.default_rng(seed)
    kept = {
        Knowing.SEAT: ([seat], lambda each: each.view(seat).tobytes()),
        Knowing.HANDS: ([], in_hands),
        Knowing.PUBLIC: (
            range(game.rules.players),
            lambda each: [
                each.state[name].tobytes() for name in ("possible", "discards", "fireworks")
            ],
        ),
    }
    for hidden, facts in kept.values():
        dealt = Deals(game, hidden).draw(rng)
        assert facts(dealt) == facts(game)
        assert dealt.actions == game.actions
        assert sorted(dealt.deck) == sorted(game.deck)


@pytest.mark.compiled  # long in plain Python
@pytest.mark.parametrize("hidden", [[0], [0, 1, 2], []])
@pytest.mark.late_but(1)
def test_all_deals_that_hints_allow_are_equally_likely(hidden):
    """By trying every order of the cards that are not seen, each as often as there are copies."""
    game = Game(TINY, deck=[0, 3, 1, 4, 2, 0, 5, 3, 0, 3, 1, 4])
    for action in ("hint 1 red", "hint 2 1", "hint 1 yellow"):
        game.act(action)
    places = [int(game.state.deck_index[seat, slot]) for seat in hidden for slot in range(2)]
    masks = [int(game.state.possible[seat, slot]) for seat in hidden for slot in range(2)]
    unseen = [game.deck[place] for place in places] + game.deck[6:]
    ways = Counter(
        hand
        for hand in permutations(unseen, len(places))
        if all(mask >> card & 1 for card, mask in zip(hand, masks, strict=True))
    )
    deals, rng, draws = Deals(game, hidden), np.random.default_rng(1), 4000
    drawn = [deals.draw(rng) for _ in range(draws)]
    seen = Counter(tuple(each.deck[place] for place in places) for each in drawn)
    assert seen.keys() <= ways.keys()
    expected = {hand: draws * count / sum(ways.values()) for hand, count in ways.items()}
    surprise = sum((seen[hand] - mean) ** 2 / mean for hand, mean in expected.items())
    freedom = len(expected) - 1
    assert surprise < freedom + 5 * np.sqrt(2 * freedom) + 1e-9
    last = np.mean([each.deck[-1] == 4 for each in drawn])  # the deck is shuffled, too
    share = unseen.count(4) / len(unseen)
    assert hidden or abs(last - share) < 5 * np.sqrt(share * (1 - share) / draws)


@pytest.mark.compiled
def test_games_go_on_from_the_position_to_their_ends():
    game = Game(Rules(players=2), seed=3)
    for _ in range(20):
        game.act(game.ask("smart"))
    found = redeal(game, "smart", 5, seed=2)
    for deck, actions, score, status in zip(
        found.decks, found.actions, found.scores, found.statuses, strict=True
    ):
        again = Game(game.rules, deck=deck)
        for turn, action in enumerate(actions):
            assert turn < 20 or action == again.ask("smart")
            again.act(action)
        assert actions[:20] == game.actions
        assert (again.score, again.status, again.is_over) == (score, status, True)
    assert len({tuple(deck) for deck in found.decks}) == 5
    assert found.lost == found.statuses.count("lost")


@pytest.mark.compiled
def test_more_games_begin_with_the_same_ones():
    game = Game(Rules(players=3), seed=1)
    few, many = (redeal(game, "five-rule", count, seed=7) for count in (3, 6))
    assert (many.decks[:3] == few.decks).all()
    assert many.actions[:3] == few.actions
    assert (redeal(game, "five-rule", 3, seed=8).decks != few.decks).any()


@pytest.mark.compiled
@pytest.mark.slow
def test_from_the_deal_they_are_games_like_any_others():
    """Dealt anew from what everybody sees, which is nothing: the mean of the arena."""
    rules_ = Rules(players=2)
    found = redeal(Game(rules_), "five-rule", 300, knowing="public", seed=1)
    played = play_games("five-rule", rules_, games=3000, seed=1).table["score"]
    error = np.hypot(found.scores.std() / np.sqrt(300), played.std() / np.sqrt(3000))
    assert abs(found.scores.mean() - played.mean()) < 4 * error


@pytest.mark.compiled
def test_each_seat_has_its_own_agent_and_may_give_up():
    """Who gives up keeps the points."""
    game = Game(Rules(players=2), deck=sorted(Game(Rules(players=2)).deck))
    game.act("play 0")  # a red 1
    found = redeal(game, ["five-rule", quitter], 5)
    assert found.statuses == ["forfeited"] * 5
    assert found.lost == 0
    for deck, actions, score in zip(found.decks, found.actions, found.scores, strict=True):
        again = Game(game.rules, deck=deck)
        for action in actions:
            again.act(action)
        assert len(actions) == 5
        assert again.score == score >= 1


def test_what_is_wrong_is_told_in_a_line():
    game = Game(TINY, seed=1)
    with pytest.raises(AgentError, match="2 agents for a game of 3 players"):
        redeal(game, ["random", "random"], 1)
    with pytest.raises(AgentError, match="at least one"):
        redeal(game, "random", 0)
    with pytest.raises(RulesError, match="seat"):
        redeal(game, "random", 1, seat=3)
    with pytest.raises(RulesError, match="seed"):
        redeal(game, "random", 1, seed=-1)
    with pytest.raises(AgentError, match="knowing is 'everything'; one of seat, hands, public"):
        redeal(game, "random", 1, knowing="everything")
    with pytest.raises(AgentError, match="seat is for knowing=seat, and knowing is public"):
        redeal(game, "random", 1, knowing="public", seat=1)
    while not game.is_over:
        game.act(game.legal_actions()[0])
    with pytest.raises(AgentError, match="the game is over"):
        redeal(game, "random", 1)
