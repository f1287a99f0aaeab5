"""Games searched for positions: rows of move values, and puzzles with one clearly best action."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np

from hanabilab.agents.policy import Agent, CompiledPolicy
from hanabilab.agents.registry import make_agent
from hanabilab.agents.traits import check_rules
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.game.words import (
    action_meant,
    card_name,
    format_action,
)
from hanabilab.notation import format_rules, replay
from hanabilab.puzzles.forms import Puzzle, PuzzleAnswer, PuzzleView, ValueRow
from hanabilab.puzzles.keeping import PANEL, PuzzleSettings, RowSettings
from hanabilab.puzzles.observation import legal_words, observation
from hanabilab.puzzles.sources import Source
from hanabilab.puzzles.valuing import Valued, Valuer, chosen_by
from hanabilab.search import Estimates

#: Shares of the agents that find an easy puzzle at least, and a hard one at most.
_EASY, _HARD = 0.6, 0.2
#: A gap of so many points is seen more easily.
_WIDE = 1.0
#: How far a first look may fall short of the gap and be measured all the same.
_HOPE = 0.5
_SPLITS = (("train", 0.8), ("validation", 0.9), ("test", 1.0))


def split_of(source: Source) -> str:
    """Where a game belongs: eight tenths to train, a tenth each to validation and test, by deal."""
    share = int(source.deal_digest[:12], 16) / 16**12
    return next(name for name, end in _SPLITS if share < end)


def valuer_for(
    source: Source, agent: CompiledPolicy, settings: RowSettings | PuzzleSettings
) -> Valuer:
    """Who values the positions of a game.

    Raises:
        AgentError: the agent cannot play it, or cannot be searched over.
    """
    rules = source.record.rules
    check_rules(agent, rules)
    return Valuer(
        rules,
        agent,
        rollouts=settings.rollouts,
        measured=settings.measured,
        exact_cards=settings.exact_cards,
        seed=settings.seed,
    )


# --- Rows -----------------------------------------------------------------------------------------


def rows_of(source: Source, agent: CompiledPolicy, settings: RowSettings) -> list[ValueRow]:
    """The rows of one game, in the order of its turns.

    Raises:
        AgentError: the agent cannot play it, or cannot be searched over.
    """
    valuer = valuer_for(source, agent, settings)
    wanted = _drawn_turns(source, settings)
    rows = []
    for game, first in _looks(source, valuer, wanted):
        rows.append(_row(source, valuer, valuer.measure(game, first)))
    return rows


def _drawn_turns(source: Source, settings: RowSettings) -> set[int]:
    text = f"{settings.seed} {source.digest}"
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    turns = len(source.record.actions)
    drawn = np.random.default_rng(seed).permutation(turns)[: settings.positions]
    return set(map(int, drawn))


def _looks(
    source: Source, valuer: Valuer, wanted: set[int] | None = None
) -> Iterator[tuple[Game, Estimates]]:
    """The positions of a game at which there is something to choose, each with a first look."""
    for game in replay(source.record):
        asked = wanted is None or len(game.actions) in wanted
        if not game.is_over and asked and (first := valuer.look(game)):
            yield game, first


def _row(source: Source, valuer: Valuer, valued: Valued) -> ValueRow:
    game, rules = valued.game, valued.game.rules
    moves = dict(zip((each.action for each in valued.values), valuer.moves(valued), strict=True))
    return ValueRow(
        id=source.id_at(len(game.actions)),
        split=split_of(source),
        source=source.name,
        rules=format_rules(rules),
        agents=list(source.record.agents),
        turn=len(game.actions),
        seat=game.current_seat,
        action_taken=_taken(source, game),
        plays_on=valuer.agent.name,
        basis=valued.hands.basis,
        range_size=len(valued.hands),
        exact=valued.exact,
        reference=format_action(rules, valued.reference),
        observation=observation(game),
        actions=[moves[action] for action in sorted(moves)],
    )


def _taken(source: Source, game: Game) -> str:
    """What was done in the game; "" at its end."""
    turn, actions = len(game.actions), source.record.actions
    return format_action(game.rules, actions[turn]) if turn < len(actions) else ""


# --- Puzzles --------------------------------------------------------------------------------------


def puzzles_of(source: Source, agent: CompiledPolicy, settings: PuzzleSettings) -> list[Puzzle]:
    """Positions of one game with a clearly best action, in an order that is drawn by the seed.

    Raises:
        AgentError: the agent cannot play it, or cannot be searched over.
    """
    valuer, panel = valuer_for(source, agent, settings), panel_for(source)
    clear: list[tuple[float, Valued]] = []
    for game, first in _looks(source, valuer):
        if not _may_be_clear(first, settings):
            continue
        valued = valuer.measure(game, first)
        if is_clear(valued, settings.gap, settings.sigmas):
            clear.append((_taste(settings, source, len(game.actions)), valued))
    drawn = sorted(clear, key=lambda each: each[0])[: settings.per_game]
    return [_puzzle(source, valuer, panel, valued, settings.seed) for _, valued in drawn]


def _taste(settings: PuzzleSettings, source: Source, turn: int) -> float:
    """A number from 0 to 1 that is drawn for a position by the seed."""
    text = f"{settings.seed} {source.id_at(turn)}"
    return int(hashlib.sha256(text.encode()).hexdigest()[:12], 16) / 16**12


def _may_be_clear(first: Estimates, settings: PuzzleSettings) -> bool:
    """Whether the range is exact, and no second action comes close at a first look."""
    if first.basis != "exact":
        return False
    gains = np.sort(first.gains[first.legal])[::-1]
    return bool(gains[0] - gains[1] >= _HOPE * settings.gap)


def is_clear(valued: Valued, gap: float, sigmas: float) -> bool:
    """Whether the reference beats each other action by a gap, and by so many errors of it."""
    return all(-each.gain >= max(gap, sigmas * each.margin) for each in valued.others)


def panel_for(source: Source) -> dict[str, Agent]:
    """The agents that can be asked about a game, by name."""
    found: dict[str, Agent] = {}
    for name in PANEL:
        agent = make_agent(name)
        try:
            check_rules(agent, source.record.rules)
        except AgentError:
            continue
        found[name] = agent
    return found


def _puzzle(
    source: Source, valuer: Valuer, panel: dict[str, Agent], valued: Valued, seed: int
) -> Puzzle:
    game, rules = valued.game, valued.game.rules
    second = valued.others[0]
    chosen = {name: chosen_by(each, game, seed) for name, each in panel.items()}
    found_by = [name for name, action in chosen.items() if action == valued.reference]
    missed_by = [name for name in chosen if name not in found_by]
    moves = valuer.moves(valued)
    best = next(each for each in moves if each.action == format_action(rules, valued.reference))
    view = game.view()
    hand = [card_name(rules, int(card)) for card in game.state.hands[game.current_seat]]
    answer = PuzzleAnswer(
        best_action=best.action,
        lead=round(-second.gain, 4),
        lead_sem=round(second.gain_sem, 4),
        exact=valued.exact,
        range_size=len(valued.hands),
        found_by=found_by,
        missed_by=missed_by,
        action_taken=_taken(source, game),
        actions=moves,
        hand=hand[: rules.hand_size],
        deck=[card_name(rules, card) for card in source.record.deck],
        history=[format_action(rules, action) for action in game.actions],
        agents=list(source.record.agents),
        source=source.name,
    )
    return Puzzle(
        id=source.id_at(len(game.actions)),
        grade=grade_of(-second.gain, len(found_by), len(chosen)),
        view=PuzzleView(
            rules=format_rules(rules),
            turn=len(game.actions),
            seat=game.current_seat,
            plays_on=valuer.agent.name,
            legal=legal_words(rules, view),
            observation=observation(game),
            site_slots=source.site_slots,
        ),
        help=_hints(game, valued.reference, best.reasons),
        answer=answer,
    )


def grade_of(gap: float, found: int, asked: int) -> str:
    """How hard a puzzle is: by the share of agents that find it, and by the gap.

    Easy if six tenths of the agents find it and the gap is a point or more. Hard if two tenths at
    most find it, or if none of these holds and the gap is below half a point. Else medium.
    """
    share = found / asked if asked else 0.0
    if share >= _EASY and gap >= _WIDE:
        return "easy"
    return "hard" if share <= _HARD or (share < _EASY and gap < _WIDE / 2) else "medium"


def _hints(game: Game, best: int, reasons: list[str]) -> list[str]:
    """First the kind of action; then a fact about it that does not name it."""
    meant = action_meant(game.rules.tables, best, game.current_seat)
    kind = {"play": "It is a play.", "discard": "It is a discard."}.get(meant.kind)
    hints = [kind or f"It is a hint to seat {meant.place}."]
    then = [each for each in reasons if each.startswith("Then ")]
    return [*hints, *then[:1]]
