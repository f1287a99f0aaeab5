"""`hanabi list rules`: the rules that rule agents act by; those of the game are variants."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Column, Table

from hanabilab.agents.rules import BASES, POOL, Rule, base_of, find_rule
from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console, print_document


def command(
    rules: Annotated[
        list[str] | None,
        typer.Argument(help="Numbers or names of rules to explain; without any, all are listed."),
    ] = None,
    base: Annotated[str, typer.Option(help=f"The base: {' or '.join(BASES)}.")] = "extended",
    as_json: JsonOption = False,
) -> int:
    """List the rules that rule agents act by, such as rules(8, 13, 27), or explain some of them.

    The rules of the game, for --rules, are listed by: hanabi list variants
    """
    found = [find_rule(_gene(text), base) for text in rules] if rules else list(base_of(base))
    if as_json:
        print_document([_as_json(rule) for rule in found])
    elif rules:
        for rule in found:
            _explain(Console(), rule)
    else:
        _list(Console(), found)
    return 0


def _gene(text: str) -> int | str:
    """A rule as it is written on the command line."""
    return int(text) if text.isascii() and text.isdigit() else text


def _list(console: Console, rules: list[Rule]) -> None:
    grid = Table(Column("rule", justify="right"), Column("name", no_wrap=True), "what it does")
    for rule in rules:
        grid.add_row(str(rule.number), rule.name, rule.summary)
    console.print(grid)


def _explain(console: Console, rule: Rule) -> None:
    """A rule's sentence, its reason, its family, and who of the pool has it."""
    console.print(f"{rule.number} {rule.name}", style="bold")
    console.print(f"  {rule.summary}")
    if rule.reason:
        console.print(f"  Why: {rule.reason}")
    parameters = f"({', '.join(map(str, rule.parameters))})" if rule.parameters else ""
    console.print(f"  Kernel: {rule.family}{parameters}")
    if users := _users(rule):
        console.print(f"  In: {', '.join(users)}")


def _users(rule: Rule) -> list[str]:
    """The agents of the pool that have a rule."""
    return [name for name, (genes, _) in POOL.items() if rule.number in genes]


def _as_json(rule: Rule) -> dict[str, Any]:
    """The contract of `rules --json`."""
    return {
        "number": rule.number,
        "name": rule.name,
        "summary": rule.summary,
        "reason": rule.reason,
        "family": rule.family.replace("_", "-"),
        "parameters": list(rule.parameters),
        "agents": _users(rule),
    }
