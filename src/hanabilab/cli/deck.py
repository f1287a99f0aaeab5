"""`hanabi log deck`: the deck that one of the public site's seeds stands for."""

from __future__ import annotations

from typing import Annotated

import typer

from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console, report
from hanabilab.notation.site import parse_seed


def command(
    seed: Annotated[str, typer.Argument(help="A seed of the public site, such as p2v0s1.")],
    as_json: JsonOption = False,
) -> int:
    """Show the deck of one of the public site's seeds, in the order drawn."""
    found = parse_seed(seed)
    names = [found.variant.card_name(card) for card in found.deck()]
    name = found.variant.name
    document = {"seed": seed, "players": found.players, "variant": name, "deck": names}
    text = f"{name}, {found.players} players, {len(names)} cards:\n{' '.join(names)}"
    return report(document, lambda _: Console().print(text), as_json=as_json)
