"""What an agent is: a policy from what one seat may know to an action id.

There are two kinds. A *compiled* policy is an ordinary Python function under the decorator
`policy`. It becomes native code that game loops and searches call directly:

    @policy("careful")
    def careful(view: View, memory: Memory, rng: Rng) -> int:
        ...
        return play_action(view.rules, slot)

A *batched* policy is any object that answers for many games at once: networks, searches.

Memory is a row of `int64` that belongs to the agent. At the start of a game it is zero, except for
the agent's settings, which open it. Agents that differ only in their settings share native code.
Numbers that an agent declares (`agents.numbers`) are settings behind what it remembers.
Only `observe` writes to memory. It is called with the seat's view once after the deal and once
after every action, the seat's own included; `view.last_action` and the fields beside it tell what
happened.

Memory is *common* if every seat comes to the same memory as long as all seats follow the policy:
what conventions tell is common knowledge. Games of one such policy of this package keep it once. It
then observes with the view of the seat that has just acted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import in_python
from hanabilab._jit.guard import is_guarded
from hanabilab._lazy import named
from hanabilab.agents.declared import check_compiled, require_memory, require_name, require_tellers
from hanabilab.agents.native import native_act, native_observe
from hanabilab.agents.numbers import Number, check_numbers
from hanabilab.errors import AgentError
from hanabilab.game.rules import Rules
from hanabilab.game.view import View
from hanabilab.randomness import Rng

#: A policy's memory of one game: `int64[memory_size]`.
Memory: TypeAlias = NDArray[np.int64]
Act: TypeAlias = Callable[[View, Memory, Rng], int]
Observe: TypeAlias = Callable[[View, Memory], None]
#: Why a policy acts as it does, in one line: from the view and the memory that it acts on.
Explain: TypeAlias = Callable[[View, Memory], str]
#: What an action has told, in lines: from a view after it, and the memory before and after.
Interpret: TypeAlias = Callable[[View, Memory, Memory], list[str]]


def _observe_nothing(view: View, memory: Memory) -> None:
    """What a policy without memory does after every action."""


def shown_name(agent: Any) -> str:
    """The `__repr__` of agents: their name, not all that they are made of."""
    return f"<agent {agent.name}>"


@dataclass(frozen=True)
class CompiledPolicy:
    """An agent whose decisions are native code.

    Attributes:
        name: what it is called in tables, records and on the command line.
        function: `act(view, memory, rng) -> action id`; must return a legal action, must not
            change the view or the memory, must not raise.
        observe: updates the memory; None for a policy without.
        memory_size: `int64` entries of memory.
        settings: what the memory opens with at the start of a game; the rest is zero.
        numbers: that it declares; its settings end with their values, and so does its memory.
        players: the numbers of players it can play with.
        common: every seat comes to the same memory as long as all follow the policy.
        sees_own_hand: it cheats: its views hold its own cards. An upper bound, not an agent.
        may_forfeit: it may answer FORFEIT, which ends the game with its points kept.
        plays_variants: it plays by rules in which hints touch other cards, suits go down, tokens
            come in halves and so on (docs/variants.md).
        explain: tells why it acts as it does; plain Python.
        interpret: tells what an action has told; plain Python.

    Raises:
        AgentError: a name that would not read back in the grammar of `notation.call`, what is no
            function or compiled already, players that are no whole numbers, a `memory_size` out of
            range, or one too small for the settings.
    """

    name: str
    function: Act
    observe: Observe | None = None
    memory_size: int = 0
    players: range = range(2, 7)
    common: bool = False
    sees_own_hand: bool = False
    explain: Explain | None = None
    interpret: Interpret | None = None
    settings: tuple[int, ...] = ()
    may_forfeit: bool = False
    plays_variants: bool = False
    numbers: tuple[Number, ...] = ()
    doc: str = field(default="", compare=False)

    __repr__ = shown_name

    def __post_init__(self) -> None:
        check_compiled(self)
        if len(self.settings) > self.memory_size:
            raise AgentError(
                f"agent {self.name!r} has {len(self.settings)} settings for a memory of "
                f"{self.memory_size}"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        found: tuple[Any, ...] = named("hanabilab.agents.pickling:found_again")(
            self, self.function.__module__
        )
        return found

    @property
    def is_guarded(self) -> bool:
        """Whether its functions, or one of them, are a user's."""
        return is_guarded(self.function) or bool(self.observe and is_guarded(self.observe))

    @cached_property
    def native_act(self) -> Any:
        """The compiled `act`, a first-class function for kernels."""
        return native_act(self.name, self.function, self.memory_size)

    @cached_property
    def native_observe(self) -> Any:
        """The compiled `observe`."""
        return native_observe(self.name, self.observe or _observe_nothing, self.memory_size)


