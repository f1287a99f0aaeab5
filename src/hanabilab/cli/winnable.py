"""`hanabi log winnable`: whether a deck can be won when all cards are known."""

from __future__ import annotations

from typing import Annotated

import typer

from hanabilab.cli.game_files import ONE_GAME, PIPE, PartialOption, is_folder, load_game
from hanabilab.cli.options import JsonOption
from hanabilab.cli.settings import require_used
from hanabilab.cli.terminal import Console, print_document
from hanabilab.game.rules import Rules
from hanabilab.game.words import format_action
from hanabilab.notation import Record, format_record
from hanabilab.notation.site import parse_seed
from hanabilab.notation.variants import card_id, rules_of_variant
from hanabilab.open_hands import Outcome, Winnability, decide_deck


def command(
    deck: Annotated[
        str,
        typer.Argument(help=f"A seed of the public site, such as p2v0s1. {ONE_GAME}"),
    ],
    line: Annotated[
        bool, typer.Option("--line", help="Print the winning line as a record, and nothing else.")
    ] = False,
    partial: PartialOption = False,
    as_json: JsonOption = False,
) -> int:
    """Decide whether a deck can be won if all cards are known: won, lost or undecided."""
    if as_json:
        require_used("--json, which has the line", {"line": line or None})
    rules, cards = _dealt(deck, partial=partial)
    outcome = decide_deck(rules, cards)
    if as_json:
        print_document(_as_json(rules, deck, outcome))
    elif line and outcome.winnability is Winnability.WON:
        record = Record(rules=rules, deck=tuple(cards), actions=outcome.actions)
        print(format_record(record), end="")  # noqa: T201  # the document, to be kept as a file
    else:
        Console().print(f"{deck}: {outcome.winnability}.")
    return 0


def _dealt(name: str, *, partial: bool) -> tuple[Rules, list[int]]:
    """The rules and the deck that a seed or a game tells."""
    if "." in name or "/" in name or name == PIPE or is_folder(name):
        game = load_game(name, partial=partial).game
        return game.rules, game.deck
    seed = parse_seed(name)
    deck = [card_id(seed.variant, card) for card in seed.deck()]
    return rules_of_variant(seed.variant, players=seed.players, bomb="keep"), deck


def _as_json(rules: Rules, deck: str, outcome: Outcome) -> dict[str, object]:
    """The contract of `winnable --json`."""
    return {
        "source": deck,
        "winnability": outcome.winnability.name.lower(),
        "width": outcome.width,
        "winning_line": [format_action(rules, action) for action in outcome.actions],
    }
