"""Bases of rules by name, and rules found in them by number or by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from hanabilab.agents.rules.catalogue import Rule
from hanabilab.agents.rules.extended import EXTENDED
from hanabilab.agents.rules.families import number_of
from hanabilab.agents.rules.published import CANAAN2019
from hanabilab.errors import AgentError
from hanabilab.messages import did_you_mean

#: A base holds rule `n` at place `n`; the smaller opens the larger.
BASES: Mapping[str, tuple[Rule, ...]] = MappingProxyType(
    {"canaan2019": CANAAN2019, "extended": EXTENDED}
)

_BY_NAME = {rule.name: rule for rule in EXTENDED}


def base_of(name: str) -> tuple[Rule, ...]:
    """The rules of a base.

    Raises:
        AgentError: no such base.
    """
    if name not in BASES:
        raise AgentError(f"unknown base {name!r}; known are {', '.join(BASES)}")
    return BASES[name]


def find_rule(gene: int | str, base: str = "extended") -> Rule:
    """The rule of a number or a name.

    Raises:
        AgentError: no such rule in the base.
    """
    rules = base_of(base)
    if isinstance(gene, str):
        if gene not in _BY_NAME:
            near = did_you_mean(gene, _BY_NAME)
            raise AgentError(f"unknown rule {gene!r}{near}; hanabi rules lists them")
        gene = _BY_NAME[gene].number
    if not 0 <= gene < len(rules):
        raise AgentError(f"no rule {gene} in base {base}; its rules are 0 to {len(rules) - 1}")
    return rules[gene]


def find_rules(genes: Iterable[int | str], base: str = "extended") -> tuple[Rule, ...]:
    """The rules of numbers and names, in their order.

    Raises:
        AgentError: a rule that is not in the base, or no rule at all.
    """
    found = tuple(find_rule(gene, base) for gene in genes)
    if not found:
        raise AgentError("no rules are given; a list has one at least, such as rules(8, 13, 27)")
    return found


def rule_of_word(word: int) -> Rule:
    """The rule that a word of settings stands for."""
    return EXTENDED[number_of(word)]
