"""Bots at the public site: its messages folded into our view, and an agent's action back.

`frames` reads what the site sends, `seen_game` folds a game, `session` the stay around it; `bot`
asks the agent, `connection` carries frames. All but the last two are pure.
"""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.adapters.site.bot import Bot, Played
    from hanabilab.adapters.site.connection import parse_url, serve
    from hanabilab.adapters.site.frames import Command, parse_frame
    from hanabilab.adapters.site.seen_game import SeenGame, begin, fold
    from hanabilab.adapters.site.session import Session, take

__all__ = [
    "Bot",
    "Command",
    "Played",
    "SeenGame",
    "Session",
    "begin",
    "fold",
    "parse_frame",
    "parse_url",
    "serve",
    "take",
]

open_face(__name__)