@dataclass(frozen=True)
class Turns:
    """Some games, each waiting for one and the same agent to act. G games.

    Together, `known_decks` and `actions` are all that a seat has ever seen; its view sums it up.

    Attributes:
        rules: of all games.
        views: [G] VIEW rows of the seats to act.
        memory: [G, memory_size].
        rngs: [G, 2] one generator a game, the seat's own.
        known_decks: [G, MAX_DECK] the deck as the seat knows it: cards it has seen drawn, or that
            have been revealed since; UNKNOWN_CARD elsewhere.
        actions: [G, max_turns] action ids so far; `views["turn"]` says how many.
        counters: what the agent counts of its work, [G] by name; written by the agent, summed over
            each game into columns of the arena's table.
        belief_seeds: [G] seeds of the samples that beliefs rest on, the same at all turns of a seat
            in a game; None for 0.
    """

    rules: Rules
    views: NDArray[Any]
    memory: NDArray[np.int64]
    rngs: NDArray[np.uint64]
    known_decks: NDArray[np.int16]
    actions: NDArray[np.int16]
    counters: dict[str, NDArray[np.int64]] = field(default_factory=dict)
    belief_seeds: NDArray[np.int64] | None = None

    def belief_seed(self, game: int) -> int:
        """The seed of the samples that beliefs rest on in one of the games."""
        return 0 if self.belief_seeds is None else int(self.belief_seeds[game])

    def only(self, game: int) -> Turns:
        """One of the games, alone; its generator is shared."""
        row = slice(game, game + 1)
        known_decks, actions = self.known_decks[row], self.actions[row]
        seeds = None if self.belief_seeds is None else self.belief_seeds[row]
        return Turns(
            self.rules,
            self.views[row],
            self.memory[row],
            self.rngs[row],
            known_decks,
            actions,
            belief_seeds=seeds,
        )


@runtime_checkable
class BatchedPolicy(Protocol):
    """An agent that is asked for many games at once, from Python."""

    @property
    def name(self) -> str:
        """What it is called; round-trips through the registry."""
        ...

    @property
    def memory_size(self) -> int:
        """`int64` entries of memory a game."""
        ...

    @property
    def native_observe(self) -> Any:
        """Compiled update of the memory, as in `CompiledPolicy`."""
        ...

    @property
    def players(self) -> range:
        """The numbers of players it can play with."""
        ...

    @property
    def games_at_once(self) -> int:
        """How many games it likes to be asked for in one call."""
        ...

    def act_batch(self, turns: Turns) -> NDArray[np.int64]:
        """[G] a legal action id for each game."""
        ...


Agent: TypeAlias = CompiledPolicy | BatchedPolicy


def policy(
    name: str,
    *,
    observe: Observe | None = None,
    memory_size: int = 0,
    players: range = range(2, 7),
    common: bool = False,
    sees_own_hand: bool = False,
    explain: Explain | None = None,
    interpret: Interpret | None = None,
    plays_variants: bool = False,
    numbers: Sequence[Number] = (),
) -> Callable[[Act], CompiledPolicy]:
    """Make a compiled policy of the function below.

    Args:
        name: what the agent is called.
        observe: update of its memory, if it has any.
        memory_size: `int64` entries of what it remembers.
        players: the numbers of players it can play with.
        common: every seat comes to the same memory as long as all follow the policy.
        sees_own_hand: it cheats: its views hold its own cards.
        explain: tells why it acts as it does.
        interpret: tells what an action has told.
        plays_variants: it plays variants of the public site, too.
        numbers: that it plays by; the first is `memory[memory_size]`, others follow in order.

    Raises:
        AgentError: as `CompiledPolicy`, or two numbers of one name.
    """
    require_name(name)
    require_memory(name, memory_size)
    require_tellers(name, explain, interpret)
    numbers = check_numbers(name, numbers)
    defaults = tuple(number.default for number in numbers)

    def decorate(function: Act) -> CompiledPolicy:
        """The agent that decides by `function`, and is described by its docstring."""
        doc = (function.__doc__ or "").strip()
        return CompiledPolicy(
            name,
            function,
            observe,
            memory_size + len(numbers) if numbers else memory_size,
            players,
            common,
            sees_own_hand,
            explain and in_python(explain),
            interpret and in_python(interpret),
            (*(0,) * memory_size, *defaults) if numbers else (),
            plays_variants=plays_variants,
            numbers=numbers,
            doc=doc,
        )

    return decorate


def keeps_common_memory(agent: Agent) -> bool:
    """Whether every seat comes to the same memory as long as all follow `agent`."""
    return isinstance(agent, CompiledPolicy) and agent.common


def is_honest(agent: Agent) -> bool:
    """Whether `agent` does not see its own hand."""
    return not (isinstance(agent, CompiledPolicy) and agent.sees_own_hand)


def settings_of(agent: Agent) -> tuple[int, ...]:
    """What the memory of `agent` opens with.

    A batched agent that plays on as another, such as a search, has the `settings` of that one.
    """
    settings: tuple[int, ...] = getattr(agent, "settings", ())
    return settings


def new_memory(agent: Agent, copies: int) -> NDArray[np.int64]:
    """[copies, memory_size]: memories at the start of a game, before they observe the deal."""
    settings = settings_of(agent)
    memory = np.zeros((copies, agent.memory_size), np.int64)
    memory[:, : len(settings)] = settings
    return memory
