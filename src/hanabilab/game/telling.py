"""Cards, actions and turns in words, for agents that explain themselves and for printed positions.

Plain Python on STATE and VIEW rows. `game.words` writes for people who have the rules; here there
are only their tables.
"""

from __future__ import annotations

from hanabilab.game.actions import action_kind, action_slot, hint_offset, hint_value
from hanabilab.game.cards import SUIT_LETTERS, SUIT_NAMES
from hanabilab.game.rule_tables import DISCARD, PLAY, RuleTables
from hanabilab.game.state import PublicTable


def card_word(rules: RuleTables, card: int) -> str:
    """A card id as "R3"."""
    return f"{SUIT_LETTERS[rules.suit_of[card]]}{rules.rank_of[card] + 1}"


def card_words(rules: RuleTables, cards: int) -> str:
    """A bit set of cards as "R3 Y1"; "nothing" if it is empty."""
    held = [card for card in range(rules.num_cards) if (int(cards) >> card) & 1]
    return " ".join(card_word(rules, card) for card in held) or "nothing"


def value_word(rules: RuleTables, value: int) -> str:
    """A hint value as "red" or "3"."""
    return SUIT_NAMES[value] if value < rules.num_suits else str(value - rules.num_suits + 1)


def possible_word(rules: RuleTables, possible: int) -> str:
    """What hints leave a card to be as "RG123", "R" or "12"; "?" if they have told nothing."""
    held = [card for card in range(rules.num_cards) if possible >> card & 1]
    suits, ranks = ({int(of[card]) for card in held} for of in (rules.suit_of, rules.rank_of))
    letters = "".join(SUIT_LETTERS[suit] for suit in sorted(suits))
    numbers = "".join(str(rank + 1) for rank in sorted(ranks))
    if len(ranks) == rules.num_ranks:
        return letters if len(suits) < rules.num_suits else "?"
    return numbers if len(suits) == rules.num_suits else letters + numbers


def action_words(view: PublicTable, action: int, actor: int) -> str:
    """An action of seat `actor` as "plays slot 2", "hints red to seat 3", "hints 2s to seat 1"."""
    rules = view.rules
    kind = int(action_kind(rules, action))
    if kind in (PLAY, DISCARD):
        return f"{'plays' if kind == PLAY else 'discards'} slot {int(action_slot(rules, action))}"
    target = (int(actor) + int(hint_offset(rules, action))) % int(rules.num_players)
    word = value_word(rules, int(hint_value(rules, action)))
    return f"hints {word}{'s' * word.isdigit()} to seat {target}"
