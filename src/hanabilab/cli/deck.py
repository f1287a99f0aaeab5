"""`hanabi deck`: the deck that one of the public site's seeds stands for."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console
from hanabilab.notation.site import parse_seed


def command(
    seed: Annotated[str, typer.Argument(help="A seed of the public site, such as p2v0s1.")],
    as_json: JsonOption = False,
) -> int:
    """Show the deck of one of the public site's seeds, in the order drawn."""
    found = parse_seed(seed)
    names = [found.variant.card_name(card) for card in found.deck()]
    if as_json:
        document = {
            "seed": seed,
            "players": found.players,
            "variant": found.variant.name,
            "deck": names,
        }
        print(json.dumps(document))  # noqa: T201  # the document
        return 0
    console = Console()
    console.print(f"{found.variant.name}, {found.players} players, {len(names)} cards:")
    console.print(" ".join(names))
    return 0
