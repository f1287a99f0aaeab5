"""Games reviewed: what they could still reach by turn, and what lost their perfect scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from hanabilab.messages import label
from hanabilab.plots.figure import PALETTE, ImageFile, new_figure, plain, save_figure, write_figure
from hanabilab.stats import wilson_interval

#: A game, as `hanabi review --json` prints it.
Reviewed: TypeAlias = Mapping[str, Any]

#: What can lose a perfect score: a label, and the word that tells it in `lost_by`.
_CAUSES = {
    "discard": "discards",
    "misplay": "misplays",
    "play": "plays",
    "hint": "clues",
    "the deck": "the deck",
}
_OPEN = "undecided"


def draw_game(game: Reviewed, ax: Axes) -> Axes:
    """Score, reachable score, pace and tokens of a game; a mark where perfection was lost."""
    turns = [each["turn"] for each in game["by_turn"]]
    lines = {
        "reachable score": "max_reachable",
        "score": "score",
        "pace": "pace",
        "tokens in store": "information_tokens",
    }
    for place, (name, key) in enumerate(lines.items()):
        values = [np.nan if each[key] is None else each[key] for each in game["by_turn"]]
        ax.step(turns, values, where="post", label=name, color=PALETTE[place], linewidth=1.6)
    if game["lost_at"] is not None:
        ax.axvline(game["lost_at"], color="black", linestyle="--", linewidth=1)
        ax.annotate(
            plain(f" lost by {game['lost_by']}"),
            (game["lost_at"], 0.02),
            xycoords=("data", "axes fraction"),
            fontsize="small",
            ha="left" if game["lost_at"] < 0.6 * turns[-1] else "right",
        )
    ax.set_title(
        plain(
            f"{label(game['file'])}: {game['variant']}, {game['players']} players, score "
            f"{game['score']}"
        ),
        fontsize="medium",
    )
    ax.set_xlabel("actions")
    ax.set_ylabel("points, cards, tokens")
    return _plain(ax)


def draw_survival(games: Sequence[Reviewed], ax: Axes) -> Axes:
    """The share of games whose perfect score can still be had, by actions taken.

    The upper line counts copies that are left; the lower one asks a search with open hands, and the
    band above it is what that leaves undecided. After its last action a game stays as it ended.
    """
    top = max(len(game["by_turn"]) for game in games)
    by_copies = _shares(games, top, lambda game, at: at["max_reachable"] == game["max_score"])
    won = _shares(games, top, lambda _, at: at["perfect"] == "won")
    not_lost = _shares(games, top, lambda _, at: at["perfect"] != "lost")
    turns = np.arange(top)
    ax.step(turns, by_copies, where="post", color=PALETTE[0], label="a copy of every card is left")
    ax.step(turns, won, where="post", color=PALETTE[1], label="a winning line with open hands")
    ax.fill_between(
        turns, won, not_lost, step="post", color=PALETTE[1], alpha=0.25, label=_OPEN, linewidth=0
    )
    ax.set_title(f"n = {len(games):,} games", fontsize="medium")
    ax.set_xlabel("actions")
    ax.set_ylabel("perfect score still possible (% of games)")
    ax.set_ylim(0, 102)
    return _plain(ax)


def _shares(games: Sequence[Reviewed], top: int, holds: Any) -> list[float]:
    """[top] percent of games for which something holds after so many actions."""
    counts = np.zeros(top)
    for game in games:
        moments = game["by_turn"]
        counts += [holds(game, moments[min(turn, len(moments) - 1)]) for turn in range(top)]
    return list(100 * counts / len(games))


def draw_causes(games: Sequence[Reviewed], ax: Axes) -> Axes:
    """What lost the perfect scores, as shares of the games that lost them, with 95 % intervals."""
    lost = [game for game in games if game["perfect"] == "lost"]
    counts = Counter(_cause(game) for game in lost)
    names = [*_CAUSES, _OPEN]
    shares = np.array([counts[name] / max(len(lost), 1) for name in names])
    nothing = (np.nan, np.nan)
    ends = [wilson_interval(counts[name], len(lost)) if lost else nothing for name in names]
    low, high = np.array(ends).T
    errors = 100 * np.maximum([shares - low, high - shares], 0)
    ax.bar(range(len(names)), 100 * shares, color=PALETTE[0], width=0.7)
    ax.errorbar(range(len(names)), 100 * shares, yerr=errors, fmt="none", color="black", capsize=3)
    ax.set_xticks(range(len(names)), [f"{name}\n{counts[name]}" for name in names])
    ax.set_title(
        f"what lost the perfect score: n = {len(lost):,} games; bars: 95 % intervals",
        fontsize="medium",
    )
    ax.set_ylabel("share of the games that lost it (%)")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _cause(game: Reviewed) -> str:
    told = game["lost_by"]
    if told is None:
        return _OPEN
    for name in ("the deck", "discard", "misplay", "hint"):
        if _CAUSES[name] in told:
            return name
    return "play"


def _plain(ax: Axes) -> Axes:
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(
        frameon=False, fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2
    )
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def save_review(games: Sequence[Reviewed], file: ImageFile) -> None:
    """Draw to a PNG file: one game by turn; of several, when and by what they lost perfection."""
    if len(games) == 1:
        save_figure(lambda ax: draw_game(games[0], ax), file, (8, 4.5))
        return
    figure = new_figure(12, 4.8)
    left, right = figure.subplots(1, 2)
    draw_survival(games, left)
    draw_causes(games, right)
    write_figure(figure, file)
