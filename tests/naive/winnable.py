"""Whether a small deck can be won with open hands, by trying every line: the slow twin.

Every action of the rules is tried: any play, any misplay, any discard, a hint as a pass.
"""

from __future__ import annotations

from functools import cache


def can_win(game) -> bool:
    """Whether some line from where a game stands plays every card."""
    rules, state = game.rules, game.state
    players, top, ranks = rules.players, rules.information_tokens, rules.ranks
    deck = [divmod(card, ranks) for card in game.deck]

    @cache
    def wins(fireworks, hands, drawn, tokens, lives, turns_left, seat) -> bool:
        if all(height == ranks for height in fireworks):
            return True
        if lives == 0 or turns_left == 0:
            return False
        after = (seat + 1) % players
        left = turns_left - (drawn == len(deck))
        can_hint = tokens > 0 and any(hands[other] for other in range(players) if other != seat)
        if can_hint and wins(fireworks, hands, drawn, tokens - 1, lives, left, after):
            return True
        for card in set(hands[seat]):
            hand = list(hands[seat])
            hand.remove(card)
            new = drawn
            if drawn < len(deck):
                hand.append(deck[drawn])
                new = drawn + 1
            rest = tuple(
                tuple(sorted(hand)) if other == seat else held for other, held in enumerate(hands)
            )
            suit, rank = card
            if fireworks[suit] == rank:
                higher = tuple(height + (each == suit) for each, height in enumerate(fireworks))
                more = min(tokens + (rank == ranks - 1), top)
                if wins(higher, rest, new, more, lives, left, after):
                    return True
            elif wins(fireworks, rest, new, tokens, lives - 1, left, after):
                return True
            if tokens < top and wins(fireworks, rest, new, tokens + 1, lives, left, after):
                return True
        return False

    hands = tuple(
        tuple(sorted(divmod(int(card), ranks) for card in hand if card >= 0))
        for hand in state.hands[:players]
    )
    return not game.is_over and wins(
        tuple(map(int, state.fireworks[: rules.suits])),
        hands,
        int(state.deck_drawn),
        int(state.information_tokens),
        int(state.life_tokens),
        int(state.turns_left),
        int(state.current_seat),
    )
