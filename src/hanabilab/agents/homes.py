"""Where each agent's name is at home: the object that makes the agent, imported when asked for.

An agent without arguments is at home where its policy is defined, and a family where its `Family`
is. Families of rooms above this one are named here, and never imported from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_HATS, _SMART = "hanabilab.agents.hats", "hanabilab.agents.smart"
_RULES = "hanabilab.agents.rules.names:FAMILIES"

#: By the name of an agent or family, the place of a `CompiledPolicy` or a `Family`, as
#: MODULE:VARIABLE. A variable that is a mapping has it under its name.
HOMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "adaptive": "hanabilab.teamplay.adaptive.agent:FAMILY",
        "canaan-elite": _RULES,
        "cautious": _RULES,
        "cheat": "hanabilab.agents.cheat.agent:cheat",
        "clive-j": _RULES,
        "cox-information": f"{_HATS}.cox_information:cox_information",
        "cox-recommendation": f"{_HATS}.cox_recommendation:cox_recommendation",
        "five-rule": "hanabilab.agents.five_rule:five_rule",
        "flawed": _RULES,
        "full": "hanabilab.agents.intentional:full",
        "guided": "hanabilab.learning.by_name:GUIDED",
        "h-group": "hanabilab.agents.conventions.agent:h_group",
        "hat": f"{_HATS}.van_doorn.agent:hat",
        "holmes": f"{_SMART}.holmes:holmes",
        "iggi": _RULES,
        "iggi-2": _RULES,
        "information": f"{_HATS}.information.information:information",
        "intentional": "hanabilab.agents.intentional:intentional",
        "internal": _RULES,
        "ismcts": "hanabilab.search.by_name:ISMCTS",
        "joint": "hanabilab.search.by_name:JOINT",
        "keen": f"{_SMART}.keen.agent:keen",
        "legal-random": _RULES,
        "net": "hanabilab.learning.by_name:NET",
        "newest": "hanabilab.agents.newest:newest",
        "osawa": _RULES,
        "outer": _RULES,
        "outer-state": "hanabilab.agents.outer_state:outer_state",
        "people": "hanabilab.learning.by_name:PEOPLE",
        "piers": _RULES,
        "pool": "hanabilab.evolution.pool:FAMILY",
        "random": "hanabilab.agents.random_agent:random_agent",
        "reactor": "hanabilab.agents.conventions.reactor.agent:reactor",
        "risky": _RULES,
        "rules": _RULES,
        "self-recognition": _RULES,
        "simple": f"{_SMART}.simple:simple",
        "smart": f"{_SMART}.smart:smart",
        "sparta": "hanabilab.search.by_name:SPARTA",
        "tuned": "hanabilab.agents.tuned:FAMILY",
        "value": f"{_SMART}.value:value",
        "van-den-bergh": _RULES,
    }
)
