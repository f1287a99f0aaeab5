"""Exports of the site as they were until 2020, put into today's form.

A card had `suit` for `suitIndex`. A hint held an object: `clue: {type, value}`, where type 0 was a
rank and 1 a color, and actions were numbered otherwise. The variant and who began stood beside the
players.
"""

from __future__ import annotations

from typing import Any

from hanabilab.errors import NotationError
from hanabilab.notation.game_log import LogKind

#: What the old numbers of actions mean; 0 was a hint.
_DECK_PLAY = 3
_KINDS = {
    1: LogKind.PLAY,
    2: LogKind.DISCARD,
    _DECK_PLAY: LogKind.PLAY,
    4: LogKind.END,
    5: LogKind.END,
}
_TIMEOUT, _IDLE = 3, 6
_ENDS = {4: _TIMEOUT, 5: _IDLE}
_RANK, _COLOR = 0, 1
#: Fields that stood beside the players, and the options that they are today.
_MOVED = {"variant": "variant", "firstPlayer": "startingPlayer"}


def as_today(found: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """A document in today's form, and whether it was an old one.

    Raises:
        NotationError: it names its variant, or an action, in a way that is not known.
    """
    deck, actions = _rows(found, "deck"), _rows(found, "actions")
    old_cards = any("suit" in each for each in deck)
    old_actions = any("clue" in each for each in actions) or (old_cards and _without_hints(actions))
    if not (old_cards or old_actions):
        return found, False
    today = {name: each for name, each in found.items() if name not in _MOVED}
    moved = {_MOVED[name]: found[name] for name in _MOVED if name in found}
    options = _named(moved)
    if old_cards:
        today["deck"] = [_card(each) for each in found["deck"]]
    if old_actions:
        color = _color_type(actions)
        today["actions"] = [_action(each, color) for each in found["actions"]]
        if any(each.get("type") == _DECK_PLAY for each in actions):
            options["deckPlays"] = True
    told = found.get("options", {})
    today["options"] = options | told if isinstance(told, dict) else told
    return today, True


def _rows(found: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The objects in a list of a document."""
    rows = found.get(name)
    return [each for each in rows if isinstance(each, dict)] if isinstance(rows, list) else []


def _without_hints(actions: list[dict[str, Any]]) -> bool:
    """Whether actions without a hint are numbered as of old: none has today's number of a play."""
    kinds = [each.get("type") for each in actions]
    return bool(kinds) and 0 not in kinds and 3 not in kinds


def _named(options: dict[str, Any]) -> dict[str, Any]:
    """Options with the variant by its name, which old exports may lack.

    Raises:
        NotationError: it has a number, which is not that of today.
    """
    number = options.get("variant", 0)
    if isinstance(number, str):
        return options
    if number != 0:
        raise NotationError(
            f"an export of before 2020 names its variant by a number, {str(number)[:20]}, that the "
            "site has given to another since; write its name under options.variant"
        )
    return {name: value for name, value in options.items() if name != "variant"}


def _card(card: Any) -> Any:
    if not (isinstance(card, dict) and "suit" in card):
        return card
    return {"suitIndex": card["suit"]} | {name: card[name] for name in card if name != "suit"}


def _color_type(actions: list[dict[str, Any]]) -> int:
    """The type of hints of colors; no rank is 0, so a hint of type 0 that tells 0 is of a color."""
    clues = [each.get("clue") for each in actions]
    is_color = any(
        isinstance(clue, dict) and clue.get("type") == _RANK and clue.get("value") == 0
        for clue in clues
    )
    return _RANK if is_color else _COLOR


def _action(action: Any, color: int) -> Any:
    if not isinstance(action, dict) or not isinstance(kind := action.get("type"), int):
        return action
    rest = {name: each for name, each in action.items() if name not in ("type", "clue", "value")}
    clue = action.get("clue")
    if kind == 0 and isinstance(clue, dict) and clue.get("type") in (_RANK, _COLOR):
        told = LogKind.COLOR_HINT if clue.get("type") == color else LogKind.RANK_HINT
        return {"type": int(told), "value": clue.get("value"), **rest}
    if kind not in _KINDS:
        raise NotationError(
            f"an export of before 2020 has no action of type {kind} without a clue of type 0 or 1"
        )
    return {"type": int(_KINDS[kind]), "value": _ENDS.get(kind, 0), **rest}
