"""Games in files of every kind: the language, the site's JSON and links, our records.

Whatever bytes come in, the result is a game, or a list of findings. `notation.game_kinds` tells
what kind a game is of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

from hanabilab.errors import HanabiError, NotationError
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import DISCARD, PLAY
from hanabilab.game.rules import Rules
from hanabilab.notation.game_kinds import Kind, without_mark
from hanabilab.notation.game_log import (
    ANONYMOUS,
    ENDS,
    RULE_OPTIONS,
    TABLE_OPTIONS,
    GameLog,
    LogAction,
    LogKind,
    OptionValue,
    checked,
)
from hanabilab.notation.language import Finding, lines_of, read_game, write_game
from hanabilab.notation.log_replay import LogReplay, end_of, replay_log, rules_of
from hanabilab.notation.record import Record, format_record, read_record, replay
from hanabilab.notation.site import format_export, format_link, parse_export, parse_link
from hanabilab.notation.stand_ins import told_words
from hanabilab.notation.variants import log_card, site_variant

#: How an action of the language begins.
_ACTION = re.compile(r"\s*P[0-9]?", re.IGNORECASE)
#: How what is wrong with a record begins.
_LINE = re.compile(r"line (\d+): ")


@dataclass(frozen=True)
class CheckedGame:
    """What a file holds.

    Attributes:
        log: the game; None if it cannot be read, or is a record.
        replay: the game, played as far as it can be read and is legal; None if it cannot be.
        findings: what is wrong, by line. With a replay, it is the game up to there.
        record: the game of a record, which may have rules that the site lacks.
    """

    log: GameLog | None
    replay: LogReplay | None
    findings: tuple[Finding, ...]
    record: Record | None = None

    @property
    def ends_untold(self) -> bool:
        """Whether nothing is wrong but that an action uses a card that the file does not tell."""
        problem = self.replay.problem if self.replay else None
        return len(self.findings) == 1 and problem is not None and problem.untold

    @property
    def quirks(self) -> tuple[str, ...]:
        """What is odd about it, or was ignored or read as something else, in words."""
        if self.replay:
            return self.replay.quirks
        return self.log.remarks if self.log else ()

    def as_log(self) -> GameLog:
        """The game as a log, up to the first action that is not legal; a record becomes one.

        Raises:
            NotationError: it cannot be read, or the site lacks the rules of a record.
        """
        if self.record:
            return log_of_record(self.record)
        if self.log is None:
            raise NotationError(self.findings[0].message)
        if self.replay and self.replay.problem:
            return replace(self.log, actions=self.log.actions[: self.replay.problem.action])
        return self.log


def check_game(data: bytes, kind: Kind) -> CheckedGame:
    """The game in a file's bytes, read and played, with all that is wrong."""
    data = without_mark(data)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        *before, line = data[: error.start].decode().split("\n")
        told = f"byte {error.start} is not UTF-8; a game is plain text"
        return CheckedGame(None, None, (Finding(len(before) + 1, len(line) + 1, told),))
    try:
        return _CHECKS[kind](text)
    except HanabiError as error:
        return CheckedGame(None, None, (Finding(1, 1, str(error)),))


def _check_language(text: str) -> CheckedGame:
    reading = read_game(text)
    if reading.log is None:
        return _up_to(text, reading.findings)
    return _played(reading.log, reading.lines)


def _up_to(text: str, findings: tuple[Finding, ...]) -> CheckedGame:
    """A text with findings: the game before the first of them, if that is an action."""
    lines = lines_of(text)
    first = findings[0].line
    if first <= len(lines) and _ACTION.match(lines[first - 1]):
        before = read_game("\n".join(lines[: first - 1]))
        if before.log:
            played = _played(before.log, before.lines)
            return replace(played, findings=(*played.findings, *findings))
    return CheckedGame(None, None, findings)


def _check_record(text: str) -> CheckedGame:
    try:
        record, game, fault = read_record(text)
    except HanabiError as error:
        return CheckedGame(None, None, (_record_finding(error, text),))
    findings = (_record_finding(fault, text),) if fault else ()
    return CheckedGame(None, LogReplay(game, None, end_of(game)), findings, record)


def _record_finding(fault: HanabiError, text: str) -> Finding:
    """A fault at the line that its message begins with; without one, the text ends too early."""
    told = str(fault)
    if found := _LINE.match(told):
        return Finding(int(found[1]), 1, told[found.end() :])
    return Finding(text.count("\n") + (not text.endswith("\n")), 1, told)


def _played(log: GameLog, lines: tuple[int, ...] = ()) -> CheckedGame:
    try:
        replayed = replay_log(log)
    except NotationError as error:
        return CheckedGame(log, None, (Finding(1, 1, str(error)),))
    if replayed.problem is None:
        return CheckedGame(log, replayed, ())
    number, message, expected = replayed.problem[:3]
    where = lines[number] if lines else 1
    told = message if lines else f"action {number + 1}: {message}"
    return CheckedGame(log, replayed, (Finding(where, 1, told, expected),))


def write_log(log: GameLog, kind: Kind) -> str:
    """The text of a game as a file of a kind, which can be read again.

    Raises:
        HanabiError: the kind cannot hold this game.
    """
    checked(log)
    if fault := told_words(log):
        raise NotationError(f"a game can be written once its whole deck is known; {fault}")
    if kind == Kind.RECORD:
        return format_record(replay_log(log).record(log))
    text = _WRITERS[kind](log)
    return text if text.endswith("\n") else text + "\n"


