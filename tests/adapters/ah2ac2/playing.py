"""Candidates and tables side by side, without wires and with them."""

from __future__ import annotations

import socket
from contextlib import contextmanager, suppress
from threading import Thread

from hanabilab import Rules, make_agent, play_games
from hanabilab.adapters.ah2ac2 import (
    Candidate,
    Challenge,
    ChallengePlan,
    Client,
    Evaluation,
    Key,
    Offer,
    serving,
)
from hanabilab.adapters.wire import listening

__all__ = [
    "KEY",
    "WORD",
    "arena_row",
    "challenge_at",
    "evaluation_of",
    "play_without_wires",
    "saying",
    "served",
]

WORD = "a-key-that-nobody-may-see"
KEY = Key(WORD, "the test")


def evaluation_of(partner="random", **offer):
    """An evaluation with one partner."""
    return Evaluation(Offer((make_agent(partner),), **offer), make_agent("random"))


@contextmanager
def served(partner="random", **offer):
    """An evaluation, served on loopback."""
    with serving(evaluation_of(partner, **offer), KEY) as server:
        yield server


def challenge_at(server, agent="random", key=KEY, **plan):
    """A challenge that no folder keeps, its client and its candidate."""
    seed = server.evaluation.offer.seed
    challenge = Challenge(ChallengePlan(agent, server.url, seed=seed, **plan))
    return challenge, Client(server.url, key), Candidate(make_agent(agent), seed=seed)


def play_without_wires(table, candidate):
    """A game, messages handed on by hand; whenever the candidate is to answer, the table."""
    reply = candidate.begin(table.begin(), 0)
    while reply is not None:
        yield table
        reply = candidate.hear(table.hear(reply))


def arena_row(offer, number, agent):
    """The arena's row of a game of an offer, with `agent` in the candidate's seats."""
    players, held = offer.players_of(number), offer.seats_of(number)
    partner, own = offer.partner_of(number), make_agent(agent)
    lineup = [own if seat in held else partner for seat in range(players)]
    rules = Rules(players=players)
    results = play_games(lineup, rules, games=[number], seed=offer.seed, threads=1)
    return results.table.row(0, named=True)


@contextmanager
def saying(*frames, info=(200, '{"all_envs": [{"status": "TODO"}]}'), cut=False):
    """The URL of a server that sends these frames to whoever comes, waits for one, and ends.

    With `cut` it then ends without a word.
    """

    def talk(connection):
        for frame in frames:
            connection.send(frame)
        with suppress(Exception):
            connection.recv(timeout=1)
        if cut:
            connection.socket.shutdown(socket.SHUT_RDWR)

    with listening(talk, lambda path: info if "info" in path else None) as wire:
        thread = Thread(target=wire.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://localhost:{wire.socket.getsockname()[1]}"
        finally:
            wire.shutdown()
            thread.join(10)
