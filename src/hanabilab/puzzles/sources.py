"""Games that positions are taken from."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from hanabilab.agents.policy import CompiledPolicy, is_honest
from hanabilab.agents.registry import make_agent
from hanabilab.agents.traits import may_forfeit
from hanabilab.agents.user_files import require_allowed_code
from hanabilab.errors import AgentError
from hanabilab.notation import Record, format_rules
from hanabilab.runs.agents import kept_agent
from hanabilab.search.searching import require_fit

#: Who plays on where a game does not say by whom it was played.
USUAL = "smart"


@dataclass(frozen=True)
class Source:
    """A game, and what it is called.

    Attributes:
        name: the record's own source, such as "seed=7 game=3", or the file.
        record: the game itself.
        site_slots: it is a log, whose slots are told also as the public site counts them.
    """

    name: str
    record: Record
    site_slots: bool = False

    @property
    def deck_digest(self) -> str:
        """The same for all games of one deck, whoever plays them."""
        text = f"{format_rules(self.record.rules)} {self.record.deck}"
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def deal_digest(self) -> str:
        """The same for all games that begin with the same hands, whoever plays them.

        Where each seat draws from its own part of the deck, who draws when changes the order of a
        record's deck, but not its beginning.
        """
        rules = self.record.rules
        dealt = self.record.deck[: rules.players * rules.hand_size]
        text = f"{format_rules(rules)} {dealt}"
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def digest(self) -> str:
        """The same for equal games alone."""
        text = f"{self.deck_digest} {self.record.actions}"
        return hashlib.sha256(text.encode()).hexdigest()

    def id_at(self, turn: int) -> str:
        """Of the position before action number `turn`, from 0."""
        text = f"{self.deck_digest} {self.record.actions[:turn]}"
        return hashlib.sha256(text.encode()).hexdigest()[:12]


def digest_of(sources: Sequence[Source]) -> str:
    """The same for equal games in the same order alone."""
    text = " ".join(each.digest for each in sources)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def usual_agent(sources: Sequence[Source]) -> str:
    """The agent that played all seats of all games, if it can be searched over; else `USUAL`.

    Raises:
        AgentError: it would run a file that the user has not named.
    """
    names = {name for each in sources for name in each.record.agents}
    if len(names) == 1 and all(each.record.agents for each in sources):
        (name,) = names
        require_allowed_code(name, source=sources[0].name)
        try:
            agent = make_agent(name)
        except AgentError:
            return USUAL
        if isinstance(agent, CompiledPolicy) and is_honest(agent) and not may_forfeit(agent):
            return name
    return USUAL


def blueprint(name: str) -> CompiledPolicy:
    """The agent that plays on, whose name may be read from a record or a folder.

    Raises:
        AgentError: no agent, one that cannot be searched over, or one that would run a file that
            the user has not named.
    """
    agent = kept_agent(name)
    if not isinstance(agent, CompiledPolicy):
        raise AgentError(f"{agent.name} is not compiled; only compiled agents play positions out")
    require_fit(agent)
    return agent
