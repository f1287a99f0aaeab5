"""Language models as players, behind any server with the common chat-completions form.

It is asked by `POST URL/chat/completions` with a model and messages. Its answer is in
`choices[0].message.content`.

How an answer counts: by its last line "action: ACTION", as records write actions. If that is no
legal action, the model is told so and asked once more. If its second answer is none either, the
first legal action in the order of ids is taken. How often either happens is counted.
"""

from __future__ import annotations

import http.client
import json
import math
import string
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from hanabilab.adapters.timely import answer_to
from hanabilab.agents.policy import Turns
from hanabilab.beliefs import History
from hanabilab.errors import AgentError
from hanabilab.game.checks import whole_number
from hanabilab.game.words import parse_action
from hanabilab.puzzles.observation import legal_words, observation_of
from hanabilab.runs.reading import parse_json

#: Bytes of an answer at most.
_MOST_BYTES = 1 << 20
#: Seconds that an answer may take at most: a day. A socket takes no more than some centuries.
_LONGEST_WAIT = 86_400
#: Answers of a server after which it is asked again: it is busy, or has failed.
_BUSY = (408, 425, 429, 500, 502, 503, 504)
#: Seconds before it is asked for the second time; twice as many before each further one.
_FIRST_WAIT = 1.0
#: What models write around words: marks of Markdown, quotes, blanks, full stops.
_MARKS = string.punctuation + string.whitespace + "“”‘’«»…•–—"  # noqa: RUF001

SYSTEM = (
    "You play Hanabi and try to reach the highest score as a team. Think if you like. Then end "
    "with one line of the form 'action: ACTION', where ACTION is one of the legal actions, written "
    "as it stands in their list."
)
_AGAIN = "{} End with one line 'action: ACTION'; ACTION is one of: {}."


