"""hanabilab: research and analysis of Hanabi.

from hanabilab import Lineup, Rules, play_games

results = play_games(Lineup.of(["five-rule", "five-rule"]), Rules(players=2), games=1000)
print(results.table["score"].mean())
"""

from typing import TYPE_CHECKING

from hanabilab import _command  # noqa: F401  # before all that takes a second to import
from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.agents import (
        Agent,
        CompiledPolicy,
        Memory,
        Number,
        Turns,
        families,
        make_agent,
        policy,
    )
    from hanabilab.agents.user_files import allow_code
    from hanabilab.arena import Lineup, Results, batched_policy, plain_policy, play_games
    from hanabilab.errors import (
        AgentError,
        EvolutionError,
        GameError,
        HanabiError,
        IllegalActionError,
        NotationError,
        OutputError,
        ResumeError,
        RulesError,
    )
    from hanabilab.evolution import Pool
    from hanabilab.game.games import Game, Games
    from hanabilab.game.rules import Rules
    from hanabilab.game.vectors import encode_views, legal_actions, legal_masks
    from hanabilab.game.view import View
    from hanabilab.notation import Record, format_record, load_record, replay
    from hanabilab.randomness import Rng
    from hanabilab.search import Estimates, Sparta, evaluate
    from hanabilab.teamplay.adaptive import Adaptive

__all__ = [
    "Adaptive",
    "Agent",
    "AgentError",
    "CompiledPolicy",
    "Estimates",
    "EvolutionError",
    "Game",
    "GameError",
    "Games",
    "HanabiError",
    "IllegalActionError",
    "Lineup",
    "Memory",
    "NotationError",
    "Number",
    "OutputError",
    "Pool",
    "Record",
    "Results",
    "ResumeError",
    "Rng",
    "Rules",
    "RulesError",
    "Sparta",
    "Turns",
    "View",
    "__version__",
    "allow_code",
    "batched_policy",
    "encode_views",
    "evaluate",
    "families",
    "format_record",
    "legal_actions",
    "legal_masks",
    "load_record",
    "make_agent",
    "plain_policy",
    "play_games",
    "policy",
    "replay",
]

__version__ = "0.1.0"

open_face(__name__)
