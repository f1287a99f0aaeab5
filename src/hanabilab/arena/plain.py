"""Agents in plain Python: dictionaries, classes, networks; nothing is compiled.

    @plain_policy("counting")
    class Counting:
        def __init__(self, rules: Rules, seat: int, rng: np.random.Generator) -> None: ...
        def observe(self, view: View) -> None: ...  # after the deal and after every action
        def act(self, view: View) -> int: ...  # on its turn; an action id

The class makes an object for each seat of each game, and the object keeps what it likes. The agent
is the same everywhere: in the arena, asked about one position, or as the blueprint of a search. If
its game has not been followed from the deal, a new object lives through the game as its seat saw
it: it observes, acts on its turns, and sees what was done. An agent that draws only from its `rng`
then comes to the same memory. This makes results independent of threads.

A network answers faster for many games at once. `batched_policy` makes an agent of a function of
`Turns`, which holds their views; `encode_views` and `legal_masks` of `game.vectors` do the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.declared import (
    require_callable,
    require_games_at_once,
    require_name,
    require_players,
)
from hanabilab.agents.pickling import found_again
from hanabilab.agents.policy import BatchedPolicy, Turns, shown_name
from hanabilab.agents.random_agent import random_agent
from hanabilab.beliefs.history import History
from hanabilab.game.cards import UNKNOWN_CARD
from hanabilab.game.rules import Rules
from hanabilab.game.view import VIEW, View

#: Objects that are kept between their turns at most. One that is not lives through its game again.
MOST_KEPT = 4096


class PlainSeat(Protocol):
    """One seat in one game. It may also have `observe(view)`."""

    def act(self, view: View) -> int:
        """The id of a legal action."""
        ...


#: Fields of a view that tell games apart.
_SEEN = [name for name in VIEW.names or () if name not in ("rules", "raised")]

#: Makes the object of a seat: from the rules, the seat, and the seat's own random numbers.
MakeSeat: TypeAlias = Callable[[Rules, int, np.random.Generator], PlainSeat]


@dataclass(frozen=True)
class _Uncompiled:
    """What agents in Python have in common: batched policies without a memory for kernels.

    Attributes:
        name: what it is called in tables, records and on the command line.
        players: the numbers of players it can play with.
        games_at_once: how many games it likes to be asked for in one call.
        plays_variants: it plays variants of the public site, too.
        module: in which it was made, and is found by a process that unpickles it.

    Raises:
        AgentError: a name that would not read back in the grammar of `notation.call`, players that
            are no whole numbers, or fewer than one game at once.
    """

    name: str
    players: range = range(2, 7)
    games_at_once: int = 1
    plays_variants: bool = field(default=False, kw_only=True)
    doc: str = field(default="", compare=False)
    module: str = field(default="", compare=False)
    memory_size: int = field(default=0, init=False)

    __repr__ = shown_name

    def __post_init__(self) -> None:
        require_name(self.name)
        require_players(self.name, self.players)
        require_games_at_once(self.name, self.games_at_once)

    def __reduce__(self) -> tuple[Any, ...]:
        return found_again(cast("BatchedPolicy", self), self.module)

    @property
    def native_observe(self) -> Any:
        """Nothing is remembered for kernels."""
        return random_agent.native_observe


@dataclass(frozen=True, repr=False)
class FunctionPolicy(_Uncompiled):
    """An agent that is a function of `Turns`: an action id for each game."""

    function: Callable[[Turns], NDArray[np.int64]] = field(kw_only=True)

    def act_batch(self, turns: Turns) -> NDArray[np.int64]:
        """[G] what the function answers."""
        return self.function(turns)


@dataclass(frozen=True, repr=False)
class PlainPolicy(_Uncompiled):
    """An agent that has an object for each seat of each game.

    Attributes:
        make: makes the object, as a class with `__init__(rules, seat, rng)` does.
    """

    make: MakeSeat = field(kw_only=True)
    _kept: dict[Any, _Seated] = field(default_factory=dict, init=False, compare=False, repr=False)
    _lock: Any = field(default_factory=Lock, init=False, compare=False, repr=False)

    def act_batch(self, turns: Turns) -> NDArray[Any]:
        """[G] what the seat to act does in each game."""
        return self.act_and_tell(turns)[0]

    def act_and_tell(self, turns: Turns) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """[G] the same, and where the seat's object has drawn random numbers so far."""
        told = [self._act(turns, game) for game in range(len(turns.views))]
        return np.array([action for action, _ in told]), np.array([drew for _, drew in told])

    def _act(self, turns: Turns, game: int) -> tuple[Any, bool]:
        history, rng = History.of(self, turns, game), turns.rngs[game].tobytes()
        seated = self._find(history, rng) or _Seated.at(self.make, history, rng)
        action = seated.catch_up(history)
        with self._lock:  # chunks of games are played in several threads
            while len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept)), None)
            self._kept[seated.key] = seated
        return action, seated.drew

    def _find(self, history: History, rng: bytes) -> _Seated | None:
        """The object that has followed this very game up to the seat's last turn, if it is kept."""
        if len(history.own_turns) < 2:
            return None
        turn = history.own_turns[-2]
        key = _key_of(history, turn, rng, history.view_at(turn))
        with self._lock:
            seated = self._kept.pop(key, None)
        return seated if seated and seated.knew(history) else None


