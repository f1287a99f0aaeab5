"""From a game to its tree: histories level by level, and which of them a seat can tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hanabilab.errors import GameError
from hanabilab.tiny.game import SmallGame, check_chances
from hanabilab.tiny.tree import GameTree, InformationState, Infoset

#: What is enumerated unless more is allowed: about a gigabyte, and a minute.
MAX_HISTORIES = 2_000_000


def enumerate_game(game: SmallGame, *, limit: int = MAX_HISTORIES) -> GameTree:
    """All histories of `game`.

    Args:
        limit: histories at most.

    Raises:
        GameError: over `limit` histories, or answers of the game that contradict each other.
    """
    _check_seats(game)
    builder = _Builder(game, limit)
    builder.require_room()
    builder.add_deals()
    level = range(len(builder.nodes))
    while level:
        builder.look_ahead(level)
        for node in level:
            builder.expand(node)
        level = range(level.stop, len(builder.nodes))
    return builder.finish()


def _check_seats(game: SmallGame) -> None:
    if not isinstance(game, SmallGame):
        raise GameError(
            f"{type(game).__name__} is no small game; it needs name, seats, deals, turn, actions, "
            "act, public, private and payoff"
        )
    if type(game.seats) is not int or game.seats < 1:
        raise GameError(f"game {game.name!r} has {game.seats!r} seats; a whole number from 1 on")


def _is_whole(number: Any) -> bool:
    """Whether an answer is a whole number, of Python or of NumPy."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


@dataclass(slots=True)
class _Node:
    """A history on its way into the arrays."""

    state: Any
    parent: int
    action: int
    chance: float
    public: int
    information_state: tuple[int, ...]
    infoset: int = -1
    payoff: float = 0.0


