"""Logs of any variant through the language, the site's JSON and its links."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from hanabilab.errors import NotationError
from hanabilab.game.games import Game
from hanabilab.notation import Record, format_record, parse_record, parse_rules
from hanabilab.notation.game_files import check_game, log_of_record, write_log
from hanabilab.notation.game_kinds import Kind
from hanabilab.notation.game_log import ANONYMOUS, Character, GameLog, LogAction, LogKind
from hanabilab.notation.language import read_game, write_game
from hanabilab.notation.log_replay import replay_log
from hanabilab.notation.site import format_export, format_link, parse_export, parse_link, parse_seed
from hanabilab.notation.variants import (
    rules_of_variant,
    variant_named,
    variants,
    why_not_played,
)

#: One in twenty-four variants, so that every family is met.
_NUMBERS = range(3, 2426, 24)


def _random_log(number: int) -> GameLog:
    """A game of a variant with actions of every kind; nobody asks whether they are legal."""
    random = Random(number)
    players = random.randint(2, 6)
    seed = parse_seed(f"p{players}v{number}s{random.randint(1, 999)}")
    variant, deck = seed.variant, seed.deck()
    actions = []
    for turn in range(40):
        other = (turn + random.randint(1, players - 1)) % players
        hints = [LogAction(LogKind.RANK_HINT, other, random.choice((1, 2, 3, 4, 5)))]
        if variant.colors:
            color = random.randrange(len(variant.colors))
            hints.append(LogAction(LogKind.COLOR_HINT, other, color))
        use = random.choice((LogKind.PLAY, LogKind.DISCARD))
        actions.append(random.choice([*hints, LogAction(use, random.randrange(len(deck)))]))
    return GameLog(
        variant=variant,
        players=ANONYMOUS[:players],
        deck=tuple(deck),
        actions=(*actions, LogAction(LogKind.END, random.randrange(players), 4)),
        options=(("emptyClues", True),),
        notes=(("", "[f]"), *((),) * (players - 1)),
        seed=seed.text,
    )


@pytest.mark.parametrize("number", _NUMBERS)
@pytest.mark.late_but(33)
def test_a_game_of_any_variant_comes_back(number):
    log = _random_log(number)
    text = write_game(log)
    assert read_game(text).log == log
    assert write_game(read_game(text).log) == text
    assert parse_export(format_export(log)) == log
    bare = replace(log, options=(), notes=(), seed="")
    assert parse_link(format_link(log)) == bare
    short = " ".join(map(log.variant.card_name, log.deck))
    assert read_game(f"Variant {log.variant.name}\n{short}").log.deck == log.deck


def test_a_hundred_variants_are_tried():
    assert len(_NUMBERS) >= 100


def test_suits_of_two_words_and_their_letters_are_read():
    name = "Muddy Rainbow & Dark Null (6 Suits)"
    cards = variant_named(name).cards
    lines = [f"Card {variant_named(name).suits[card.suit].name} {card.rank}" for card in cards]
    log = read_game("\n".join([f"Variant {name}", *lines])).log
    assert log is not None
    assert log.deck == tuple(cards)
    wrong = read_game("\n".join([f"Variant {name}", "Card Dark Nul 1", *lines[1:]]))
    assert "did you mean 'Dark Null'" in wrong.findings[0].message


def test_a_misspelt_variant_is_told_alone():
    """Its cards and colors cannot be judged; lines that cannot be read at all are told too."""
    text = "Variant Rainbw (6 Suits)\nCard Rainbow 1\nM1 M2\nP0 clues P1 Black\nP0 jumps\n"
    findings = read_game(text).findings
    assert [finding.line for finding in findings] == [1, 5]
    assert "did you mean 'Rainbow (6 Suits)'" in findings[0].message


def test_colors_of_hints_are_the_variant_s():
    """Black is told as Black or K; a rainbow is no color."""
    text = "Variant Black & Rainbow (6 Suits)\nSeed p2v65s1\nP0 clues P1 {}\n"
    black = read_game(text.format("black")).log
    assert black is not None
    assert black.actions == (LogAction(LogKind.COLOR_HINT, 1, 4),)
    assert read_game(text.format("K")).log == black
    assert "no color 'Rainbow'" in read_game(text.format("Rainbow")).findings[0].message


def test_start_cards_are_written_with_rank_7():
    log = _random_log(24)
    assert log.variant.name == "Up or Down (5 Suits)"
    assert "Card Red 7" in write_game(log)
    assert "no rank 7" in read_game("Card Red 7").findings[0].message


def test_a_variant_that_is_not_played_is_one_finding():
    """The game is read and converted; playing it is refused by name before any action."""
    log = _random_log(variant_named("Throw It in a Hole (6 Suits)").id)
    message = (
        "the variant Throw It in a Hole (6 Suits) is not played here: what comes of a play is "
        "hidden from all"
    )
    for kind in (Kind.LANGUAGE, Kind.EXPORT, Kind.LINK):
        checked = check_game(write_log(log, kind).encode(), kind)
        assert checked.log is not None
        assert [finding.message for finding in checked.findings] == [message]
    with pytest.raises(NotationError, match="is not played here"):
        write_log(log, Kind.RECORD)


@pytest.mark.late
def test_all_but_a_few_variants_are_played():
    """Holes, Cow & Pig, Duck, Sudoku, and Up or Down with six suits are refused, with a reason."""
    refused = []
    for variant in variants():
        log = GameLog(variant=variant, players=ANONYMOUS[:2], deck=tuple(variant.cards), actions=())
        if why_not_played(variant):
            with pytest.raises(NotationError, match="is not played here"):
                replay_log(log)
            refused.append(variant.name)
        else:
            assert replay_log(log).game.rules.deck_size == len(variant.cards)
    families = ("Throw It in a Hole", "Cow & Pig", "Duck", "Sudoku", "Up or Down")
    assert all(name.startswith(families) for name in refused)
    assert len(refused) == 107


@pytest.mark.parametrize("number", _NUMBERS)
def test_a_game_that_was_played_comes_back_from_every_format(number):
    """A random game of the engine, as a log, in each format, and replayed: the same record."""
    random, variant = Random(number), variants()[number]
    if why_not_played(variant):
        return
    options = {"empty_hints": number % 3 == 0, "deck_plays": number % 2 == 0}
    rules = rules_of_variant(variant, players=2 + number % 5, bomb="keep", **options)
    game = Game(rules, seed=number)
    while not game.is_over:
        game.act(random.choice(game.legal_actions()))
    record = Record(rules=rules, deck=tuple(game.deck), actions=tuple(game.actions))
    log = log_of_record(record)
    for again in (read_game(write_game(log)).log, parse_export(format_export(log))):
        assert again == log
        assert replay_log(again).record(again) == record
    assert replay_log(log).game.state.tobytes() == game.state.tobytes()


def test_characters_that_change_whose_turn_it_is_are_refused():
    log = replace(_random_log(3), characters=(Character("Genius", -1), Character("Dazed", -1)))
    with pytest.raises(NotationError, match="the character Genius is not played"):
        replay_log(log)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (LogAction(LogKind.COLOR_HINT, 1, 5), "color hint of value 5; values are 0 to 4"),
        (LogAction(LogKind.RANK_HINT, 1, 6), "rank hint of value 6; values are 1 to 5"),
        (LogAction(LogKind.PLAY, 60), "play of target 60; targets are 0 to 59"),
        (LogAction(LogKind.RANK_HINT, 6, 1), "rank hint of target 6; targets are 0 to"),
    ],
)
def test_values_that_a_variant_lacks_are_refused(action, message):
    """They were taken in before, and ended in a traceback where the game was written."""
    log = replace(_random_log(3), actions=(action,))
    with pytest.raises(NotationError, match=message):
        parse_export(format_export(log))
    with pytest.raises(NotationError, match="action 1"):
        parse_link(format_link(log))


def test_an_end_that_a_variant_lacks_is_read_and_cannot_be_written():
    log = replace(_random_log(3), actions=(LogAction(LogKind.END, 1, 11),))
    for found in (parse_export(format_export(log)), parse_link(format_link(log))):
        assert found.actions == (LogAction(LogKind.END, 1, 4),)
        assert "'11' is read as 'terminated'" in found.remarks[0]
    with pytest.raises(NotationError, match="end of value 11; values are 1 to 10"):
        write_log(log, Kind.EXPORT)


def test_a_color_cannot_be_told_where_colors_are_mute():
    log = replace(_random_log(111), actions=(LogAction(LogKind.COLOR_HINT, 1, 0),))
    with pytest.raises(NotationError, match="there is none"):
        parse_export(format_export(log))


def test_cards_that_a_variant_lacks_are_refused():
    log = _random_log(19)
    assert log.variant.name == "Rainbow (3 Suits)"
    for card in ((3, 1), (0, 7)):
        strange = replace(log, deck=(type(log.deck[0])(*card), *log.deck[1:]))
        with pytest.raises(NotationError, match="card 0"):
            parse_export(format_export(strange))
        with pytest.raises(NotationError, match="card 0"):
            parse_link(format_link(strange))


def test_links_name_variants_by_their_numbers():
    """The third field of a link is the number of the variant."""
    for number in (0, 16, 193, 1361, 2418):
        log = _random_log(number)
        assert format_link(log).replace("-", "").endswith(f",{number}")
        assert parse_link(format_link(log)).variant.id == number


@pytest.mark.parametrize(
    ("name", "was"),
    [
        ("dark-orange-6-suits", "RYGBPD"),
        ("omni-dark-orange-5-suits", "RGBOD"),
        ("dark-orange-reversed-5-suits", "RYGBD"),
        ("matryoshka-6-suits", "RYGBPT"),
        ("rgb-mix-6-suits", "RYGCBV"),
        ("ambiguous-dual-color-mix", "PTOVLE"),
    ],
)
def test_a_record_of_an_earlier_release_is_read_though_letters_have_changed(name, was):
    """The deck's letters are those of then; what is written has those of today."""
    game = Game(parse_rules(f"{name}(players=2)"), seed=3)
    record = Record(rules=game.rules, deck=tuple(game.deck), actions=())
    text = format_record(record)
    former = str.maketrans(game.rules.names.letters, was)
    lines = [
        "deck: " + line.removeprefix("deck: ").translate(former) if "deck" in line else line
        for line in text.splitlines()
    ]
    old = "\n".join(lines) + "\n"
    assert old != text
    assert parse_record(old) == record
