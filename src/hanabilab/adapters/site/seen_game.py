"""A live game as one seat sees it, folded from what the site tells; and our game of it.

The fold is pure: what has been seen so far, and an event, give what has been seen then. To ask an
agent, the game is played again on a deck that fits what was seen, see `adapters.one_seat`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hanabilab.adapters.one_seat import OwnHint, fitting_deck
from hanabilab.adapters.site.frames import Clue, Discard, Draw, Event, GameOver, Init, Play, Turn
from hanabilab.errors import NotationError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.notation.game_log import ANONYMOUS, GameLog, LogAction, LogKind, OptionValue
from hanabilab.notation.log_replay import replay_log, rules_of
from hanabilab.notation.variants import NO_VARIANT, LogCard, Variant, variant_named

#: Options that change what happens at the table; clocks do not.
_PLAYED = ("oneExtraCard", "oneLessCard", "deckPlays", "emptyClues", "allOrNothing")
_NOT_PLAYED = ("cardCycle", "detrimentalCharacters")
_FIRST = "startingPlayer"


@dataclass(frozen=True)
class SeenGame:
    """What a seat has seen of a game.

    Attributes:
        table: the site's number.
        seat: ours.
        cards: in the order drawn; None where we do not know one.
        held: our cards, by their places in the deck.
        turn: the seat to act; -1 if none is, or if that is not told yet. Before the first action
            nobody tells it: it is the seat of the option startingPlayer.
        end: how the game ended, by `game_log.ENDS`; 0 while it goes on.
    """

    table: int
    variant: Variant
    players: int
    seat: int
    options: tuple[tuple[str, OptionValue], ...] = ()
    cards: tuple[LogCard | None, ...] = ()
    held: tuple[int, ...] = ()
    hints: tuple[OwnHint[LogCard], ...] = ()
    actions: tuple[LogAction, ...] = ()
    turn: int = -1
    end: int = 0

    @property
    def is_our_turn(self) -> bool:
        """Whether all cards are dealt, and the game waits for us."""
        dealt = len(self.cards) >= self.players * self.log(()).hand_size
        return dealt and self.turn == self.seat and self.end == 0

    def from_the_beginning(self) -> SeenGame:
        """The same game, of which nothing has been seen yet."""
        first = int(dict(self.options).get(_FIRST, 0))
        return replace(self, cards=(), held=(), hints=(), actions=(), turn=first, end=0)

    def log(self, deck: Sequence[LogCard]) -> GameLog:
        """The game as a log, with a deck that may have been."""
        return GameLog(
            variant=self.variant,
            players=ANONYMOUS[: self.players],
            deck=tuple(deck),
            actions=self.actions,
            options=self.options,
        )

    @property
    def rules(self) -> Rules:
        """What it is played by."""
        log = self.log(())
        return rules_of(log, log.hand_size)

    def game(self) -> Game:
        """A game that looks to us as this one does.

        Raises:
            NotationError: what was seen cannot have happened.
        """
        too_many = NotationError("the site tells of more copies of a card than there are")
        deck = fitting_deck(self.variant.cards, self.cards, self.hints, too_many)
        replayed = replay_log(self.log(deck))
        if problem := replayed.problem:
            told = f"the site's action {problem.action + 1} is not legal here: {problem.message}"
            raise NotationError(told)
        return replayed.game


def begin(init: Init) -> SeenGame:
    """A game of which nothing has been seen yet.

    Raises:
        NotationError: it is of a variant, or has an option, that is not played here.
    """
    options = init.options
    for name in _NOT_PLAYED:
        if getattr(options, name):
            raise NotationError(f"the game has the option {name}, which is not played here")
    players = len(init.playerNames)
    for what, told in (("ourPlayerIndex", init.ourPlayerIndex), (_FIRST, options.startingPlayer)):
        if told >= players:
            raise NotationError(f"the site's {what} is {told}; seats are 0 to {players - 1}")
    chosen = [(name, getattr(options, name)) for name in (*_PLAYED, _FIRST)]
    seen = SeenGame(
        table=init.tableID,
        variant=variant_named(options.variantName or NO_VARIANT.name),
        players=players,
        seat=init.ourPlayerIndex,
        options=tuple((name, value) for name, value in chosen if value),
        turn=options.startingPlayer,
    )
    if any(suit.inverted for suit in seen.variant.suits):
        raise NotationError("suits where one names the use that one does not mean are for people")
    _ = seen.rules  # refuses what is not played
    return seen


def fold(seen: SeenGame, event: Event) -> SeenGame:
    """What has been seen once `event` has happened.

    Raises:
        NotationError: it cannot follow.
    """
    match event:
        case Draw():
            return _drawn(seen, event)
        case Play():
            return _used(seen, event, LogKind.PLAY)
        case Discard():
            return _used(seen, event, LogKind.PLAY if event.failed else LogKind.DISCARD)
        case Clue():
            return _hinted(seen, event)
        case Turn():
            return replace(seen, turn=event.currentPlayerIndex)
        case GameOver():
            return replace(seen, turn=-1, end=event.endCondition)


def _drawn(seen: SeenGame, event: Draw) -> SeenGame:
    if event.order != len(seen.cards) or event.order >= len(seen.variant.cards):
        raise NotationError(f"the site draws card {event.order} where {len(seen.cards)} is next")
    if event.playerIndex == seen.seat:  # our own cards are not ours to know, whatever is sent
        return replace(seen, cards=(*seen.cards, None), held=(*seen.held, event.order))
    return replace(seen, cards=(*seen.cards, _card(seen, event)))


def _used(seen: SeenGame, event: Play | Discard, kind: LogKind) -> SeenGame:
    if event.order >= len(seen.cards):
        raise NotationError(f"the site uses card {event.order}, which is still in the deck")
    cards = list(seen.cards)
    cards[event.order] = _card(seen, event)
    return replace(
        seen,
        cards=tuple(cards),
        held=tuple(order for order in seen.held if order != event.order),
        actions=(*seen.actions, LogAction(kind, event.order)),
        turn=-1,
    )


def _hinted(seen: SeenGame, event: Clue) -> SeenGame:
    kind = LogKind.RANK_HINT if event.clue.type else LogKind.COLOR_HINT
    value, most = event.clue.value, len(seen.variant.colors)
    if not 0 <= event.target < seen.players or (kind == LogKind.COLOR_HINT and value >= most):
        raise NotationError(f"the site tells of a hint to seat {event.target} of value {value}")
    action = LogAction(kind, event.target, value)
    touches = seen.variant.touches_rank if event.clue.type else seen.variant.touches_color
    fits = frozenset(card for card in seen.variant.cards if touches(card, value))
    own = OwnHint(fits, seen.held, frozenset(event.list))
    return replace(
        seen,
        hints=(*seen.hints, own) if event.target == seen.seat else seen.hints,
        actions=(*seen.actions, action),
        turn=-1,
    )


def _card(seen: SeenGame, event: Draw | Play | Discard) -> LogCard:
    card = LogCard(event.suitIndex, event.rank)
    if not 0 <= card.suit < len(seen.variant.suits) or card.rank not in seen.variant.ranks:
        raise NotationError(f"the site tells of rank {card.rank} of suit {card.suit}")
    return card