@dataclass
class _Builder:
    """Histories so far, and the numbers given to what has been seen."""

    game: SmallGame
    limit: int
    nodes: list[_Node] = field(default_factory=list)
    publics: dict[Any, int] = field(default_factory=dict)
    public_turn: list[int | None] = field(default_factory=list)
    numbers: dict[Any, int] = field(default_factory=dict)
    information_states: list[InformationState] = field(default_factory=list)
    infosets: dict[tuple[int, int], int] = field(default_factory=dict)
    found: list[Infoset] = field(default_factory=list)

    def require_room(self) -> None:
        """Refuse a game that knows that it is too large."""
        count = getattr(self.game, "fewest_histories", None)
        if count and (fewest := count()) > self.limit:
            raise GameError(self._too_many(f"at least {fewest:,}"))

    def add_deals(self) -> None:
        deals = check_chances(self.game, self.game.deals(), "at the deal", self.limit)
        for state, chance in deals:
            self._add(state, -1, -1, chance)

    def look_ahead(self, level: range) -> None:
        """Find who is where in a level, and whether what follows can still be enumerated."""
        follow = len(self.nodes)
        for node in (self.nodes[index] for index in level):
            seat = self.public_turn[node.public]
            if seat is None:
                node.payoff = self._payoff(node.state)
            else:
                follow += len(self._infoset(node, seat).actions)
        if follow > self.limit:
            raise GameError(self._too_many(f"at least {follow:,}"))

    def expand(self, index: int) -> None:
        """Add all that may follow a history."""
        node, game = self.nodes[index], self.game
        actions = self.found[node.infoset].actions if node.infoset >= 0 else ()
        for place, action in enumerate(actions):
            where = f"after {action!r}"
            after = check_chances(game, game.act(node.state, action), where, self.limit)
            for state, chance in after:
                self._add(state, index, place, node.chance * chance)
        node.state = None  # states are large, and no longer needed

    def _payoff(self, state: Any) -> float:
        answer = self.game.payoff(state)
        try:
            payoff = float(answer)
        except (TypeError, ValueError, OverflowError):
            raise GameError(
                f"game {self.game.name!r} has a payoff of {answer!r}; it must be a number"
            ) from None
        if not np.isfinite(payoff):
            raise GameError(f"game {self.game.name!r} has a payoff of {payoff}; it must be finite")
        return payoff

    def _add(self, state: Any, parent: int, action: int, chance: float) -> None:
        if len(self.nodes) >= self.limit:
            raise GameError(self._too_many(f"over {self.limit:,}"))
        public = self._see(state, parent)
        seats = range(self.game.seats)
        known = tuple(self._information_state(state, parent, action, seat) for seat in seats)
        self.nodes.append(_Node(state, parent, action, chance, public, known))

    def _too_many(self, histories: str) -> str:
        told = f"game {self.game.name!r} has {histories} histories, too many to enumerate"
        return f"{told}: {self.limit:,} fit{self._so_far()}"

    def _so_far(self) -> str:
        if not self.found:
            return ""
        publics = f"{len(self.publics):,} public states"
        return f"; {len(self.found):,} information sets in {publics} so far"

    def _see(self, state: Any, parent: int) -> int:
        """The public state, and a check that everyone knows whose turn it is."""
        before = -1 if parent < 0 else self.nodes[parent].public
        key = (before, self._seen("public", self.game.public(state)))
        turn = self._turn(state)
        if key not in self.publics:
            self.publics[key] = len(self.publics)
            self.public_turn.append(turn)
        public = self.publics[key]
        if self.public_turn[public] != turn:
            raise GameError(
                f"game {self.game.name!r}: after public {key[1]!r} it can be the turn of "
                f"{self.public_turn[public]} or of {turn}; everyone must know whose turn it is"
            )
        return public

    def _turn(self, state: Any) -> int | None:
        turn = self.game.turn(state)
        if turn is not None and not (_is_whole(turn) and 0 <= turn < self.game.seats):
            raise GameError(
                f"game {self.game.name!r} gives the turn to seat {turn!r}; seats are 0 to "
                f"{self.game.seats - 1}, None is the end"
            )
        return turn

    def _information_state(self, state: Any, parent: int, action: int, seat: int) -> int:
        """The number of all that a seat has seen and done."""
        before, did = -1, None
        if parent >= 0:
            node = self.nodes[parent]
            before = node.information_state[seat]
            if self.public_turn[node.public] == seat:
                did = self.found[node.infoset].actions[action]
        private = self._seen("private", self.game.private(state, seat))
        seen = self.game.public(state), private
        key = (seat, before, did, *seen)
        if key not in self.numbers:
            self.numbers[key] = len(self.numbers)
            earlier = self.information_states[before] if before >= 0 else None
            self.information_states.append(InformationState(earlier, did, *seen))
        return self.numbers[key]

    def _infoset(self, node: _Node, seat: int) -> Infoset:
        """The information set that a history belongs to, which is noted."""
        actions = self._actions(node.state)
        information_state = node.information_state[seat]
        key = (node.public, information_state)
        if key not in self.infosets:
            if not actions or len(set(actions)) < len(actions):
                raise GameError(
                    f"game {self.game.name!r} has actions {actions!r}; different ones, at least one"
                )
            self.infosets[key] = len(self.found)
            known = self.information_states[information_state]
            self.found.append(Infoset(seat, actions, node.public, known))
        node.infoset = self.infosets[key]
        infoset = self.found[node.infoset]
        if infoset.actions != actions:
            raise GameError(
                f"game {self.game.name!r}: {infoset} and has actions {infoset.actions!r} or "
                f"{actions!r}; a seat must know what it may do"
            )
        return infoset

    def _actions(self, state: Any) -> tuple[Any, ...]:
        answer = self.game.actions(state)
        try:
            actions = tuple(answer)
        except TypeError:
            raise GameError(
                f"game {self.game.name!r} has actions {answer!r}; a sequence of them is needed"
            ) from None
        for action in actions:
            self._seen("action", action)
        return actions

    def _seen(self, what: str, answer: Any) -> Any:
        """An answer of the game, if it can be told from others: a value that can be hashed."""
        try:
            hash(answer)
        except TypeError:
            raise GameError(
                f"game {self.game.name!r} has {what} {answer!r}; it must be hashable, such as a "
                "tuple instead of a list"
            ) from None
        return answer

    def finish(self) -> GameTree:
        """The tree, its information sets in order of their public states.

        Raises:
            GameError: nobody ever acts.
        """
        if not self.found:
            raise GameError(
                f"game {self.game.name!r} is over at every deal; in some of them a seat must act"
            )
        order = sorted(range(len(self.found)), key=lambda index: (self.found[index].public, index))
        place = {old: new for new, old in enumerate(order)}
        infosets = tuple(self.found[old] for old in order)
        starts = np.cumsum([0, *(len(infoset.actions) for infoset in infosets)])
        nodes = self.nodes
        number = [place.get(node.infoset, -1) for node in nodes]
        return GameTree(
            game=self.game,
            parent=np.array([node.parent for node in nodes], np.int64),
            choice=np.array(list(self._choices(number, starts)), np.int64),
            chance=np.array([node.chance for node in nodes], np.float64),
            infoset=np.array(number, np.int64),
            public=np.array([node.public for node in nodes], np.int64),
            information_state=np.array([node.information_state for node in nodes], np.int64),
            information_states=tuple(self.information_states),
            payoff=np.array([node.payoff for node in nodes], np.float64),
            infosets=infosets,
            public_parent=np.array([before for before, _ in self.publics], np.int64),
            public_seat=np.array([-1 if t is None else t for t in self.public_turn], np.int64),
            public_seen=tuple(seen for _, seen in self.publics),
        )

    def _choices(self, number: list[int], starts: Any) -> Iterator[int]:
        for node in self.nodes:
            yield -1 if node.parent < 0 else int(starts[number[node.parent]]) + node.action
