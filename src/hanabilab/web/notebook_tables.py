"""Results, rules, views, estimates and pools in a notebook: small tables in HTML.

Each function is the `_repr_html_` of an object that is at home in a room below; `_lazy.named` finds
it when a notebook shows one. All text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from html import escape
from typing import Any

from hanabilab.arena.play import Results
from hanabilab.arena.report import summary_of
from hanabilab.evolution.pool import Pool
from hanabilab.game.position import Position
from hanabilab.game.rules import Rules
from hanabilab.game.view import View
from hanabilab.notation import format_rules
from hanabilab.search.estimates import Estimates
from hanabilab.stats import ERROR_NOTE, Estimate
from hanabilab.stats.summary import interval_words, number_words

#: Elites of a pool that are shown, the best.
_ELITES = 10


def results_html(results: Results) -> str:
    """Who played by which rules, and what came of it."""
    if results.table.is_empty():
        return _table((), [], f"{results.lineup.name}: no games")
    found = summary_of(results)
    rows = [
        ("mean score", str(Estimate(found.mean, found.sem, found.ci95))),
        ("95 % interval", interval_words(found.ci95)),
        ("perfect games", _percent(found.perfect_rate)),
        ("lost games", _percent(found.bomb_rate)),
        ("mean turns", f"{found.turns_mean:.1f}"),
    ]
    stopped = "" if results.complete else ", stopped before all were played"
    caption = f"{results.lineup.name}: {found.games:,} games, seed {results.seed}{stopped}"
    note = f"{format_rules(results.rules)}. {ERROR_NOTE}."
    return _table((), rows, caption, note)


def rules_html(rules: Rules) -> str:
    """Every field of the rules; what is not as in the standard game is bold."""
    usual = Rules(players=rules.players)
    differs = [getattr(rules, each.name) != getattr(usual, each.name) for each in fields(rules)]
    rows = [(each.name, _value(getattr(rules, each.name))) for each in fields(rules)]
    return _table((), rows, format_rules(rules), bold=differs)


def view_html(view: View) -> str:
    """The position as its seat sees it."""
    seen = escape(str(Position.of(view)))
    return f"<pre aria-label='what seat {int(view.seat)} sees'>{seen}</pre>"


def estimates_html(found: Estimates) -> str:
    """A row for each legal action; what the search does is bold."""
    table = found.table()
    rows = [
        (
            row["action"] or f"action {row['id']}",
            f"{row['worlds']:,}",
            number_words(row["mean"], row["mean_sem"]),
            number_words(row["gain"], row["gain_sem"], "+.3f"),
            "blueprint" if row["blueprint"] else "",
        )
        for row in table.iter_rows(named=True)
    ]
    caption = f"{found.rollouts:,} rollouts, basis {found.basis}"
    if found.question is not None:
        game = found.question.game
        who = f"{found.question.agent}, seat {game.current_seat} after turn {len(game.actions)}"
        caption = f"{who}: {caption}"
    note = f"Bold: what the search does. {found.fallback or ''} {ERROR_NOTE}."
    heads = ("action", "worlds", "mean score", "gain", "")
    return _table(heads, rows, caption, note, bold=table["chosen"].to_list())


def pool_html(pool: Pool) -> str:
    """What an archive is worth, and its best elites."""
    found, table = pool.evolution.statistics, pool.table().sort("mean", descending=True)
    shown = table.head(_ELITES)
    columns = [name for name in shown.columns if name not in ("number", "games")]
    rows = [[_value(value) for value in row] for row in shown.select(columns).iter_rows()]
    caption = (
        f"{pool.path}: {found.coverage} of {found.cells} niches filled, mean {found.mean:.2f}, "
        f"maximum {found.maximum:.2f}"
    )
    note = f"The best {len(rows)} of {len(table)} elites." if len(table) > len(rows) else ""
    return _table(columns, rows, caption, note)


def _table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    caption: str,
    note: str = "",
    *,
    bold: Sequence[bool] = (),
) -> str:
    """HTML of a table; without heads the first cell of a row is its head."""
    parts = [f"<table><caption>{escape(caption)}</caption>"]
    if heads:
        cells = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
        parts.append(f"<thead><tr>{cells}</tr></thead>")
    parts.append("<tbody>")
    for place, row in enumerate(rows):
        style = ' style="font-weight: bold"' if place < len(bold) and bold[place] else ""
        first, *rest = map(escape, row)
        head = f"<td>{first}</td>" if heads else f'<th scope="row">{first}</th>'
        parts.append(f"<tr{style}>{head}{''.join(f'<td>{cell}</td>' for cell in rest)}</tr>")
    parts.append("</tbody></table>")
    return "".join(parts) + (f"<p>{escape(note)}</p>" if note else "")


def _value(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
