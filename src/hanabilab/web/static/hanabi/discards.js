// The discards as a table of suits by ranks: how many copies of each card are left, a dot for each.

import { html, svg } from "lit-html";
import { rankText, symbol } from "hanabi/card";
import { cardWords } from "hanabi/words";

/** More dots than this cannot be counted at a glance. */
const MOST = 4;

/**
 * @param {Pick<BoardTold, 'table' | 'position' | 'of' | 'handlers'>} told
 * @param handlers `discard(name, nth)` goes to the turn at which the nth copy of a card was discarded; optional.
 */
export function discards({ table, position, of = "", handlers = {} }) {
  return html`<section class="discards" aria-label=${`Discards${of}`}>
    <h2>Discards <small>${position.discards.length}</small></h2>
    <table class="copies" aria-label=${`Copies left${of}`}>
      <thead><tr><td></td>${table.ranks.map((rank) => html`<th scope="col">${rankText(rank)}</th>`)}</tr></thead>
      <tbody>${table.suits.map((suit, row) => html`<tr>
        <th scope="row"><span class="sr">${suit.name}</span><svg viewBox="0 0 24 24" aria-hidden="true">${symbol(suit, 12, 12, 22, suit.color, "pip-suit")}</svg></th>
        ${table.ranks.map((rank) => cell(table, position, row, `${suit.letter}${rank}`, handlers.discard))}</tr>`)}
      </tbody>
    </table>
  </section>`;
}

/** What is left of a card, in words and as a kind. @param {Table} table @param {Position} told @param {number} suit @param {string} name */
function leftOf(table, { discards: all, stacks, useless }, suit, name) {
  const copies = table.copies[table.cards.indexOf(name)], gone = all.filter((each) => each === name).length, left = copies - gone;
  if (stacks[suit].includes(name)) return { copies, gone, left, words: "played", kind: "is-played" };
  const words = left > 1 ? `${left} left` : left ? "last copy" : "none left";
  if (left && useless.includes(name)) return { copies, gone, left, words: `${words}, of no use any more`, kind: "is-useless" };
  return { copies, gone, left, words, kind: left ? (left === 1 && gone ? "is-last" : "") : "is-gone" };
}

/**
 * @param {Table} table
 * @param {Position} position
 * @param {number} suit
 * @param {string} name
 * @param {((name: string, nth: number) => void) | undefined} jump
 */
function cell(table, position, suit, name, jump) {
  if (!table.cards.includes(name)) return html`<td></td>`;
  const { copies, gone, left, words, kind } = leftOf(table, position, suit, name);
  const drawing = kind === "is-played" ? "✓" : kind === "is-gone" ? "×" : copies > MOST ? left : dots(left, copies);
  const short = words + (gone ? `, ${gone} discarded` : ""), label = `${cardWords(table, name)}: ${short}`;
  return html`<td class=${kind}>${gone && jump
    ? html`<button class="pile" data-pile=${name} aria-label=${`${label}; go to its turn`} title=${label} @click=${() => jump(name, gone - 1)}>${drawing}</button>`
    : html`<span class="pile" data-pile=${name} role="img" aria-label=${short} title=${label}>${drawing}</span>`}</td>`;
}

/** @param {number} left @param {number} copies */
function dots(left, copies) {
  return html`<svg viewBox=${`0 0 ${copies * 10} 10`} aria-hidden="true">${Array.from({ length: copies }, (_, at) =>
    svg`<circle cx=${at * 10 + 5} cy="5" r="3.5" class=${at < left ? "dot-left" : "dot-gone"}></circle>`)}</svg>`;
}
