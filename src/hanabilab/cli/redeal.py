"""`hanabi log redeal`: a position played on many times, the unseen cards dealt anew."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Column, Table

from hanabilab.arena.redeal import Knowing, Redealt, redeal
from hanabilab.cli.game_files import ONE_GAME, PartialOption, TurnOption, load_game, position_to_act
from hanabilab.cli.grids import BARE
from hanabilab.cli.legend import REDEALS, legend
from hanabilab.cli.loaded_game import LoadedGame
from hanabilab.cli.options import JsonOption, SeedOption, progress_bars
from hanabilab.cli.position import LEGEND, position
from hanabilab.cli.terminal import Console, report
from hanabilab.game.games import Game
from hanabilab.notation import split_calls
from hanabilab.stats import ERROR_NOTE, estimate
from hanabilab.stats.summary import number_words, rate, share_words

_DEALT = {
    Knowing.SEAT: "its own hand and the deck dealt anew",
    Knowing.HANDS: "the deck dealt anew, all hands as they are",
    Knowing.PUBLIC: "all hands and the deck dealt anew",
}


def command(
    file: Annotated[str, typer.Argument(help=ONE_GAME)],
    turn: TurnOption = None,
    agents: Annotated[
        str, typer.Option(help="Who plays on: one agent for all seats, or one for each, as a,b.")
    ] = "smart",
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="Games to play on.")] = 200,
    knowing: Annotated[
        Knowing,
        typer.Option(help="Whose knowledge stays: a seat's, that of all hands, or what is public."),
    ] = Knowing.SEAT,
    seat: Annotated[
        int | None,
        typer.Option(min=0, help="Whose hand is dealt anew, with `--knowing seat`; who acts next."),
    ] = None,
    seed: SeedOption = 0,
    partial: PartialOption = False,
    as_json: JsonOption = False,
) -> int:
    """Deal the unseen cards anew and play on many times, to tell how often a position wins.

    With --turn, the position after that turn; without, that of an unfinished game.
    """
    loaded = load_game(file, partial=partial)
    game = position_to_act(loaded, turn)
    names = split_calls(agents)
    with progress_bars() as bars:
        task = bars.add_task("playing on", total=games)
        found = redeal(
            game,
            names if len(names) > 1 else names[0],
            games,
            knowing=knowing,
            seat=seat,
            seed=seed,
            progress=lambda: bars.advance(task),
        )
    whose = None if knowing is not Knowing.SEAT else game.current_seat if seat is None else seat
    document = {
        "file": file,
        "turn": len(game.actions),
        "knowing": str(knowing),
        "seat": whose,
        "agents": names if len(names) > 1 else names * game.rules.players,
        "games": games,
        "seed": seed,
        **_numbers(game, found),
    }
    return report(document, lambda _: _show(loaded, game, document), as_json=as_json)


def _numbers(game: Game, found: Redealt) -> dict[str, Any]:
    most = game.rules.max_score
    score = estimate(found.scores).within(0, most)
    perfect = rate(int((found.scores == most).sum()), len(found.scores))
    lost = rate(found.lost, len(found.scores))
    return {
        "mean": score.mean,
        "sem": score.sem,
        "ci95": score.ci95,
        "perfect_rate": perfect.mean,
        "perfect_ci95": perfect.ci95,
        "bomb_rate": lost.mean,
        "bomb_ci95": lost.ci95,
        "histogram": np.bincount(found.scores, minlength=most + 1).tolist(),
    }


def _show(loaded: LoadedGame, game: Game, document: dict[str, Any]) -> None:
    console = Console()
    console.print(position(game))
    knowing = Knowing(document["knowing"])
    who = "" if document["seat"] is None else f"{loaded.seat_words(document['seat'])}: "
    console.print(f"\nafter turn {document['turn']}, {who}{_DEALT[knowing]}")
    console.print(f"{document['games']:,} games played on by {', '.join(_names(document))}")
    table = Table(Column(no_wrap=True), Column(no_wrap=True), show_header=False, **BARE)
    table.add_row("mean score", number_words(document["mean"], document["sem"]))
    table.add_row("perfect", share_words(document["perfect_rate"], document["perfect_ci95"]))
    table.add_row("lost", share_words(document["bomb_rate"], document["bomb_ci95"]))
    console.print(table)
    console.print()
    console.print(legend(REDEALS, "perfect lost"))
    console.print(f"{ERROR_NOTE}. {LEGEND}", style="dim")


def _names(document: dict[str, Any]) -> list[str]:
    """The agents, one alone if all are the same."""
    names: list[str] = document["agents"]
    return names[:1] if len(set(names)) == 1 else names
