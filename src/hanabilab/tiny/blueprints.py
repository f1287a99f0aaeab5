"""Blueprints by name: the policies that search starts from.

uniform, first, random(SEED)
0,1,1,0,0,1             an action for each information set, in order
policy.json             a list of those, or of the probability of each choice
agent(five-rule)        in mini-Hanabi, an agent of the real game
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

from hanabilab.agents import make_agent
from hanabilab.errors import GameError, ResumeError
from hanabilab.notation.call import Call, parse_call
from hanabilab.runs.reading import read_json
from hanabilab.tiny.agent_policies import agent_policy
from hanabilab.tiny.policies import (
    Policy,
    check_policy,
    deterministic,
    random_policy,
    uniform_policy,
)
from hanabilab.tiny.tree import GameTree

USAGE = "uniform, first, random(SEED), 0,1,1,0 (an action each), FILE.json, agent(NAME)"

#: No game has so many actions.
_LARGEST = 10**9

_PICKS = re.compile(r"[0-9]{1,9}(,[0-9]{1,9})*")


def make_blueprint(tree: GameTree, text: str) -> Policy:
    """The policy that `text` names.

    Raises:
        NotationError: not in the grammar.
        AgentError: no such agent.
        GameError: no policy of this tree.
    """
    if _PICKS.fullmatch(text):
        return deterministic(tree, [int(pick) for pick in text.split(",")])
    if text.endswith(".json"):
        return _read(tree, Path(text))
    call = parse_call(text)
    match call:
        case Call("uniform", (), ()):
            return uniform_policy(tree)
        case Call("first", (), ()):
            return deterministic(tree, np.zeros(len(tree.infosets), np.int64))
        case Call("random", (int(seed),), ()):
            return random_policy(tree, seed)
        case Call("agent", (Call() as name,), ()):
            return agent_policy(tree, make_agent(name))
    raise GameError(f"no blueprint {text!r}; write {USAGE}")


def _read(tree: GameTree, path: Path) -> Policy:
    """A policy from a file: picks if they are as many as information sets, else probabilities."""
    try:
        numbers: Any = read_json(path)
    except ResumeError as error:
        raise GameError(f"no blueprint: {error}") from None
    if not isinstance(numbers, list) or not all(type(number) in (int, float) for number in numbers):
        raise GameError(f"blueprint {path} is not a list of numbers")
    if any(abs(number) > _LARGEST for number in numbers):
        raise GameError(
            f"blueprint {path} has a number beyond {_LARGEST:,}; they are actions or probabilities"
        )
    whole = all(type(number) is int for number in numbers)
    if whole and len(numbers) == len(tree.infosets):
        return deterministic(tree, numbers)
    return check_policy(tree, numbers)
