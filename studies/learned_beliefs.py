"""How near a learned belief comes to the exact one.

`python -m studies.learned_beliefs AGENT --out FILE.csv [--games 60] [--seed 1] [--samples N ...]`

AGENT is a network with a belief, such as "net(gru-2p-first, belief=gru-2p-first)". It plays
with itself. At each turn at which hints and counts leave few enough hands, all of them are listed;
the exact belief comes of asking the network what it would have done under each. The table has a row
for each such turn. It is written game by game, and a run that was stopped goes on where it is.
Beside the table, FILE.csv.json says what it is of, and how many games are in it; some games have no
such turn. With --samples, ranges of so many hands drawn by hints and counts, of which the partner's
choices leave some, are held against the exact belief, too.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.agents.registry import make_agent
from hanabilab.beliefs import HandRange, History, PartnerModel, RangeCache, unseen_counts
from hanabilab.beliefs.chances import probabilities_of, unpack_hands
from hanabilab.beliefs.hand_range import deal_hands, empty_range
from hanabilab.errors import HanabiError, ResumeError
from hanabilab.game.games import Game
from hanabilab.learning.believing import BelievingAgent
from hanabilab.runs.faults import faults_told
from hanabilab.runs.files import write_bytes
from hanabilab.runs.lock import FolderLock
from hanabilab.runs.reading import read_csv, read_json
from hanabilab.runs.unused import make_folder
from hanabilab.search.evaluate import turns_of
from hanabilab.stats import ERROR_NOTE, estimate
from hanabilab.torch_extra import one_thread
from studies.arguments import at_least

#: Hands that are listed at most.
_MOST = 5000
_NUMBERS, _CHANCES = (
    ("game", "turn", "hands"),
    ("exact", "learned", "hints", "from_learned", "from_hints"),
)
#: How far beliefs are from the exact one where samples are asked for.
_OFF_LEARNED, _OFF_HINTS, _OFF_SAMPLES = "off_learned", "off_hints", "off_{}_samples"


def _measures(settings: dict[str, Any]) -> tuple[str, ...]:
    """Columns of a table with chances and distances."""
    samples = settings.get("samples", ())
    offs = (_OFF_LEARNED, _OFF_HINTS, *map(_OFF_SAMPLES.format, samples)) if samples else ()
    return (*_CHANCES, *offs)


@dataclass
class KeptTable:
    """The table in a file, game by game.

    Attributes:
        settings: what it is of.
        games: finished; some have no row.
    """

    file: Path
    settings: dict[str, Any]
    games: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def at(cls, file: Path, settings: dict[str, Any]) -> Self:
        """The table in `file`, empty where there is none.

        Raises:
            ResumeError: it is of other settings, or does not say of which.
            OutputError: nothing can be written there.
        """
        table = cls(file, settings)
        if not file.exists():
            table._write_about()
            return table
        if not table._about.exists():
            raise ResumeError(f"{file} has no {table._about.name} beside it; choose another file")
        found = read_json(table._about)
        with faults_told(table._about):
            table.games, noted = found.pop("games"), found.pop("rows", None)
            if type(table.games) is not int or table.games < 0:
                raise ValueError(f"games is {table.games!r}; a whole number of at least 0")
            for name in sorted({*found, *settings}):
                given, wanted = found.get(name), settings.get(name)
                if given != wanted:
                    raise ResumeError(
                        f"{file} is of {name} {given}, not {wanted}; choose another file"
                    )
        rows = read_csv(file, table._schema).filter(pl.col("game") < table.games)
        with faults_told(file):
            if noted not in (None, len(rows)) or any(rows.null_count().row(0)):
                raise ValueError("it is cut short, or rows are missing; play it in another file")
        table.rows = rows.to_dicts()
        return table

    def add(self, rows: Iterator[dict[str, Any]]) -> None:
        """Add the next game.

        Its rows count once it is noted as finished: a kill between the two loses it, no more.
        """
        self.rows += [{"game": self.games, **row} for row in rows]
        self.games += 1
        write_bytes(self.file, self.table().write_csv().encode())
        self._write_about()

    def table(self) -> pl.DataFrame:
        """A row for each turn."""
        return pl.DataFrame(self.rows, schema=self._schema)

    @property
    def _schema(self) -> dict[str, pl.DataType]:
        measures = dict.fromkeys(_measures(self.settings), pl.Float64())
        return {**dict.fromkeys(_NUMBERS, pl.Int64()), **measures}

    @property
    def _about(self) -> Path:
        return self.file.with_name(f"{self.file.name}.json")

    def _write_about(self) -> None:
        document = self.settings | {"games": self.games, "rows": len(self.rows)}
        write_bytes(self._about, (json.dumps(document, indent=2) + "\n").encode())


def main() -> None:
    """Compare in the games that are not in the table yet, and tell of all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("agent", help='such as "net(gru-2p-first, belief=gru-2p-first)"')
    parser.add_argument("--out", type=Path, required=True, help="the table, a CSV file")
    parser.add_argument("--games", type=at_least(1), default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=at_least(1), default=_MOST, help="hands listed at most")
    parser.add_argument(
        "--samples", type=at_least(1), nargs="+", help="hands drawn, of which choices leave some"
    )
    asked = parser.parse_args()
    try:
        agent = make_agent(asked.agent)
        if not isinstance(agent, BelievingAgent):
            parser.error(f"{asked.agent} has no learned belief; net(FILE, belief=FILE) has one")
        settings = {"agent": agent.name, "seed": asked.seed, "most": asked.most}
        if asked.samples:
            settings["samples"] = asked.samples
        make_folder(asked.out.parent)
        with one_thread(), FolderLock.take_file(asked.out):
            kept = KeptTable.at(asked.out, settings)
            while kept.games < asked.games:
                game = Game(agent.card.rules, seed=asked.seed, index=kept.games)
                kept.add(compared(agent, game, asked.most, asked.samples or ()))
    except HanabiError as error:
        parser.error(str(error))
    tell(kept.table())