def left_out(game: CheckedGame, kind: Kind) -> tuple[str, ...]:
    """What of a game a file of another kind has no place for, in words.

    Names, notes, the seed and options that change no play are not told: docs/compiler.md says
    which kinds keep them.

    Raises:
        NotationError: the site lacks the rules of a record.
    """
    if game.record and kind is Kind.RECORD:
        return ()
    log = game.as_log()
    lost = list(_beyond_logs(game.record)) if game.record else []
    if kind in (Kind.LINK, Kind.RECORD):
        names = TABLE_OPTIONS if kind is Kind.RECORD else (*RULE_OPTIONS, *TABLE_OPTIONS)
        lost += [f"the option {name}" for name, value in log.options if value and name in names]
        lost += [f"the character {each.name}" for each in log.characters if each.name]
    ends = [action for action in log.actions if action.kind >= LogKind.END]
    if kind is Kind.RECORD or (kind is Kind.LINK and any(end.target < 0 for end in ends)):
        lost += [f"the end ({ENDS[end.value]})" for end in ends]
    return tuple(lost)


def _beyond_logs(record: Record) -> Iterator[str]:
    """What records hold and logs do not: some rules, and the source."""
    usual = {"draw_slot": "newest", "bomb": "keep", "observation": "knowledge"}
    for name, value in usual.items():
        if (told := getattr(record.rules, name)) != value:
            yield f"{name}={told}"
    if record.source:
        yield "the source"


def anonymous(log: GameLog) -> GameLog:
    """The game without what tells who played it: names, notes and its number."""
    return replace(log, players=ANONYMOUS[: len(log.players)], notes=(), id=None)


def log_of_record(record: Record) -> GameLog:
    """A record as a log; suits are matched by their place, and agents become players.

    Raises:
        NotationError: rules that the site does not have.
        IllegalActionError: an action that is not legal.
    """
    rules = record.rules
    variant = site_variant(rules)
    log = GameLog(
        variant=variant,
        players=record.agents or ANONYMOUS[: rules.players],
        deck=tuple(log_card(variant, card) for card in record.deck),
        actions=tuple(_log_actions(record)),
        options=tuple((name, value) for name, value in _options_of(rules) if value),
    )
    # The site knows nothing of what is taken from ours here.
    site = replace(
        rules_of(log, log.hand_size),
        draw_slot=rules.draw_slot,
        bomb=rules.bomb,
        observation=rules.observation,
    )
    if other := list(_beyond_the_site(rules, site)):
        raise NotationError(f"these rules are not the site's: {'; '.join(other)}")
    return log


def _beyond_the_site(rules: Rules, site: Rules) -> Iterator[str]:
    """What rules have that those of the site, which come next to them, have not."""
    for each in fields(Rules):
        ours, theirs = getattr(rules, each.name), getattr(site, each.name)
        if ours != theirs:
            usual = int(theirs) if each.name == "hand_size" else None
            has = f"{usual - 1} to {usual + 1}" if usual else _told(theirs)
            yield f"{each.name}={_told(ours)}, where it has {has}"


def _told(value: object) -> str:
    """A value of rules in a message; copies as their text has them."""
    return "".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _options_of(rules: Rules) -> Iterator[tuple[str, OptionValue]]:
    """The site's options that rules stand for; those that are off have 0 or false."""
    usual = Rules(players=rules.players, variant=rules.variant).hand_size
    yield "startingPlayer", rules.first_seat
    yield "deckPlays", rules.deck_plays
    yield "emptyClues", rules.empty_hints
    yield "oneExtraCard", rules.hand_size == usual + 1
    yield "oneLessCard", rules.hand_size == usual - 1
    yield "allOrNothing", rules.all_or_nothing


def _log_actions(record: Record) -> Iterator[LogAction]:
    for game, action in zip(replay(record), record.actions, strict=False):
        yield log_action(game, action)


def log_action(game: Game, action: int) -> LogAction:
    """An action that is about to be taken in a game, as logs write it."""
    tables, state, variant = game.rules.tables, game.state, site_variant(game.rules)
    kind, place = int(tables.action_kind[action]), int(tables.action_place[action])
    seat = int(state.current_seat)
    if kind in (PLAY, DISCARD):
        use = LogKind.PLAY if kind == PLAY else LogKind.DISCARD
        if place == game.rules.hand_size:
            return LogAction(use, int(state.deck_drawn))
        return LogAction(use, int(state.deck_index[seat, place]))
    value = int(tables.action_value[action])
    target = (seat + place) % game.rules.players
    colors = len(variant.colors)
    if value < colors:
        return LogAction(LogKind.COLOR_HINT, target, value)
    return LogAction(LogKind.RANK_HINT, target, variant.modifiers.hint_ranks[value - colors])


_CHECKS = {
    Kind.LANGUAGE: _check_language,
    Kind.EXPORT: lambda text: _played(parse_export(text)),
    Kind.LINK: lambda text: _played(parse_link(text)),
    Kind.RECORD: _check_record,
}
_WRITERS = {Kind.LANGUAGE: write_game, Kind.EXPORT: format_export, Kind.LINK: format_link}
