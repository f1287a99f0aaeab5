"""Games of five-rule by small rules, and what is made of them: quick, and the same every time."""

from __future__ import annotations

from functools import cache

from hanabilab import Rules, make_agent, play_games
from hanabilab.arena.table import record_of
from hanabilab.notation import Record
from hanabilab.puzzles.choosing import select
from hanabilab.puzzles.keeping import PuzzleSettings
from hanabilab.puzzles.mining import puzzles_of
from hanabilab.puzzles.sources import Source

AGENT = "five-rule"
RULES = Rules.preset("small", players=2)


@cache
def source(game: int = 0, *, players: int = 2, full: bool = False) -> Source:
    """A game of five-rule with itself."""
    rules = Rules(players=players) if full else Rules.preset("small", players=players)
    table = play_games([AGENT] * players, rules, games=[game], seed=3).table
    record = record_of(rules, table.row(0, named=True))
    return Source(record.source, record)


@cache
def puzzles():
    """Some puzzles, with few rollouts."""
    settings = PuzzleSettings(rollouts=200, measured=1500, gap=0.2, seed=5)
    found = [puzzles_of(source(game), make_agent(AGENT), settings) for game in range(6)]
    return select(found, 20)


def recolored(record: Record, order: list[int]) -> Record:
    """The same game with its suits called otherwise: suit s becomes `order[s]`."""
    rules = record.rules
    tables, ranks = rules.tables, rules.ranks

    def card(old: int) -> int:
        return order[old // ranks] * ranks + old % ranks

    def action(old: int) -> int:
        value = int(tables.action_value[old])
        if old < 2 * rules.hand_size or value >= rules.num_colors:
            return old
        return old - value + order[value]

    deck, actions = tuple(map(card, record.deck)), tuple(map(action, record.actions))
    return Record(rules=rules, deck=deck, actions=actions)
