"""What a table is set up with: rules, who sits where, a seed, and a file for the record."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from hanabilab.agents.policy import Agent
from hanabilab.agents.registry import HUMAN, make_agent
from hanabilab.agents.traits import check_rules, may_forfeit
from hanabilab.errors import AgentError
from hanabilab.game.rules import Rules
from hanabilab.randomness import MAX_SEED
from hanabilab.web.table import named_apart

#: Seconds that an agent waits before it acts, at most.
MAX_PACE = 60


class Setting(NamedTuple):
    """What a table is set up with.

    Attributes:
        agents: who sits where, by name; HUMAN for a person.
        seed: of the deck and of the agents. It is never sent to a seat.
        shown: the names that seats are shown; the agents' own if there are none.
        may_undo: actions can be taken back, and hints from a search asked for.
        file: where the record is kept; None to keep none.
        participant: who plays, in a study; "" elsewhere.
        watched: agents have all seats, and people watch.
    """

    rules: Rules
    agents: tuple[str, ...]
    seed: int
    shown: tuple[str, ...] = ()
    may_undo: bool = True
    file: Path | None = None
    participant: str = ""
    watched: bool = False

    @property
    def source(self) -> str:
        """Where a record of this table says that it is from."""
        told = f" participant={self.participant}" if self.participant else ""
        return f"seed={self.seed} game=0{told}"

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are shown as."""
        if self.shown:
            return self.shown
        return tuple(named_apart([self._name(seat) for seat in range(len(self.agents))]))

    def _name(self, seat: int) -> str:
        """What a seat is shown as, where nothing else is asked for."""
        name = self.agents[seat]
        if name == HUMAN:
            return "Player" if len(self.humans) == 1 else f"Player {self.humans.index(seat) + 1}"
        return name

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, name in enumerate(self.agents) if name == HUMAN)


def fresh_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbelow(MAX_SEED + 1)


def new_file(folder: Path) -> Path:
    """A name in `folder` that no game has; two that begin in the same second have two names."""
    began = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    while (file := folder / f"{began}-{secrets.token_hex(2)}.hanabi").exists():
        pass
    return file


def agents_of(setting: Setting) -> list[Agent | None]:
    """Who sits where; None for people.

    Raises:
        AgentError: nobody is a person, or somebody is where people watch; there are too many or
            too few, or one cannot play.
    """
    if setting.watched and setting.humans:
        raise AgentError(f"agents alone play where people watch; leave {HUMAN} out")
    if not setting.humans and not setting.watched:
        raise AgentError(f"no seat is a person's; name one of them {HUMAN}")
    if len(setting.agents) != setting.rules.players:
        raise AgentError(
            f"{len(setting.agents)} agents for the {setting.rules.players} seats of these rules"
        )
    made = {name: make_agent(name) for name in setting.agents if name != HUMAN}
    for agent in made.values():
        check_rules(agent, setting.rules)
        if may_forfeit(agent):
            raise AgentError(f"agent {agent.name!r} may give a game up, which no table shows")
    return [made.get(name) for name in setting.agents]
