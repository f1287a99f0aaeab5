"""Rules as text: a preset or a variant and what differs, "full(players=3, bomb=keep)".

A variant of the public site is called as its name is spelt, in small letters with dashes:
"rainbow-5-suits(players=2)". Its own name is understood, too: "Rainbow (5 Suits)". A variant that a
user made is written out, `variant=own(...)`, see `notation.own_variants`.
"""

from __future__ import annotations

import dataclasses
import re
from contextlib import suppress
from typing import Any

from hanabilab.errors import NotationError, RulesError
from hanabilab.game.checks import checked_rules
from hanabilab.game.rules import PRESETS, Rules
from hanabilab.game.variant import VariantTables
from hanabilab.game.words import require_text
from hanabilab.messages import did_you_mean
from hanabilab.notation.call import Call, Value, parse_call
from hanabilab.notation.own_variants import OWN_VARIANT, own_variant, own_variant_call
from hanabilab.notation.variants import (
    rules_name,
    rules_of_variant,
    variant_called,
    variant_named,
    variants,
    why_not_played,
)

#: Fields that a variant settles.
_SAID_BY_VARIANT = ("suits", "ranks", "copies", "variant")
#: How a variant's own name ends: "Rainbow (5 Suits)".
_OWN_NAME_ENDS = re.compile(r" suits\)?$", re.IGNORECASE)


def format_rules(rules: Rules) -> str:
    """The shortest text for `rules`: the preset that leaves least to say, players always said.

    Raises:
        RulesError: rules that are none.
    """
    checked_rules(rules)
    if variant := rules.variant:
        own = {} if _is_named(variant) else {"variant": own_variant_call(variant)}
        return _as_call(rules, "full" if own else variant.name, Rules(players=rules.players), **own)
    texts = []
    for preset in PRESETS:
        with suppress(RulesError):  # a preset's small deck may not serve so many players
            base = Rules.preset(preset, players=rules.players)
            texts.append(_as_call(rules, preset, base))
    return min(texts, key=len)


def _is_named(variant: VariantTables) -> bool:
    """Whether these are the tables that the variant's name stands for."""
    found = variant_called(variant.name)
    return bool(found and not why_not_played(found) and rules_of_variant(found).variant == variant)


def _as_call(rules: Rules, preset: str, base: Rules, **more: Value) -> str:
    options: list[tuple[str, Value]] = [("players", rules.players), *more.items()]
    said = {"players", *(_SAID_BY_VARIANT if rules.variant else ())}
    for field in dataclasses.fields(Rules):
        value = getattr(rules, field.name)
        if field.name not in said and value != getattr(base, field.name):
            options.append((field.name, _as_value(value)))
    return str(Call(preset, (), tuple(options)))


def _as_value(value: Any) -> Value:
    if isinstance(value, tuple):
        return int("".join(str(count) for count in value))
    return Call(value) if isinstance(value, str) else int(value)


def rules_call(text: str) -> Call:
    """The call that names rules, whose name may also be that of a variant as its site writes it.

    Raises:
        NotationError: not in the grammar, no such variant, or no text.
    """
    require_text("rules", text)
    named = text.partition("(")[0] not in PRESETS and ("(" in text or " " in text)
    variant = variant_called(text) if named else None
    if named and not variant and _OWN_NAME_ENDS.search(text):
        variant = variant_named(text)  # raises, and says which one may be meant
    return Call(rules_name(variant)) if variant else parse_call(text)


def parse_rules(text: str) -> Rules:
    """The rules that `text` names; copies are written as digits, lowest rank first: `copies=32221`.

    Raises:
        NotationError: not in the grammar, or a variant that is not played here.
        RulesError: no such preset, variant or field, or impossible rules.
    """
    call = rules_call(text)
    if call.args:
        raise NotationError(f"rules {text!r} take keywords only, such as {call.name}(players=3)")
    options = {key: _from_value(key, value) for key, value in call.options}
    if call.name in PRESETS:
        return Rules.preset(call.name, **options)
    if variant := variant_called(call.name):
        if "variant" in options:
            raise RulesError(f"{call.name} is a variant already; leave variant= out")
        return rules_of_variant(variant, **options)
    if near := did_you_mean(call.name, [*PRESETS, *map(rules_name, variants())]):
        raise RulesError(f"unknown rules {call.name!r}{near}; hanabi list variants tells names")
    return Rules.preset(call.name, **options)  # raises


def _from_value(key: str, value: Value) -> Any:
    if key == "variant" and isinstance(value, Call) and value.name == OWN_VARIANT:
        return own_variant(value)
    if key == "copies" and isinstance(value, int) and value >= 0:
        return tuple(int(digit) for digit in str(value))
    return str(value) if isinstance(value, Call) else value
