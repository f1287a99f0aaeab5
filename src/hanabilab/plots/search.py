"""What a search has found: values of actions with errors, and a heat map of the own hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import PowerNorm
from numpy.typing import NDArray

from hanabilab.game.rules import Rules
from hanabilab.notation import parse_rules
from hanabilab.plots.figure import PALETTE, ImageFile, new_figure, plain, write_figure
from hanabilab.search import Estimates
from hanabilab.stats import half_width

#: What a search has found: as `evaluate` gives it, or as `hanabi search` keeps it.
Found: TypeAlias = Estimates | Mapping[str, Any]

_CHOSEN, _BLUEPRINT, _OTHER = PALETTE[1], PALETTE[2], PALETTE[0]
#: Chances are spread over the colors by their root, so that small ones can be told apart.
_SPREAD = 0.5
#: Numbers from this share of the color scale on are light on dark.
_DARK = 0.55


def _document(found: Found) -> Mapping[str, Any]:
    return found if isinstance(found, Mapping) else found.document()


def draw_values(found: Found, ax: Axes) -> Axes:
    """Gain of each action over the blueprint's, best on top, with 95 % intervals.

    The chosen action and the blueprint's have colors of their own, and are named in words. Actions
    that were never played out are left out; one world alone has no interval.

    Args:
        found: what `evaluate` gives, or the document that `hanabi search --json` prints. No
            interval is drawn beyond the highest score.
        ax: where to draw.
    """
    document = _document(found)
    max_score = parse_rules(document["rules"]).max_score
    rows = [row for row in document["actions"] if row["gain"] is not None][::-1]
    gains = np.array([row["gain"] for row in rows])
    errors = np.array([row["gain_sem"] for row in rows], np.float64)  # NaN where there is none
    halves = half_width(errors, [row["worlds"] for row in rows])
    ends = np.clip([gains - halves, gains + halves], -max_score, max_score)
    names = [_name(row, document) for row in rows]
    colors = [_color(row["action"], document) for row in rows]
    ax.barh(names, gains, xerr=np.abs(ends - gains), color=colors, capsize=3)
    if not rows:  # a search that fell back to its blueprint
        ax.set_yticks([])
        look: dict[str, Any] = {"ha": "center", "backgroundcolor": "white"}
        ax.text(0.5, 0.5, "no action was played out", transform=ax.transAxes, **look)
    _mark_actions([row["action"] for row in rows], gains, document, ax)
    ax.axvline(0, color="black", linewidth=0.8)
    ax.margins(x=0.08)
    ax.set_xlabel("gain over the blueprint's action (points; bars: 95 % intervals)")
    ax.set_title(plain(_title(document)), fontsize="medium")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _mark_actions(
    actions: Sequence[str], gains: NDArray[np.float64], document: Mapping[str, Any], ax: Axes
) -> None:
    """A marker at the gain of the chosen action and of the blueprint's, named in the legend."""
    for role, color, marker in (("action", _CHOSEN, "D"), ("blueprint_action", _BLUEPRINT, "o")):
        if document[role] in actions:
            row = actions.index(document[role])
            look: dict[str, Any] = {
                "color": color,
                "marker": marker,
                "linestyle": "",
                "markeredgecolor": "black",
            }
            size = 10 if role == "action" else 6
            label = "chosen action" if role == "action" else "blueprint's action"
            ax.plot(gains[row], row, label=label, markersize=size, zorder=5, **look)
    for tick, action in zip(ax.get_yticklabels(), actions, strict=True):
        tick.set_fontweight("bold" if _marks(action, document) else "normal")
    if ax.get_legend_handles_labels()[0]:
        ax.legend(frameon=False, fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))


def _marks(action: str, document: Mapping[str, Any]) -> str:
    """What the action is, in words."""
    roles = {"chosen": document["action"], "blueprint's": document["blueprint_action"]}
    return ", ".join(role for role, which in roles.items() if which == action)


