"""`hanabi search`: what a search thinks of a position: every action's value, and the own hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated, Any, BinaryIO, TypeGuard

import typer
from rich.table import Column, Table
from rich.text import Text

from hanabilab.agents import Agent, make_agent
from hanabilab.cli.game_files import ONE_GAME, PartialOption, TurnOption, load_game, position_to_act
from hanabilab.cli.grids import BARE, right
from hanabilab.cli.legend import SEARCHES, legend
from hanabilab.cli.loaded_game import LoadedGame
from hanabilab.cli.options import JsonOption, OutOption, SeedOption
from hanabilab.cli.position import LEGEND, WRITTEN, position, suit_color
from hanabilab.cli.terminal import Console, report
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import parse_action
from hanabilab.runs import RunFolder
from hanabilab.runs.unused import require_unused
from hanabilab.search import Searcher, evaluate
from hanabilab.stats import ERROR_NOTE
from hanabilab.stats.summary import number_words

_COLUMNS = ("worlds", "mean score", "gain")
_SHADES = ("grey50", "black on grey66", "black on grey82", "black on grey100")


def command(
    file: Annotated[str, typer.Argument(help=ONE_GAME)],
    turn: TurnOption = None,
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
    partial: PartialOption = False,
    as_json: JsonOption = False,
) -> int:
    """Search one position of a game: values with errors, beliefs.

    With --turn, the position after that turn; without, that of an unfinished game.
    """
    if out:
        require_unused(out)
    search = make_agent(agent)
    if not _searches(search):
        raise AgentError(f"{agent} does not search; name a search such as sparta(smart)")
    loaded = load_game(file, partial=partial)
    game = position_to_act(loaded, turn)
    settings = {
        "record": file,
        "turn": turn,
        "agent": search.name,
        "holdout": holdout,
        "seed": seed,
    }
    document = evaluate(game, search, seed=seed, holdout=holdout).document()
    if out:  # only now: a search that fails leaves no folder
        with RunFolder.begin(out, "search", settings) as folder:
            folder.write_json("search.json", document)
            folder.write("search.png", lambda image: _save(document, image))
            folder.finish()
    return report(document, lambda _: _show(loaded, game, document), as_json=as_json)


def _searches(agent: Agent) -> TypeGuard[Searcher]:
    """Whether an agent is a search. `isinstance` would look at kernels, which compiles them."""
    return callable(getattr(agent, "search", None))


def _show(loaded: LoadedGame, game: Game, document: dict[str, Any]) -> None:
    console = Console()
    console.print(position(game))
    who = loaded.seat_words(document["seat"])
    console.print(f"\n{document['agent']}, {who} after turn {document['turn']}")
    console.print(_values(loaded, game, document))
    verdict = _verdict(document)
    console.print(f"\n{verdict}")
    if document["belief"] is not None:
        console.print("\nThe own hand, in percent by slot, suit and rank:")
        console.print(*_heat_map(game.rules, document["belief"]), sep="\n")
    console.print("\n* what the search does, b what its blueprint would do", style="dim")
    console.print(legend(SEARCHES, f"{_COLUMNS} blueprint {verdict}"))
    console.print(f"{LEGEND} {WRITTEN}", style="dim")


def _values(loaded: LoadedGame, game: Game, document: dict[str, Any]) -> Table:
    """A row for each action, the best first: as records write it, in words, and its values."""
    values = right(*_COLUMNS, no_wrap=True)
    table = Table(Column("", no_wrap=True), "action", *values, **BARE)
    for row in document["actions"]:
        mark = "*" * (row["action"] == document["action"])
        mark += "b" * (row["action"] == document["blueprint_action"])
        words = loaded.said_of(game, parse_action(game.rules, row["action"]))
        mean = number_words(row["mean"], row["mean_sem"])
        gain = number_words(row["gain"], row["gain_sem"], "+.3f")
        table.add_row(f"{mark:<3}{row['action']}", words, f"{row['worlds']:,}", mean, gain)
    return table


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
    gain = number_words(found["gain"], found["gain_sem"], "+.3f")
    return f"gain in {found['worlds']:,} fresh worlds {gain}; "


def _heat_map(rules: Rules, marginals: Sequence[Sequence[float]]) -> list[Text]:
    """A line for each suit, a block of ranks for each slot; the darker, the less likely."""
    head, ranks = Text(" "), Text(" ")
    for slot in range(len(marginals)):
        head.append(f"  {f'slot {slot}':<{3 * rules.ranks - 1}}")
        ranks.append("".join(f"{digit:>3}" for digit in rules.names.ranks[0]) + " ", "dim")
    lines = [head, ranks]
    for suit in range(rules.suits):
        letter = rules.names.letters[suit]
        line = Text().append(letter, f"bold {suit_color(letter)}")
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
