"""What the page asks to be computed: generators of plain dictionaries, without HTTP.

The server hands each function here out as a stream. A page gives arguments as text: `record` as the
text of a record of the line that is looked at, numbers as digits, agents by name. Every generator
yields as soon as it has something to show, and can be closed between two items.
"""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.web.analysis.chances import card_chances
    from hanabilab.web.analysis.conventions import convention_turns
    from hanabilab.web.analysis.endgames import endgame_values
    from hanabilab.web.analysis.hands import hand_choices
    from hanabilab.web.analysis.opinions import agent_opinion
    from hanabilab.web.analysis.playing import compare_agents, play_on
    from hanabilab.web.analysis.reviewing import review
    from hanabilab.web.analysis.values import action_values, losses

__all__ = [
    "action_values",
    "agent_opinion",
    "card_chances",
    "compare_agents",
    "convention_turns",
    "endgame_values",
    "hand_choices",
    "losses",
    "play_on",
    "review",
]

open_face(__name__)
