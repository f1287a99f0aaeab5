"""Shared-replay links of the public site: a whole game in an address, in and out.

The data is three fields, separated by commas, with a "-" after every twenty characters:

    players, lowest and highest rank, then a letter for each card
    lowest and highest kind of action, then two letters for each action
    the variant's number

Letters are digits of base 62. Names, notes, the seed and all options but the variant are not kept.

Source: docs/compiler.md, "Links".
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import replace

from hanabilab.errors import NotationError
from hanabilab.notation.game_log import ANONYMOUS, GameLog, LogAction, LogKind
from hanabilab.notation.site.ends import read_end
from hanabilab.notation.stand_ins import completed
from hanabilab.notation.variants import LogCard, variant_of_id

_DIGITS = string.ascii_lowercase + string.digits + string.ascii_uppercase
_ADDRESS = "https://hanab.live/shared-replay-json/"
_PATH = re.compile(r"(?:https?://[^/\s]{1,100})?/?(?:shared-replay-json|replay-json)/")
_DATA = re.compile(r"([a-zA-Z0-9]*),([a-zA-Z0-9]*),([0-9]{1,5})(?:,[-a-zA-Z0-9]*)*")
_MAX_LENGTH = 4096
_PIECE = 20


def parse_link(text: str) -> GameLog:
    """The game in a link, or in the data of one.

    Raises:
        NotationError: not such a link, or of a variant that the site lacks; says which field.
    """
    if len(text) > _MAX_LENGTH:
        raise NotationError(f"a link has at most {_MAX_LENGTH} characters, not {len(text)}")
    data = _PATH.sub("", text.strip(), count=1).partition("#")[0].replace("-", "")
    if not (found := _DATA.fullmatch(data)):
        raise NotationError(f"no shared replay {text[:60]!r}; a link is {_ADDRESS}CARDS,ACTIONS,ID")
    variant = variant_of_id(int(found[3]))
    players, deck = _read_deck(found[1])
    actions, remarks = [], []
    for action in _read_actions(found[2]):
        if action.kind >= LogKind.END:
            end, remark = read_end(*action, players)
            actions.append(end)
            remarks.append(remark)
        else:
            actions.append(action)
    log = GameLog(variant=variant, players=ANONYMOUS[:players], deck=deck, actions=tuple(actions))
    return replace(completed(log), remarks=tuple(filter(None, remarks)))


def _read_deck(field: str) -> tuple[int, tuple[LogCard, ...]]:
    """How many players there are, and the cards."""
    if not re.match(r"[2-6][1-7][1-7].", field) or field[1] > field[2]:
        raise NotationError("the first field of a link is players 2-6, two ranks, then cards")
    lowest, count = int(field[1]), int(field[2]) - int(field[1]) + 1
    cards = []
    for letter in field[3:]:
        suit, rank = divmod(_DIGITS.index(letter), count)
        cards.append(LogCard(suit, lowest + rank))
    return int(field[0]), tuple(cards)


def _read_actions(field: str) -> Iterator[LogAction]:
    if not re.match(r"[0-5][0-5]", field) or field[0] > field[1] or len(field) % 2:
        raise NotationError("the second field of a link is two kinds of action, then pairs")
    lowest, count = int(field[0]), int(field[1]) - int(field[0]) + 1
    for place in range(2, len(field), 2):
        value, kind = divmod(_DIGITS.index(field[place]), count)
        target = _DIGITS.index(field[place + 1])
        yield LogAction(LogKind(lowest + kind), target, max(value - 1, 0))


def format_link(log: GameLog) -> str:
    """The link of a game. Ends that no seat brought about have no place in one and are left out.

    Raises:
        NotationError: a number that is too large for a letter, or a game without a deck.
    """
    if not log.deck:
        raise NotationError("a link needs the deck of the game, and there is none")
    ranks = [card.rank for card in log.deck]
    lowest, highest = min(ranks), max(ranks)
    cards = "".join(
        _letter(card.suit * (highest - lowest + 1) + card.rank - lowest) for card in log.deck
    )
    fields = (
        f"{len(log.players)}{lowest}{highest}{cards}",
        _format_actions([action for action in log.actions if action.target >= 0]),
        str(log.variant.id),
    )
    data = ",".join(fields)
    pieces = [data[start : start + _PIECE] for start in range(0, len(data), _PIECE)]
    return _ADDRESS + "-".join(pieces)


def _format_actions(actions: list[LogAction]) -> str:
    kinds = [int(action.kind) for action in actions] or [0]
    lowest, count = min(kinds), max(kinds) - min(kinds) + 1
    pairs = [
        _letter(_value_field(action) * count + action.kind - lowest) + _letter(action.target)
        for action in actions
    ]
    return f"{lowest}{max(kinds)}" + "".join(pairs)


def _value_field(action: LogAction) -> int:
    """The value plus one; 0 where the site keeps none."""
    return 0 if action.kind in (LogKind.PLAY, LogKind.DISCARD) else action.value + 1


def _letter(number: int) -> str:
    if number >= len(_DIGITS):
        raise NotationError(f"{number} does not fit a letter of a link; the most is 61")
    return _DIGITS[number]