def _color(action: str, document: Mapping[str, Any]) -> str:
    if action == document["action"]:
        return _CHOSEN
    return _BLUEPRINT if action == document["blueprint_action"] else _OTHER


def _name(row: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    marks = _marks(row["action"], document)
    return f"{row['action']}{f' ({marks})' if marks else ''}, n = {row['worlds']:,}"


def _title(document: Mapping[str, Any]) -> str:
    place = f"{document['rules']}: seat {document['seat']} after turn {document['turn']}"
    took = f"{document['agent']} takes {document['action']}"
    return f"{place}\n{took}; the blueprint would take {document['blueprint_action']}"


def draw_belief(found: Found, ax: Axes) -> Axes:
    """The chance of each card in each slot of the own hand, in percent; white is impossible.

    Cards stand under the ranks that are printed on them. Colors end at the largest chance there is.

    Args:
        found: as for `draw_values`; its hand must have been listed.
        ax: where to draw.
    """
    document = _document(found)
    rules = parse_rules(document["rules"])
    blocks = _by_printed_rank(document["belief"], rules)
    gap = np.full((rules.suits, 1), np.nan)
    grid = 100 * np.concatenate([part for slot in blocks for part in (slot, gap)][:-1], axis=1)
    scale = PowerNorm(_SPREAD, 0, max(float(np.nanmax(grid)), 1.0))
    image = ax.imshow(grid, cmap="Blues", norm=scale, aspect="equal")
    for row, column in np.argwhere(np.nan_to_num(grid) > 0):
        share = grid[row, column]
        color = "white" if float(scale(share)) > _DARK else "black"
        told = f"{share:.0f}" if share >= 0.5 else "<1"
        ax.text(column, row, told, ha="center", va="center", color=color, fontsize=7)
    _name_cards(len(blocks), rules, ax)
    ax.spines[:].set_visible(False)
    ax.figure.colorbar(image, ax=ax, label="chance (%)", shrink=0.8)
    return ax


def _by_printed_rank(marginals: Sequence[Sequence[float]], rules: Rules) -> NDArray[np.float64]:
    """[slot, suit, rank] chances in the order of the first suit's ranks.

    A reversed suit has another order: its first place is its 5.
    """
    shares = np.asarray(marginals, np.float64).reshape(-1, rules.suits, rules.ranks)
    printed = rules.names.ranks
    places = np.array([[ranks.index(digit) for digit in printed[0]] for ranks in printed])
    return np.take_along_axis(shares, places[None], axis=2)


def _name_cards(slots: int, rules: Rules, ax: Axes) -> None:
    """Ranks below each slot, suits beside them, and the number of each slot above it."""
    starts = [slot * (rules.ranks + 1) for slot in range(slots)]
    ax.set_xticks(
        [start + place for start in starts for place in range(rules.ranks)],
        list(rules.names.ranks[0]) * slots,
    )
    ax.set_yticks(range(rules.suits), list(rules.names.letters))
    for slot, start in enumerate(starts):
        ax.text(start + (rules.ranks - 1) / 2, -0.9, f"slot {slot}", ha="center")
    ax.set_xlabel("rank, slot by slot, oldest card first")


def save_search(found: Found, file: ImageFile) -> None:
    """Draw both to a PNG file; the values alone where the hand was not listed."""
    document = _document(found)
    panels = 1 if document["belief"] is None else 2
    rows = max(len(document["actions"]), 4)
    figure = new_figure(10, 1.5 + 0.28 * rows + 3 * (panels - 1))
    heights = [0.28 * rows + 1, 3][:panels]
    axes: Any = figure.subplots(panels, 1, squeeze=False, height_ratios=heights)
    draw_values(document, axes[0, 0])
    if panels == 2:
        draw_belief(document, axes[1, 0])
        axes[1, 0].set_title(
            f"The own hand: {document['range_size']:,} hands possible, basis {document['basis']}",
            fontsize="medium",
            pad=20,
        )
    write_figure(figure, file)
