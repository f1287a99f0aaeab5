"""Games at a server of ours: they are the arena's, and a candidate sees what its seats see."""

from __future__ import annotations

import json
import threading
import time

import numpy as np
import pytest

from hanabilab import Rules, make_agent
from hanabilab.adapters.ah2ac2 import Candidate, Key, play_challenge
from hanabilab.adapters.ah2ac2.table import Table
from hanabilab.errors import AgentError, HanabiError
from hanabilab.game.games import Games
from tests.adapters.ah2ac2.playing import (
    KEY,
    WORD,
    arena_row,
    challenge_at,
    evaluation_of,
    play_without_wires,
    served,
)
from tests.lanes import slow_after

needs_websockets = pytest.mark.usefixtures("_websockets")


def differences(evaluation, challenge, agent):
    """Games of which the server, the client and the arena do not all tell the same."""
    found = []
    for game in challenge.games:
        row = arena_row(evaluation.offer, game.game, agent)
        theirs = evaluation.played[game.game]
        ours = (row["score"], row["points"], row["turns"], row["lives"] == 0)
        if any(ours != (g.score, g.points, g.turns, g.lost) for g in (game, theirs)):
            found.append((game, theirs, row))
    return found


@needs_websockets
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("agent", "partner", "players", "held"),
    slow_after(
        1,
        [
            ("five-rule", "random", (2, 3), 1),
            ("smart", "five-rule", (3, 4), 2),
            ("random", "newest", (2, 5), 1),
        ],
        several=True,
    ),
)
def test_games_through_the_socket_are_those_of_the_arena(agent, partner, players, held):
    """20 games each: same decks, same random numbers, agents in all seats and table sizes."""
    with served(partner, games=20, players=players, held=held, seed=7) as server:
        challenge, client, candidate = challenge_at(server, agent)
        assert play_challenge(challenge, client, candidate) == 0
        assert server.done.wait(10)
        assert server.failure is None
        evaluation = server.evaluation
    assert [game.game for game in challenge.games] == list(range(20))
    assert {game.players for game in challenge.games} == set(players)
    assert {game.seats for game in challenge.games if game.players == players[0]} == {
        evaluation.offer.seats_of(n) for n in range(0, 20, 2)
    }
    assert differences(evaluation, challenge, agent) == []


@needs_websockets
@pytest.mark.compiled
@pytest.mark.slow
def test_many_games_through_the_socket_are_those_of_the_arena():
    with served("five-rule", games=120, players=(2, 3), seed=3) as server:
        challenge, client, candidate = challenge_at(server, "smart")
        play_challenge(challenge, client, candidate)
        assert differences(server.evaluation, challenge, "smart") == []


@pytest.mark.parametrize(("players", "held"), [(2, (1,)), (3, (0, 2)), (4, (3,)), (5, (1, 2, 4))])
def test_a_seat_sees_at_every_turn_what_it_may(players, held):
    """Views are equal to the byte, though the game behind them has other cards in the own hand."""
    table = Table(Rules(players=players), held, make_agent("random"), 11, 4)
    candidate = Candidate(make_agent("random"), seed=11)
    different = compared = 0
    for _ in play_without_wires(table, candidate):
        for seat in held:
            seen = candidate._seats[seat].observed.game
            assert bytes(seen.view(seat)) == bytes(table.game.view(seat))
            different += (seen.state.hands[seat] != table.game.state.hands[seat]).any()
            compared += 1
    assert compared == len(held) * len(table.game.actions)
    assert different > compared / 2
    assert candidate.played.score == table.game.score