def compared(
    agent: BelievingAgent, game: Game, most: int, samples: Sequence[int] = ()
) -> Iterator[dict[str, float]]:
    """Play a game to its end, and compare beliefs at each turn with few enough hands.

    Yields:
        `turn`; `hands` that hints leave; nats of the true hand by the exact belief, by the learned
        one and by hints and counts alone; and how far the latter two are from the exact one:
        the Kullback-Leibler divergence of each, in nats. With `samples` also the total variation
        distance from the exact belief, 0 to 1, of both and of a range of so many hands drawn.
    """
    ranges, model = RangeCache(), PartnerModel(agent, max_hands=most, samples=1)
    drawn = [(RangeCache(), PartnerModel(agent, max_hands=1, samples=each)) for each in samples]
    while not game.is_over:
        turns = turns_of(game, agent, 0)
        history = History.of(agent, turns, 0)
        listed = _listed(history.view, most)
        if listed is not None:
            exact = ranges.range_of(history, model)
            beliefs = _Beliefs.of(agent, turns, exact, listed)
            row = {"turn": history.turn, "hands": len(listed)} | beliefs.nats(_true_hand(game))
            if samples:
                found = [cache.range_of(history, each) for cache, each in drawn]
                row |= beliefs.distances(dict(zip(samples, found, strict=True)))
            yield row
        game.act(game.ask(agent))


def _listed(view: Any, most: int) -> HandRange | None:
    """All hands that hints and counts leave; None if there are more than `most`."""
    places, possible = view.deck_index[view.seat].copy(), np.asarray(view.possible[view.seat])
    return deal_hands(empty_range(int(view.turn)), places, possible, unseen_counts(view), most)


def _true_hand(game: Game) -> NDArray[np.int64]:
    """[slots] what the seat to act holds."""
    hand = game.state.hands[game.current_seat, : game.rules.hand_size]
    return np.where(hand < 0, -1, hand).astype(np.int64)


@dataclass(frozen=True)
class _Beliefs:
    """What three beliefs say of each hand that hints leave. N hands.

    Attributes:
        hands: int32 [N] packed, ascending.
        slots: of a hand.
        counts: [card] copies unseen.
        exact, learned, hints: [N] log of the chance of each hand; -inf for none.
    """

    hands: NDArray[np.int32]
    slots: int
    counts: NDArray[np.int64]
    exact: NDArray[np.float64]
    learned: NDArray[np.float64]
    hints: NDArray[np.float64]

    @classmethod
    def of(cls, agent: BelievingAgent, turns: Any, exact: HandRange, listed: HandRange) -> Self:
        """Of the seat to act; `listed` has all hands by hints, `exact` those that choices leave."""
        counts, slots = unseen_counts(turns.views[0]), int(turns.rules.hand_size)
        learned = agent.log_chances(turns, unpack_hands(listed.packed_hands, slots))
        hints = np.log(probabilities_of(listed, counts))
        found = cls(listed.packed_hands, slots, counts, hints, learned, hints)
        with np.errstate(divide="ignore"):
            return replace(found, exact=np.log(found.chances_of(exact)))

    def chances_of(self, some: HandRange) -> NDArray[np.float64]:
        """[N] the chance of each hand by a range that has some of them."""
        chances = np.zeros(len(self.hands))
        at = np.searchsorted(self.hands, some.packed_hands)
        chances[at] = probabilities_of(some, self.counts)
        return chances

    def nats(self, truth: NDArray[np.int64]) -> dict[str, float]:
        """Nats of the true hand, and divergences from the exact belief."""
        place = int(np.flatnonzero((unpack_hands(self.hands, self.slots) == truth).all(1))[0])
        can = self.exact > -np.inf
        chances = np.exp(self.exact[can])
        return {
            "exact": -float(self.exact[place]),
            "learned": -float(self.learned[place]),
            "hints": -float(self.hints[place]),
            "from_learned": float(chances @ (self.exact - self.learned)[can]),
            "from_hints": float(chances @ (self.exact - self.hints)[can]),
        }

    def distances(self, samples: dict[int, HandRange]) -> dict[str, float]:
        """Total variation distances from the exact belief; `samples` has a range of each size."""
        exact = np.exp(self.exact)

        def off(chances: NDArray[np.float64]) -> float:
            return float(np.abs(chances - exact).sum() / 2)

        return {
            _OFF_LEARNED: off(np.exp(self.learned)),
            _OFF_HINTS: off(np.exp(self.hints)),
            **{_OFF_SAMPLES.format(n): off(self.chances_of(each)) for n, each in samples.items()},
        }


def tell(table: pl.DataFrame) -> None:
    """Print the means of the means of games, with standard errors over games."""
    if table.is_empty():
        print("no turn leaves few enough hands; --most lists more")
        return
    games = table.group_by("game").mean().sort("game")
    hands = float(table["hands"].to_numpy().mean())
    print(f"{len(table)} turns of {len(games)} games, {hands:.0f} hands by hints")
    for name in games.columns[len(_NUMBERS) :]:
        unit = "" if name.startswith("off_") else " nats"
        print(f"{name:>17}: {estimate(games[name].to_numpy())}{unit}")
    print(ERROR_NOTE)


if __name__ == "__main__":
    main()
