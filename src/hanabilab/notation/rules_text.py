"""Rules as text: a preset and what differs from it, "full(players=3, bomb=keep)"."""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from typing import Any

from hanabilab.errors import NotationError, RulesError
from hanabilab.game.rules import PRESETS, Rules
from hanabilab.notation.call import Call, Value, parse_call


def format_rules(rules: Rules) -> str:
    """The shortest text for `rules`: the preset that leaves least to say, players always said."""
    texts = []
    for preset in PRESETS:
        with suppress(RulesError):  # a preset's small deck may not serve so many players
            base = Rules.preset(preset, players=rules.players)
            texts.append(_as_call(rules, preset, base))
    return min(texts, key=len)


def _as_call(rules: Rules, preset: str, base: Rules) -> str:
    options: list[tuple[str, Value]] = [("players", rules.players)]
    for field in dataclasses.fields(Rules):
        value = getattr(rules, field.name)
        if field.name != "players" and value != getattr(base, field.name):
            options.append((field.name, _as_value(value)))
    return str(Call(preset, (), tuple(options)))


def _as_value(value: Any) -> Value:
    if isinstance(value, tuple):
        return int("".join(str(count) for count in value))
    return Call(value) if isinstance(value, str) else int(value)


def parse_rules(text: str) -> Rules:
    """The rules that `text` names; copies are written as digits, lowest rank first: `copies=32221`.

    Raises:
        NotationError: not in the grammar.
        RulesError: no such preset or field, or impossible rules.
    """
    call = parse_call(text)
    if call.args:
        raise NotationError(f"rules {text!r} take keywords only, such as {call.name}(players=3)")
    options = {key: _from_value(key, value) for key, value in call.options}
    return Rules.preset(call.name, **options)


def _from_value(key: str, value: Value) -> Any:
    if key == "copies" and isinstance(value, int) and value >= 0:
        return tuple(int(digit) for digit in str(value))
    return str(value) if isinstance(value, Call) else value
