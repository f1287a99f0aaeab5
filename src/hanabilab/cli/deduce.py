"""`hanabi log deduce`: what a hand can be at a turn of a game, how likely, and why no more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from hanabilab.cli.game_files import ONE_GAME, PartialOption, TurnOption, load_game, require_turn
from hanabilab.cli.loaded_game import LoadedGame
from hanabilab.cli.options import JsonOption
from hanabilab.cli.terminal import Console, report
from hanabilab.errors import NotationError
from hanabilab.game.view import View
from hanabilab.knowledge.deduction import HandDeduction, deduce_hand
from hanabilab.knowledge.reasons import Reason, RuledOut

_LIKELY_FIRST = 8


def command(
    file: Annotated[str, typer.Argument(help=ONE_GAME)],
    turn: TurnOption = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="Whose hand; of the seat to act by default.")
    ] = None,
    partial: PartialOption = False,
    as_json: JsonOption = False,
) -> int:
    """Show what a hand can be by hints and by cards in sight: each card's chance, exactly.

    With --turn, in the position after that turn; without, in the last one.
    """
    loaded = load_game(file, partial=partial, part_told=True)
    record = loaded.record
    if turn is not None:
        require_turn(turn, range(len(record.actions) + 1), file)
    game = record.replayed(turn)
    holder = int(game.state.current_seat) if seat is None else seat
    if holder >= game.rules.players:
        raise NotationError(f"no seat {holder}; seats are 0 to {game.rules.players - 1}")
    view = loaded.as_told(game.view(holder))
    hand = _Hand(view, deduce_hand(view), loaded)
    return report(
        {"turn": len(game.actions), **hand.as_json()},
        lambda _: hand.print(len(game.actions)),
        as_json=as_json,
    )


@dataclass(frozen=True)
class _Hand:
    """A hand as it is shown.

    Attributes:
        view: of its holder.
    """

    view: View
    found: HandDeduction
    loaded: LoadedGame

    def as_json(self) -> dict[str, Any]:
        """Everything, slot by slot."""
        slots = [self._slot_as_json(slot) for slot in self._held()]
        return {"seat": self.found.seat, "deals": self.found.deals, "slots": slots}

    def _slot_as_json(self, slot: int) -> dict[str, Any]:
        chances = self.found.probabilities[slot]
        return {
            "slot": slot,
            "chances": {
                self.name(card): float(chances[card]) for card in sorted(self.found.can_be(slot))
            },
            **self._kinds(slot),
            "ruled_out": {
                self.name(card): self._words(reason) for card, reason in self._reasons(slot).items()
            },
        }

    def print(self, turn: int) -> None:
        """The likeliest cards of each slot, and the reasons."""
        console = Console()
        console.print(
            f"After turn {turn}, {self.loaded.seat_words(self.found.seat)}: "
            f"{self.found.deals:,} deals of the hand fit what it knows."
        )
        for slot in self._held():
            kinds = (f"{kind.replace('_', ' ')} {x:.0%}" for kind, x in self._kinds(slot).items())
            place = self.loaded.slot_words(slot, len(self._held()))
            console.print(f"\nS{place[1:]}: {', '.join(kinds)}")
            console.print(f"  {self._likeliest(slot)}")
            for words in self._told_reasons(slot):
                console.print(f"  {words}")

    def name(self, card: int) -> str:
        """The short name of a card id."""
        return self.loaded.card_name(card)

    def _held(self) -> list[int]:
        return [slot for slot in range(len(self.found.possible)) if self.found.possible[slot]]

    def _kinds(self, slot: int) -> dict[str, float]:
        """The chances that a slot is playable, useless, and a last copy that is needed."""
        view = self.view
        last = int(view.left[0]) & ~int(view.left[1]) & ~int(view.useless)
        kinds = {"playable": int(view.playable), "useless": int(view.useless), "last_copy": last}
        return {kind: float(self.found.chance(cards)[slot]) for kind, cards in kinds.items()}

    def _likeliest(self, slot: int) -> str:
        """The likeliest cards with their chances, and how many more there are."""
        chances = self.found.probabilities[slot]
        cards = sorted(self.found.can_be(slot), key=lambda card: (-chances[card], card))
        shown = [f"{self.name(card)} {chances[card]:.1%}" for card in cards[:_LIKELY_FIRST]]
        more = len(cards) - _LIKELY_FIRST
        return ", ".join(shown) + (f", and {more} more" if more > 0 else "")

    def _reasons(self, slot: int) -> dict[int, Reason]:
        """Why cards that hints allow cannot be in a slot."""
        reasons = {card: self.found.why_not(slot, card) for card in range(self.found.copies.size)}
        return {
            card: reason
            for card, reason in reasons.items()
            if reason and reason.kind is not RuledOut.BY_HINTS
        }

    def _told_reasons(self, slot: int) -> list[str]:
        """A line for each reason, with the cards that it rules out."""
        by_words: dict[str, list[str]] = {}
        for card, reason in self._reasons(slot).items():
            by_words.setdefault(self._words(reason), []).append(self.name(card))
        return [f"not {', '.join(cards)}: {words}" for words, cards in by_words.items()]

    def _words(self, reason: Reason) -> str:
        if reason.kind is not RuledOut.NEEDED:
            return reason.kind.value
        slots = ", ".join(map(str, reason.slots))
        cards = ", ".join(map(self.name, reason.cards))
        copies = "the last copy" if reason.copies == 1 else f"the last {reason.copies} copies"
        return f"slot{'s' * (len(reason.slots) > 1)} {slots} must be {copies} of {cards}"
