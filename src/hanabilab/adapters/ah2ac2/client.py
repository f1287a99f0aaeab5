"""Games at a server of AH2AC2, one after the other, over a WebSocket each."""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable

from hanabilab.adapters.ah2ac2.candidate import Candidate
from hanabilab.adapters.ah2ac2.challenge import Challenge, ChallengePlan
from hanabilab.adapters.ah2ac2.key import Key
from hanabilab.adapters.ah2ac2.messages import MAX_LENGTH, Progress, read_greeting, read_progress
from hanabilab.adapters.ah2ac2.report import Played
from hanabilab.adapters.wire import connected, fetched, parse_server
from hanabilab.agents.traits import check_rules
from hanabilab.errors import HanabiError
from hanabilab.game.rules import Rules

#: Seconds that a connection may take to open, between two pings, and until a ping is answered.
_OPENING, _PINGS, _PONG = 60, 10, 60
_FORBIDDEN = (401, 403, 404)


class Client:
    """The server that a URL names, and the key of a candidate.

    Raises:
        NotationError: no URL, or one that would send the key in the clear.
    """

    def __init__(self, url: str, key: Key) -> None:
        self.address = parse_server(
            url, example="https://HOST or http://localhost:8443", sends="key"
        )
        self._key = key

    def progress(self) -> Progress:
        """How far the evaluation has come.

        Raises:
            HanabiError: the server cannot be reached, or does not know the key.
        """
        path = "/evaluation-info/"
        address = f"{self.address.http}{path}{urllib.parse.quote(self._key.reveal(), safe='')}"
        told = fetched(address, shown=f"{self.address.http}{path}...")
        if told.reason:
            what = "does not take the key" if told.status in _FORBIDDEN else "answers"
            reason = self._key.hidden(told.reason)
            raise HanabiError(f"{self.address.http} {what}: {told.status} {reason}")
        return read_progress(told.body)

    def play(self, plan: ChallengePlan, candidate: Candidate, number: int) -> Played:
        """One game, from its connection to its end.

        Args:
            number: of the game, where the server's is none.

        Raises:
            HanabiError: the server says what is wrong, or hangs up, or does not speak as it should.
            AgentError: the agent fails.
        """
        try:
            return self._play(self._address(plan), candidate, number)
        except HanabiError as error:
            hidden = self._key.hidden(str(error))
            if hidden == str(error):
                raise
            raise type(error)(hidden) from None

    def _address(self, plan: ChallengePlan) -> str:
        key = self._key.reveal()
        if not plan.is_test:
            return f"{self.address.socket}/play-next?{_query(submission_key=key)}"
        query = _query(
            num_players=plan.players, candidate_positions=plan.seats, test_submission_key=key
        )
        return f"{self.address.socket}/play-random-agent?{query}"

    def _play(self, address: str, candidate: Candidate, number: int) -> Played:
        options = {
            "open_timeout": _OPENING,
            "ping_interval": _PINGS,
            "ping_timeout": _PONG,
            "max_size": MAX_LENGTH,
        }
        ended: Played | None = None
        try:
            with connected(address, shown=self.address.socket, **options) as socket:
                read_greeting(_text(socket.recv()))
                reply: str | None = candidate.begin(_text(socket.recv()), number)
                while reply is not None:
                    socket.send(reply)
                    reply = candidate.hear(_text(socket.recv()))
                ended = candidate.played
        except HanabiError:
            if ended is None:  # else the game counts, however the connection was closed
                raise
        assert ended is not None  # noqa: S101  # the game is over
        return ended


def _query(**fields: object) -> str:
    return urllib.parse.urlencode(fields, doseq=True)


def _text(frame: object) -> str:
    """A frame of text; one of bytes says nothing."""
    return frame if isinstance(frame, str) else ""


def play_challenge(
    challenge: Challenge,
    client: Client,
    candidate: Candidate,
    tell: Callable[[int, int], object] = lambda *_: None,
) -> int:
    """Play what is missing, a game after the other, each kept as soon as it is finished.

    It ends with what was planned, or with what the server has.

    Args:
        tell: called with how many games are finished, and how many there will be.

    Returns:
        How many games the server had counted as finished before that are not kept here.

    Raises:
        HanabiError: what the client raises; games that were finished before are kept.
    """
    plan, before = challenge.plan, challenge.count
    total, counted = plan.games, before
    if not plan.is_test and before < total:
        progress = client.progress()
        for game in progress.waiting:  # before one that counts begins
            check_rules(candidate.agent, Rules(players=game.num_players or 2))
        if progress.all_envs or progress.human_ai_eval_done:  # else it tells of none beforehand
            total = min(total, before + len(progress.waiting))
        counted = len(progress.all_envs) - len(progress.waiting)
    tell(before, total)
    while challenge.count < total:
        challenge.add(client.play(plan, candidate, challenge.count))
        tell(challenge.count, total)
    return max(0, counted - before)
