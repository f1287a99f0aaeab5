"""A game looked at afterwards: what it had to spare at every turn, and what lost the perfect score.

Two bounds on the score. The *reachable score* counts ranks of which a copy is left, as the public
site does. The *open-hands* bound asks more: whether any line of play, all cards being known, still
has every point. It proves a position lost, or shows such a line, or leaves it undecided
(`open_hands`). What is lost stays lost, so the turn that lost it is found by halving.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from hanabilab.arena.measures import require_decks
from hanabilab.arena.played_games import games_of_table
from hanabilab.errors import RulesError
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import COLOR_HINT, PLAY
from hanabilab.game.rules import Rules
from hanabilab.game.stacks import stack_places
from hanabilab.game.state import State
from hanabilab.knowledge.efficiency import cards_got, hints_left, pace
from hanabilab.notation.record import Record, replay
from hanabilab.open_hands import Winnability, decide_game
from hanabilab.open_hands.nodes import NODE
from hanabilab.review.bound_kernels import bound_games, last_perfect

#: Widths of the beams that decide a position, unless others are asked for.
REVIEW_WIDTHS = (30, 500, 5000)
# Games replayed at once: a part of a long table is copied to wider numbers.
_SLICE = 65_536


class Moment(NamedTuple):
    """The table after so many actions.

    Attributes:
        turn: actions so far.
        score: points on the table, also of a game that is lost.
        information_tokens: in store; in Clue Starved with the half of one.
        strikes: life tokens lost.
        pace: `knowledge.efficiency.pace`.
        max_reachable: `Game.max_reachable_score`.
        got: cards got, see `knowledge.efficiency.cards_got`.
        spent: hints given, and what was lost of them: what a discard brings, for each strike and
            for each suit completed with all tokens there; a token, in Clue Starved half of one.
        hints_left: that can still be given if every reachable point is played.
        perfect: whether every point can still be had with open hands.
    """

    turn: int
    score: int
    information_tokens: float
    strikes: int
    pace: int | None
    max_reachable: int
    got: int
    spent: float
    hints_left: int
    perfect: Winnability

    @property
    def efficiency(self) -> float | None:
        """Cards got for each hint spent; None before the first."""
        return self.got / self.spent if self.spent else None

    @property
    def needed(self) -> float | None:
        """Cards that each hint left has to get; None where none is left."""
        return (self.max_reachable - self.got) / self.hints_left if self.hints_left else None

    def as_json(self) -> dict[str, Any]:
        """Every number by its name."""
        told = {**self._asdict(), "efficiency": self.efficiency, "needed": self.needed}
        return told | {"perfect": self.perfect.name.lower()}


@dataclass(frozen=True)
class Review:
    """A game, reviewed.

    Attributes:
        record: the game.
        moments: [actions + 1] the deal first.
    """

    record: Record
    moments: tuple[Moment, ...]

    @property
    def last(self) -> Moment:
        """The table at the end."""
        return self.moments[-1]

    @cached_property
    def hints(self) -> int:
        """How many hints were given."""
        kinds = self.record.rules.tables.action_kind
        return sum(int(kinds[action]) >= COLOR_HINT for action in self.record.actions)

    @property
    def lost_between(self) -> tuple[int, int] | None:
        """The first and the last action that may have lost the perfect score, from 1.

        Both are 0 where the deck could never be won. None if no position is proved lost.
        """
        found = [moment.perfect for moment in self.moments]
        if Winnability.LOST not in found:
            return None
        won = [turn for turn, each in enumerate(found) if each is Winnability.WON]
        return max(won, default=-1) + 1, found.index(Winnability.LOST)

    @property
    def lost_at(self) -> int | None:
        """The action that lost the perfect score, from 1; 0 if the deck could never be won.

        None if it was not lost, or where the search leaves open when it was.
        """
        between = self.lost_between
        return between[0] if between and between[0] == between[1] else None


def review_record(
    record: Record,
    *,
    widths: Sequence[int] = REVIEW_WIDTHS,
    known_deck: bool = True,
    progress: Callable[[], None] | None = None,
) -> Review:
    """Review a game at every turn.

    Args:
        widths: of the beams that decide whether a position can be won; wider ones decide more and
            take longer.
        known_deck: whether the deck is the true one. If it is not, a position is decided only where
            no deck could win it.
        progress: called after every position that is decided.

    Raises:
        RulesError: the deck is not the rules' deck.
        IllegalActionError: an impossible action; which, and why.
    """
    games = [game.copy() for game in replay(record)]
    if known_deck:
        perfect = _winnable_turns(games, widths, progress or (lambda: None))
    else:
        perfect = [_winnable_by_any(game) for game in games]
    spent: float = 0
    moments = []
    for game, each in zip(games, perfect, strict=True):
        spent += _spent(game)
        moments.append(_moment(game, spent, each))
    return Review(record, tuple(moments))


def _moment(game: Game, spent: float, perfect: Winnability) -> Moment:
    state = game.state
    return Moment(
        turn=len(game.actions),
        score=int(state.points),
        information_tokens=_tokens(state),
        strikes=game.rules.life_tokens - int(state.life_tokens),
        pace=pace(state),
        max_reachable=game.max_reachable_score,
        got=cards_got(game),
        spent=spent,
        hints_left=hints_left(state),
        perfect=perfect,
    )


def _tokens(state: State) -> float:
    """The information tokens in store, with the part of one that discards have brought."""
    # A whole number stays one: usual games are written without a point.
    parts, whole = int(state.token_parts), int(state.information_tokens)
    return whole + parts / int(state.rules.discards_per_token) if parts else whole


def _spent(game: Game) -> float:
    """Hints that the last action gave, or lost by a strike or a completed suit's token."""
    if not game.actions:
        return 0
    if game.rules.tables.action_kind[game.actions[-1]] >= COLOR_HINT:
        return 1
    if not (misplayed(game) or _wasted_token(game)):
        return 0
    per_token = int(game.rules.tables.discards_per_token)
    return 1 / per_token if per_token > 1 else 1


