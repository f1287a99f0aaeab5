"""The bases of rules: numbers, names, words that kernels are given, and mistakes."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from hanabilab.agents.rules import BASES, POOL, catalogue, find_rule, find_rules
from hanabilab.agents.rules.catalogue import rule_of_word
from hanabilab.agents.rules.families import FAMILIES
from hanabilab.agents.rules.families import PUBLISHED as FAMILIES_PUBLISHED
from hanabilab.errors import AgentError

PUBLISHED, EXTENDED = BASES["canaan2019"], BASES["extended"]
LAST = len(EXTENDED) - 1


def test_the_published_base_has_its_105_rules_and_the_extended_one_begins_with_them():
    """Numbers of published agents mean the same in both."""
    assert 105 == len(PUBLISHED)
    assert len(EXTENDED) >= 135
    assert PUBLISHED == EXTENDED[:105]
    assert [rule.number for rule in EXTENDED] == list(range(len(EXTENDED)))


def test_every_rule_is_named_and_told():
    """Names are unique and in kebab case; each says what it does, and each of ours why."""
    assert len({rule.name for rule in EXTENDED}) == len(EXTENDED)
    for rule in EXTENDED:
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", rule.name)
        assert rule.summary.endswith((".", ".)"))
        assert bool(rule.reason) == (rule.number >= 105)


def test_summaries_tell_how_many_lives_and_tokens_are_asked_for():
    """In games of any number of lives and tokens: three lives are not all lives everywhere."""
    words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"]
    table = Path(catalogue.__file__).with_name("rules.csv").read_text(encoding="utf-8")
    told = 0
    for row in csv.DictReader(table.splitlines()):
        asked = dict(each.split("=") for each in row["parameters"].split())
        lives, tokens = int(asked.get("more_lives_than", 0)), int(asked.get("tokens", 0))
        wanted = f"{words[lives + 1]} lives or more" if lives else ""
        wanted = f"{words[tokens]} tokens or more" if tokens else wanted
        assert wanted in row["summary"].replace("Two", "two"), row["name"]
        told += bool(wanted)
    assert told > 30


def test_every_family_has_rules():
    """The kernels that are listed are those that the table names."""
    assert {rule.family for rule in EXTENDED} == set(FAMILIES)
    assert {rule.family for rule in EXTENDED if rule.is_published} == {
        kernel.__name__ for _, kernels in FAMILIES_PUBLISHED for kernel in kernels
    }


def test_words_tell_rules_apart():
    """What kernels are given leads back to the rule, with parameters that fit their places."""
    assert [rule_of_word(rule.word) for rule in EXTENDED] == list(EXTENDED)
    assert all(0 <= each <= 255 for rule in EXTENDED for each in rule.parameters)
    assert all(len(rule.parameters) <= 3 for rule in EXTENDED)


@pytest.mark.parametrize("numbers", [(13, 21), (28, 36), tuple(range(72, 78))])
def test_published_duplicates_run_the_same_kernel(numbers):
    """Rules that do the same with two players; 13 also looks at seats after the next."""
    rules = [PUBLISHED[number] for number in numbers]
    assert 1 == len({rule.parameters for rule in rules})
    assert len({rule.family for rule in rules}) <= 2


@pytest.mark.parametrize("gene", [8, "play-safe-card"])
def test_a_rule_is_found_by_number_and_by_name(gene):
    """In either base."""
    assert "play-safe-card" == find_rule(gene).name == find_rule(gene, "canaan2019").name


@pytest.mark.parametrize(
    ("genes", "base", "message"),
    [
        (
            [8, 500],
            "extended",
            f"no rule 500 in base extended; its rules are 0 to {LAST}",
        ),
        ([-1], "extended", f"no rule -1 in base extended; its rules are 0 to {LAST}"),
        ([105], "canaan2019", "no rule 105 in base canaan2019; its rules are 0 to 104"),
        (["play-told"], "canaan2019", "no rule 109 in base canaan2019; its rules are 0 to 104"),
        (["play-best"], "extended", "unknown rule 'play-best'; hanabi list rules lists them"),
        ([], "extended", "no rules are given; a list has one at least, such as rules(8, 13, 27)"),
        ([8], "other", "unknown base 'other'; known are canaan2019, extended"),
    ],
)
def test_mistakes_are_told_in_one_line(genes, base, message):
    """What was wrong, and what would be right."""
    with pytest.raises(AgentError) as error:
        find_rules(genes, base)
    assert message == str(error.value)


def test_the_pool_is_made_of_rules_of_the_base():
    """Every number is a rule."""
    for genes, summary in POOL.values():
        assert find_rules(genes)
        assert summary.endswith(".")
