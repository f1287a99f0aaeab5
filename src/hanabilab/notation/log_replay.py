"""Playing a `GameLog` by the engine: what came of it, and the first action that is not legal.

The engine follows HLE: it goes on where the site ends a game because no card left can be played.
A log may therefore stop early, and its end is worked out here as the site does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from hanabilab.errors import HanabiError, IllegalActionError, NotationError
from hanabilab.game.actions import discard_action, hint_action, play_action
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import COLOR_HINT, DISCARD
from hanabilab.game.rules import Rules
from hanabilab.notation.game_log import (
    ALL_OR_NOTHING_FAIL,
    ALL_OR_NOTHING_SOFTLOCK,
    ENDS,
    NORMAL_END,
    SPEEDRUN_FAIL,
    STRIKEOUT,
    GameLog,
    LogAction,
    LogKind,
)
from hanabilab.notation.record import Record
from hanabilab.notation.site.seeds import seed_fault
from hanabilab.notation.stand_ins import completed, told_words
from hanabilab.notation.variants import card_id, rules_of_variant

#: Characters that change whose turn it is; the others restrict or hide, which a log need not say.
_TURNING = ("Genius", "Panicky", "Contrarian")
_LEGACY_HAND = 4
_LEGACY_PLAYERS = 6


class Problem(NamedTuple):
    """An action that could not be played.

    Attributes:
        action: its number, from 0.
        expected: what would have been legal, in the words of the game language.
        untold: whether it may be legal, but uses a card that the file does not tell.
    """

    action: int
    message: str
    expected: tuple[str, ...] = ()
    untold: bool = False


@dataclass(frozen=True)
class LogReplay:
    """A log, played.

    Attributes:
        game: after the last action that could be played.
        problem: what stopped it; None if all was legal.
        end: how the game ended, one of `ENDS`.
        quirks: what is odd about the log, in words.
    """

    game: Game
    problem: Problem | None
    end: int
    quirks: tuple[str, ...] = ()

    @property
    def score(self) -> int:
        """The points on the table, kept even where the game was lost."""
        return int(self.game.state.points)

    @property
    def recorded_score(self) -> int:
        """The score as the site records it: 0 for every end but a normal one."""
        return self.score if self.end <= NORMAL_END else 0

    @property
    def summary(self) -> str:
        """The score and how the game ended, in a sentence."""
        lost = "" if self.recorded_score == self.score else f", recorded as {self.recorded_score}"
        return f"score {self.score}{lost}; the end is {ENDS[self.end]}"

    def record(self, log: GameLog) -> Record:
        """The game as a record of ours. Names, notes and how it was ended are not kept.

        Raises:
            IllegalActionError: not all of it could be played.
        """
        if self.problem:
            raise IllegalActionError(f"action {self.problem.action + 1}: {self.problem.message}")
        return Record(
            rules=self.game.rules,
            deck=tuple(self.game.deck),
            actions=tuple(self.game.actions),
            source=f"seed={log.seed}" if log.seed else "",
        )


def replay_log(log: GameLog) -> LogReplay:
    """Play a log as far as it is legal.

    Old games of six players were dealt four cards each, and nothing in a log says so: where three
    cards do not fit and four do, that is told as a quirk. So is a seed that is not the deck's.

    Raises:
        NotationError: rules that are not played here, or a deck that is not whole; says which.
    """
    if fault := log.variant.deck_fault(log.deck):
        raise NotationError(fault)
    replay = _played_as_dealt(log)
    # Numbers of variants have been given anew: an old game may have a seed that names another one.
    told = (told_words(log), *log.remarks, seed_fault(log))
    return replace(replay, quirks=(*replay.quirks, *filter(None, told)))


def _played_as_dealt(log: GameLog) -> LogReplay:
    """The log played with the hands of today, or else with those of old games of six."""
    replay = _played(log, log.hand_size)
    usual = not log.option("oneExtraCard") and not log.option("oneLessCard")
    if replay.problem and usual and len(log.players) == _LEGACY_PLAYERS:
        old = _played(completed(log, _LEGACY_HAND), _LEGACY_HAND)
        if old.problem is None:
            quirk = "an old game of six players, dealt four cards each"
            return LogReplay(old.game, None, old.end, (quirk,))
    return replay


def rules_of(log: GameLog, hand_size: int) -> Rules:
    """The rules that a log is played by.

    Raises:
        NotationError: a variant or an option that is not played here, or impossible rules.
    """
    for character in log.characters:
        if character.name in _TURNING:
            raise NotationError(f"the character {character.name} is not played here")
    try:
        return rules_of_variant(
            log.variant,
            players=len(log.players),
            hand_size=hand_size,
            first_seat=log.option("startingPlayer"),
            bomb="keep",
            empty_hints=bool(log.option("emptyClues")),
            deck_plays=bool(log.option("deckPlays")),
            all_or_nothing=bool(log.option("allOrNothing")),
        )
    except NotationError:
        raise
    except HanabiError as error:
        raise NotationError(f"the game cannot be played: {error}") from None


def _played(log: GameLog, hand_size: int) -> LogReplay:
    rules = rules_of(log, hand_size)
    try:
        game = Game(rules, deck=[card_id(log.variant, card) for card in log.deck])
    except HanabiError as error:
        raise NotationError(f"the game cannot be played: {error}") from None
    for number, action in enumerate(log.actions):
        if action.kind in (LogKind.END, LogKind.VOTE_END):
            if number + 1 < len(log.actions):
                problem = Problem(number + 1, "the game is over: it was ended before this action")
                return LogReplay(game, problem, action.value)
            return LogReplay(game, None, action.value)
        if refused := _play(log, game, number, action):
            return LogReplay(game, refused, _end_of_log(log, game))
    return LogReplay(game, None, _end_of_log(log, game))


def _end_of_log(log: GameLog, game: Game) -> int:
    """How a log without an explicit end ended, by its options."""
    imperfect = game.max_reachable_score < game.rules.max_score
    if log.option("speedrun") and imperfect and game.state.life_tokens > 0:
        return SPEEDRUN_FAIL
    return end_of(game)


def _play(log: GameLog, game: Game, number: int, action: LogAction) -> Problem | None:
    """Take an action of the log; the problem if it is not legal, or if nobody knows its card."""
    chosen = _chosen(log, game, action)
    if action.kind in (LogKind.PLAY, LogKind.DISCARD) and action.target in log.stand_ins:
        verb = "plays" if action.kind == LogKind.PLAY else "discards"
        seat = int(game.state.current_seat)
        told = f"P{seat} {verb} card {action.target}, which the file does not tell"
        return Problem(number, told, untold=True)
    if isinstance(chosen, str):
        return Problem(number, chosen, legal_words(log, game))
    try:
        game.act(chosen)
    except IllegalActionError as error:
        reason = str(error).rpartition(": ")[2]
        return Problem(number, reason, legal_words(log, game))
    return None


def _chosen(log: GameLog, game: Game, action: LogAction) -> int | str:
    """The id of an action of the log; in words, why there is none."""
    state, tables = game.state, game.rules.tables
    seat = int(state.current_seat)
    if action.kind in (LogKind.PLAY, LogKind.DISCARD):
        for slot in range(game.rules.hand_size):
            if state.deck_index[seat, slot] == action.target:
                make = play_action if action.kind == LogKind.PLAY else discard_action
                return int(make(tables, slot))
        from_deck = action.target == state.deck_drawn == game.rules.deck_size - 1
        if action.kind == LogKind.PLAY and game.rules.deck_plays and from_deck:
            return game.rules.num_actions - 1
        if game.is_over:
            return f"the game is over ({game.status})"
        return f"P{seat} does not hold card {action.target}"
    players = game.rules.players
    offset = (action.target - seat) % players
    if not 0 <= action.target < players or offset == 0:
        return f"P{seat} cannot tell P{action.target} anything"
    by_color = action.kind == LogKind.COLOR_HINT
    colors, ranks = len(log.variant.colors), log.variant.modifiers.hint_ranks
    if action.value not in (range(colors) if by_color else ranks):
        return f"there is no {'color' if by_color else 'rank'} {action.value} to tell"
    value = action.value if by_color else colors + ranks.index(action.value)
    return int(hint_action(tables, offset, value))


def end_of(game: Game) -> int:
    """How a game without an explicit end ended, as the site derives it; 0 if it goes on."""
    if game.state.life_tokens == 0:
        return STRIKEOUT
    if game.rules.all_or_nothing and game.is_over and game.score < game.rules.max_score:
        perfect = game.max_reachable_score == game.rules.max_score
        return ALL_OR_NOTHING_SOFTLOCK if perfect else ALL_OR_NOTHING_FAIL
    ended = game.is_over or game.score == game.max_reachable_score or not can_score(game)
    return NORMAL_END if ended else 0


def can_score(game: Game) -> bool:
    """Whether a card that some seat may still play, or that is still to be drawn, fits.

    Where none fits now, none ever will: only a play makes other cards fit.
    """
    state, rules = game.state, game.rules
    if state.deck_drawn < rules.deck_size or rules.all_or_nothing:
        return True
    # The deck is out: each seat with turns left has one, in order from the seat to act.
    seats = [(game.current_seat + turn) % rules.players for turn in range(int(state.turns_left))]
    held = [int(card) for seat in seats for card in state.hands[seat, : rules.hand_size]]
    return any(int(state.playable) >> card & 1 for card in held if card >= 0)


# --- What is legal, in the words of the game language --------------------------------------------


def legal_words(log: GameLog, game: Game) -> tuple[str, ...]:
    """Every legal action, one phrase for each kind: "plays 0, 3, 7", "clues P1 Red, 2"."""
    state, rules = game.state, game.rules
    seat, tables = int(state.current_seat), rules.tables
    uses: dict[str, list[str]] = {}
    for action in game.legal_actions():
        kind, place = int(tables.action_kind[action]), int(tables.action_place[action])
        if kind < COLOR_HINT and place == rules.hand_size:
            uses.setdefault("plays", []).append(str(int(state.deck_drawn)))
        elif kind < COLOR_HINT:
            verb = "discards" if kind == DISCARD else "plays"
            uses.setdefault(verb, []).append(str(int(state.deck_index[seat, place])))
        else:
            value = int(tables.action_value[action])
            colors, ranks = log.variant.colors, log.variant.modifiers.hint_ranks
            word = colors[value] if value < len(colors) else str(ranks[value - len(colors)])
            uses.setdefault(f"clues P{(seat + place) % rules.players}", []).append(word)
    return tuple(f"{verb} {', '.join(words)}" for verb, words in uses.items())
