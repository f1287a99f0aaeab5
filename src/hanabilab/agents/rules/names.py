"""Rule agents in the grammar of names: `rules(2, 8, 13)`, and the pool: `iggi(mode=compat)`.

A rule is written by its number or its name.
"""

from __future__ import annotations

from functools import partial

from hanabilab.agents.policy import CompiledPolicy
from hanabilab.agents.registry import Family, register
from hanabilab.agents.rules.agent import rule_policy
from hanabilab.agents.rules.pool import POOL
from hanabilab.errors import AgentError
from hanabilab.notation.call import Call, Value

_OPTIONS = ("base", "mode")


def _gene(value: Value) -> int | str:
    """A rule as it is written in a call.

    Raises:
        AgentError: neither a whole number nor a name.
    """
    if isinstance(value, int):
        return value
    if isinstance(value, Call) and not value.args and not value.options:
        return value.name
    raise AgentError(f"no rule {value}; write its number or its name, such as 8 or play-safe-card")


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


def register_rule_agents() -> None:
    """Add `rules` and the pool to the registry."""
    usage = "rules(RULE, ..., base=extended, mode=clean)"
    summary = "A list of rules, first tried first; `hanabi rules` explains them."
    register(Family("rules", usage, summary, _build_rules))
    for name, (genes, words) in POOL.items():
        listed = ", ".join(str(number) for number in genes)
        told = f"{words} rules({listed})"
        register(Family(name, name, told, partial(_build_named, name)))
