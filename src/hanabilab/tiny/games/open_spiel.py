"""Games of OpenSpiel as small games, and Tiny Hanabi games as OpenSpiel's `tiny_hanabi`.

Needs pyspiel, the extra `open-spiel`. OpenSpiel tells what each seat knows but not what everyone
knows, so this module works that out. Two histories are publicly the same if a chain of histories
leads from one to the other in which some seat cannot tell each from the next.

Source: Lanctot et al. 2019, "OpenSpiel: a framework for reinforcement learning in games".
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from hanabilab.errors import GameError
from hanabilab.messages import did_you_mean, how_to_install
from hanabilab.tiny.enumeration import MAX_HISTORIES
from hanabilab.tiny.game import Chances
from hanabilab.tiny.games.tiny_hanabi import CardGame

#: OpenSpiel's states that are held together: they take 1 to 10 KB and 10 to 100 microseconds.
_MOST_AT_ONCE = 200_000


class OpenSpielGame:
    """A game of OpenSpiel in which all players have the same payoff.

    Args:
        text: as OpenSpiel writes it, such as "tiny_bridge_2p(abstracted=true)".
        limit: histories at most.

    Raises:
        GameError: pyspiel is not installed, OpenSpiel has no such game, its players have different
            payoffs, or it is too large.
    """

    def __init__(self, text: str, *, limit: int = MAX_HISTORIES) -> None:
        self.name = f'open-spiel("{text}")'
        self._game = _load(text)
        self.seats = self._game.num_players()
        self._publics: dict[tuple[int, ...], int] = {}
        level = self._level((state for state, _ in self._deals()), limit)
        while level:
            self._add_publics(level)
            followers = (after for state in level for after in self._followers(state))
            level = self._level(followers, limit)

    def _level(self, states: Iterator[Any], limit: int) -> list[Any]:
        """Histories of one length, if there is room for them."""
        room = min(_MOST_AT_ONCE, limit - len(self._publics))
        level = list(islice(states, room + 1))
        if len(level) > room:
            raise GameError(
                f"game {self.name} is too large: over {len(self._publics) + room:,} histories, "
                f"or over {_MOST_AT_ONCE:,} of one length"
            )
        return level

    def _followers(self, state: Any) -> Iterator[Any]:
        if not state.is_terminal():
            for action in state.legal_actions():
                yield from (after for after, _ in self.act(state, action))

    def _add_publics(self, level: list[Any]) -> None:
        """Number what is common knowledge in histories of one length."""
        links = defaultdict(list)
        for place, state in enumerate(level):
            for seat in range(self.seats):
                links[seat, state.information_state_string(seat)].append(place)
        roots = list(range(len(level)))
        for places in links.values():
            for place in places:
                roots[_root(roots, place)] = _root(roots, places[0])
        first = len(self._publics)
        for place, state in enumerate(level):
            self._publics[tuple(state.history())] = first + _root(roots, place)

    def deals(self) -> Chances:
        """Where the first player acts, after all that chance does before."""
        return list(self._deals())

    def _deals(self) -> Iterator[tuple[Any, float]]:
        return _settle(self._game.new_initial_state(), 1.0)

    def turn(self, state: Any) -> int | None:
        """Whose turn it is."""
        return None if state.is_terminal() else state.current_player()

    def actions(self, state: Any) -> list[int]:
        """OpenSpiel's numbers of the legal actions."""
        return list(state.legal_actions())

    def act(self, state: Any, action: int) -> Chances:
        """The action, and all that chance does after it."""
        return list(_settle(state.child(action), 1.0))

    def public(self, state: Any) -> int:
        """The number of the class of histories that is common knowledge."""
        return self._publics[tuple(state.history())]

    def private(self, state: Any, seat: int) -> str:
        """OpenSpiel's information state."""
        return str(state.information_state_string(seat))

    def payoff(self, state: Any) -> float:
        """The return of all players."""
        first, *others = state.returns()
        if any(other != first for other in others):
            raise GameError(f"{self.name} pays {[first, *others]}; all must be paid the same")
        return float(first)


def _load(text: str) -> Any:
    try:
        import pyspiel
    except ImportError:
        raise GameError(
            f"games of OpenSpiel need pyspiel; install it with: {how_to_install('open-spiel')}"
        ) from None
    known = pyspiel.registered_names()
    name = text.partition("(")[0]
    if name not in known:
        raise GameError(f"OpenSpiel has no game {name!r}{did_you_mean(name, known)}")
    try:
        with _quiet():
            game = pyspiel.load_game(text)
    except Exception as error:  # whatever C++ throws: SpielError, IndexError, RuntimeError
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise GameError(f"OpenSpiel cannot make game {text!r}: {reason}") from error
    kind, kinds = game.get_type(), pyspiel.GameType
    if kind.dynamics == kinds.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    elif kind.dynamics != kinds.Dynamics.SEQUENTIAL:
        raise GameError(f"players of {text!r} do not take turns")
    if kind.utility in (kinds.Utility.ZERO_SUM, kinds.Utility.CONSTANT_SUM):
        raise GameError(f"players of {text!r} play against each other; all must be paid the same")
    if not game.get_type().provides_information_state_string:
        raise GameError(f"OpenSpiel does not tell what players of {text!r} know")
    return game


@contextmanager
def _quiet() -> Iterator[None]:
    """OpenSpiel writes its errors to file 2 before it throws them; ours is one line."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _settle(state: Any, chance: float) -> Iterator[tuple[Any, float]]:
    """Where a player acts or the game is over, whatever chance does until then."""
    if not state.is_chance_node():
        yield state, chance
        return
    for action, probability in state.chance_outcomes():
        yield from _settle(state.child(action), chance * probability)


def _root(roots: list[int], place: int) -> int:
    """The representative of a place's class, brought nearer on the way."""
    while roots[place] != place:
        roots[place] = roots[roots[place]]
        place = roots[place]
    return place


def open_spiel_text(game: CardGame) -> str:
    """A card game as text that `pyspiel.load_game` reads.

    Raises:
        GameError: one that OpenSpiel's `tiny_hanabi` cannot hold: seats with different numbers of
            cards or actions, or payoffs other than whole numbers of 32 bits.
    """
    cards, others = len(game.payoffs), len(game.payoffs[0])
    actions, replies = len(game.payoffs[0][0]), len(game.payoffs[0][0][0])
    if cards != others or actions != replies:
        raise GameError(f"game {game.name!r} has seats of different cards or actions")
    numbers = ";".join(
        _whole(game, payoff)
        for rows in game.payoffs
        for block in rows
        for row in block
        for payoff in row
    )
    return f"tiny_hanabi(num_players=2,num_chance={cards},num_actions={actions},payoff={numbers})"


def _whole(game: CardGame, payoff: float) -> str:
    """A payoff as OpenSpiel reads it."""
    if payoff != round(payoff) or not -(2**31) <= payoff < 2**31:
        raise GameError(
            f"game {game.name!r} has a payoff of {payoff!r}; OpenSpiel's tiny_hanabi takes whole "
            "numbers from -2**31 to 2**31 - 1"
        )
    return str(round(payoff))
