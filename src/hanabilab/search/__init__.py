"""Search at decision time over a blueprint, and the agent names that ask for it."""

from hanabilab.agents.policy import CompiledPolicy
from hanabilab.agents.registry import Family, make_agent, register
from hanabilab.errors import AgentError
from hanabilab.notation.call import Call, Value
from hanabilab.search.sparta import Estimates, Sparta, evaluate, search_lineup

__all__ = ["Estimates", "Sparta", "evaluate", "search_lineup"]


def _build_sparta(args: tuple[Value, ...], options: dict[str, Value]) -> Sparta:
    if len(args) != 1 or not isinstance(args[0], Call):
        raise AgentError("sparta takes one agent to search over, such as sparta(five-rule)")
    blueprint = make_agent(args[0])
    if not isinstance(blueprint, CompiledPolicy):
        raise AgentError(f"sparta searches over compiled agents, and {args[0]} is not one")
    rollouts = options.pop("rollouts", Sparta.rollouts)
    epsilon = options.pop("epsilon", Sparta.epsilon)
    if options:
        raise AgentError(f"sparta has no option {next(iter(options))!r}; it has rollouts, epsilon")
    return Sparta(blueprint, rollouts, epsilon)  # type: ignore[arg-type]  # it checks


register(
    Family(
        "sparta",
        "sparta(AGENT, rollouts=64, epsilon=0.2)",
        "One-ply Monte Carlo search over a compiled agent.",
        _build_sparta,
    )
)
