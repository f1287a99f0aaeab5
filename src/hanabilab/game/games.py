"""Many games side by side: checked fronts to the kernels, for one game and for batches.

`Game` is one game for people, tests and replays; `Games` steps and encodes thousands at once, the
vector environment that learners want. Shapes: G games, P players, A actions, N vector size.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanabilab._lazy import named
from hanabilab.errors import IllegalActionError, RulesError
from hanabilab.game import batch
from hanabilab.game.cards import max_reachable_score
from hanabilab.game.checks import (
    check_action,
    check_count,
    check_deck,
    check_out,
    check_seat,
    check_seats,
    check_seed,
    checked_rules,
    deck_from_seed,
    whole_numbers,
)
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action, score
from hanabilab.game.layout import layout_of
from hanabilab.game.position import Position
from hanabilab.game.rows import new_states, new_views, states_from
from hanabilab.game.rules import Rules
from hanabilab.game.state import RUNNING, STATUS_NAMES, State
from hanabilab.game.typed_actions import typed_action
from hanabilab.game.view import View, look
from hanabilab.game.words import format_action, refuse_first, require_legal


class Game:
    """One game: rules, deck and the actions so far.

    Args:
        rules: the rules to play by.
        deck: card ids in drawing order; the default is the deck of `seed` and `index`.

    Raises:
        RulesError: a deck that is not the rules' deck, an impossible seed, or rules that are none.
    """

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        deck: Sequence[int] | None = None,
        seed: int = 0,
        index: int = 0,
    ) -> None:
        self.rules = Rules() if rules is None else checked_rules(rules)
        cards = deck_from_seed(self.rules, seed, index) if deck is None else deck
        self.states = new_states(self.rules, 1)
        self._deal(check_deck(self.rules, cards))

    def _deal(self, deck: NDArray[np.int16]) -> None:
        self.states[:] = new_states(self.rules, 1)
        self.state.deck[: self.rules.deck_size] = deck
        deal(self.state)
        self.actions: list[int] = []

    @property
    def state(self) -> State:
        """The STATE row. It is looked up in `states` every time: copies and pickles keep one."""
        row: State = self.states[0]
        return row

    def copy(self) -> Game:
        """A game of its own that stands where this one does."""
        return copy.copy(self)

    def __getstate__(self) -> tuple[Rules, bytes, list[int]]:
        return self.rules, self.states.tobytes(), self.actions.copy()

    def __setstate__(self, kept: tuple[Rules, bytes, list[int]]) -> None:
        self.rules, states, self.actions = kept
        self.states = states_from(states)

    def reset(self, *, deck: Sequence[int] | None = None) -> None:
        """Deal again: the same deck, or another one.

        Raises:
            RulesError: a deck that is not the rules' deck.
        """
        self._deal(check_deck(self.rules, self.deck if deck is None else deck))

    @property
    def deck(self) -> list[int]:
        """Card ids in the order they are drawn."""
        return [int(card) for card in self.state.deck[: self.rules.deck_size]]

    @property
    def current_seat(self) -> int:
        """Whose turn it is."""
        return int(self.state.current_seat)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.status != RUNNING)

    @property
    def status(self) -> str:
        """Running, lost, out of cards or completed."""
        return STATUS_NAMES[self.state.status]

    @property
    def score(self) -> int:
        """Points that count now, under the rule for lost games."""
        return int(score(self.state))

    @property
    def max_reachable_score(self) -> int:
        """Points that the discards still allow."""
        return int(max_reachable_score(self.state))

    @property
    def cards_left(self) -> int:
        """Cards in the deck, which are drawn one after the other."""
        return self.rules.deck_size - int(self.state.deck_drawn)

    def legal_actions(self) -> list[int]:
        """Ids that the seat to act may choose from, ascending; none once the game is over."""
        legal = np.zeros((1, self.rules.num_actions), np.bool_)
        batch.fill_legal_all(legal, self.states)
        return [int(action) for action in np.flatnonzero(legal[0])]

    def act(self, action: int | str) -> None:
        """Take an action, by id or in words (`game.typed_actions`), HLE's among them.

        Raises:
            NotationError: words that name no action.
            IllegalActionError: an action that the rules forbid now, or neither an id nor words.
        """
        if isinstance(action, str):
            action = typed_action(self.rules, action, self.current_seat)
        chosen = check_action(action)
        require_legal(self.rules, self.state, chosen)
        apply_action(self.state, chosen)
        self.actions.append(chosen)

    def ask(self, agent: Any, *, seed: int = 0) -> int:
        """The id of the action that an agent, or the agent of a name, would take now.

        Args:
            agent: what sits at the seat to act; it is taken to have sat at all seats so far.
            seed: of its random numbers, which depend on the turn, too.

        Raises:
            AgentError: it cannot play this game, or fails; or the game is over.
        """
        return int(named("hanabilab.arena.asking:ask")(self, agent, seed))

    def view(self, seat: int | None = None) -> View:
        """What `seat` sees; the default is the seat to act."""
        view: View = new_views(self.rules, 1)[0]
        look(view, self.state, self._seat(seat))
        return view

    def _seat(self, seat: int | None) -> int:
        return self.current_seat if seat is None else check_seat(self.rules, seat)

    def observation(self, seat: int | None = None) -> NDArray[np.float32]:
        """HLE's canonical vector for `seat`; the default is the seat to act."""
        layout, seats = layout_of(self.rules), np.array([self._seat(seat)], np.int64)
        views, vectors = new_views(self.rules, 1), np.zeros((1, layout.size), np.float32)
        batch.encode_all(vectors, self.states, seats, views, layout.row)
        return vectors[0]

    def __str__(self) -> str:
        return str(Position.of(self.state))

    def _repr_html_(self) -> str:
        """The board, for notebooks."""
        return str(named("hanabilab.web.notebook:board_svg")(self))

    def __repr__(self) -> str:
        words = ", ".join(format_action(self.rules, action) for action in self.actions)
        return f"Game({self.rules!r}, actions=[{words}])"


