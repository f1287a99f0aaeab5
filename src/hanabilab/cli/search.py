"""`hanabi search`: what a search thinks of a position: every action's value, and the own hand."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer
from rich.table import Table
from rich.text import Text

from hanabilab.agents.registry import make_agent
from hanabilab.cli.legend import SEARCHES, legend
from hanabilab.cli.options import JsonOption, OutOption, SeedOption
from hanabilab.cli.position import LEGEND, WRITTEN, position, require_turn, suit_color
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError, NotationError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.telling import action_words
from hanabilab.game.words import parse_action
from hanabilab.notation import load_record, replay
from hanabilab.runs import RunFolder
from hanabilab.runs.unused import require_unused
from hanabilab.search import Searcher, evaluate
from hanabilab.stats import ERROR_NOTE

_COLUMNS = ("worlds", "mean score", "gain")
_SHADES = ("grey50", "black on grey66", "black on grey82", "black on grey100")


def command(
    file: Annotated[Path, typer.Argument(help="A record, as `hanabi play --out` writes them.")],
    turn: Annotated[
        int | None,
        typer.Option(
            show_default="the next of an unfinished game",
            help="Which action to search for, counted from 1 as in `hanabi replay`.",
        ),
    ] = None,
    agent: Annotated[str, typer.Option(help="The search to ask.")] = "sparta(smart)",
    holdout: Annotated[
        int,
        typer.Option(
            min=0,
            help="Fresh worlds that tell the gain of the action taken without bias; `sparta` only.",
        ),
    ] = 0,
    seed: SeedOption = 0,
    out: OutOption = None,
    as_json: JsonOption = False,
) -> int:
    """Search one position of a recorded game: values with errors, and beliefs about the hand."""
    search = make_agent(agent)
    if not isinstance(search, Searcher):
        raise AgentError(f"{agent} does not search; name a search such as sparta(smart)")
    game = _position(file, turn)
    settings = {
        "record": str(file),
        "turn": turn,
        "agent": search.name,
        "holdout": holdout,
        "seed": seed,
    }
    if out:
        require_unused(out)
    document = evaluate(game, search, seed=seed, holdout=holdout).document()
    if out:  # only now: a search that fails leaves no folder
        with RunFolder.begin(out, "search", settings) as folder:
            folder.write_json("search.json", document)
            folder.write("search.png", lambda image: _save(document, image))
            folder.finish()
    if as_json:
        print(json.dumps(document))  # noqa: T201  # the document
    else:
        _show(game, document)
    return 0


def _position(file: Path, turn: int | None) -> Game:
    """The recorded game before action number `turn`: one that was taken, or the next one."""
    record = load_record(file)
    finished = record.replayed().is_over
    if turn is None and finished:
        raise NotationError(f"the game in {file} is over; name one of its turns with --turn")
    last = len(record.actions) + (not finished)
    turn = last if turn is None else turn
    require_turn(turn, last, file)
    return next(game for game in replay(record) if len(game.actions) == turn - 1)


def _show(game: Game, document: dict[str, Any]) -> None:
    console = Console()
    console.print(position(game))
    console.print(f"\n{document['agent']}, seat {document['seat']}, turn {document['turn']}")
    console.print(_values(game, document))
    verdict = _verdict(document)
    console.print(f"\n{verdict}")
    if document["belief"] is not None:
        console.print("\nThe own hand, in percent by slot, suit and rank:")
        console.print(*_heat_map(game.rules, document["belief"]), sep="\n")
    console.print("\n* what the search does, b what its blueprint would do", style="dim")
    console.print(legend(SEARCHES, f"{_COLUMNS} blueprint {verdict}"))
    console.print(f"{LEGEND} {WRITTEN}", style="dim")


def _values(game: Game, document: dict[str, Any]) -> Table:
    """A row for each action, the best first: as records write it, in words, and its values."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for place, name in enumerate(("", "action", *_COLUMNS)):
        table.add_column(name, justify="right" if place > 1 else "left", no_wrap=True)
    for row in document["actions"]:
        mark = "*" * (row["action"] == document["action"])
        mark += "b" * (row["action"] == document["blueprint_action"])
        words = action_words(game.state, parse_action(game.rules, row["action"]), document["seat"])
        mean, gain = (_with_error(row, name) for name in ("mean", "gain"))
        table.add_row(f"{mark:<3}{row['action']}", words, f"{row['worlds']:,}", mean, gain)
    return table


def _with_error(row: dict[str, Any], name: str) -> str:
    if row[name] is None:
        return "-"
    sign = "+" if name == "gain" else ""
    error = row[f"{name}_sem"]
    return f"{row[name]:{sign}.3f}" + (f" ± {error:.3f}" if error is not None else "")


def _verdict(document: dict[str, Any]) -> str:
    size = document["range_size"]
    hands = "hands drawn from hints alone" if size is None else f"{size:,} hands possible"
    if document["basis"] == "none":
        hands = "hands not looked into"
    basis = f"basis {document['basis']}"
    if (effective := document["effective_size"]) is not None:
        error = 50 / math.sqrt(effective)
        basis += f", effective sample size {effective:,.0f}: chances ± {error:.2g} % at most"
    why = f"; blueprint, because: {document['fallback']}" if document["fallback"] else ""
    return (
        f"{document['action']}: {document['rollouts']:,} rollouts, {hands}, {basis}{why}; "
        f"{_held_out(document['held_out'])}{ERROR_NOTE}."
    )


def _held_out(found: dict[str, Any] | None) -> str:
    if found is None:
        return ""
    return f"gain in {found['worlds']:,} fresh worlds {_with_error(found, 'gain')}; "


def _heat_map(rules: Rules, marginals: Sequence[Sequence[float]]) -> list[Text]:
    """A line for each suit, a block of ranks for each slot; the darker, the less likely."""
    head, ranks = Text(" "), Text(" ")
    for slot in range(len(marginals)):
        head.append(f"  {f'slot {slot}':<{3 * rules.ranks - 1}}")
        ranks.append("".join(f"{digit:>3}" for digit in rules.names.ranks[0]) + " ", "dim")
    lines = [head, ranks]
    for suit in range(rules.suits):
        line = Text().append(rules.names.letters[suit], f"bold {suit_color(rules, suit)}")
        for shares in marginals:
            for digit in rules.names.ranks[0]:
                place = rules.names.ranks[suit].index(digit)
                line.append_text(_cell(shares[suit * rules.ranks + place]))
            line.append(" ")
        lines.append(line)
    for line in lines:
        line.rstrip()
    return lines


def _cell(share: float) -> Text:
    if share == 0:
        return Text("  \u00b7", "dim")
    percent = "<1" if share < 0.005 else f"{100 * share:.0f}"
    shade = _SHADES[min(int(share * len(_SHADES)), len(_SHADES) - 1)]
    return Text(f"{percent:>3}", shade)


def _save(document: dict[str, Any], image: BinaryIO) -> None:
    from hanabilab.plots import save_search

    save_search(document, image)
