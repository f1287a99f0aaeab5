"""`hanabi bot`: an agent at the public site, or at another that speaks as it does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from getpass import getpass
from typing import Annotated

import typer

from hanabilab.adapters.site import Bot, parse_url, serve
from hanabilab.agents import make_agent
from hanabilab.cli.notes import note
from hanabilab.cli.options import JsonOption, SeedOption
from hanabilab.cli.terminal import Console, print_document
from hanabilab.errors import NotationError

_USERNAME, _PASSWORD = "HANABI_USERNAME", "HANABI_PASSWORD"  # names of variables


def command(
    agent: Annotated[str, typer.Option(help="Who plays; hanabi list agents lists them.")],
    url: Annotated[str, typer.Option(help="The site, such as https://hanab.live.")],
    table: Annotated[
        str,
        typer.Option(help="The table to join; by default one that a player invites the bot to."),
    ] = "",
    games: Annotated[int, typer.Option(min=1, help="End after this many games.")] = 1,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> int:
    """Let an agent play at the public site, with people or bots.

    The name and the password of its account are taken from the environment, HANABI_USERNAME and
    HANABI_PASSWORD, or asked for. Whoever sends it the private message /join gets it at their
    table. It sees what its seat may see: the deck's seed is dropped unread.
    """
    parse_url(url)
    bot = Bot(make_agent(agent), table=table, seed=seed)
    username = _secret(_USERNAME, "user name", input)
    password = _secret(_PASSWORD, "password", getpass)
    told = 0

    def done(bot: Bot) -> bool:
        """Tell of the last game that ended; whether there were enough."""
        nonlocal told
        if len(bot.played) > told:
            told = len(bot.played)
            if not as_json:
                last = bot.played[-1]
                Console().print(
                    f"table {last.table}: seat {last.seat} of {last.players}, {last.turns} turns, "
                    f"score {last.score}; the end is {last.end}"
                )
        return told >= games

    note(f"{bot.agent.name} goes to {url}")
    try:
        serve(bot, url, username, password, done=done)
    finally:
        if as_json:
            print_document([game._asdict() for game in bot.played])
    return 0


def _secret(variable: str, what: str, ask: Callable[[str], str]) -> str:
    """What the environment or a person tells; never an argument, which others can read.

    Raises:
        NotationError: nobody tells it.
    """
    if told := os.environ.get(variable):
        return told
    if not sys.stdin.isatty():
        raise NotationError(f"no {what}: set {variable}, or run where it can be asked for")
    return ask(f"{what.capitalize()} of the bot: ")
