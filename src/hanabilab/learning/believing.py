"""`net(FILE, belief=FILE)`: a network that plays, with a belief that was learned of its games.

It plays as `net(FILE)`. A search over it may draw own hands from the belief, where they are too
many to ask the network about each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.agents.policy import Turns
from hanabilab.errors import AgentError
from hanabilab.game.layout import layout_of
from hanabilab.learning import recalling
from hanabilab.learning.agent import NetworkAgent
from hanabilab.learning.networks import Known, read_labels
from hanabilab.learning.own_hand import HandLabels
from hanabilab.learning.weight_files import BELIEFS, load_weights
from hanabilab.notation.call import text_of_call


class BelievingAgent(NetworkAgent):
    """A network that plays, and a learned belief.

    Args:
        file: of the weights of the network, or the name of some that come with the package.
        belief: the same of the belief.

    Raises:
        LearningError: no such weights, or damaged ones.
        AgentError: they are of different rules.
    """

    def __init__(self, file: str, belief: str) -> None:
        super().__init__(file)
        self.name, self._belief_file = text_of_call("net", file, belief=belief), belief
        self.belief, card = load_weights(belief, BELIEFS)
        if card.rules != self.card.rules:
            raise AgentError(f"the belief {belief} was learned of other rules than {self.name}")
        self._weights.enter_context(self.belief.held())

    def __reduce__(self) -> tuple[Any, ...]:
        return BelievingAgent, (self.file, self._belief_file)

    def draw_hands(self, turns: Turns, count: int) -> NDArray[np.int64]:
        """[N, slots] hands that the seat to act in the only game may hold; see `Believing`."""
        rng = torch.Generator().manual_seed(int(turns.rngs[0, 0] >> np.uint64(1)))
        with torch.no_grad():
            hands = self.belief.draw(*self.consider(turns), count, rng)[0]
        drawn: NDArray[np.int64] = hands[(hands > -2).all(-1)].numpy()
        return drawn

    def log_chances(self, turns: Turns, hands: NDArray[np.int64]) -> NDArray[np.float64]:
        """[N] logarithm of the chance of each of `hands` [N, slots]; -1 in an empty slot."""
        asked = torch.from_numpy(np.asarray(hands, np.int64))[None]
        with torch.no_grad():
            found: NDArray[np.float64] = (
                self.belief.log_chances(*self.consider(turns), asked)[0].sum(-1).double().numpy()
            )
        return found

    def consider(self, turns: Turns) -> tuple[Tensor, Known]:
        """What the belief remembers of the only game, [1, neurons], and what is known there."""
        self.card.require_rules(turns.rules)
        layout, view = layout_of(self.card.rules), turns.views[0]
        waiting = recalling.Waiting(turns.views, turns.known_decks, turns.actions)
        seen = np.zeros((int(view.turn) // self.players.start + 2, layout.size), np.uint8)
        table = self.room(turns.rules).table
        count = recalling.fill_earlier(seen, waiting, 0, table, layout.row)
        recalling.fill_now(seen[count : count + 1], turns.views, layout.row)
        observed = torch.from_numpy(seen[: count + 1]).float()[:, None]
        remembered, _ = self.belief.follow(observed, self.belief.first_state(1))
        label = HandLabels(self.card.rules).of_view(view)
        known, _ = read_labels(torch.from_numpy(label)[None], self.card.rules.hand_size)
        return remembered[-1], known
