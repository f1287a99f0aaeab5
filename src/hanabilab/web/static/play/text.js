// The table as text: the same position as the board, as headings and lists of named cards.

import { html, nothing } from "lit-html";
import { isShown, noteWords } from "hanabi/board";
import { cardWords, either, fireworksWords, heldWords, seatName, whose } from "hanabi/words";

/** `told` as for `hanabi/board`. @param {BoardTold & {first: number}} told */
export function tableAsText(told) {
  const { table, position } = told;
  const seats = table.seats.map((_, at) => (at + told.first) % table.players);
  return html`<div class="text-board">
    <h2>The table</h2>
    <ul>
      <li>Score ${position.score} of ${table.max_score}${position.status === "running" ? `; ${position.max_reachable} can still be reached` : ""}.</li>
      <li>Hints ${position.tokens_shown} of ${position.max_information_tokens}, lives ${position.life_tokens}
        of ${position.max_life_tokens}, ${position.deck_size} cards in the deck.</li>
      <li>Fireworks: ${fireworksWords(table, position)}.</li>
      <li>Critical: ${words(table, position.critical, "none")}.</li>
      <li>Discards: ${words(table, position.discards, "none")}.</li>
    </ul>
    ${seats.map((seat) => html`<h3>${seatName(table, seat)}${position.seat_to_act === seat ? ", to act" : ""}</h3>
      <ul aria-label=${`${whose(table, seat)} hand`}>${position.hands[seat].map((held, slot) => {
        const shown = held !== null && isShown(told, seat, held);
        const critical = shown && position.critical.includes(held.card) ? "; critical" : nothing;
        return html`<li>${heldWords(table, position.hands[seat], slot, shown)}${critical}${held ? noteWords(told, held) : nothing}</li>`;
      })}</ul>`)}
  </div>`;
}

/** @param {Table} table @param {string[]} cards @param {string} none */
function words(table, cards, none) {
  return cards.length ? either(cards.map((name) => cardWords(table, name)), "and") : none;
}
