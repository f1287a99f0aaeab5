"""`hanabi list rules`: the base listed, rules explained, one line for mistakes."""

from __future__ import annotations

import json

import pytest

from hanabilab.agents.rules import BASES
from hanabilab.cli import run


def printed(capsys, *arguments) -> str:
    """What the command prints."""
    assert run(["list", "rules", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("base", BASES)
def test_the_document_has_every_rule(capsys, base):
    """Numbers, names, sentences, kernels with parameters, and who of the pool has the rule."""
    rules = json.loads(printed(capsys, "--base", base, "--json"))
    assert [rule["number"] for rule in rules] == list(range(len(BASES[base])))
    assert {
        "number": 27,
        "name": "discard-oldest-first",
        "summary": "Discard the oldest card.",
        "reason": "",
        "family": "discard-oldest",
        "parameters": [],
        "agents": ["canaan-elite", "flawed", "iggi", "iggi-2", "piers", "risky"],
    } == rules[27]


def test_the_list_has_every_name(capsys):
    """For people: a row a rule."""
    text = printed(capsys, "--base", "canaan2019")
    assert all(rule.name in text for rule in BASES["canaan2019"])


def test_rules_are_explained_by_number_and_name(capsys):
    """What a rule does, what it is for, what it runs, and who has it."""
    text = " ".join(printed(capsys, "109", "play-if-certain").split())
    assert text.startswith("109 play-told Play the newest card of a hint")
    assert "Why: A hint about several cards" in text
    assert "Kernel: play_told(0, 0, 0)" in text
    assert "2 play-if-certain Play the first card of known color and rank that is playable" in text
    assert "In: cautious, iggi" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["500"], "no rule 500 in base extended; its rules are 0 to "),
        (["109", "--base", "canaan2019"], "no rule 109 in base canaan2019; its rules are 0 to 104"),
        (["play-well"], "unknown rule 'play-well'; hanabi list rules lists them"),
        (["--base", "mine"], "unknown base 'mine'; known are canaan2019, extended"),
    ],
)
def test_mistakes_are_one_line(capsys, arguments, says):
    """On stderr, with exit code 2."""
    assert run(["list", "rules", *arguments]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1
