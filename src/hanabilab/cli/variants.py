"""`hanabi list variants`: what a game is played by: presets, their options, the site's variants."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Column, Table

from hanabilab.cli.grids import right
from hanabilab.cli.options import JsonOption
from hanabilab.cli.settings import require_used
from hanabilab.cli.terminal import Console, print_document
from hanabilab.errors import NotationError
from hanabilab.game.rules import PRESETS, Rules
from hanabilab.messages import did_you_mean
from hanabilab.notation import format_rules
from hanabilab.notation.variants import (
    Variant,
    rules_name,
    variant_called,
    variants,
    why_not_played,
)

#: An option in the docstring of `Rules`, and what it means.
_OPTION = re.compile(r"^    (\w+): (.*(?:\n {8,}.*)*)", re.MULTILINE)


def command(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="List the variants whose names have all these words, or the one of a number. "
            "Without any, presets and options are listed."
        ),
    ] = None,
    *,
    everything: Annotated[bool, typer.Option("--all", help="List all variants.")] = False,
    as_json: JsonOption = False,
) -> int:
    """List what --rules takes: presets, their options, and the variants of the public site."""
    if words:
        require_used("variants with these words", {"all": everything or None})
    found = _found(words) if words else list(variants())
    if as_json:
        print_document(_as_json(found, presets=not words))
    elif len(found) == 1:
        _tell(Console(), found[0])
    elif words or everything:
        _list(Console(), found)
    else:
        _overview(Console(), found)
    return 0


def _found(words: Sequence[str]) -> list[Variant]:
    """The variants that words mean.

    Raises:
        NotationError: there are none; says which word may be meant.
    """
    text = " ".join(words)
    if exact := variant_called(text):
        return [exact]
    found = list(variants())
    for word in text.lower().split():
        before, found = found, [each for each in found if _has(each, word)]
        if not found:
            known = {part for each in before for part in rules_name(each).split("-")}
            raise NotationError(
                f"no variant is called {text[:60]!r}: {word[:60]!r} is of none"
                f"{did_you_mean(word, known)}; hanabi list variants --all lists all names"
            )
    return found


def _has(variant: Variant, word: str) -> bool:
    if word.isascii() and word.isdigit() and int(word) > 9:
        return variant.id == int(word)
    return word in variant.name.lower() or word in rules_name(variant)


def _options() -> Iterator[tuple[str, str, str]]:
    """Each field of `Rules` that is an option: its name, its default, and what it means."""
    told = dict(_OPTION.findall(inspect.getdoc(Rules) or ""))
    usual = Rules()
    for each in fields(Rules):
        default = getattr(usual, each.name)
        if default is None:
            continue  # variants
        digits = "".join(map(str, default)) if isinstance(default, tuple) else None
        text = digits or (str(int(default)) if isinstance(default, bool) else str(default))
        yield each.name, text, " ".join(told[each.name].split())


def _presets() -> Iterator[tuple[str, str]]:
    """Each preset, and how it differs from the first."""
    for name, changes in PRESETS.items():
        differs = ", ".join(f"{key}={value}" for key, value in changes.items())
        yield name, differs or "the usual game"


def _as_json(found: Sequence[Variant], *, presets: bool) -> dict[str, Any]:
    """The contract of `variants --json`."""
    document: dict[str, Any] = {}
    if presets:
        document["presets"] = [{"name": name, "rules": text} for name, text in _presets()]
        document["options"] = [
            {"name": name, "default": default, "meaning": text}
            for name, default, text in _options()
        ]
    document["variants"] = [
        {
            "number": each.id,
            "name": each.name,
            "rules": rules_name(each),
            "played": not why_not_played(each),
            "why_not": why_not_played(each) or None,
            "suits": [suit.name for suit in each.suits],
            "letters": each.letters,
            "colors": list(each.colors),
            "hint_ranks": list(each.modifiers.hint_ranks),
            "cards": len(each.cards),
        }
        for each in found
    ]
    return document


def _overview(console: Console, found: Sequence[Variant]) -> None:
    grid = Table("preset", "what differs", box=SIMPLE_HEAD, pad_edge=False)
    for row in _presets():
        grid.add_row(*row)
    console.print(grid)
    grid = Table("option", "default", "meaning", box=SIMPLE_HEAD, pad_edge=False)
    for option in _options():
        grid.add_row(*option)
    console.print(grid)
    example = format_rules(Rules(players=3, bomb="keep"))
    played = sum(not why_not_played(each) for each in found)
    console.print(
        f"An option stands in brackets behind a preset or a variant: --rules '{example}'. The "
        f"public site has {len(found):,} variants, of which {played:,} are played here: hanabi "
        "variants rainbow 5 lists those with these words in their names, --all lists them all."
    )


def _list(console: Console, found: Sequence[Variant]) -> None:
    names = (Column(head, overflow="fold") for head in ("variant", "--rules"))
    grid = Table(*right("number"), *names, box=SIMPLE_HEAD, pad_edge=False)
    for each in found:
        grid.add_row(str(each.id), each.name, "not played" * _refused(each) or rules_name(each))
    console.print(grid)
    refused = sum(map(_refused, found))
    console.print(f"{len(found):,} variants" + f", {refused:,} not played here" * bool(refused))


def _refused(variant: Variant) -> bool:
    return bool(why_not_played(variant))


def _tell(console: Console, variant: Variant) -> None:
    """All about one variant."""
    suits = (
        f"{suit.name} ({letter})"
        for suit, letter in zip(variant.suits, variant.letters, strict=True)
    )
    ranks = ", ".join(map(str, variant.modifiers.hint_ranks))
    why = why_not_played(variant)
    rows = {
        "number": str(variant.id),
        "suits": ", ".join(suits),
        "cards": f"{len(variant.cards)}, ranks {', '.join(map(str, variant.ranks))}",
        "hints": f"{', '.join(variant.colors) or 'no colors'}; {ranks or 'no ranks'}",
        "rules": f"not played here: {why}" if why else f"--rules {rules_name(variant)}",
    }
    console.print(variant.name, style="bold")
    for name, text in rows.items():
        console.print(f"  {name:<8}{text}", soft_wrap=True)
