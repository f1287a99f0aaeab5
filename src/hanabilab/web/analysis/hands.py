"""What an agent would do under each hand that another seat may hold: what its action will tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents import Agent
from hanabilab.agents.policy import new_memory
from hanabilab.agents.traits import check_rules
from hanabilab.beliefs import HandRange, History, PartnerModel, unseen_counts
from hanabilab.beliefs.batched_partners import choices_by_hand
from hanabilab.beliefs.chances import probabilities_of
from hanabilab.beliefs.hand_range import EMPTY, NO_CARDS, card_at, with_card
from hanabilab.beliefs.history import turns_of_one
from hanabilab.beliefs.range_update import range_of_onlooker
from hanabilab.errors import AgentError, RulesError
from hanabilab.game.actions import FORFEIT
from hanabilab.game.checks import check_seat
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.words import action_words
from hanabilab.notation import Record
from hanabilab.search.searching import Searching
from hanabilab.web.analysis.positions import agent_named, game_at

#: More hands are not listed but sampled, so that an answer takes about a second.
_MAX_HANDS, _SAMPLES = 30_000, 10_000
#: Hands of each action that are shown.
_SHOWN = 4


def hand_choices(
    record: Record, turn: int, seat: int, agent: str = "smart"
) -> Iterator[dict[str, Any]]:
    """What an agent would do as the seat to act, for each hand that `seat` may hold.

    Args:
        seat: whose hand it is. It knows what hints and the agent's earlier choices have told it;
            the seat to act sees the hand.

    Yields:
        `hands`, how many are possible; `basis`, as `HandRange.basis`; and `groups` by action, most
        probable first: `id`, `text`, its probability `share`, how many `hands`, `true` if it is
        what the agent does with the real hand, and `likely`, the most probable of them: `cards` and
        `chance`.

    Raises:
        HanabiError: the game is over there, `seat` is to act, or the agent cannot be asked.
    """
    asked, game = agent_named(agent), game_at(record, turn)
    _check(asked, game, seat)
    history = History.of(asked, turns_of_one(game, seat, new_memory(asked, 1)), 0)
    hands = range_of_onlooker(history, PartnerModel(asked, max_hands=_MAX_HANDS, samples=_SAMPLES))
    answers = _Answers(
        hands,
        probabilities_of(hands, unseen_counts(history.view)),
        choices_by_hand(hands, history, asked),
    )
    real = int(choices_by_hand(_only(hands, _packed(game, seat)), history, asked)[0])
    groups = [
        {"true": each == real, **_group(game, answers, each)}
        for each in sorted({real, *answers.chosen.tolist()})
    ]
    yield {
        "turn": turn,
        "seat": seat,
        "agent": asked.name,
        "hands": len(hands),
        "basis": hands.basis,
        "groups": sorted(groups, key=lambda group: -group["share"]),
    }


class _Answers(NamedTuple):
    """What an agent would do under each hand. N hands."""

    hands: HandRange
    weights: NDArray[np.float64]  # [N] the probability of each hand
    chosen: NDArray[np.int64]  # [N] action ids


def _check(asked: Agent, game: Game, seat: int) -> None:
    check_rules(asked, game.rules)
    check_seat(game.rules, seat)
    if game.is_over:
        raise RulesError(f"the game is over ({game.status}); nobody is to act")
    if seat == game.current_seat:
        raise AgentError("an agent does not see its own hand; choose another seat's")
    if isinstance(asked, Searching):
        raise AgentError(f"{asked.name} searches: for thousands of hands that takes too long")


def _group(game: Game, answers: _Answers, action: int) -> dict[str, Any]:
    """One action, and the hands under which it would be taken."""
    packed, weights = answers.hands.packed_hands, answers.weights
    mine = np.flatnonzero(answers.chosen == action)
    likely = mine[np.argsort(-weights[mine], kind="stable")][:_SHOWN].tolist()
    gives_up = action == FORFEIT
    return {
        "id": action,
        "text": "gives up" if gives_up else action_words(game.state, action, game.current_seat),
        "share": round(float(weights[mine].sum()), 6),
        "hands": len(mine),
        "likely": [
            {"cards": _names(game, packed[each]), "chance": round(float(weights[each]), 6)}
            for each in likely
        ],
    }


def _only(hands: HandRange, packed: int) -> HandRange:
    """A range of one hand."""
    return replace(
        hands, packed_hands=np.array([packed], np.int32), likelihood=hands.likelihood[:1]
    )


def _packed(game: Game, seat: int) -> int:
    """The real hand of a seat, packed."""
    packed = NO_CARDS
    for slot, card in enumerate(game.state.hands[seat].tolist()):
        if card >= 0:
            packed = with_card(packed, slot, card)
    return packed


def _names(game: Game, packed: int) -> list[str]:
    """The cards of a packed hand; empty slots are left out."""
    cards = (card_at(packed, slot) for slot in range(MAX_HAND))
    return [game.rules.names.card(card) for card in cards if card != EMPTY]
