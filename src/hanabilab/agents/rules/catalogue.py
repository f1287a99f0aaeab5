"""The rules by number and name, and the bases that they are of. The table is `rules.csv`.

A row of it: number, name, family (a kernel, see `families`), the family's parameters by name,
summary, and for rules that `canaan2019` lacks what they are for. The base `canaan2019` has the 105
rules of Canaan et al. 2019, number for number: their paper counts 135, but every public version has
these. The base `extended` has four more that published agents need, then rules of ours.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from hanabilab.agents.rules import own_hints, plays
from hanabilab.agents.rules.families import FAMILIES, make_word, number_of
from hanabilab.errors import AgentError
from hanabilab.messages import did_you_mean

_TABLE = Path(__file__).with_name("rules.csv")
#: The base `canaan2019` ends before the first of these rules, published agents before the second.
_EXTENDED, _OWN = 105, 109

#: Words of the table for parameters. No game has as many tokens, or discards to spare, as `always`.
_WORDS = {
    "always": 255,
    "now": plays.TOLD_NOW,
    "ever": plays.TOLD_EVER,
    "not-saved": plays.TOLD_NOT_SAVED,
    "lowest": plays.LOWEST,
    "opening": plays.OPENING,
    "top": plays.TOP,
    "last-copies": own_hints.SAVE_LAST,
    "top-ranks": own_hints.SAVE_TOP,
    "seconds": own_hints.SAVE_SECOND,
}


@dataclass(frozen=True)
class Rule:
    """One rule of a base.

    Attributes:
        number: its place in the base, from 0.
        name: unique, in kebab case.
        summary: what it does and when, in a sentence or two.
        family: the name of the kernel that it runs.
        parameters: of the kernel, 0 to 255 each, three at most.
        reason: what it is for; empty for the rules of `canaan2019`.
    """

    number: int
    name: str
    summary: str
    family: str
    parameters: tuple[int, ...] = ()
    reason: str = ""

    @property
    def word(self) -> int:
        """What kernels are given."""
        return make_word(self.number, FAMILIES[self.family], self.parameters)

    @property
    def is_published(self) -> bool:
        """Whether it is one that published agents are made of."""
        return self.number < _OWN


def _read_rules() -> Iterator[Rule]:
    """The rows of the table."""
    with _TABLE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            parameters = _read_parameters(row["family"], row["parameters"])
            number, name, summary = int(row["number"]), row["name"], row["summary"]
            yield Rule(number, name, summary, row["family"], parameters, row["reason"])


def _read_parameters(family: str, text: str) -> tuple[int, ...]:
    """The numbers in `percent=60 more_lives_than=0`, in the order of the family's kernel.

    Those that are not given at the end are 0.
    """
    pairs = [pair.split("=") for pair in text.split()]
    names = tuple(name for name, _ in pairs)
    if names != FAMILIES[family].parameters[: len(names)]:
        raise ValueError(f"rules of {family} have {FAMILIES[family].parameters}, not {names}")
    return tuple(_WORDS[value] if value in _WORDS else int(value) for _, value in pairs)


_RULES = tuple(_read_rules())
_BY_NAME = {rule.name: rule for rule in _RULES}

#: A base holds rule `n` at place `n`; the smaller opens the larger.
BASES: Mapping[str, tuple[Rule, ...]] = MappingProxyType(
    {"canaan2019": _RULES[:_EXTENDED], "extended": _RULES}
)


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
            raise AgentError(f"unknown rule {gene!r}{near}; hanabi list rules lists them")
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
    return _RULES[number_of(word)]
