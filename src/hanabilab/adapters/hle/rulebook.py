"""What all states of a game share: its rules, moves, tables to start from, and chance."""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.adapters.hle import kernels
from hanabilab.adapters.hle.chance import Chance
from hanabilab.adapters.hle.moves import CHANCE_PLAYER_ID, HanabiMove, Outcome, deal_move
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rule_tables import COLOR_HINT, DISCARD, PLAY
from hanabilab.game.rules import Rules
from hanabilab.game.state import STATE

#: `AgentObservationType.SEER`.
_SEER = 2


def copied(rows: Any) -> Any:
    """STATE or VIEW rows of their own, byte for byte: NumPy would copy them field by field."""
    return np.frombuffer(bytearray(rows.tobytes()), rows.dtype)


class Position:
    """One game at one moment.

    Kept beside the engine's row, so that common questions cost no look into it.

    Attributes:
        memory: the bytes of a STATE row, all but the cards in `waiting`.
        waiting: cards of the first deal, as `kernels.hand_out` takes them. They are put into the
            row all at once, when the last is there or somebody looks.
        table: what `kernels.take` told of it last.
        legal: bit set of the legal actions, once all cards are dealt.
        left: the deck, ascending.
        short: the players that a card is to be dealt to, the next one last.
        history: moves with what they did, those of chance included: an `Outcome`, or the bytes that
            `take` told, of which one is made when it is asked for.
        discards: cards in the order they were discarded. Like the history it only ever grows.
        kept: while cards of a hand are taken back, those that it still holds; None otherwise. Its
            seat stands in `short` once for each card that it lacks. See `taking`.
    """

    __slots__ = (
        "_rows",
        "discards",
        "history",
        "kept",
        "left",
        "legal",
        "memory",
        "short",
        "table",
        "waiting",
    )

    def __init__(self, row: bytes, table: bytes, left: list[int], short: list[int]) -> None:
        buffer = bytearray(row)
        self.memory, self._rows = np.frombuffer(buffer, np.uint8), np.frombuffer(buffer, STATE)
        self.waiting: list[int] = []
        self.table, self.legal = table, 0
        self.left, self.short = left, short
        self.history: list[tuple[HanabiMove, Outcome | bytes]] = []
        self.discards: list[int] = []
        self.kept: list[int] | None = None

    @property
    def rows(self) -> Any:
        """[1] the STATE row."""
        if self.waiting:
            self.hand_out()
        return self._rows

    def hand_out(self) -> None:
        """Put the cards that wait into the row."""
        self.legal = kernels.hand_out_all(self.memory, np.array(self.waiting, np.int64))
        self.waiting = []

    def copy(self) -> Position:
        """The same moment, to go on from elsewhere."""
        row = self.rows.tobytes()
        other = Position(row, self.table, self.left.copy(), self.short.copy())
        other.legal = self.legal
        other.history, other.discards = self.history.copy(), self.discards.copy()
        other.kept = None if self.kept is None else self.kept.copy()
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Its bytes once, for `rows` and `memory` are one."""
        parts = self.rows.tobytes(), self.table, self.left, self.short
        rest = {name: getattr(self, name) for name in ("legal", "history", "discards", "kept")}
        return Position, parts, (None, rest)


def as_bytes(told: int) -> bytes:
    """What a kernel told in one number."""
    return told.to_bytes(8, "little")


@dataclass
class Rulebook:
    """The rules of a game with all that follows from them, made when it is first asked for.

    Attributes:
        rules: in the library's own terms.
        observation_type: 0 minimal, 1 card knowledge, 2 seer.
        random_start: whether chance draws who begins.
        chance: where all states of a game draw from.
        strict: whether a move after the end of a game is refused.
    """

    rules: Rules
    observation_type: int
    random_start: bool
    chance: Chance
    strict: bool = False

    def __deepcopy__(self, memo: dict[int, Any]) -> Rulebook:
        """The same rules, and a generator that goes on from here by itself."""
        chance = copy.deepcopy(self.chance, memo)
        return replace(self, chance=chance)

    def __reduce__(self) -> tuple[Any, ...]:
        parts = self.rules, self.observation_type, self.random_start, self.chance, self.strict
        return Rulebook, parts

    @cached_property
    def is_seer(self) -> bool:
        """Whether every card is told in full when it is dealt."""
        return self.observation_type == _SEER

    def start(self) -> Position:
        """A table before anything is dealt."""
        first = self.chance.draw_player(self.rules.players) if self.random_start else 0
        row, table = self._tables[first]
        return Position(row, table, self._deck.copy(), self._hands.copy())

    # --- Moves ----------------------------------------------------------------------------------

    @cached_property
    def moves(self) -> list[HanabiMove]:
        """Every player's move by its id."""
        tables = self.rules.tables
        parts = zip(tables.action_kind, tables.action_place, tables.action_value, strict=True)
        numbers = [tuple(map(int, part)) for part in [*parts][: self.rules.num_actions]]
        return [_move(self.rules, kind, place, value) for kind, place, value in numbers]

    @cached_property
    def _ids(self) -> dict[HanabiMove, int]:
        return {move: action for action, move in enumerate(self.moves)}

    @cached_property
    def _own_ids(self) -> dict[int, int]:
        """Ids of these very move objects, which live as long as the book: no hashing of fields."""
        return {id(move): action for action, move in enumerate(self.moves)}

    def id_of(self, move: HanabiMove) -> int:
        """The id of a player's move; -1 for other moves."""
        found = self._own_ids.get(id(move))
        return self._ids.get(move, -1) if found is None else found

    def legal_moves(self, bits: int) -> list[HanabiMove]:
        """The moves of a bit set of ids; the list is kept, and not to be changed."""
        found = self._lists.get(bits)
        if found is None:
            found = [move for action, move in enumerate(self.moves) if bits >> action & 1]
            self._lists[bits] = found
        return found

    @cached_property
    def _lists(self) -> dict[int, list[HanabiMove]]:
        """Lists of legal moves by the bit set of their ids, as they are met."""
        return {}

    # --- Cards ----------------------------------------------------------------------------------

    def card_id(self, color: int, rank: int) -> int:
        """The library's id of a card; -1 if there is none."""
        inside = 0 <= color < self.rules.suits and 0 <= rank < self.rules.ranks
        return color * self.rules.ranks + rank if inside else -1

    @cached_property
    def deals(self) -> list[list[tuple[HanabiMove, Outcome]]]:
        """[card][seat] a card dealt, as a history keeps it."""
        seats, ranks = range(self.rules.players), self.rules.ranks
        return [
            [(deal_move(*divmod(card, ranks)), Outcome(CHANCE_PLAYER_ID, deal_to=s)) for s in seats]
            for card in range(self.rules.max_score)
        ]

    @cached_property
    def _tables(self) -> list[tuple[bytes, bytes]]:
        """A STATE row before the deal, and what it tells, for each player who may begin."""
        found = []
        for seat in range(self.rules.players if self.random_start else 1):
            rows = new_states(replace(self.rules, first_seat=seat), 1)
            kernels.begin(rows)
            table = kernels.read(rows.view(np.uint8))
            found.append((rows.tobytes(), as_bytes(table)))
        return found

    @cached_property
    def _deck(self) -> list[int]:
        """All cards, ascending."""
        return self.rules.tables.sorted_deck[: self.rules.deck_size].tolist()

    @cached_property
    def _hands(self) -> list[int]:
        """Who is dealt to at the start, the first one last."""
        seats = range(self.rules.players)
        return [seat for seat in reversed(seats) for _ in range(self.rules.hand_size)]

    @cached_property
    def view(self) -> Any:
        """A VIEW row [1] of these rules, to copy."""
        return new_views(self.rules, 1)

    # --- Where kernels write. One thread at a time plays the games of one object. -----------------

    @cached_property
    def facts(self) -> NDArray[np.int64]:
        """[players, hand_size, 5] what is seen and told of each card, see `kernels.describe`."""
        shape = self.rules.players, self.rules.hand_size, kernels.SLOT_FACTS
        return np.zeros(shape, np.int64)


def _move(rules: Rules, kind: int, place: int, value: int) -> HanabiMove:
    if kind == DISCARD:
        return HanabiMove.get_discard_move(place)
    if kind == PLAY:
        return HanabiMove.get_play_move(place)
    if kind == COLOR_HINT:
        return HanabiMove.get_reveal_color_move(place, value)
    return HanabiMove.get_reveal_rank_move(place, value - rules.suits)
