"""Names with arguments, such as sparta(smart, rollouts=10000), completed from inside.

What may stand in a call is told by name: `summary`, `first` (the kind of the first argument, if it
has one) and `options` (the value of each that it has if it is not given).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from hanabilab.cli.completion.words import AGENT

#: What may stand in the calls of each name.
Calls: TypeAlias = Mapping[str, Any]


def calls(known: Calls, text: str) -> dict[str, str]:
    """The calls that begin with `text`, each with what it is."""
    name, opened, inside = text.partition("(")
    if opened:
        return _inside(known, name, inside)
    found = {each: told.get("summary", "") for each, told in known.items() if each.startswith(text)}
    if len(found) == 1:
        (name,) = found
        if known[name].get("first"):
            return _inside(known, name, "")
    return {
        f"{each}(" if known[each].get("first") else each: summary for each, summary in found.items()
    }


def lineups(known: Calls, text: str) -> dict[str, str]:
    """As `calls`, of the last of some that are separated by commas."""
    place = _last_comma(text)
    last = text[place:].lstrip()
    before = text[: len(text) - len(last)]
    return {before + each: summary for each, summary in calls(known, last).items()}


def _inside(known: Calls, name: str, inside: str) -> dict[str, str]:
    """The calls of a name whose arguments begin with `inside`."""
    if name not in known:
        return {}
    place = _last_comma(inside)
    last = inside[place:].lstrip()
    before = f"{name}({inside[: len(inside) - len(last)]}"
    if not place and known[name].get("first"):
        found = _firsts(known, known[name]["first"], last)
    else:
        given = known[name].get("options", {})
        found = [f"{key}={value}" for key, value in given.items()]
        found = [each for each in found if each.startswith(last)]
    return {f"{before}{each}{'' if each.endswith('(') else ')'}": "" for each in found}


def _firsts(known: Calls, kind: Any, text: str) -> list[str]:
    """What may be the first argument of a call, and begins with `text`."""
    if isinstance(kind, list):
        return [each for each in kind if each.startswith(text)]
    if kind != AGENT:
        return []
    plain = {name: told for name, told in known.items() if told.get("first") != AGENT}
    return list(calls(plain, text))  # no search is over a search


def _last_comma(text: str) -> int:
    """The place behind the last comma that no parenthesis encloses; 0 without one."""
    depth = place = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            place = at + 1
    return place