class Games:
    """A batch of games in step, each with the deck of (seed, game index).

    Args:
        rules: the rules of all games.
        count: how many games, G.
        seed: of the decks.
        first: index of the first game.

    Raises:
        RulesError: rules that are none, no games or more than there is memory for, or an impossible
            seed or index.
    """

    def __init__(self, rules: Rules, count: int, *, seed: int = 0, first: int = 0) -> None:
        self._set_up(checked_rules(rules), new_states(rules, check_count(count)))
        check_seed(check_seed(first, "first") + len(self) - 1, "index of the last game")
        batch.deal_all(self.states, check_seed(seed), first, np.zeros(2, np.uint64))

    def copy(self) -> Games:
        """Games of their own that stand where these do."""
        return copy.copy(self)

    def __getstate__(self) -> tuple[Rules, bytes]:
        return self.rules, self.states.tobytes()

    def __setstate__(self, kept: tuple[Rules, bytes]) -> None:
        self._set_up(kept[0], states_from(kept[1]))

    def _set_up(self, rules: Rules, states: NDArray[Any]) -> None:
        self.rules = rules
        self.layout = layout_of(rules)
        self.states = states
        self._views = new_views(rules, len(states))
        self._faults = np.zeros(len(states), np.bool_)

    def __len__(self) -> int:
        return len(self.states)

    @property
    def running(self) -> NDArray[np.bool_]:
        """[G] which games have not ended."""
        return np.asarray(self.states["status"] == RUNNING)

    @property
    def current_seats(self) -> NDArray[np.int16]:
        """[G] whose turn it is."""
        return np.asarray(self.states["current_seat"])

    def scores(self) -> NDArray[np.int16]:
        """[G] points that count now, under the rule for lost games."""
        scores = np.zeros(len(self), np.int16)
        batch.score_all(scores, self.states)
        return scores

    def legal(self) -> NDArray[np.bool_]:
        """[G, A] which actions the seat to act may take; all False once a game is over."""
        legal = np.zeros((len(self), self.rules.num_actions), np.bool_)
        batch.fill_legal_all(legal, self.states)
        return legal

    def step(self, actions: ArrayLike) -> None:
        """Take one action in each running game; what is given for ended games is ignored.

        Args:
            actions: [G] action ids.

        Raises:
            IllegalActionError: an action is illegal; then no game has moved.
        """
        chosen = whole_numbers("actions", actions)
        if chosen.shape != (len(self),):
            raise IllegalActionError(
                f"actions have shape {chosen.shape}; one for each of {len(self)} games is needed"
            )
        if not batch.check_all(self._faults, self.states, chosen):
            refuse_first(self.rules, self.states, chosen, self._faults)
        batch.apply_all(self.states, chosen)

    def observe(
        self, seats: ArrayLike | None = None, out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """[G, N] HLE's canonical vectors, float32 unless `out` says otherwise.

        Args:
            seats: [G] who observes each game; the default is the seat to act.
            out: an array to fill and return, see `check_out`.

        Raises:
            RulesError: seats that do not exist, or an `out` of another shape or type.
        """
        # Seats to act are seats: to check them takes a quarter of the time of one game.
        actors = self.current_seats
        who = actors.astype(np.int64) if seats is None else check_seats(self.rules, seats)
        needed = (len(self),), (len(self), self.layout.size)
        vectors = np.empty(needed[1], np.float32) if out is None else check_out(out)
        if (shapes := (who.shape, vectors.shape)) != needed:
            found = "seats have shape {} and out {}; needed are {} and {}"
            raise RulesError(found.format(*shapes, *needed))
        batch.encode_all(vectors, self.states, who, self._views, self.layout.row)
        return vectors
