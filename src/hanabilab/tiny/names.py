"""Small games by name, in the grammar that agents and rules are written in.

    A, trade-comm(3, 3), lever(10), matrix("10 0; 0 9")
    hanabi(full(suits=2, copies=321, hand_size=1))
    examples/signal_game.py:SignalGame

The last is a user's own: a class made without arguments, or an object.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias

from hanabilab.agents.user_files import load_file, require_nameable_files
from hanabilab.errors import GameError, HanabiError, NotationError
from hanabilab.messages import did_you_mean
from hanabilab.notation import parse_rules
from hanabilab.notation.call import Call, Value, parse_call
from hanabilab.tiny.game import SmallGame
from hanabilab.tiny.games import (
    TINY_HANABI,
    MiniHanabi,
    TradeComm,
    lever_game,
    parse_matrix,
    tiny_hanabi,
)
from hanabilab.tiny.games.open_spiel import OpenSpielGame
from hanabilab.tiny.hanabi.ladder import LADDER

_Builder: TypeAlias = Callable[..., SmallGame]


def _hanabi(rules: Call) -> MiniHanabi:
    return MiniHanabi(parse_rules(str(rules)))


def _rung(name: int | str) -> MiniHanabi:
    if str(name) not in LADDER:
        raise GameError(f"no rung {name}; rungs are {', '.join(LADDER)}")
    return MiniHanabi(LADDER[str(name)].rules)


#: By name: what makes a game, and the kinds of its arguments.
_BUILDERS: dict[str, tuple[_Builder, tuple[Any, ...]]] = {
    "trade-comm": (TradeComm, (int, int)),
    "lever": (lever_game, (int,)),
    "matrix": (parse_matrix, (str,)),
    "hanabi": (_hanabi, (Call,)),
    "rung": (_rung, (int | str,)),
    "open-spiel": (OpenSpielGame, (str,)),
}

#: How games are written, and what they are.
USAGES: Mapping[str, str] = MappingProxyType(
    {
        ", ".join(TINY_HANABI): "Tiny Hanabi: a card each, two open actions",
        "trade-comm(ITEMS, UTTERANCES)": "say one word each, then agree on a trade",
        "lever(LEVERS)": "pull the same lever; lever 0 pays .9, the others 1",
        'matrix("10 0; 0 9")': "both choose at once, a row and a column",
        "hanabi(RULES)": "Hanabi with few cards, RULES such as full(suits=1, ranks=3, hand_size=1)",
        "rung(11)": f"Hanabi of the ladder: {', '.join(LADDER)}",
        'open-spiel("tiny_bridge_2p(abstracted=true)")': "a game of OpenSpiel's, if installed",
        "FILE.py:NAME": "a game of yours",
    }
)


def make_game(text: str) -> SmallGame:
    """The game that `text` names.

    Raises:
        NotationError: not in the grammar.
        RulesError: impossible rules of Hanabi.
        GameError: no such game, or wrong arguments.
    """
    try:
        call = parse_call(text)
    except NotationError:
        require_nameable_files(text)
        raise
    if ".py" in call.name:
        return _from_file(call)
    if call.name in TINY_HANABI and not call.args and not call.options:
        return tiny_hanabi(call.name)
    if call.name not in _BUILDERS:
        near = did_you_mean(call.name, (*_BUILDERS, *TINY_HANABI))
        raise GameError(f"unknown game {text!r}{near}; hanabi tiny list lists them")
    build, kinds = _BUILDERS[call.name]
    if call.options or not _fit(call.args, kinds):
        usage = next(usage for usage in USAGES if usage.startswith(call.name))
        raise GameError(f"cannot make {text!r}; write {usage}")
    return build(*call.args)


def _fit(args: tuple[Value, ...], kinds: tuple[Any, ...]) -> bool:
    return len(args) == len(kinds) and all(map(isinstance, args, kinds))


def _from_file(call: Call) -> SmallGame:
    """The game that a user's Python file defines: a class without arguments, or an object."""
    if call.args or call.options:
        raise GameError(
            f"cannot make {str(call)!r}: a game of yours is an object, or a class that is made "
            "without arguments; write FILE.py:NAME"
        )
    path, _, wanted = call.name.partition(":")
    things = vars(load_file(Path(path), "game", GameError))
    if not wanted or wanted not in things:
        known = ", ".join(name for name, thing in things.items() if _is_game(thing))
        raise GameError(f"no game {wanted!r} in {path}, which has {known or 'none'}; FILE.py:NAME")
    thing = things[wanted]
    try:
        game = thing() if isinstance(thing, type) else thing
    except HanabiError:
        raise
    except Exception as error:  # whatever a user's class raises
        raise GameError(f"cannot make game {wanted!r} of {path}: {error}") from error
    if not isinstance(game, SmallGame):
        raise GameError(f"{wanted!r} of {path} is no small game; see SmallGame for what it needs")
    return game


def _is_game(thing: Any) -> bool:
    return isinstance(thing, type) and all(hasattr(thing, name) for name in ("deals", "act"))
