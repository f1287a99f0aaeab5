"""Cards, actions and turns in words, for agents that explain themselves and for printed positions.

Plain Python on STATE and VIEW rows. `game.words` writes for callers that have the `Rules`; here
there are only their tables.
"""

from __future__ import annotations

from hanabilab.game.actions import action_kind, action_slot, hint_offset, hint_value
from hanabilab.game.rule_tables import DISCARD, PLAY, RuleTables
from hanabilab.game.stacks import STACKS_UP, stack_places
from hanabilab.game.state import PublicTable
from hanabilab.game.variant import Names, names_numbered, plain_names


def names_of(rules: RuleTables) -> Names:
    """What the cards and hints of these rules are called."""
    named = names_numbered(int(rules.variant))
    return named or plain_names(int(rules.num_suits), int(rules.num_ranks))


def card_word(rules: RuleTables, card: int) -> str:
    """A card id as "R3"."""
    return names_of(rules).card(card)


def card_words(rules: RuleTables, cards: int) -> str:
    """A bit set of cards as "R3 Y1"; "nothing" if it is empty."""
    held = [card for card in range(rules.num_cards) if (int(cards) >> card) & 1]
    return " ".join(card_word(rules, card) for card in held) or "nothing"


def value_word(rules: RuleTables, value: int) -> str:
    """A hint value as "red" or "3"."""
    return names_of(rules).hints[value]


def firework_word(rules: RuleTables, suit: int, stack: int) -> str:
    """How a suit stands, as "R2": its letter and the rank on top, 0 for none.

    Where suits go up or down, the first rank stands before the top: "R72" began with START.
    """
    letters, ranks = names_of(rules)[:2]
    places = stack_places(int(rules.stack_kind), int(stack))
    shown = places[-1:] if rules.stack_kind == STACKS_UP else (*places[:1], *places[1:][-1:])
    return letters[suit] + ("".join(ranks[suit][place] for place in shown) or "0")


def tokens_word(table: PublicTable) -> str:
    """The information tokens; parts of one behind a plus sign, as "3+1/2"."""
    parts = f"+{table.token_parts}/{table.rules.discards_per_token}" if table.token_parts else ""
    return f"{table.information_tokens}{parts}"


def possible_word(rules: RuleTables, possible: int) -> str:
    """What hints leave a card to be as "RG123", "R" or "12"; "?" if they have told nothing."""
    names, everything = names_of(rules), set("".join(names_of(rules).ranks))
    held = [names.card(card) for card in range(rules.num_cards) if possible >> card & 1]
    letters = "".join(letter for letter in names.letters if any(letter in card for card in held))
    digits = {card[1] for card in held}
    if digits == everything:
        return letters if len(letters) < rules.num_suits else "?"
    numbers = "".join(sorted(digits))
    return numbers if len(letters) == rules.num_suits else letters + numbers


def action_words(view: PublicTable, action: int, actor: int) -> str:
    """An action of seat `actor` as "plays slot 2", "hints red to seat 3", "hints 2s to seat 1"."""
    rules = view.rules
    kind = int(action_kind(rules, action))
    if kind == PLAY and action_slot(rules, action) == rules.hand_size:
        return "plays the last card of the deck"
    if kind in (PLAY, DISCARD):
        return f"{'plays' if kind == PLAY else 'discards'} slot {int(action_slot(rules, action))}"
    target = (int(actor) + int(hint_offset(rules, action))) % int(rules.num_players)
    word = value_word(rules, int(hint_value(rules, action)))
    return f"hints {word}{'s' * word.isdigit()} to seat {target}"
