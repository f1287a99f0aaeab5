"""`SimpleAgent`: plays what was hinted, else hints the color of something playable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanabilab.adapters.hle.rl_env import Agent


class SimpleAgent(Agent):
    """HLE's example of a hand-written agent, decision for decision.

    1. Play the oldest card of which a hint has told anything.
    2. With a token: hint the color of the first playable card, from the next seat on and oldest
       first, whose color has not been hinted.
    3. Discard the oldest card; with all tokens there, play it.
    """

    def __init__(self, config: Mapping[str, Any], *args: Any, **kwargs: Any) -> None:  # noqa: ARG002
        self.config = config
        self.max_information_tokens = config.get("information_tokens", 8)

    @staticmethod
    def playable_card(card: Mapping[str, Any], fireworks: Mapping[str, int]) -> bool:
        """Whether a card of an observation would score."""
        return bool(card["rank"] == fireworks[card["color"]])

    def act(self, observation: dict[str, Any]) -> dict[str, Any] | None:
        """The move; None on another's turn."""
        if observation["current_player_offset"] != 0:
            return None
        for slot, told in enumerate(observation["card_knowledge"][0]):
            if told["color"] is not None or told["rank"] is not None:
                return {"action_type": "PLAY", "card_index": slot}
        if observation["information_tokens"] > 0:
            for hint in self._hints(observation):
                return hint
        missing = observation["information_tokens"] < self.max_information_tokens
        return {"action_type": "DISCARD" if missing else "PLAY", "card_index": 0}

    def _hints(self, observation: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Color hints that tell of a playable card, in order of preference."""
        for offset in range(1, observation["num_players"]):
            hand, knowledge = (
                observation[part][offset] for part in ("observed_hands", "card_knowledge")
            )
            for card, told in zip(hand, knowledge, strict=False):
                if told["color"] is None and self.playable_card(card, observation["fireworks"]):
                    yield {
                        "action_type": "REVEAL_COLOR",
                        "color": card["color"],
                        "target_offset": offset,
                    }
