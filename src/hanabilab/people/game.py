"""A game that people played: the record, who sat where, whose decisions count, how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from hanabilab.errors import HanabiError, NotationError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.notation.log_replay import can_score
from hanabilab.notation.record import Record

#: Who sits at a seat, where it is no agent.
HUMAN = "human"


class Ending(StrEnum):
    """How a game ended."""

    OVER = "over"  # by the rules: completed, lost, or out of turns
    NO_POINT_LEFT = "no point left"  # a site stops a game in which no point can be gained
    STOPPED = "stopped"  # earlier: given up, or the file tells no more of it


@dataclass(frozen=True, kw_only=True)
class PeoplesGame:
    """A game of people.

    Attributes:
        name: the source's own name or number of the game.
        record: its rules, deck and actions; they are legal.
        players: who sits where: HUMAN, or an agent's name.
        persons: who the people are, by seat; "" for an agent, and where it is not known.
        counts: [actions] whether an action is a decision of a person that a measure may count.
        points: on the table at the end, kept even where the game was lost.
        lost: whether the last life was.
        ending: how it ended.
        remark: what is odd about it; "" for nothing.
    """

    name: str
    record: Record
    players: tuple[str, ...]
    persons: tuple[str, ...]
    counts: tuple[bool, ...]
    points: int
    lost: bool
    ending: Ending
    remark: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether nothing more could have come of it."""
        return self.ending is not Ending.STOPPED

    @property
    def decisions(self) -> int:
        """How many actions count."""
        return sum(self.counts)


@dataclass(frozen=True, kw_only=True)
class Told:
    """What a file tells of a game, not yet played.

    Attributes:
        score: that the file tells; None if it tells none.
        until: actions that are played; the rest is damaged, and `remark` says how.
        quirks: what of the file was ignored, or read as something else, in words.
    """

    name: str
    rules: Rules
    deck: Sequence[int]
    actions: Sequence[int]
    players: Sequence[str]
    persons: Sequence[str] = ()
    score: int | None = None
    until: int | None = None
    remark: str = ""
    quirks: tuple[str, ...] = ()


def played(told: Told) -> PeoplesGame:
    """The game that a file tells, played to its end.

    Raises:
        NotationError: an action is illegal, or the score is another; says the game and the turn.
    """
    rules, whole = told.rules, told.until is None
    actions = tuple(told.actions if whole else told.actions[: told.until])
    if len(told.players) != rules.players:
        raise NotationError(
            f"game {told.name}: {len(told.players)} players are named for {rules.players} seats"
        )
    try:
        game = Game(rules, deck=told.deck)
    except HanabiError as error:
        raise NotationError(f"game {told.name}: {error}") from None
    for turn, action in enumerate(actions, start=1):
        try:
            game.act(action)
        except HanabiError as error:
            raise NotationError(f"game {told.name}, turn {turn}: {error}") from None
    points = int(game.state.points)
    if whole and told.score is not None and told.score not in {points, game.score}:
        raise NotationError(
            f"game {told.name}, turn {len(actions)}: the file says {told.score} points, "
            f"and its actions make {points}"
        )
    return _as_game(told, game, actions)


def _as_game(told: Told, game: Game, actions: tuple[int, ...]) -> PeoplesGame:
    """The game of a file that has been played as far as it is told."""
    rules, players = told.rules, tuple(told.players)
    agents = () if all(each == HUMAN for each in players) else players
    seats = ((rules.first_seat + turn) % rules.players for turn in range(len(actions)))
    usable = told.until is None
    return PeoplesGame(
        name=told.name,
        record=Record(
            rules=rules, deck=tuple(int(card) for card in told.deck), actions=actions, agents=agents
        ),
        players=players,
        persons=tuple(told.persons) or ("",) * rules.players,
        counts=tuple(usable and players[seat] == HUMAN for seat in seats),
        points=int(game.state.points),
        lost=int(game.state.life_tokens) == 0,
        ending=_ending(game) if usable else Ending.STOPPED,
        remark=told.remark,
    )


def _ending(game: Game) -> Ending:
    if game.is_over:
        return Ending.OVER
    may_gain = game.max_reachable_score > int(game.state.points) and can_score(game)
    return Ending.STOPPED if may_gain else Ending.NO_POINT_LEFT