@dataclass(frozen=True)
class ChatServer:
    """A model behind a server.

    Attributes:
        url: up to where `/chat/completions` comes, such as "http://127.0.0.1:8000/v1".
        model: its name there.
        key: of the server, in printable ASCII; "" for none. Blanks around it are taken away.
        timeout: seconds that an answer may take, up to a day.
        retries: how often a server that is busy, slow or not there is asked again; 0 or more.
        temperature: of the model's random numbers; 0 for the likeliest answer.
        wait: called with seconds before it is asked again.

    Raises:
        AgentError: no address of a server, a key that cannot be sent, or a number out of range.
    """

    url: str
    model: str
    key: str = field(default="", repr=False)
    timeout: float = 60.0
    retries: int = 3
    temperature: float = 0.0
    wait: Callable[[float], object] = field(default=time.sleep, repr=False)

    def __post_init__(self) -> None:
        _require_address(self.url)
        object.__setattr__(self, "key", self.key.strip())
        if not (self.key.isascii() and self.key.isprintable()):
            raise AgentError("the key of the server has characters that are not printable ASCII")
        if (retries := whole_number(self.retries)) is None or retries < 0:
            raise AgentError(f"retries is {self.retries!r}; a whole number from 0 up")
        if not (_is_number(self.timeout) and 0 < self.timeout <= _LONGEST_WAIT):
            raise AgentError(
                f"timeout is {self.timeout!r}; a number of seconds above 0, at most "
                f"{_LONGEST_WAIT:,}"
            )
        if not (_is_number(self.temperature) and 0 <= self.temperature < math.inf):
            raise AgentError(f"temperature is {self.temperature!r}; a number from 0 up")

    def complete(self, messages: Sequence[dict[str, str]]) -> str:
        """What the model answers.

        Args:
            messages: each with `role` and `content`.

        Raises:
            AgentError: no answer after all retries, or one of another form; says which.
        """
        body = {"model": self.model, "messages": list(messages), "temperature": self.temperature}
        for again in range(self.retries + 1):
            try:
                return self._content(self._post(json.dumps(body).encode()))
            except urllib.error.HTTPError as error:
                reason = f"answers {error.code} {error.reason}"
                if error.code not in _BUSY:
                    break
            except (OSError, TimeoutError) as error:  # URLError is an OSError
                reason = f"does not answer: {getattr(error, 'reason', None) or error}"
            except http.client.HTTPException as error:  # its text can be whatever the server sent
                reason = f"does not answer: {type(error).__name__}"
            if again < self.retries:
                self.wait(_FIRST_WAIT * 2**again)
        raise AgentError(f"the server at {self._place} {reason}")

    @property
    def _place(self) -> str:
        """The address without what may be secret in it."""
        parts = urlsplit(self.url)
        return (
            f"{parts.scheme}://{parts.hostname}{f':{parts.port}' if parts.port else ''}{parts.path}"
        )

    def _post(self, body: bytes) -> bytes:
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {self.key}"} if self.key else {}
        request = urllib.request.Request(  # noqa: S310  # http and https alone
            f"{self.url.rstrip('/')}/chat/completions", body, headers, method="POST"
        )
        with answer_to(request, self.timeout) as answer:
            if isinstance(answer, urllib.error.HTTPError):
                raise answer
            data: bytes = answer.read(_MOST_BYTES + 1)
            if len(data) > _MOST_BYTES:
                raise AgentError(
                    f"the server at {self._place} answers more than {_MOST_BYTES:,} bytes"
                )
            if answer.length:  # bytes that were promised, which a limited read does not miss
                raise http.client.IncompleteRead(data, answer.length)
        return data

    def _content(self, data: bytes) -> str:
        try:
            told = parse_json(data, Path("its answer"), AgentError)
        except AgentError as error:
            raise AgentError(f"the server at {self._place}: {error}") from None
        try:
            content = told["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError):
            content = None
        if not isinstance(content, str):
            raise AgentError(
                f"the server at {self._place} answers in another form; choices[0].message.content "
                "is to be a text"
            )
        return content


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _require_address(url: str) -> None:
    """Do nothing if a server can be asked there; else raise AgentError."""
    try:
        parts = urlsplit(url)
        _, named = parts.port, (parts.hostname or "").encode("idna")
    except ValueError:
        named = b""
    plain = url.isascii() and url.isprintable() and " " not in url
    if not (plain and named and parts.scheme in ("http", "https")):
        raise AgentError(
            f"{url!r} is no address of a server; it begins with http:// or https://, as "
            "http://127.0.0.1:8000/v1"
        )
    if parts.username is not None:
        raise AgentError("the address of the server has a name before @; give a key in its place")


@dataclass
class ChatPlayer:
    """A model that is asked for actions, and what came of its answers.

    Attributes:
        server: where it is.
        answers: how many the model gave.
        illegal: how many of these named no legal action.
        replaced: actions that were taken in place of two such answers.
    """

    server: ChatServer
    answers: int = 0
    illegal: int = 0
    replaced: int = 0

    def choose(self, observation: str, legal: Sequence[str]) -> str:
        """The action that the model takes, one of `legal`; see the rule above.

        Args:
            observation: what the seat may know, as text.
            legal: actions, as records write them.

        Raises:
            AgentError: the server gives no answer.
        """
        messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": observation}]
        for _ in range(2):
            answer = self.server.complete(messages)
            self.answers += 1
            found, fault = action_in(answer, legal)
            if found is not None:
                return found
            self.illegal += 1
            messages += [
                {"role": "assistant", "content": answer},
                {"role": "user", "content": _AGAIN.format(fault, ", ".join(legal))},
            ]
        self.replaced += 1
        return legal[0]

    def act_batch(self, turns: Turns) -> NDArray[np.int64]:
        """[G] what it does in games that wait for it, as batched agents answer."""
        return np.array([self._act(turns, game) for game in range(len(turns.views))], np.int64)

    def _act(self, turns: Turns, game: int) -> int:
        history = History(
            None,  # type: ignore[arg-type]  # no agent is followed
            turns.rules,
            turns.views[game],
            turns.known_decks[game],
            turns.actions[game],
        )
        legal = legal_words(turns.rules, turns.views[game])
        return parse_action(turns.rules, self.choose(observation_of(history), legal))


def action_in(answer: str, legal: Sequence[str]) -> tuple[str | None, str]:
    """The legal action that an answer ends in, or None and what is wrong."""
    wanted = _last_action(answer)
    if wanted is None:
        return None, "There is no line 'action: ACTION' in your answer."
    found = next((each for each in legal if each.lower() == wanted), None)
    return found, "" if found else f"'{wanted[:40]}' is not a legal action."


def _last_action(answer: str) -> str | None:
    """What the last line "action: ..." names, without marks around it; None without such a line."""
    for line in reversed(answer.splitlines()):
        head, colon, rest = line.partition(":")
        if colon and head.strip(_MARKS).lower() == "action":
            return " ".join(rest.strip(_MARKS).lower().split())
    return None
