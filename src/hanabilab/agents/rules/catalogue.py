"""What a rule is to people: its number, its name, what it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from hanabilab.agents.rules.families import Family, make_word

#: Name, summary, family and parameters: a published rule before it is numbered.
Entry: TypeAlias = tuple[str, str, Family, tuple[int, ...]]
#: The same of a rule that `canaan2019` lacks, and what it is for.
OwnEntry: TypeAlias = tuple[str, str, Family, tuple[int, ...], str]

#: As a parameter: more tokens, and more discards to spare, than any game has.
ALWAYS = 255


@dataclass(frozen=True)
class Rule:
    """One rule of a base.

    Attributes:
        number: its place in the base, from 0.
        name: unique, in kebab case.
        summary: what it does and when, in a sentence or two.
        reason: what it is for; empty for the published rules.
        family: the kernel it runs.
        parameters: of the kernel, 0 to 255 each, three at most.
    """

    number: int
    name: str
    summary: str
    family: Family
    parameters: tuple[int, ...] = ()
    reason: str = ""

    @property
    def word(self) -> int:
        """What kernels are given."""
        return make_word(self.number, self.family, self.parameters)
