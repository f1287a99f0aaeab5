"""Decks by seat: still uniform, the same cards for a seat whatever others do, games like others."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import five_rule, random_agent
from hanabilab.arena import Checkpoint, Lineup, Plan, play_games, record_of
from hanabilab.arena.check import findings_of_table
from hanabilab.errors import ResumeError, RulesError
from hanabilab.game.checks import deck_from_seed
from hanabilab.game.dealing import bring_own_card, share_deck_out
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from tests.agents.samples import imitate

GAMES = 200 if JIT_ENABLED else 8


def played_by_seat(rules, deck, choose):
    """A game from a deck by seat; `choose` gives an action."""
    game = Game(rules, deck=deck)
    owners = np.zeros(rules.deck_size, np.int8)
    share_deck_out(owners, rules.tables)
    while not game.is_over:
        bring_own_card(game.state, owners)
        game.act(choose(game))
    return game


def reckless(game):
    """Play or discard by what the hands are: what is drawn depends on all that was drawn before."""
    legal = game.legal_actions()
    held = [int(card) for card in game.state.hands.ravel() if card >= 0]
    return legal[sum(held) % len(legal)]


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.late
def test_every_order_comes_as_often_as_without(players):
    """Of all orders of six cards, each becomes another one: uniform decks stay uniform."""
    rules = Rules(
        players=players,
        suits=2,
        ranks=3,
        copies=(1, 1, 1),
        hand_size=1,
        information_tokens=2,
        life_tokens=3,
    )
    orders = list(permutations(range(6)))[:: 1 if JIT_ENABLED else 24]
    drawn = {tuple(played_by_seat(rules, order, reckless).deck) for order in orders}
    assert len(drawn) == len(orders)
    assert any(tuple(played_by_seat(rules, order, reckless).deck) != order for order in orders)


def draws_by_seat(rules, row, most):
    """What each seat drew after the deal, in order, until one has drawn `most` cards."""
    game, found = Game(rules, deck=row["deck"]), [[] for _ in range(rules.players)]
    for action in row["actions"][: row["turns"]]:
        seat, before = game.current_seat, int(game.state.deck_drawn)
        game.act(action)
        found[seat] += game.deck[before : int(game.state.deck_drawn)]
        if len(found[seat]) == most:
            break
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_a_seat_draws_the_same_cards_whatever_others_do(players):
    """As long as it has cards of its own, and from the same deal as always."""
    rules = Rules(players=players)
    tables = [
        play_games(agent, rules, games=GAMES // 4, seed=7, decks="by-seat", threads=1).table
        for agent in (five_rule, random_agent)
    ]
    dealt = players * rules.hand_size
    for first, second in zip(*(table.rows(named=True) for table in tables), strict=True):
        shuffled = [int(card) for card in deck_from_seed(rules, 7, first["game"])]
        assert first["deck"][:dealt] == second["deck"][:dealt] == shuffled[:dealt]
        assert sorted(first["deck"]) == sorted(shuffled)
        for row in (first, second):
            most = (rules.deck_size - dealt) // players
            for seat, drawn in enumerate(draws_by_seat(rules, row, most)):
                assert drawn == shuffled[dealt + seat :: players][: len(drawn)]


def test_they_are_ordinary_games_in_the_table():
    """Replayed, checked and written as any others."""
    rules = Rules(players=4)
    table = play_games(five_rule, rules, games=GAMES, seed=3, decks="by-seat", threads=1).table
    assert list(findings_of_table(rules, table)) == []
    row = table.row(GAMES - 1, named=True)
    assert record_of(rules, row).replayed().score == row["score"]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.late
def test_batched_seats_and_threads_make_no_difference(threads):
    """Seats that Python decides for draw as compiled ones do."""
    rules = Rules(players=3, suits=3, hand_size=3)
    options = {"games": GAMES // 4, "seed": 3, "decks": "by-seat"}
    compiled = play_games(five_rule, rules, threads=1, **options).table
    mixed = Lineup((five_rule, imitate(five_rule), five_rule))
    others = play_games(mixed, rules, threads=threads, **options).table
    assert others.drop("seconds", "agents").equals(compiled.drop("seconds", "agents"))


def test_other_words_for_decks_are_refused():
    """One line that says what would be right."""
    with pytest.raises(RulesError, match="decks is 'mine'; it is 'by-seat', or a deck for each"):
        play_games(five_rule, games=2, decks="mine")


def test_a_plan_tells_of_decks_only_where_they_are_by_seat():
    """Manifests of other runs stay as they were, and are read as they are."""
    usual = Plan(Rules(players=2), ("random, random",), 10)
    by_seat = Plan(Rules(players=2), ("random, random",), 10, decks="by-seat")
    assert "decks" not in usual.as_json()
    assert by_seat.as_json()["decks"] == "by-seat"
    for plan in (usual, by_seat):
        assert Plan.from_json(plan.as_json(), plan.target) == plan
    with pytest.raises(RulesError, match="decks is 'mine'; it is one of shared, by-seat"):
        Plan(Rules(players=2), ("random, random",), 10, decks="mine")


def test_a_run_by_seat_is_resumed_by_seat(tmp_path):
    """What is kept is of decks by seat; the same run with one deck for all is another run."""
    plan = Plan(Rules(players=2), ("random, random",), 10, decks="by-seat")
    run = Checkpoint(plan).begin(tmp_path)
    run.folder.release()
    found = Checkpoint.find(tmp_path)
    assert found.plan.dealt == "by-seat"
    found.require_same(plan.as_json())
    usual = Plan(Rules(players=2), ("random, random",), 10)
    with pytest.raises(ResumeError, match="the run has decks by-seat, not shared"):
        found.require_same(usual.as_json())
