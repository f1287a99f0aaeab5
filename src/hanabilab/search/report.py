"""What a search has found: as a table, as text, and as the document that is kept and drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.beliefs import effective_size, marginals_of, unseen_counts
from hanabilab.errors import AgentError
from hanabilab.game.words import format_action
from hanabilab.notation import format_rules, format_state
from hanabilab.search.estimates import Estimates


def table_of(found: Estimates) -> pl.DataFrame:
    """A row for each legal action, the largest gain first; null where nothing was played out.

    Columns: id; action, as records write it, or null if the rules are not known; worlds; mean,
    mean_sem, gain, gain_sem in points; chosen and blueprint, whether the search and its blueprint
    do it.
    """
    order = _by_gain(found)
    question = found.question
    names = [question and format_action(question.game.rules, action) for action in order]
    columns = {
        "id": order,
        "action": pl.Series(names, dtype=pl.String),
        "worlds": found.worlds[order],
        "mean": found.means[order],
        "mean_sem": found.sems[order],
        "gain": found.gains[order],
        "gain_sem": found.gain_sems[order],
        "chosen": [action == found.action for action in order],
        "blueprint": [action == found.blueprint_action for action in order],
    }
    return pl.DataFrame(columns).with_columns(pl.col(pl.Float64).fill_nan(None))


def _by_gain(found: Estimates) -> list[int]:
    """Ids of the legal actions, the largest gain first; the lowest id first of equals."""
    known = np.nan_to_num(found.gains, nan=-np.inf)
    return sorted(found.legal.tolist(), key=lambda action: -known[action])


def document_of(found: Estimates) -> dict[str, Any]:
    """Everything that was found, for JSON; null where a value could not be estimated.

    Raises:
        AgentError: the position is not known.
    """
    if found.question is None:
        raise AgentError("the position of these estimates is not known; evaluate(...) tells it")
    game, agent, seed = found.question
    hands, view = found.hands, game.view()
    effective = None
    if hands is not None and found.basis.startswith(("sampled", "learned")):
        effective = round(effective_size(hands, unseen_counts(view)), 1)
    columns = ("action", "worlds", "mean", "mean_sem", "gain", "gain_sem")
    rows = found.table().select(columns)
    return {
        "agent": agent,
        "seed": seed,
        "rules": format_rules(game.rules),
        "state": format_state(game.rules, game.state),
        "turn": len(game.actions) + 1,
        "seat": int(game.state.current_seat),
        "action": format_action(game.rules, found.action),
        "blueprint_action": format_action(game.rules, found.blueprint_action),
        "rollouts": found.rollouts,
        "range_size": None if hands is None else len(hands),
        "effective_size": effective,
        "basis": found.basis,
        "fallback": found.fallback,
        "held_out": None if found.held_out is None else _held_out(found),
        "actions": rows.to_dicts(),
        "belief": None if hands is None else _rounded(marginals_of(hands, view)).tolist(),
    }


def _rounded(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """To six digits; what is possible does not become 0."""
    return np.where(chances > 0, np.maximum(chances.round(6), 1e-6), 0.0)


def _held_out(found: Estimates) -> dict[str, Any]:
    assert found.held_out is not None  # noqa: S101  # the caller has looked
    told = found.held_out._asdict()
    return {name: None if np.isnan(value) else value for name, value in told.items()}


def text_of(found: Estimates) -> str:
    """A line on what was searched, and a line for each action."""
    question, hands = found.question, found.hands
    head = "" if question is None else f"{question.agent}, seat {question.game.current_seat}, "
    head += "" if question is None else f"turn {len(question.game.actions) + 1}, "
    size = "" if hands is None else f"{len(hands):,} hands, "
    why = f", {found.fallback}" if found.fallback else ""
    lines = [f"<Estimates: {head}{found.rollouts:,} rollouts, {size}basis {found.basis}{why}"]
    for row in found.table().iter_rows(named=True):
        marks = f"{'*' * row['chosen']}{'b' * row['blueprint']}"
        name = row["action"] or f"action {row['id']}"
        values = f"{row['worlds']:>7,} worlds"
        if row["mean"] is not None:
            values += f" {row['mean']:8.3f} ± {_error(row['mean_sem'])}"
            values += f" gain {row['gain']:+.3f} ± {_error(row['gain_sem'])}"
        lines.append(f"  {marks:<2} {name:<12} {values}")
    if found.held_out is not None:
        worlds, gain, sem = found.held_out
        lines.append(f"  held out: gain {gain:+.3f} ± {sem:.3f} in {worlds:,} fresh worlds")
    return "\n".join(lines) + ">"


def _error(value: float | None) -> str:
    return "?" if value is None else f"{value:.3f}"