@dataclass
class _Seated:
    """A seat's object, and what it has been shown.

    Attributes:
        rng: what its random numbers follow from.
        numbers: its random numbers.
        fresh: their state before any was drawn.
        seen: how many views; one of the deal, one after each action.
        key: of the game, as far as the object has followed it.
        known: the deck, as far as it has followed it.
    """

    seat: PlainSeat
    rng: bytes
    numbers: np.random.Generator
    fresh: Any
    seen: int
    key: Any = None
    known: NDArray[np.int16] | None = None

    @classmethod
    def at(cls, make: MakeSeat, history: History, rng: bytes) -> _Seated:
        """A new object before the deal."""
        numbers = np.random.default_rng(np.frombuffer(rng, np.uint32))
        fresh = numbers.bit_generator.state
        return cls(make(history.rules, history.seat, numbers), rng, numbers, fresh, 0)

    @property
    def drew(self) -> bool:
        """Whether it has drawn random numbers, on which its actions may depend."""
        return bool(self.numbers.bit_generator.state != self.fresh)

    def catch_up(self, history: History) -> Any:
        """Live through the game up to now; the action of the seat, whose turn it is."""
        observe = getattr(self.seat, "observe", None)
        action = None
        for turn in range(self.seen, history.turn + 1):
            acts = turn in history.own_turns
            if observe or acts:
                view = _copy_of(history.view_at(turn))  # the seat may keep it
                if observe:
                    observe(view)
                action = self.seat.act(view) if acts else None
        self.seen = history.turn + 1
        self.key = _key_of(history, history.turn, self.rng, history.view)
        self.known = history.known_deck.copy()
        return action

    def knew(self, history: History) -> bool:
        """Whether what it has seen of the deck is so in this game."""
        assert self.known is not None  # noqa: S101  # since its first turn
        seen = self.known != UNKNOWN_CARD
        return bool((self.known[seen] == history.known_deck[seen]).all())


def _key_of(history: History, turn: int, rng: bytes, view: Any) -> tuple[Any, ...]:
    seen = b"".join(view[name].tobytes() for name in _SEEN)
    return history.rules, history.seat, rng, history.actions[:turn].tobytes(), seen


def _copy_of(view: Any) -> Any:
    """Byte for byte: NumPy's copies of records leave what is between fields to chance."""
    return np.frombuffer(bytearray(view.tobytes()), VIEW)[0]


class _Stateless:
    """A seat that is a function of the view."""

    def __init__(self, function: Callable[..., int], rng: np.random.Generator) -> None:
        self._function, self._rng = function, rng

    def act(self, view: View) -> int:
        return self._function(view, self._rng)


def plain_policy(
    name: str, *, players: range = range(2, 7), plays_variants: bool = False
) -> Callable[[Any], PlainPolicy]:
    """Make an agent of the class or function below, which stays plain Python.

    A class makes an object for each seat of each game: `__init__(rules, seat, rng)`, `act(view)`
    and, if it likes, `observe(view)`. A function is `act(view, rng)`.

    Args:
        name: what the agent is called.
        players: the numbers of players it can play with.
        plays_variants: it plays variants of the public site, too.

    Raises:
        AgentError: a wrong name, players that are no whole numbers, or neither class nor function.
    """
    require_name(name)

    def decorate(thing: Any) -> PlainPolicy:
        """The agent of a class, or of a function that needs nothing but its seat's view."""
        require_callable(name, "act", thing)
        doc = (thing.__doc__ or "").strip()
        make = thing if isinstance(thing, type) else lambda _, __, rng: _Stateless(thing, rng)
        return PlainPolicy(
            name,
            players,
            doc=doc,
            module=thing.__module__,
            plays_variants=plays_variants,
            make=make,
        )

    return decorate


def batched_policy(
    name: str,
    *,
    players: range = range(2, 7),
    games_at_once: int = 256,
    plays_variants: bool = False,
) -> Callable[[Callable[[Turns], NDArray[np.int64]]], FunctionPolicy]:
    """Make an agent of the function below, which answers many games at once.

    Args:
        name: what the agent is called.
        players: the numbers of players it can play with.
        games_at_once: how many games it likes to be asked for in one call.
        plays_variants: it plays variants of the public site, too.

    Raises:
        AgentError: a wrong name, players that are no whole numbers, fewer than one game at once, or
            no function.
    """
    require_name(name)

    def decorate(function: Callable[[Turns], NDArray[np.int64]]) -> FunctionPolicy:
        """The agent that answers by `function` for many games at once."""
        require_callable(name, "act", function)
        doc = (function.__doc__ or "").strip()
        return FunctionPolicy(
            name,
            players,
            games_at_once,
            doc=doc,
            module=function.__module__,
            plays_variants=plays_variants,
            function=function,
        )

    return decorate
