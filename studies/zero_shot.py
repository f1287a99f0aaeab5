"""Zero-shot coordination: `python -m studies.zero_shot DIR [--game full]`.

Some seeds of each method. Recurrent PPO: plain, with Other-Play, with a symmetric network, with a
high entropy bonus; and the plain networks made symmetric after training. In full games also
off-belief learning, levels 1 and 2, and a search over the networks of level 1. Runs are folders of
`hanabi train` in DIR; what is finished or stopped there is taken up again. With --share I/N only
every N-th run is trained, beside other processes; without it, what is missing is.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.registry import make_agent
from hanabilab.agents.traits import check_rules
from hanabilab.errors import HanabiError
from hanabilab.learning import color_symmetry
from hanabilab.learning.networks import Symmetrizer
from hanabilab.notation import parse_rules
from hanabilab.runs.files import write_bytes
from hanabilab.runs.shares import Share
from hanabilab.stats import ERROR_NOTE, estimate, over_models
from hanabilab.stats.summary import number_words
from hanabilab.torch_extra import one_thread
from studies.arguments import at_least
from studies.meetings import cross_play_matrix
from studies.partners import RULE_AGENTS, evolved, search_matrix, with_strangers
from studies.zero_shot_figure import save_methods
from studies.zero_shot_runs import GAMES, StudyGame, train_share, trained, weights_of

#: The method whose networks are searched over.
_SEARCHED = "obl-1"


class Meetings(NamedTuple):
    """Who plays with whom, once all networks are trained.

    Attributes:
        decks: of a pair of networks.
        strangers: decks with each agent that no network has met; 0 to leave these out.
        partners: agents beside rule agents and evolved ones, by name.
        searched: decks of a searcher over one network beside another; 0 to leave it out.
    """

    decks: int = 1000
    strangers: int = 0
    partners: tuple[str, ...] = ()
    searched: int = 0


def main() -> None:
    """Train what is not trained yet, let all meet, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the runs are kept")
    parser.add_argument("--game", choices=GAMES, default="small")
    parser.add_argument("--seeds", type=int, help="of each method; default: as the game has it")
    parser.add_argument("--updates", type=int, help="of each run; default: as the game has it")
    parser.add_argument("--games", type=at_least(1), default=1000, help="decks of a pair")
    parser.add_argument(
        "--strangers",
        type=at_least(1),
        default=0,
        help="decks with each agent that no network has met",
    )
    parser.add_argument(
        "--partner",
        action="append",
        default=[],
        metavar="AGENT",
        help="one more of these agents; can be given again",
    )
    parser.add_argument(
        "--searched", type=at_least(1), default=0, help="decks of a pair, one of whom searches"
    )
    parser.add_argument("--share", type=Share.parse, help="train this share alone, such as 1/4")
    asked = parser.parse_args()
    game = GAMES[asked.game]
    if asked.seeds is not None:
        game = game._replace(seeds=asked.seeds)
    if game.seeds < 2:
        parser.error(f"{game.seeds} seeds; cross-play needs two networks of a method or more")
    if asked.updates is not None:
        game = game.shortened(asked.updates)
    if asked.partner and not asked.strangers:
        parser.error("--partner has no effect without --strangers N")
    meetings = Meetings(asked.games, asked.strangers, tuple(asked.partner), asked.searched)
    try:
        with one_thread():
            if asked.share:
                train_share(asked.folder, game, asked.share)
                return
            found = study(asked.folder, game, meetings)
        write_bytes(asked.folder / "zero_shot.json", json.dumps(found).encode())
        most = parse_rules(game.rules).max_score
        picture = asked.folder / "zero_shot.png"
        save_methods(found, most, words_of(game, meetings), picture)
    except HanabiError as error:
        parser.error(str(error))
    print(words_of(game, meetings))
    for line in table(found):
        print(line)


def words_of(game: StudyGame, meetings: Meetings) -> str:
    """What the figures of a study rest on."""
    decks = {
        "a pair": meetings.decks,
        "with each stranger": meetings.strangers,
        "a pair with a search": meetings.searched,
    }
    told = ", ".join(f"{count:,} decks {of}" for of, count in decks.items() if count)
    return f"{game.rules}; {game.seeds} seeds, {told}; {ERROR_NOTE}, over seeds"


def table(found: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The lines of a table of what was found; ± is over seeds."""
    strangers = list(next(iter(found.values())).get("strangers", {}))
    heads = ["method", "CPU-s", "self-play", "cross-play", "without the worst", *strangers]
    yield f"| {' | '.join(heads)} |"
    yield "| --- " * len(heads) + "|"
    for name, row in found.items():
        seconds = row.get("cpu_seconds")
        cells = [name, f"{np.mean(seconds):,.0f}" if seconds else ""]
        cells += [words(row[key]) for key in ("self_play", "cross_play", "without_worst")]
        beside = row.get("strangers", {})
        cells += [words(asdict(estimate(beside[who]))) if beside else "" for who in strangers]
        yield f"| {' | '.join(cells)} |"


def study(folder: Path, game: StudyGame, meetings: Meetings) -> dict[str, dict[str, Any]]:
    """For each method `stats.OverModels` as a document, the matrix, and what the runs took.

    Raises:
        HanabiError: a partner cannot play the game; told before anything is trained.
    """
    found, rules, decks = {}, parse_rules(game.rules), meetings.decks
    named, pool = (*RULE_AGENTS, *meetings.partners), evolved() if meetings.strangers else []
    for name in meetings.partners:
        check_rules(make_agent(name), rules)
    for name in game.methods:
        runs = [trained(folder, game, name, seed) for seed in range(game.seeds)]
        networks = [stages[-1].learner.network for stages in runs]
        files = [weights_of(stages[-1]) for stages in runs]
        seconds = [round(sum(run.seconds for run in stages)) for stages in runs]
        found[name] = told(cross_play_matrix(networks, rules, decks)) | {"cpu_seconds": seconds}
        if meetings.strangers:
            beside = [
                with_strangers(each, named, pool, rules, meetings.strangers) for each in files
            ]
            found[name]["strangers"] = {who: [each[who] for each in beside] for who in beside[0]}
        if name == "plain":
            symmetry = color_symmetry(rules)
            group = list(game.group(symmetry.colors))
            symmetric = [Symmetrizer(network, symmetry, group) for network in networks]
            found["symmetrizer"] = told(cross_play_matrix(symmetric, rules, decks))
        if name == _SEARCHED and meetings.searched:
            matrix = search_matrix(folder / f"{name}-search", files, rules, meetings.searched)
            found[f"{name} + search"] = told(matrix)
    return found


def told(matrix: NDArray[np.float64]) -> dict[str, Any]:
    """What cross-play of some networks says, and its matrix."""
    return asdict(over_models(matrix)) | {"matrix": matrix.tolist()}


def words(found: dict[str, Any] | None) -> str:
    """A mean with its error, if it has one."""
    if found is None:
        return "-"
    return number_words(found["mean"], found["sem"], ".2f")


if __name__ == "__main__":
    main()
