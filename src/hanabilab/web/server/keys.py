"""Who may ask for what: tokens that work once, and the sessions that they are exchanged for.

A token stands in the address that a person opens. The first request with it gets a cookie; after
that the token is worth nothing. A session may ask for the paths below its grants, for no others.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field

#: Random bytes in a token, and in the name of a session.
_BYTES = 32


@dataclass
class Keys:
    """Tokens and sessions of one server, by digest, so that comparing them tells nothing.

    Attributes:
        alone: every token has a session of its own. The browser that redeems another token changes
            to its session, and the former one ends. Else a browser's tokens add up.
    """

    alone: bool = False
    _tokens: dict[bytes, str] = field(default_factory=dict)
    _sessions: dict[bytes, set[str]] = field(default_factory=dict)

    def invite(self, grant: str) -> str:
        """A token for the paths at and below `grant`, such as "/table/1/0"."""
        token = secrets.token_urlsafe(_BYTES)
        self._tokens[_digest(token)] = grant
        return token

    def redeem(self, token: str, session: str) -> tuple[str, str] | None:
        """Exchange a token, which is then used up.

        Args:
            session: what the browser's cookie says; it is kept, and may ask for more from now on.

        Returns:
            The session's name for the cookie, and the path that is granted; None for no such token.
        """
        grant = self._tokens.pop(_digest(token), None)
        if grant is None:
            return None
        if self.alone:
            self._sessions.pop(_digest(session), None)
        if _digest(session) not in self._sessions:
            session = secrets.token_urlsafe(_BYTES)
        self._sessions.setdefault(_digest(session), set()).add(grant)
        return session, grant

    def extend(self, grant: str, more: str) -> None:
        """Give every session that has `grant` another one."""
        for grants in self._sessions.values():
            if grant in grants:
                grants.add(more)

    def allows(self, session: str, path: str) -> bool:
        """Whether a session may ask for `path`."""
        grants = self._sessions.get(_digest(session), set())
        return any(path == grant or path.startswith(f"{grant}/") for grant in grants)


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).digest()
