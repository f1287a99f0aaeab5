"""`hanabi endgame`: what every action near the end is worth, under each assumption on knowledge."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Column, Table

from hanabilab.cli.endgame_table import percent, points
from hanabilab.cli.game_files import ONE_GAME, PartialOption, load_game, position_to_act
from hanabilab.cli.grids import BARE, right
from hanabilab.cli.legend import ENDGAMES, legend
from hanabilab.cli.loaded_game import LoadedGame
from hanabilab.cli.options import JsonOption
from hanabilab.cli.position import LEGEND, WRITTEN, position
from hanabilab.cli.terminal import Console, report
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.game.words import format_action, parse_action
from hanabilab.notation import replay
from hanabilab.search.endgame import (
    BlueprintValues,
    EndgameValues,
    HonestValues,
    blueprint_values,
    honest_values,
    open_values,
)

#: Cards in the deck where a finished game is looked at if no turn is named.
_CARDS = 5


def command(
    file: Annotated[str, typer.Argument(help=ONE_GAME)],
    turn: Annotated[
        int | None,
        typer.Option(
            help="The position after the Nth action; without it, where five cards are in the deck, "
            "or the last position of an unfinished game."
        ),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            min=0, max=86_400, help="Time after which bounds are told in place of values."
        ),
    ] = 5.0,
    honest: Annotated[
        bool,
        typer.Option(
            "--honest",
            help="Also value actions for a seat that does not see its hand, others seeing all.",
        ),
    ] = False,
    blueprint: Annotated[
        str | None,
        typer.Option(help="Also value actions where this agent plays on in all seats."),
    ] = None,
    beliefs: Annotated[
        str,
        typer.Option(
            help="With --blueprint, what the own hand can be: exact, by hints and what that agent "
            "would have done; or hints alone."
        ),
    ] = "exact",
    depth: Annotated[
        int,
        typer.Option(
            min=1,
            help="With --blueprint, own turns at which the seat to act takes the best action.",
        ),
    ] = 1,
    partial: PartialOption = False,
    as_json: JsonOption = False,
) -> int:
    """Value every action of a position near the end, exactly.

    All seats see all hands, and nobody knows the order of the deck: no real seats can do better.
    With --honest, also what a team reaches whose seat to act does not see its hand; with
    --blueprint, what seats reach that see no more than they may and play as that agent.
    """
    for name, value, usual in (("beliefs", beliefs, "exact"), ("depth", depth, 1)):
        if value != usual and blueprint is None:
            raise AgentError(f"--{name} is for --blueprint AGENT; {value!r} has no effect without")
    loaded = load_game(file, partial=partial)
    game = position_to_act(loaded, _near_the_end(loaded) if turn is None else turn)
    played = None
    if blueprint:  # first, for it may be refused
        played = blueprint_values(game, blueprint, beliefs=beliefs, seconds=seconds, depth=depth)
    of_seat = None
    if honest:
        of_seat = honest_values(game, blueprint=blueprint, beliefs=beliefs, seconds=seconds)
    found = _by_assumption(open_values(game, seconds=seconds), of_seat, played)
    document = {
        "file": file,
        "turn": len(game.actions),
        "seat": int(game.state.current_seat),
        "assumptions": {name: _told(game, each) for name, each in found.items()},
    }
    return report(document, lambda _: _show(loaded, game, found, blueprint), as_json=as_json)


def _by_assumption(
    opened: EndgameValues, honest: HonestValues | None, played: BlueprintValues | None
) -> dict[str, EndgameValues]:
    """What was asked for, the assumption under which most is known first."""
    found: dict[str, EndgameValues] = {"open": opened}
    if honest:
        found["honest"] = honest.at_least(played) if played else honest
    if played:
        found["blueprint"] = played
    return found


def _near_the_end(loaded: LoadedGame) -> int | None:
    """The first turn of a finished game after which so few cards are in the deck."""
    if not loaded.game.is_over:
        return None
    for game in replay(loaded.record):
        if not game.is_over and game.cards_left <= _CARDS:
            return len(game.actions)
    return None


def _told(game: Game, found: EndgameValues) -> dict[str, Any]:
    """The values of all actions, for JSON."""
    actions = [
        {
            "action": format_action(game.rules, each.action),
            "win": each.win.document(),
            "score": each.score.document(),
        }
        for each in found.actions
    ]
    told = {"actions": actions, "exact": found.exact, "seconds": round(found.seconds, 3)}
    if isinstance(found, BlueprintValues | HonestValues):
        told |= {"basis": found.basis, "range_size": found.hands}
    if isinstance(found, BlueprintValues):
        told["depth"] = found.depth
    return told


def _show(
    loaded: LoadedGame, game: Game, found: dict[str, EndgameValues], blueprint: str | None
) -> None:
    console = Console()
    console.print(position(game))
    left = game.cards_left
    cards = f"{left} card{'s' * (left != 1)} in the deck"
    who = loaded.seat_words(int(game.state.current_seat))
    console.print(f"\n{who} after turn {len(game.actions)}, {cards}, all hands open:")
    console.print(_table(loaded, game, found["open"]))
    basis = ""
    for each in found.values():
        if isinstance(each, BlueprintValues | HonestValues):
            what = f"{blueprint} plays on in all seats"
            if isinstance(each, BlueprintValues) and each.depth > 1:
                turns = f"{each.depth} turns of its own"
                what = f"{who} takes the best action at {turns}, else {blueprint} plays on"
            if isinstance(each, HonestValues):
                what = f"{who} does not see its hand, the others see all"
            hands = f"{each.hands:,} hand{'s' * (each.hands != 1)} possible, basis {each.basis}"
            console.print(f"\n{what}, {hands}:")
            console.print(_table(loaded, game, each))
            basis = f" basis {each.basis}"
    console.print()
    bounded = "" if all(each.exact for each in found.values()) else " to"
    console.print(legend(ENDGAMES, f"win score{bounded}{basis}"))
    console.print(f"{LEGEND} {WRITTEN}", style="dim")


def _table(loaded: LoadedGame, game: Game, found: EndgameValues) -> Table:
    """A row for each action, the best first."""
    values = right("win", "score", no_wrap=True)
    table = Table(Column("", no_wrap=True), "action", *values, **BARE)
    for each in found.actions:
        words = loaded.said_of(
            game, parse_action(game.rules, format_action(game.rules, each.action))
        )
        name = format_action(game.rules, each.action)
        table.add_row(name, words, percent(each.win), points(each.score))
    return table
