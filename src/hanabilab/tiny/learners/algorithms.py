"""The learning algorithms by name: which loop each one uses, and with which options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hanabilab.errors import GameError
from hanabilab.tiny.learners.gradient_kernels import CENTRAL_CRITIC, NO_CRITIC, OWN_CRITIC
from hanabilab.tiny.learners.q_kernels import EXPLORED, GREEDY, HOLDING, NO_SIGNAL


@dataclass(frozen=True)
class Algorithm:
    """What makes an algorithm.

    Attributes:
        summary: in a line.
        loop: "q", "sums" or "gradient", the kernel that learns.
        slow: the rate for decreases, as a share of that for increases.
        signal: what is told of actions that were not greedy.
        critic: what returns are compared with.
        public: whether a coordinator learns prescriptions in public beliefs.
    """

    summary: str
    loop: str = "q"
    slow: float = 1.0
    signal: int = NO_SIGNAL
    critic: int = NO_CRITIC
    public: bool = False

    @property
    def unused(self) -> tuple[str, ...]:
        """The names of those of `LearnSettings` that it does not read."""
        if self.loop != "gradient":
            return ("critic_rate",)
        return ("epsilon", "critic_rate") if self.critic == NO_CRITIC else ("epsilon",)

    @property
    def family(self) -> str:
        """Those that it is drawn beside."""
        if self.public:
            return "prescriptions at public beliefs"
        if self.loop == "gradient":
            return "policy gradients"
        return "values of own actions" if self.signal == NO_SIGNAL else "told what was greedy"


#: By the name they are asked for.
ALGORITHMS: Mapping[str, Algorithm] = MappingProxyType(
    {
        "q": Algorithm("independent Q-learning"),
        "hysteretic": Algorithm("Q-learning that is slow to lose faith", slow=0.1),
        "vdn": Algorithm("value decomposition: a joint value that is a sum", "sums"),
        "sad": Algorithm("Q-learning, told the greedy action", signal=GREEDY),
        "bsad": Algorithm("Q-learning, told whether an action was greedy", signal=EXPLORED),
        "asad": Algorithm("Q-learning, told the greedy action if another was taken", signal=GREEDY),
        "psad": Algorithm("Q-learning, told what an explorer held", signal=HOLDING),
        "reinforce": Algorithm("policy gradient without a baseline", "gradient"),
        "actor-critic": Algorithm("each seat with its critic", "gradient", critic=OWN_CRITIC),
        "central-critic": Algorithm("a critic that sees all", "gradient", critic=CENTRAL_CRITIC),
        "public-q": Algorithm("Q-learning of prescriptions", public=True),
        "public-reinforce": Algorithm("REINFORCE of prescriptions", "gradient", public=True),
        "public-actor-critic": Algorithm(
            "actor-critic of prescriptions", "gradient", critic=OWN_CRITIC, public=True
        ),
    }
)


def find_algorithm(name: str) -> Algorithm:
    """The algorithm of a name.

    Raises:
        GameError: there is none.
    """
    if name not in ALGORITHMS:
        raise GameError(f"no algorithm {name!r}; they are {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]