def test_messages_are_those_of_the_protocol():
    """As a candidate without our code reads them: names, fields and lengths to the letter."""
    table = Table(Rules(players=3), (0, 2), make_agent("random"), 1, 17)
    message = json.loads(table.begin())
    assert message.pop("info") == {
        "num_players": 3,
        "candidate_controlling": ["agent_0", "agent_2"],
        "game_id": 17,
        "is_debug": False,
    }
    turns = 0
    while True:
        assert set(message) - {"done", "score"} == {"agent_0", "agent_2"}
        answer = {}
        for name in ("agent_0", "agent_2"):
            seen = message[name]
            assert list(seen) == ["obs", "legal_moves"]
            assert (len(seen["obs"]), len(seen["legal_moves"])) == (956, 31)
            assert all(type(each) is int and each in (0, 1) for each in seen["legal_moves"])
            answer[name] = seen["legal_moves"].index(1)
            assert (answer[name] == 30) == (name != f"agent_{turns % 3}")
        message = json.loads(table.hear(json.dumps(answer)))
        assert list(message)[-2:] == ["done", "score"]
        assert message["score"] == table.game.score
        turns += 1
        if message["done"]:
            break
    assert turns == len(table.game.actions)
    assert type(message["score"]) is int


def test_what_is_possible_is_told_as_chances():
    """By hand: 50 cards less a discarded one. The rest of the vector is HLE's, bit for bit."""
    table = Table(Rules(players=2), (1,), make_agent("random"), 1, 0)
    game = table.game
    game.act("hint 1 red") if "hint 1 red" in _words(game) else game.act(game.legal_actions()[-1])
    game.act(0)
    told = np.array(table._told()["agent_1"]["obs"], np.float32)
    ours = game.observation(1)
    section = Games(game.rules, 1).layout.sections["possible"].indices()
    rest = np.setdiff1d(np.arange(len(ours)), section)
    assert np.array_equal(told[rest], ours[rest])
    copies = np.tile([3, 2, 2, 2, 1], (5, 1)).astype(float)
    thrown = int(game.state.last_card)
    copies[thrown // 5, thrown % 5] -= 1
    for slot in range(5):
        weights = ours[section[0, slot]] * copies
        assert told[section[0, slot]] == pytest.approx(weights / weights.sum(), abs=1e-6)


def _words(game):
    from hanabilab.game.words import format_action

    return [format_action(game.rules, action) for action in game.legal_actions()]


# --- Many at once, and broken off ----------------------------------------------------------------


@needs_websockets
def test_two_candidates_play_at_once():
    """Each game goes to one of them; who gets which does not change any."""
    with served(games=8, players=(2, 3), seed=2) as server:
        both = [challenge_at(server) for _ in range(2)]
        threads = [threading.Thread(target=_play_until_refused, args=each) for each in both]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        games = [game for challenge, _, _ in both for game in challenge.games]
        assert sorted(game.game for game in games) == list(range(8))
        for challenge, _, _ in both:
            assert differences(server.evaluation, challenge, "random") == []


def _play_until_refused(challenge, client, candidate):
    try:
        play_challenge(challenge, client, candidate)
    except HanabiError as error:  # the other one was quicker
        assert "the server says: " in str(error)


@needs_websockets
def test_a_game_that_is_broken_off_is_dealt_again_and_no_other():
    with served("random", games=3, seed=6) as server:
        challenge, client, candidate = challenge_at(server)
        with pytest.raises(RuntimeError):
            play_challenge(challenge, client, _Broken(candidate, 20))
        before = len(challenge.games)
        while client.progress().current_env:  # until the server has noticed
            time.sleep(0.01)
        statuses = [game.status for game in client.progress().all_envs]
        assert statuses.count("DONE") == before < 3
        play_challenge(challenge, client, candidate)
        assert [game.game for game in challenge.games] == [0, 1, 2]
        assert differences(server.evaluation, challenge, "random") == []


class _Broken:
    """A candidate that dies after so many messages."""

    def __init__(self, candidate, messages):
        self._candidate, self._left = candidate, messages
        self.agent = candidate.agent

    def begin(self, text, number):
        return self._candidate.begin(text, number)

    def hear(self, text):
        self._left -= 1
        if self._left < 0:
            raise RuntimeError
        return self._candidate.hear(text)

    @property
    def played(self):
        return self._candidate.played


@needs_websockets
def test_progress_is_told_before_during_and_after():
    with served(games=2, players=(2, 3)) as server:
        challenge, client, candidate = challenge_at(server)
        told = []

        class Asking(_Broken):
            def begin(self, text, number):
                told.append(client.progress())
                return super().begin(text, number)

        assert [game.status for game in client.progress().all_envs] == ["TODO", "TODO"]
        play_challenge(challenge, client, Asking(candidate, 1000))
        assert [each.current_env.num_players for each in told] == [2, 3]
        assert [game.status for game in told[1].all_envs] == ["DONE", "ACTIVE"]
        after = client.progress()
        assert (after.human_ai_eval_done, after.current_env) == (True, None)
        assert [game.score for game in after.all_envs] == [game.score for game in challenge.games]
        assert after.all_envs[1].candidate_controlling == ("agent_0",)
        play_challenge(challenge, client, candidate)
        assert len(challenge.games) == 2


@needs_websockets
def test_test_games_do_not_count():
    with served("five-rule", games=1, seed=9) as server:
        challenge, client, candidate = challenge_at(server, games=3, players=3, seats=(0, 2))
        play_challenge(challenge, client, candidate)
        assert [game.seats for game in challenge.games] == [(0, 2)] * 3
        assert client.progress().waiting
        assert server.evaluation.played == {}


# --- Partners ------------------------------------------------------------------------------------


class _Telling:
    """A partner that hints at random, and finds all legal actions equally likely."""

    name, memory_size, players, games_at_once = "telling", 0, range(2, 6), 16
    native_observe = make_agent("random").native_observe

    def act_batch(self, turns):
        from hanabilab import legal_actions

        return np.array([legal_actions(turns.rules, turns.views[0])[-1]])

    def chances(self, turns):
        from hanabilab import legal_actions

        found = np.zeros((1, turns.rules.num_actions))
        legal = legal_actions(turns.rules, turns.views[0])
        found[0, legal] = 1 / len(legal)
        return found


def test_what_a_partner_finds_likely_is_told():
    """In nats a decision of the candidate, by hand: of equal chances the logarithm of how many."""
    table = Table(Rules(players=2), (1,), _Telling(), 3, 0)
    expected = [
        np.log(len(table.game.legal_actions()))
        for _ in play_without_wires(table, Candidate(make_agent("random")))
        if table.game.current_seat == 1
    ]
    assert len(table.played().losses) > 3
    assert table.played().losses == pytest.approx(expected)
    silent = evaluation_of("random").next_table()
    assert list(play_without_wires(silent, Candidate(make_agent("random"))))
    assert silent.played().losses == ()


@needs_websockets
def test_a_partner_that_fails_is_told_on_both_sides():
    class Failing(_Telling):
        def act_batch(self, turns):
            raise ZeroDivisionError("by zero")

    with served(games=1, players=(2,)) as server:
        object.__setattr__(server.evaluation.offer, "partners", (Failing(),))
        challenge, client, candidate = challenge_at(server)
        with pytest.raises(HanabiError, match=r"the server says: agent 'telling'.*by zero"):
            play_challenge(challenge, client, candidate)
        assert server.done.wait(10)
        assert isinstance(server.failure, AgentError)


@pytest.mark.parametrize(("score", "lost"), [(0, False), (3, False)])
def test_a_game_is_lost_by_its_last_life_alone(score, lost):
    """Here all lives are there, and the server ends the game; what it tells seats is not read."""
    table = Table(Rules(players=2), (0,), make_agent("random"), 1, 5)
    candidate = Candidate(make_agent("random"))
    candidate.begin(table.begin(), 0)
    assert candidate.hear(f'{{"done": true, "score": {score}, "agent_0": "bye"}}') is None
    assert candidate.played == (5, 2, (0,), 1, score, score, lost, ())


def test_who_sees_its_own_hand_cannot_be_a_candidate():
    with pytest.raises(AgentError, match="sees its own hand"):
        Candidate(make_agent("cheat"))


def test_the_key_is_shown_nowhere():
    assert WORD not in f"{KEY!r} {KEY} {vars(KEY).keys()}"
    assert KEY.hidden(f"no {WORD}!") == "no <key>!"
    assert Key("a/b+c", "x").hidden("a/b+c a%2Fb%2Bc a/b%2Bc") == "<key> <key> <key>"