def _wasted_token(game: Game) -> bool:
    """Whether the last action completed a suit while all tokens were there."""
    state, tables = game.state, game.rules.tables
    if not state.last_scored or state.last_gained_token:
        return False
    suit = int(tables.suit_of[int(state.last_card)])
    played = stack_places(int(tables.stack_kind), int(state.fireworks[suit]))
    return len(played) * game.rules.suits == game.rules.max_score


def misplayed(game: Game) -> bool:
    """Whether the last action was a play of a card that did not fit."""
    kind = game.rules.tables.action_kind[game.actions[-1]]
    return bool(kind == PLAY and not game.state.last_scored)


# --- When the perfect score was lost -------------------------------------------------------------


def _winnable_turns(
    games: Sequence[Game], widths: Sequence[int], progress: Callable[[], None]
) -> list[Winnability]:
    """[turn] whether all points can still be had, by deciding as few positions as will do."""
    known: dict[int, Winnability] = {}

    def decided(turn: int) -> Winnability:
        if turn not in known:
            known[turn] = decide_game(games[turn], widths=widths).winnability
            progress()
        return known[turn]

    last = len(games) - 1
    not_won = _first(0, last, lambda turn: decided(turn) is not Winnability.WON)
    _first(not_won, last, lambda turn: decided(turn) is Winnability.LOST)
    won_until = max((t for t, each in known.items() if each is Winnability.WON), default=-1)
    lost_from = min((t for t, each in known.items() if each is Winnability.LOST), default=last + 1)
    return (
        [Winnability.WON] * (won_until + 1)
        + [Winnability.UNDECIDED] * (lost_from - won_until - 1)
        + [Winnability.LOST] * (last + 1 - lost_from)
    )


def _winnable_by_any(game: Game) -> Winnability:
    """Whether all points can still be had, as far as that is the same for every deck."""
    if game.score == game.rules.max_score:
        return Winnability.WON
    spare = pace(game.state)
    lost = game.max_reachable_score < game.rules.max_score or (spare is not None and spare < 0)
    return Winnability.LOST if lost or game.is_over else Winnability.UNDECIDED


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """The first turn from `low` to `high` for which something holds that goes on holding.

    One more than `high` if it does not hold there.
    """
    if low > high or not holds(high):
        return high + 1
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return high


# --- Bounds for the arena's table ----------------------------------------------------------------


def bound_columns(rules: Rules, table: pl.DataFrame) -> pl.DataFrame:
    """An arena's table with two columns more, by replay: what its games could still reach.

    `reachable` [turns + 1] is the reachable score after each action, the deal first; after the last
    action it stays. `lost_by` is after how many actions quick bounds prove that not all points can
    be had, even with open hands; null if they never do. `review_record` decides a game exactly.

    Raises:
        RulesError: its games are not of these rules.
    """
    parts = [_bound_part(rules, part) for part in table.iter_slices(_SLICE)]
    return pl.concat(parts) if parts else table


def last_perfect_turns(rules: Rules, table: pl.DataFrame) -> pl.Series:
    """The last turn of each game of an arena's table at which its best score could be reached.

    It is the reachable score that is looked at, which counts ranks of which a copy is left. A game
    that ends without the best score has lost it by its last action at the latest. Null if the game
    has the best score, or goes on and can still have it.

    Raises:
        RulesError: its games are not of these rules.
    """
    parts = [_last_perfect_part(rules, part) for part in table.iter_slices(_SLICE)]
    return pl.concat(parts) if parts else pl.Series("lost", [], pl.Int16)


def _last_perfect_part(rules: Rules, table: pl.DataFrame) -> pl.Series:
    require_decks(rules, table)
    turns = np.zeros(len(table), np.int16)
    fault = last_perfect(turns, games_of_table(rules, table))
    if fault >= 0:
        raise RulesError(f"game {table['game'][fault]} of the table was played by other rules")
    return pl.Series("lost", turns).replace(-1, None)


def _bound_part(rules: Rules, table: pl.DataFrame) -> pl.DataFrame:
    require_decks(rules, table)
    reachable = np.zeros((len(table), rules.max_turns + 1), np.int16)
    lost_at = np.zeros(len(table), np.int16)
    fault = bound_games(reachable, lost_at, np.zeros(1, NODE), games_of_table(rules, table))
    if fault >= 0:
        raise RulesError(f"game {table['game'][fault]} of the table was played by other rules")
    return table.with_columns(
        pl.Series("reachable", reachable.astype(np.int8)),
        pl.Series("lost_by", lost_at).replace(-1, None),
    )
