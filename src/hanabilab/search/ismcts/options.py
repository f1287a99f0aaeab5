"""Options of `ismcts`, checked: their ranges, modes by name, sets of rules by name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from hanabilab.errors import AgentError
from hanabilab.search.ismcts.grow import BLUEPRINT_RULE, MRIS, PLAIN, PREDICTOR, RIS
from hanabilab.search.ismcts.proposals import ALL_RULES, RULE_NAMES
from hanabilab.search.prepare import require_fit, require_number, require_whole

#: What other seats do in the tree; in "flat" they do not come to it.
MODES = {"ris": RIS, "mris": MRIS, "plain": PLAIN, "predictor": PREDICTOR, "flat": PLAIN}

_MOST = {"iterations": 1_000_000, "depth": 1000, "turns": 1000}
_WORDS = {"mode": tuple(MODES), "beliefs": ("hints", "exact")}
_RULE_BITS = {name: 1 << number for number, name in enumerate(RULE_NAMES)}
_RULE_BITS["blueprint"] = BLUEPRINT_RULE


def check_options(search: Any) -> None:
    """Do nothing if the options of an `Ismcts` are in range.

    Raises:
        AgentError: the first that is not.
    """
    require_fit(search.blueprint)
    for key, most in _MOST.items():
        require_whole(key, getattr(search, key), 1, most)
    require_number("exploration", search.exploration, "a part of the maximum score, from 0 up")
    for key, words in _WORDS.items():
        if getattr(search, key) not in words:
            raise AgentError(f"{key} is {getattr(search, key)!r}; one of {', '.join(words)}")


@cache
def parse_rule_set(text: str) -> tuple[str, int]:
    """The canonical spelling of a set of rules, and its bits.

    Raises:
        AgentError: a name that is no rule.
    """
    if text == "none":
        return text, 0
    bits = 0
    for name in str(text).split("+"):
        if name != "all" and name not in _RULE_BITS:
            known = ", ".join(_RULE_BITS)
            raise AgentError(f"unknown rule {name!r}; known are {known}; or write all, or none")
        bits |= ALL_RULES if name == "all" else _RULE_BITS[name]
    return "+".join(_spell(bits)), bits


def _spell(bits: int) -> Iterable[str]:
    if bits & ALL_RULES == ALL_RULES:
        yield "all"
        bits &= ~ALL_RULES
    for name, rule in _RULE_BITS.items():
        if bits & rule:
            yield name
