"""Turns of a network's own play, as arrays that it learns from.

A `Player` sits at every seat of `VectorGames`. `play` returns the next T turns of all games. Games
end and start within them; what seats remember is carried on from call to call.

Shapes: T turns, G games, P seats, N entries of an observation, A actions, S slots of all hands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.learning.checkpoints import Taken, part_of, require_same, require_trust, with_prefix
from hanabilab.learning.devices import to_numpy, to_tensor
from hanabilab.learning.networks import Network, dueling
from hanabilab.learning.own_hand import label_own_hands
from hanabilab.learning.seated_partner import SeatedPartner
from hanabilab.learning.teachers import Teacher
from hanabilab.learning.vector_games import VectorGames

#: Of a generator's state (Mersenne twister).
_NUMBERS = 624


class Turns(NamedTuple):
    """Turns that were played. A learner takes some games of them with `rows`.

    Attributes:
        observations: [T, G, N] zeros and ones, of the seat to act.
        legal: [T, G, A] what it could do.
        ages: [T, G] turns played before in the game.
        actions: [T, G] what it did.
        log_probs: [T, G] logarithm of the chance that the network gave to it.
        values: [T + 1, G] what the network thought the position worth; the last is after all turns.
        rewards: [T, G] points that the action brought.
        ended: [T, G] whether it ended the game.
        taught: [T, G] what the teacher would have done; without one, what was done.
        inferences: [T, G, S] bit sets of the teacher; no slots where it does not tell.
        own_hand: [T, G, ...] labels of the own hand, as `own_hand.py` has them; none where they are
            not learned.
        carried: [P, states, G, neurons] what seats remembered before the first of the turns.
    """

    observations: Tensor
    legal: Tensor
    ages: Tensor
    actions: Tensor
    log_probs: Tensor
    values: Tensor
    rewards: Tensor
    ended: Tensor
    taught: Tensor
    inferences: Tensor
    own_hand: Tensor
    carried: Tensor

    def rows(self, games: Tensor) -> Turns:
        """The same turns of some games."""
        *by_turn, carried = self
        parts = [each[:, games] for each in by_turn]
        return Turns(*parts, carried[:, :, games])  # type: ignore[call-arg]  # it cannot count


@dataclass
class Player:
    """A network at every seat of games.

    Attributes:
        network: which plays.
        games: which it plays, never ending.
        teacher: who watches; None for nobody.
        generator: of random actions.
        greedy: the share of games in which it takes its best action; it draws in the others.
        guided: the chance of a turn that the teacher's action is taken.
        random: [G] the chance of a turn that any legal action is taken, and else the best one or
            the teacher's, as value-based learning plays; the values kept are then those of best
            actions. None for policies.
        label: what makes labels of own hands of STATE rows; None for what the network learns.
        judge: what positions are worth [G], by observations [G, N] and labels of own hands; None
            for what the network says.
        watch: called with the games before each turn that is played, when the seat to act has seen
            it; None for nobody.
        partner: an agent that has some of the seats; None for nobody.
        carried: [P, states, G, neurons] what seats remember: the seat that acts next comes first.
            When `watch` is called, the seat to act has seen its position, and comes last.
    """

    network: Network
    games: VectorGames
    teacher: Teacher | None
    generator: torch.Generator
    greedy: float = 0.0
    guided: float = 0.0
    random: Tensor | None = None
    label: Callable[[NDArray[Any]], NDArray[Any]] | None = None
    judge: Callable[[Tensor, Tensor], Tensor] | None = None
    watch: Callable[[VectorGames], None] | None = None
    partner: SeatedPartner | None = None

    def __post_init__(self) -> None:
        if self.label is None and self.network.slots:
            self.label = partial(label_own_hands, hand_size=self.network.slots)
        count, players = len(self.games), self.games.rules.players
        state = self.network.first_state(count)
        self.carried: Tensor = torch.stack([state] * players)
        self._device = self.carried.device
        self._ages = torch.zeros(count, dtype=torch.int16, device=self._device)
        self._taken = Taken(count, self.games.rules)
        self._scores: list[int] = []

    @torch.no_grad()  # type: ignore[untyped-decorator]  # PyTorch is not followed by mypy
    def play(self, turns: int) -> Turns:
        """The next turns of all games."""
        carried = self.carried
        # A turn more than is played: the position after the last one is judged, too.
        with self.network.held():
            kept = [self._turn(last=turn == turns) for turn in range(turns + 1)]
        by_turn = Turns(*map(torch.stack, zip(*kept, strict=True)), carried)  # type: ignore[call-arg]  # nor here
        return by_turn._replace(
            **{
                name: getattr(by_turn, name)[:turns]
                for name in by_turn._fields
                if name not in ("values", "carried")
            }
        )

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def step(self) -> None:
        """Play the next turn of all games, and keep nothing of it."""
        self._turn(last=False)

    def take_scores(self) -> list[int]:
        """Scores of the games that have ended since the last call."""
        scores, self._scores = self._scores, []
        return scores

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Where it stands, to go on from with `restore`."""
        found = {
            "ages": to_numpy(self._ages).copy(),
            "carried": to_numpy(self.carried).copy(),
            "scores": np.array(self._scores, np.int64),
            "generator": self.generator.get_state().numpy(),
        }
        found |= with_prefix("games.", self.games.arrays())
        found |= with_prefix("taken.", self._taken.arrays())
        if self.teacher:
            found |= with_prefix("teacher.", self.teacher.arrays())
        if self.partner:
            found |= with_prefix("partner.", self.partner.arrays())
        return found

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go back to where `arrays` was asked for.

        Raises:
            KeyError, ValueError, RuntimeError: they are not of such a player.
            LearningError: they are of an older release, and folders are not trusted.
        """
        self._restore_games(arrays)
        self._ages, self.carried = self._sent(arrays["ages"]), self._sent(arrays["carried"])
        self._scores = arrays["scores"].tolist()
        restore_generator(self.generator, arrays["generator"])

    def _restore_games(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """The games, and who watches them."""
        games, lessons = part_of(arrays, "games."), part_of(arrays, "teacher.")
        if not (taken := part_of(arrays, "taken.")):
            require_trust()
            self.games.restore(games)
            if self.teacher:
                self.teacher.restore(lessons)
            return
        self._taken.restore(taken)
        require_same(taken, {"turns": arrays["ages"]}, "turns")
        self.games.restore_played(games, self._taken, self._show)
        if self.teacher:
            self.teacher.restore_watched(lessons)
        if self.partner:
            self.partner.restore_watched(part_of(arrays, "partner."))

    def _show(self, started: NDArray[np.bool_]) -> None:
        """Let those who watch take in the last action of every game."""
        if self.teacher:
            self.teacher.watch(started)
        if self.partner:
            self.partner.watch(started)

    def _turn(self, *, last: bool) -> tuple[Tensor, ...]:
        """Play a turn, unless it is the last, which is only looked at."""
        games, ages = self.games, self._ages
        observations, own_hand = self._seen()
        legal = self._sent(games.legal)
        out = self.network.games(observations.float()[None], self.carried, ages[None])
        logits = mask_illegal(out.actions[0], legal)
        actions = self._choose(logits, legal)
        if self.partner and not last:
            actions = self.partner.act(actions, self.generator)
        log_probs = logits.log_softmax(-1).gather(-1, actions[:, None])[:, 0]
        taught, inferences = self._lessons(actions)
        rewards, ended = torch.zeros_like(log_probs), torch.zeros_like(ages, dtype=torch.bool)
        if not last:
            self.carried = out.state
            if self.watch:
                self.watch(games)
            best = to_numpy(logits.argmax(-1)) if games.tells_best else None
            games.step(to_numpy(actions), best)
            self._taken.add(to_numpy(actions), games.ended)
            self._show(games.ended)
            rewards, ended = self._sent(games.rewards), self._sent(games.ended)
            self._ages = torch.where(ended, 0, ages + 1)
            self._scores += games.scores[games.ended].tolist()
        value = self.judge(observations, own_hand) if self.judge else out.value[0]
        if self.random is not None:
            value = mask_illegal(dueling(out, legal[None])[0], legal).amax(-1)
        return (
            observations, legal, ages, actions, log_probs, value, rewards, ended, taught,
            inferences, own_hand,
        )  # fmt: skip

    def _seen(self) -> tuple[Tensor, Tensor]:
        """What the seat to act observes, and what its own cards are, if that is learned."""
        games = self.games
        seen = [games.observations, games.best] if games.tells_best else [games.observations]
        own = self.label(games.states) if self.label else np.zeros((len(games), 0), np.int8)
        return self._sent(np.concatenate(seen, axis=1)), self._sent(own)

    def _sent(self, array: NDArray[Any]) -> Tensor:
        """A copy where the network is."""
        return to_tensor(array, self._device)

    def _lessons(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """What the teacher would do, and what it infers."""
        nothing = actions.new_zeros(len(actions), 0)
        if self.teacher is None:
            return actions, nothing
        told = self.teacher.inferences
        return self._sent(self.teacher.actions), nothing if told is None else self._sent(told)

    def _choose(self, logits: Tensor, legal: Tensor) -> Tensor:
        """An action for each game: best, drawn, now and then the teacher's, or any."""
        if self.random is None:
            drawn = (logits + self._gumbel(logits)).argmax(-1)
            count = round(self.greedy * len(logits))
            actions = torch.cat((logits[:count].argmax(-1), drawn[count:]))
        else:
            actions = logits.argmax(-1)
        if self.teacher and self.guided > 0:
            helped = torch.rand(len(logits), generator=self.generator) < self.guided
            taught = self._sent(self.teacher.actions)
            actions = torch.where(helped.to(self._device), taught, actions)
        if self.random is not None:
            any_legal = mask_illegal(self._gumbel(logits), legal).argmax(-1)
            explored = torch.rand(len(logits), generator=self.generator) < self.random
            actions = torch.where(explored.to(self._device), any_legal, actions)
        return actions

    def _gumbel(self, logits: Tensor) -> Tensor:
        """Noise by which the greatest logit is a draw by chance (the Gumbel-max trick)."""
        uniform = torch.rand(logits.shape, generator=self.generator).to(self._device)
        return -(-uniform.clamp(1e-20, 1 - 1e-7).log()).log()


def restore_generator(generator: torch.Generator, state: NDArray[np.uint8]) -> None:
    """Set a generator to a state that may come from anybody.

    Raises:
        ValueError, RuntimeError: it is none. PyTorch counts the numbers that are left and where the
            next one stands, and reads beyond them if the two do not belong together.
    """
    left, following = state[8:12].view(np.int32)[0], state[16:24].view(np.uint64)[0]
    if (left, following) != (1, 0) and int(left) + int(following) != _NUMBERS + 1:
        raise ValueError("the state of a generator is out of range")
    generator.set_state(torch.from_numpy(state.copy()))


def mask_illegal(logits: Tensor, legal: Tensor) -> Tensor:
    """Logits of legal actions; those of illegal ones are so low that they have no chance."""
    return logits.masked_fill(~legal, -1e9)
