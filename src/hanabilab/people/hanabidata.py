"""HanabiData's logs: one agent and one person, of Eger, Martens and Alfaro Cordoba, CIG 2017.

The first hands are not in a log. They follow from the printed seed, as Python 2 shuffled; the cards
that are printed are compared. Source: docs/people.md, "HanabiData".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from random import Random

from hanabilab.errors import NotationError
from hanabilab.game.rules import Rules
from hanabilab.notation.game_kinds import without_mark
from hanabilab.people.game import HUMAN, Told
from hanabilab.runs.reading import read_bytes

_MOST_BYTES = 1 << 20
_RULES = Rules(bomb="keep", discard_at_max=True)
#: Their colors are green, yellow, white, blue, red; the place of each among ours.
_SUITS = (2, 1, 3, 4, 0)
_COLOR_HINT, _RANK_HINT, _PLAY, _DISCARD = range(4)
_AGENT_SEAT, _PERSON_SEAT = 0, 1
_OLD = re.compile(r"Old GID: ([0-9a-f]{1,64})")
_TREATMENT = re.compile(r"Treatment: \('(\w{1,20})', (\d{1,9})\)")
_CARD = re.compile(r"\((\d), (\d)\)")
_DECK = re.compile(r"\[(?:\(\d, \d\)(?:, )?){0,50}\]")
_MOVE = re.compile(r"MOVE: (\d) (\d)" + r" (\d|None)" * 4)
_SCORE = re.compile(r"Score (\d{1,2})")


def is_log(start: bytes) -> bool:
    """Whether a file that begins so is a log."""
    return without_mark(start).startswith((b"Treatment: ", b"Old GID: "))


def deck_of_seed(seed: int) -> tuple[int, ...]:
    """The deck of a seed in drawing order, as card ids of ours: Python 2's shuffle."""
    deck = [
        _SUITS[color] * _RULES.ranks + rank
        for color in range(_RULES.suits)
        for rank, copies in enumerate(_RULES.copies)
        for _ in range(copies)
    ]
    random = Random(seed)  # noqa: S311
    for place in reversed(range(1, len(deck))):
        other = int(random.random() * (place + 1))
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck)


def previous_game(path: Path) -> str:
    """The name of the game that the person of a log has played before; "" for none."""
    match = _OLD.match(_lines(path)[0])
    return match[1] if match else ""


def told_by_log(path: Path, person: str = "") -> Told:
    """The game of a log.

    Args:
        person: who played it, where it is known.

    Raises:
        NotationError: it is no whole log; says the turn.
    """
    lines = _lines(path)
    name = path.stem.removeprefix("game")
    treatment = next(filter(None, map(_TREATMENT.fullmatch, lines)), None)
    score = _SCORE.fullmatch(lines[-1])
    if treatment is None:
        raise NotationError(f"game {name}: it has no line \"Treatment: ('AGENT', SEED)\"")
    if score is None:
        raise NotationError(f"game {name}: it is cut short; its last line is 'Score N'")
    deck = deck_of_seed(int(treatment[2]))
    _require_printed(deck, lines, name)
    moves = [_move(line, name) for line in lines if line.startswith("MOVE:")]
    changed = _first_change(moves)
    return Told(
        name=name,
        rules=_RULES,
        deck=deck,
        actions=[_action(move, turn, name) for turn, move in enumerate(moves[:changed])],
        players=(treatment[1], HUMAN),
        persons=("", person),
        score=int(score[1]),
        until=changed,
        remark="" if changed is None else f"players have changed seats from turn {changed + 1} on",
    )


def _lines(path: Path) -> list[str]:
    text = without_mark(read_bytes(path, _MOST_BYTES, NotationError)).decode("ascii", "replace")
    return [line.strip() for line in text.splitlines() if line.strip()] or [""]


def _require_printed(deck: tuple[int, ...], lines: list[str], name: str) -> None:
    """Do nothing if the printed cards are those that are left after the deal."""
    printed = next(filter(None, map(_DECK.fullmatch, lines)), None)
    if printed is None:
        raise NotationError(f"game {name}: it has no line of the cards left after the deal")
    pairs = [(int(color), int(rank)) for color, rank in _CARD.findall(printed[0])]
    if any(color >= _RULES.suits or not 1 <= rank <= _RULES.ranks for color, rank in pairs):
        raise NotationError(f"game {name}: the printed deck has a card that there is not")
    cards = tuple(_SUITS[color] * _RULES.ranks + rank - 1 for color, rank in pairs)
    if cards != deck[2 * _RULES.hand_size :]:
        raise NotationError(f"game {name}: the printed deck is not that of its seed")


@dataclass(frozen=True)
class _Move:
    """A line `MOVE: SEAT KIND SLOT TARGET COLOR RANK`; None where a kind has no such number."""

    seat: int
    kind: int
    slot: int | None
    target: int | None
    color: int | None
    rank: int | None


def _move(line: str, name: str) -> _Move:
    match = _MOVE.fullmatch(line)
    if match is None:
        raise NotationError(f"game {name}: {line[:40]!r} is no move")
    seat, kind, *rest = (None if each == "None" else int(each) for each in match.groups())
    return _Move(int(seat or 0), int(kind or 0), *rest)


def _first_change(moves: list[_Move]) -> int | None:
    """The first action that the page took on the wrong turn; None if there is none.

    Only the person's page writes a target beside a play or a discard. After a double click, the
    person acts on the agent's turn, and from there on the two have changed seats.
    """
    for turn, move in enumerate(moves):
        by_person = move.target is not None
        uses = move.kind in (_PLAY, _DISCARD)
        if move.target == move.seat and not uses:
            return turn
        if uses and by_person != (move.seat == _PERSON_SEAT):
            return turn
    return None


def _action(move: _Move, turn: int, name: str) -> int:
    """The id of a move, in the order of ours."""
    hand = _RULES.hand_size
    if move.seat != turn % 2:
        raise NotationError(f"game {name}, turn {turn + 1}: seat {move.seat} acts out of turn")
    if move.kind in (_PLAY, _DISCARD) and move.slot is not None and move.slot < hand:
        return move.slot + hand * (move.kind == _PLAY)
    if move.kind == _COLOR_HINT and move.color is not None and move.color < _RULES.suits:
        return 2 * hand + _SUITS[move.color]
    if move.kind == _RANK_HINT and move.rank is not None and 1 <= move.rank <= _RULES.ranks:
        return 2 * hand + _RULES.suits + move.rank - 1
    raise NotationError(f"game {name}, turn {turn + 1}: a move of kind {move.kind} lacks a number")
