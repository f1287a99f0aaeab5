"""Networks by name: `net(FILE)`, `guided(FILE)` and `people(FILE)`."""

from __future__ import annotations

from hanabilab.agents.policy import Agent
from hanabilab.agents.registry import Family
from hanabilab.errors import AgentError
from hanabilab.learning.shipped import find_weights
from hanabilab.notation.call import Call, Value, text_of_call
from hanabilab.torch_extra import import_torch


def _build_net(args: tuple[Value, ...], options: dict[str, Value]) -> Agent:
    belief, network = options.pop("belief", None), options.pop("network", "")
    if len(args) != 1 or options or (belief is not None and network):
        raise AgentError(
            "net takes weights: a file, or the name of some that come with hanabilab; and "
            "belief=FILE or network=FILE.py:NAME if you like"
        )
    import_torch()
    # Only here: PyTorch takes seconds to import.
    from hanabilab.learning.agent import NetworkAgent
    from hanabilab.learning.believing import BelievingAgent
    from hanabilab.learning.feed_forward_agent import feed_forward_policy, is_feed_forward
    from hanabilab.learning.guided_agent import guided_policy
    from hanabilab.learning.weight_files import GUIDED, NETWORKS, is_of, load_card

    file = str(args[0])
    if belief is not None:
        return BelievingAgent(file, str(belief))
    path = find_weights(file)
    if is_of(path, GUIDED):
        return guided_policy(text_of_call("net", file), path)
    if not network and is_feed_forward(load_card(path, NETWORKS)):
        return feed_forward_policy(file)
    return NetworkAgent(file, str(network))


def _build_guided(args: tuple[Value, ...], options: dict[str, Value]) -> Agent:
    threshold = options.pop("threshold", None)
    if len(args) != 1 or options or isinstance(threshold, str | Call):
        raise AgentError("guided takes weights, and threshold=NUMBER if you like")
    import_torch()
    from hanabilab.learning.guided_agent import guided_policy

    file, told = str(args[0]), {} if threshold is None else {"threshold": threshold}
    return guided_policy(text_of_call("guided", file, **told), find_weights(file), threshold)


def _build_people(args: tuple[Value, ...], options: dict[str, Value]) -> Agent:
    temperature = options.pop("temperature", 1.0)
    if len(args) != 1 or options:
        raise AgentError("people takes a file of weights, and temperature=NUMBER if you like")
    if isinstance(temperature, str | Call):
        raise AgentError(f"temperature is {temperature}; a number")
    import_torch()
    from hanabilab.learning.clone.agent import people_policy

    return people_policy(str(args[0]), temperature)


NET = Family(
    "net",
    "net(FILE, belief=..., network=...)",
    "A trained network, which takes its best action; a search may use a learned belief.",
    _build_net,
)
GUIDED = Family(
    "guided",
    "guided(FILE, threshold=...)",
    "A network on a rule agent, which leaves it where that gains more than a threshold.",
    _build_guided,
)
PEOPLE = Family(
    "people",
    "people(FILE, temperature=1)",
    "Acts by chance as people did, in games that it has learned from.",
    _build_people,
)
