"""`hanabi tiny show`: how large a game is, and what everyone knows when it is played."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from hanabilab.cli.grids import right
from hanabilab.cli.options import JsonOption, PngOption
from hanabilab.cli.terminal import Console, report
from hanabilab.cli.tiny.arguments import GameArgument
from hanabilab.errors import GameError
from hanabilab.runs.files import write_file
from hanabilab.tiny import GameTree, Policy, enumerate_game, value_of
from hanabilab.tiny.blueprints import USAGE, make_blueprint
from hanabilab.tiny.game import SmallGame
from hanabilab.tiny.games import CardGame
from hanabilab.tiny.games.open_spiel import open_spiel_text
from hanabilab.tiny.names import make_game
from hanabilab.tiny.public_tree import PublicState, belief_tree, format_states, prune_states
from hanabilab.tiny.sizes import Count, Sizes, measure_sizes
from hanabilab.tiny.solvers import solve

_ROWS = {
    "histories": "histories, ends included",
    "decisions": "histories where a seat is to act",
    "infosets": "information sets",
    "public_states": "public states",
    "types": "types, at most",
    "policies": "deterministic joint policies",
    "root_prescriptions": "prescriptions at the root",
    "most_prescriptions": "prescriptions, at most",
    "beliefs": "public beliefs that prescriptions lead to",
    "root_rules": "decision rules of the first step (temporal)",
    "second_rules": "of the second, over all of the first",
}


def command(
    game: GameArgument,
    policy: Annotated[
        str | None,
        typer.Option(help=f"Whose beliefs to show: {USAGE}.", show_default="an optimal one"),
    ] = None,
    depth: Annotated[int | None, typer.Option(min=0, help="Turns to show.")] = None,
    states: Annotated[int, typer.Option(min=1, help="Public states to show, the likeliest.")] = 40,
    png: PngOption = None,
    as_json: JsonOption = False,
) -> int:
    """Show a game: its sizes, and its public beliefs with the prescriptions of a policy."""
    tree = enumerate_game(make_game(game))
    sizes = measure_sizes(tree)
    played = solve(tree).require_solved().policy if policy is None else make_blueprint(tree, policy)
    shown = prune_states(belief_tree(tree, played), max_depth=depth, max_states=states)
    if png:
        _draw(tree, shown, png)
    return report(
        _document(tree, sizes, played, shown),
        lambda _: _print(tree, sizes, played, shown),
        as_json=as_json,
    )


def _draw(tree: GameTree, shown: tuple[PublicState, ...], png: Path) -> None:
    from hanabilab.tiny.plots import save_belief_tree

    write_file(png, lambda file: save_belief_tree(shown, file, title=tree.game.name))


def _document(
    tree: GameTree, sizes: Sizes, played: Policy, shown: tuple[PublicState, ...]
) -> dict[str, Any]:
    """The contract of `tiny show --json`.

    Counts of 10^15 and more are given by `log10` alone; `open_spiel` is null where OpenSpiel's
    `tiny_hanabi` cannot hold the game.
    """
    return {
        "game": tree.game.name,
        "players": tree.game.seats,
        "sizes": asdict(sizes),
        "open_spiel": _open_spiel(tree.game),
        "value": value_of(tree, played),
        "infosets": [
            {
                "seat": infoset.seat,
                "sees": infoset.information_state.alone,
                "public": infoset.public,
                "actions": [str(action) for action in infoset.actions],
                "probabilities": played[tree.choices_of(number)].tolist(),
            }
            for number, infoset in enumerate(tree.infosets)
        ],
        "public_states": [asdict(state) for state in shown],
    }


def _open_spiel(game: SmallGame) -> str | None:
    if not isinstance(game, CardGame):
        return None
    with suppress(GameError):  # of a form, or with payoffs, that it cannot hold
        return open_spiel_text(game)
    return None


def _print(tree: GameTree, sizes: Sizes, played: Policy, shown: tuple[PublicState, ...]) -> None:
    console = Console()
    grid = Table("count", *right(""), title=tree.game.name, title_justify="left")
    for name, words in _ROWS.items():
        grid.add_row(words, _number(getattr(sizes, name)))
    console.print(grid)
    console.print(f"value of the policy shown: {value_of(tree, played):.6f}")
    console.print(format_states(shown), soft_wrap=True)


def _number(number: int | Count | None) -> str:
    if number is None:
        return "too many to count"
    return f"{number:,}" if isinstance(number, int) else str(number)
