"""`hanabi list variants`: presets, options of rules, and the public site's variants."""

from __future__ import annotations

from dataclasses import fields

import pytest

from hanabilab.game.rules import PRESETS, Rules
from hanabilab.notation import parse_rules
from hanabilab.notation.variants import variants, why_not_played
from tests.cli.calling import document, printed, refusal


def test_presets_options_and_all_variants_are_told_to_programs(capsys):
    """Every name can be given to --rules as it stands, and every default is one."""
    told = document(capsys, "list", "variants")
    assert [each["name"] for each in told["presets"]] == list(PRESETS)
    options = {each["name"]: each["default"] for each in told["options"]}
    assert [*options, "variant"] == [each.name for each in fields(Rules)]
    written = ", ".join(f"{name}={value}" for name, value in options.items())
    assert parse_rules(f"full({written})") == Rules()
    assert all(len(each["meaning"]) > 3 for each in told["options"])
    assert [each["name"] for each in told["variants"]] == [each.name for each in variants()]
    played = [not why_not_played(each) for each in variants()]
    assert [each["played"] for each in told["variants"]] == played
    for each in told["variants"][::97]:
        assert each["played"] == (each["why_not"] is None)
        if each["played"]:
            assert parse_rules(each["rules"]).deck_size == each["cards"]


@pytest.mark.late
def test_without_words_a_person_is_told_what_there_is(capsys):
    lines = printed(capsys, "list", "variants").splitlines()
    heads = [line for line in lines if line.startswith((" preset  ", " option  "))]
    assert len(heads) == 2  # the tables lean to the left
    told = " ".join(" ".join(lines).split())
    assert "small suits=2, hand_size=2, information_tokens=3, life_tokens=1" in told
    assert "bomb zero what a game scores that is lost by the last life" in told
    played = sum(not why_not_played(each) for each in variants())
    assert f"{len(variants()):,} variants, of which {played:,} are played here" in told
    assert "Rainbow" not in told
    assert printed(capsys, "list", "variants", "--all").count("\n") > len(variants())


@pytest.mark.parametrize("words", [["rainbow", "6"], ["6 RAINBOW"], ["Suits)", "rain", "(6"]])
@pytest.mark.late_but(1)
def test_words_filter_names_in_any_case(words, capsys):
    found = document(capsys, "list", "variants", *words)
    assert set(found) == {"variants"}
    expected = [
        each.name
        for each in variants()
        if "Rainbow" in each.name and "6" in each.name and "Suits" in each.name
    ]
    assert [each["name"] for each in found["variants"]] == expected
    assert len(expected) > 50
    assert "Rainbow (6 Suits)" in printed(capsys, "list", "variants", *words)


@pytest.mark.parametrize("words", [["rainbow (5 suits)"], ["Rainbow-5-Suits"], ["16"]])
def test_one_variant_is_told_whole(words, capsys):
    """By its whole name, although others have it in theirs, by its rules, by its number."""
    told = printed(capsys, "list", "variants", *words)
    assert told.splitlines()[0] == "Rainbow (5 Suits)"
    assert "Red (R), Yellow (Y), Green (G), Blue (B), Rainbow (M)" in told
    assert "--rules rainbow-5-suits" in told


def test_a_variant_that_is_not_played_says_why(capsys):
    told = printed(capsys, "list", "variants", "Throw It in a Hole (6 Suits)")
    assert "not played here: what comes of a play is hidden from all" in told


def test_mistakes_are_told_in_a_line(capsys):
    told = refusal(capsys, "list", "variants", "ranbow", "5")
    assert "'ranbow' is of none (did you mean 'rainbow'?)" in told
    assert "--all has no effect" in refusal(capsys, "list", "variants", "rainbow", "--all")


def test_rules_of_agents_point_to_rules_of_games(capsys):
    assert "hanabi list variants" in printed(capsys, "list", "rules", "--help")
