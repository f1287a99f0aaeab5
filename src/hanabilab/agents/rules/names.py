"""Rule agents by name: `rules(2, 8, 13)`, and published agents, the pool: `iggi(mode=compat)`.

A rule is written by its number or its name. Sources of the pool: Walton-Rivers et al. 2017 and the
code they published with it (`internal`, `outer` and `self-recognition` after Osawa 2015,
`van-den-bergh` after Van den Bergh et al. 2016); Canaan et al. 2019 (`canaan-elite`, the best agent
of their archive for two players).
"""

from __future__ import annotations

from functools import partial
from types import MappingProxyType

from hanabilab.agents.policy import CompiledPolicy
from hanabilab.agents.registry import Family
from hanabilab.agents.rules.agent import rule_policy
from hanabilab.errors import AgentError
from hanabilab.notation.call import Call, Value

_OPTIONS = ("base", "mode")

#: Numbers of rules, and what the agent is.
POOL = MappingProxyType(
    {
        "canaan-elite": (
            (67, 21, 8, 52, 33, 53, 36, 93, 96, 34, 27, 6, 19, 62, 21),
            "The best evolved list of Canaan et al. 2019 for two players.",
        ),
        "cautious": ((2, 8, 13, 38, 34, 22), "Plays what is sure, tells of what is playable."),
        "clive-j": (
            (40, 8, 18, 38, 10, 13, 14, 107, 36, 24),
            "A player's rules of thumb, from BoardGameGeek.",
        ),
        "flawed": ((8, 49, 22, 38, 27, 34), "Plays what is likely by a quarter; a bad partner."),
        "iggi": ((2, 8, 13, 38, 27, 39), "As cautious, but discards the oldest card."),
        "iggi-2": (
            (41, 2, 8, 46, 38, 12, 10, 28, 27, 107, 22),
            "IGGI with likely plays and hints about half-known cards.",
        ),
        "internal": ((8, 38, 20, 22, 34), "Knows its own hand by hints; tells at random."),
        "legal-random": ((39,), "Any legal action."),
        "osawa": ((108,), "Hints, discards and plays at random, whether it may or not."),
        "outer": ((8, 38, 21, 23, 34), "As internal, but tells what others do not know."),
        "piers": (
            (41, 8, 46, 13, 48, 38, 27, 22, 34),
            "IGGI with likely plays, and hints for discards when tokens are short.",
        ),
        "risky": ((2, 106, 13, 38, 27), "Plays what is likely by three quarters."),
        "self-recognition": ((2, 25, 21, 23, 34), "Acts on fully known cards alone."),
        "van-den-bergh": (
            (46, 8, 105, 13, 14, 19, 29),
            "Plays and discards by thresholds; tells what is useful, what is useless, or most.",
        ),
    }
)


def _gene(value: Value) -> int | str:
    """A rule as it is written in a call.

    Raises:
        AgentError: neither a whole number nor a name.
    """
    if isinstance(value, int):
        return value
    if isinstance(value, Call) and not value.args and not value.options:
        return value.name
    given = repr(value) if isinstance(value, str) else value
    raise AgentError(f"no rule {given}; write its number or its name, such as 8 or play-safe-card")


def _words(family: str, known: tuple[str, ...], options: dict[str, Value]) -> dict[str, str]:
    """Options, all of which are words."""
    for key in options:
        if key not in known:
            raise AgentError(f"{family} has no option {key!r}; it has {', '.join(known)}")
    return {key: str(value) for key, value in options.items()}


def _build_rules(args: tuple[Value, ...], options: dict[str, Value]) -> CompiledPolicy:
    genes = [_gene(value) for value in args]
    return rule_policy(genes, **_words("rules", _OPTIONS, options))


def _build_named(name: str, args: tuple[Value, ...], options: dict[str, Value]) -> CompiledPolicy:
    """An agent of the pool."""
    if args:
        raise AgentError(f"agent {name!r} takes no rules; its own are rules{POOL[name][0]}")
    mode = _words(name, ("mode",), options).get("mode", "clean")
    written = (("mode", Call(mode)),) if mode != "clean" else ()
    genes, summary = POOL[name]
    return rule_policy(genes, mode=mode, name=str(Call(name, (), written)), doc=summary)


def _families() -> dict[str, Family]:
    """`rules` and the pool, by name."""
    usage = "rules(RULE, ..., base=extended, mode=clean)"
    summary = "A list of rules, first tried first; `hanabi list rules` explains them."
    found = {"rules": Family("rules", usage, summary, _build_rules)}
    for name, (genes, words) in POOL.items():
        listed = ", ".join(str(number) for number in genes)
        told = f"{words} rules({listed})"
        found[name] = Family(name, name, told, partial(_build_named, name))
    return found


FAMILIES = MappingProxyType(_families())
