"""Fuzz: spoiled texts into every parser come out as a value that round-trips, or as one line."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, NamedTuple

from hanabilab.errors import HanabiError
from hanabilab.game.rules import PRESETS, Rules
from hanabilab.game.words import card_name, format_action, parse_action, parse_card
from hanabilab.notation import (
    format_record,
    format_rules,
    format_state,
    load_record,
    parse_call,
    parse_record,
    parse_rules,
    parse_state,
    split_calls,
)
from hanabilab.notation.game_files import check_game, log_of_record, write_log
from hanabilab.notation.game_kinds import Kind
from hanabilab.tiny import enumerate_game
from hanabilab.tiny.blueprints import make_blueprint
from hanabilab.tiny.games import tiny_hanabi
from hanabilab.tiny.games.matrix_games import parse_matrix
from tests.harness.spoiling import spoil_text
from tests.harness.tally import Tally
from tests.notation.samples import MIDDLE, START, TEXT

__all__ = ["fuzz_parsers", "patience"]

#: Seconds after which a text counts as one that hangs the parser.
_PATIENCE = 60
_GOLDEN = Path("tests/golden")
_RULES = Rules(players=3)
_CALLS = (
    'sparta(five-rule, rollouts=512, epsilon=-0.5e1, a="b, (c")',
    "joint(smart, rollouts=40000, threshold=0.02, confidence=1)",
    "pool(results/diversity/extended-1, 7, 13)",
    "rules(8, 41, 13, 38, 27, mode=compat)",
    "examples/careful.py:careful",
)


class Parser(NamedTuple):
    """A parser: texts that it takes, how it is asked, and how its value is written and compared."""

    texts: tuple[str, ...]
    parse: Callable[[str], Any]
    show: Callable[[Any], str] | None = None
    facts: Callable[[Any], Any] = repr


def _parsers(folder: Path) -> dict[str, Parser]:
    records = tuple(path.read_text() for path in sorted(_GOLDEN.glob("*.hanabi")))
    played = [record for record in map(parse_record, records) if not record.rules.discard_at_max]
    logs = {  # of games by the site's rules
        kind: tuple(write_log(log_of_record(record), kind) for record in played[:6])
        for kind in (Kind.LANGUAGE, Kind.EXPORT, Kind.LINK)
    }
    tree = enumerate_game(tiny_hanabi("B"))
    picks = [json.dumps(policy) for policy in ([1, 0, 0, 1, 0, 0], [0.5] * 12, [1, 0] * 6)]
    decks = tuple(text for text in records if "deck: " in text)
    return {
        "names": Parser(_CALLS, parse_call, str),
        "line-ups": Parser((", ".join(_CALLS), "smart, smart"), split_calls, ", ".join),
        "actions": Parser(
            tuple(format_action(_RULES, action) for action in range(_RULES.num_actions)),
            partial(parse_action, _RULES),
            partial(format_action, _RULES),
        ),
        "cards": Parser(
            tuple(card_name(_RULES, card) for card in range(25)),
            partial(parse_card, _RULES),
            partial(card_name, _RULES),
        ),
        "rules": Parser(
            ("full(players=3, copies=33221, draw_slot=vacated, bomb=keep)", *PRESETS),
            parse_rules,
            format_rules,
        ),
        "states": Parser(
            (START, MIDDLE),
            parse_state,
            lambda found: format_state(*found),
            lambda found: found[1].tobytes(),
        ),
        "records": Parser((TEXT, *records), parse_record, format_record),
        "decks": Parser(decks, parse_record, format_record),
        "record files": Parser((TEXT, *records[:3]), partial(_from_file, folder, load_record)),
        **{
            f"games (.{kind})": Parser(texts, partial(_check_game, kind))
            for kind, texts in logs.items()
        },
        "matrices": Parser(("10 0; 0 9", "1 2 3; 4 5 6", "-1e3 .5; 0 1"), parse_matrix),
        "blueprints": Parser(("0,1,1,0,0,1", "random(4)", "uniform"), partial(_blueprint, tree)),
        "blueprint files": Parser(
            tuple(picks),
            lambda text: _from_file(folder, lambda path: _blueprint(tree, str(path)), text),
        ),
    }


def _blueprint(tree: Any, text: str) -> Any:
    return make_blueprint(tree, text).tobytes()


def _from_file(folder: Path, read: Callable[[Path], Any], text: str) -> Any:
    path = folder / "given.json"
    path.write_text(text, errors="surrogatepass")
    return read(path)


def _check_game(kind: Kind, text: str) -> Any:
    """Findings are no errors: each is to be a line."""
    checked = check_game(text.encode(errors="surrogatepass"), kind)
    for finding in checked.findings:
        if "\n" in finding.message or not finding.message:
            raise ValueError(f"a finding of {finding.message!r}")
    if checked.findings:
        raise HanabiError(checked.findings[0].message)
    return checked.log


def fuzz_parsers(random: Random, trials: int, folder: Path) -> Tally:
    """Spoiled texts into every parser, `trials` in all."""
    tally, parsers = Tally(), _parsers(folder)
    for trial in range(trials):
        name = list(parsers)[trial % len(parsers)]
        parser = parsers[name]
        # A deck is spoiled on its own: elsewhere in a record most edits come too early to reach it.
        text = _spoil_deck(random, parser) if name == "decks" else spoil_text(random, parser.texts)
        try:
            with patience():
                came = _outcome(parser, text)
        except Exception as error:  # noqa: BLE001  # just what is looked for
            tally.find(f"{name}: {type(error).__name__}: {error} for {text!r}")
        else:
            tally.kept[came] += 1
    return tally


def _spoil_deck(random: Random, parser: Parser) -> str:
    before, _, rest = random.choice(parser.texts).partition("deck: ")
    deck, end, after = rest.partition("\n")
    return f"{before}deck: {spoil_text(random, (deck,))}{end}{after}"


def _outcome(parser: Parser, text: str) -> str:
    try:
        found = parser.parse(text)
    except HanabiError as error:
        if len(str(error).splitlines()) != 1:
            raise ValueError(f"a message of {len(str(error).splitlines())} lines") from error
        return "refused in one line"
    if parser.show and parser.facts(parser.parse(parser.show(found))) != parser.facts(found):
        raise ValueError("does not come back from its own text")
    return "taken, and comes back from its own text" if parser.show else "taken"


@contextmanager
def patience() -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"over {_PATIENCE} s")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(_PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
