"""Games of people written as JSON lines, which `read_people` reads back."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from hanabilab.errors import NotationError
from hanabilab.game.rules import Rules
from hanabilab.game.words import card_name, format_action
from hanabilab.people.game import PeoplesGame


def format_line(game: PeoplesGame) -> str:
    """A game as a line of JSON, without the line end.

    Raises:
        NotationError: a game of a variant, which lines have no words for.
    """
    record, rules = game.record, game.record.rules
    if rules.variant is not None:
        raise NotationError(f"JSON lines hold no variants; it is one of {rules.variant.name}")
    persons = [each for each in game.persons if each]
    meta: dict[str, Any] = {"participant": persons[0]} if persons else {}
    if not game.is_whole and game.remark:
        meta["swapped_from"] = len(record.actions)
    document = {
        "game": game.name,
        "players": list(game.players),
        "rules": _changes(rules),
        "deck": [card_name(rules, card) for card in record.deck],
        "actions": [format_action(rules, action) for action in record.actions],
        "score": game.points,
        "meta": meta,
    }
    return json.dumps(document, separators=(",", ":"))


def _changes(rules: Rules) -> dict[str, Any]:
    """The rules that are not those of the standard game."""
    usual = Rules(players=rules.players)
    return {
        field.name: getattr(rules, field.name)
        for field in dataclasses.fields(Rules)
        if field.name != "variant" and getattr(rules, field.name) != getattr(usual, field.name)
    }
