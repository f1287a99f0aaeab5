"""The words that completion keeps in files, made from the code: `python -m` this module.

A test holds the files against what this module would write.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from hanabilab.agents.registry import families
from hanabilab.agents.rules import BASES, base_of
from hanabilab.cli.commands import COMMANDS
from hanabilab.cli.completion.words import (
    AGENT,
    ANYTHING,
    GAME,
    LINEUP,
    PATH,
    RULES,
    VARIANTS,
    WORDS,
    Kind,
)
from hanabilab.cli.loading import function_of, loaded
from hanabilab.cli.warm import CALLS
from hanabilab.game.rules import PRESETS, Rules
from hanabilab.learning.shipped import shipped_beliefs, shipped_names
from hanabilab.notation.variants import rules_name, variants, why_not_played
from hanabilab.tiny.games import TINY_HANABI
from hanabilab.tiny.learners import ALGORITHMS

_RULE_NAMES: Kind = [rule.name for rule in base_of("extended")]
#: Texts with a kind, by the name of their parameter; `COMMAND NAME` is of one command alone.
_TEXTS: dict[str, Kind] = {
    "agent": AGENT,
    "agents": AGENT,
    "challenger": AGENT,
    "first": LINEUP,
    "second": LINEUP,
    "partners": LINEUP,
    "rules": RULES,
    "game": list(TINY_HANABI),
    "pool": PATH,
    "others_pool": PATH,
    "log convert source": GAME,
    "log convert target": PATH,
    "explain file": GAME,
    "replay file": GAME,
    "search file": GAME,
    "log deduce file": GAME,
    "endgame file": GAME,
    "log check files": GAME,
    "review files": GAME,
    "view games": GAME,
    "log winnable deck": GAME,
    "tiny learn algorithm": [*ALGORITHMS, "all"],
    "list rules rules": _RULE_NAMES,
    "warm commands": list(CALLS),
    "base": list(BASES),
}


def words() -> dict[str, Any]:
    """The document of `words.json`."""
    return {
        "commands": {place: _command(place) for place in COMMANDS},
        "agents": dict(_agents()),
        "rules": {"presets": list(PRESETS), "options": _fields_of_rules()},
    }


def _command(place: str) -> dict[str, Any]:
    """The arguments of a command, and its options but `--help`."""
    annotations = {
        name: parameter.annotation
        for name, parameter in inspect.signature(function_of(place)).parameters.items()
    }
    arguments: list[tuple[Kind, bool]] = []
    options: dict[str, Kind] = {}
    for parameter in loaded(place).params:
        kind = _kind(place, parameter, annotations.get(parameter.name))
        if parameter.param_type_name == "argument":
            arguments.append((kind, parameter.nargs != 1))
        elif parameter.name != "help":
            options |= dict.fromkeys((*parameter.opts, *parameter.secondary_opts), kind)
    return {"arguments": arguments, "options": options}


def _kind(place: str, parameter: Any, annotation: Any) -> Kind:
    """The kind of a parameter, by its type or its name."""
    if getattr(parameter, "is_flag", False):
        return None
    kinds = list(_types(annotation))
    for kind in kinds:
        if get_origin(kind) is Literal:
            return list(get_args(kind))
    own, shared = f"{place} {parameter.name}", parameter.name
    if own in _TEXTS:
        return _TEXTS[own]
    if Path in kinds:
        return PATH
    return _TEXTS.get(shared, ANYTHING) if str in kinds else ANYTHING


def _types(annotation: Any) -> Iterator[Any]:
    """A type and all that it is made of."""
    yield annotation
    if get_origin(annotation) is not Literal:
        for part in get_args(annotation):
            yield from _types(part)


def _agents() -> Iterator[tuple[str, dict[str, Any]]]:
    """What may stand in the call of each agent: the kind of its first argument, its options."""
    belief = shipped_beliefs()[0]
    for family in families():
        _, _, inside = family.usage.rstrip(")").partition("(")
        arguments = [argument.strip() for argument in inside.split(",") if argument.strip()]
        options = dict(each.split("=") for each in arguments if "=" in each)
        given = {key: belief if key == "belief" else value for key, value in options.items()}
        given = {key: value for key, value in given.items() if value != "..."}
        told: dict[str, Any] = {"summary": family.summary}
        if arguments:
            first = [] if "=" in arguments[0] else _first(family.name, arguments[0])
            told |= {"first": first, "options": given}
        yield family.name, told


def _first(name: str, usage: str) -> Kind:
    """The kind of the first argument of an agent, by how its usage writes it."""
    weights = [each for each in shipped_names() if name != "guided" or each.startswith(name)]
    return {"AGENT": AGENT, "FILE": weights, "RULE": _RULE_NAMES}.get(usage, PATH)


def _fields_of_rules() -> dict[str, str]:
    """The fields of rules that are numbers or words, and what they are if nothing is said."""
    told = ((each.name, each.default) for each in fields(Rules))
    return {
        name: str(default)
        for name, default in told
        if isinstance(default, int | str) and not isinstance(default, bool)
    }


def text_of_words() -> str:
    """`words.json`, a line for each command, agent and field, so that changes can be read."""
    parts = []
    for name, entries in words().items():
        lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(entries[key])}" for key in entries)
        parts.append(f"{json.dumps(name)}: {{\n{lines}\n}}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def text_of_variants() -> str:
    """`variants.txt`, a line for each variant that is played here, by number."""
    return "".join(f"{rules_name(each)}\n" for each in variants() if not why_not_played(each))


def main() -> None:
    """Write both files."""
    WORDS.write_text(text_of_words(), encoding="ascii")
    VARIANTS.write_text(text_of_variants(), encoding="ascii")


if __name__ == "__main__":
    main()
