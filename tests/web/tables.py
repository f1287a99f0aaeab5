"""A server of tables for tests: its application, and browsers that sit at it."""

from __future__ import annotations

import asyncio
from typing import Any, Self

from hanabilab.web.live import LiveTable
from hanabilab.web.server.app import make_app
from hanabilab.web.server.keys import Keys
from hanabilab.web.server.lobby import Lobby, Place
from hanabilab.web.server.playing import Playing
from hanabilab.web.server.tempo import Tempo
from hanabilab.web.setting import Setting
from tests.web.asgi import PORT, Client


def plain_page(place: Place, seat: int) -> tuple[str, list[str]]:
    return f"<!doctype html><title>Seat {seat}</title>", []


class Served:
    """One table, served."""

    def __init__(self, setting: Setting, show: Any = plain_page, again: Any = None) -> None:
        self.keys, self.lobby = Keys(), Lobby()
        self.table = LiveTable(setting)
        self.place = self.lobby.add(self.table, tempo=Tempo(0.0))
        playing = Playing(self.keys, self.lobby, show, again)
        self.app = make_app(PORT, self.keys, playing.routes())
        self.browsers: list[Client] = []

    def path(self, seat: int) -> str:
        return f"/table/{self.place.name}/{seat}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for each in self.browsers:
            each.close()

    def browser(self) -> Client:
        """A browser that has opened no link."""
        self.browsers.append(Client(self.app))
        return self.browsers[-1]

    def sit(self, *seats: int, client: Client | None = None) -> Client:
        """A browser that has opened the links of these seats."""
        client = client or self.browser()
        for seat in seats:
            token = self.keys.invite(self.path(seat))
            assert client.get(f"/enter/{token}", sec_fetch_site="none").status == 200
        return client

    def settle(self, client: Client) -> None:
        """Wait until no agent is to act."""

        async def wait() -> None:
            self.place.wake()
            while self.table.waits_for_agent:
                await asyncio.sleep(0.001)

        client.run(wait())
