"""Rules as environments are given them."""

from __future__ import annotations

from hanabilab.errors import RulesError
from hanabilab.game.checks import checked_rules
from hanabilab.game.rules import Rules
from hanabilab.notation.rules_text import parse_rules


def rules_from(rules: Rules | str | None, players: int | None, called: str = "players") -> Rules:
    """The rules that are meant: themselves, their text, or the standard game of so many.

    Args:
        called: what the environment calls `players`.

    Raises:
        NotationError: text that names no rules.
        RulesError: what is no rules, or numbers of players that differ.
    """
    if rules is None:
        return Rules(players=2 if players is None else players)
    found = parse_rules(rules) if isinstance(rules, str) else checked_rules(rules)
    if players not in (None, found.players):
        raise RulesError(f"{called} is {players!r}, but the rules are for {found.players}")
    return found
