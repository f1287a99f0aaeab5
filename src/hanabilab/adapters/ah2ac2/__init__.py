"""AH2AC2, the ad-hoc human-AI coordination challenge: our agents at its server, and one like it.

`messages` is what both sides send, `observed` folds observations into a game, `candidate` asks the
agent, `challenge` keeps what was played, `client` carries messages. `evaluation` and `table` are
the server's side, `mock_server` serves them, `report` sums up the games of either side.

Source: docs/ah2ac2.md, "Protocol".
"""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.adapters.ah2ac2.candidate import Candidate
    from hanabilab.adapters.ah2ac2.challenge import Challenge, ChallengePlan
    from hanabilab.adapters.ah2ac2.client import Client, play_challenge
    from hanabilab.adapters.ah2ac2.evaluation import Evaluation, Offer
    from hanabilab.adapters.ah2ac2.key import Key, read_key
    from hanabilab.adapters.ah2ac2.mock_server import serving
    from hanabilab.adapters.ah2ac2.observed import ObservedGame
    from hanabilab.adapters.ah2ac2.report import Played, report

__all__ = [
    "Candidate",
    "Challenge",
    "ChallengePlan",
    "Client",
    "Evaluation",
    "Key",
    "ObservedGame",
    "Offer",
    "Played",
    "play_challenge",
    "read_key",
    "report",
    "serving",
]

open_face(__name__)
