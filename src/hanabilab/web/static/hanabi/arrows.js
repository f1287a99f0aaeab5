// The hint that was just given: a badge on each card that it touches, and arrows to them from the hand of who gave it.
//
// Arrows run between hands, so they cover no card. The status line tells the same to screen readers.

import { html, nothing, render, svg } from "lit-html";
import { inkOn, printedOf } from "hanabi/card";

/** Where arrows are drawn: the last thing in a board, so that they are above hands. */
export const arrowLayer = () => html`<svg class="arrows" aria-hidden="true"></svg>`;

/**
 * The suit whose name a hint's color has; undefined for ranks, and for colors that no suit is named after.
 * @param {Table} table
 * @param {Pick<Hint, 'kind' | 'value'>} told
 */
const suitOf = (table, { kind, value }) => (kind === "rank" ? undefined : table.suits.find(({ name }) => name === value));

/** A hint in one letter: a rank, or that of a suit. @param {Table} table @param {Pick<Hint, 'kind' | 'value'>} hint */
export function hintLetter(table, hint) {
  const suit = suitOf(table, hint);
  return hint.kind === "rank" ? hint.value : suit ? printedOf(suit) : hint.value[0].toUpperCase();
}

/** The letter of a hint in the hint's color. @param {Table} table @param {Pick<Hint, 'kind' | 'value'>} hint */
export function badge(table, hint) {
  const suit = suitOf(table, hint);
  return html`<svg class="badge" viewBox="0 0 22 22" aria-hidden="true">
    <circle cx="11" cy="11" r="9.5" fill=${suit?.color ?? nothing}></circle>
    <text x="11" y="15.5" fill=${suit ? inkOn(suit.color) : nothing}>${hintLetter(table, hint)}</text></svg>`;
}

let again = () => {}, frame = 0;
/** @type {ResizeObserver | null} */
let resized = null;

/**
 * Draw the arrows of the last action, if it was a hint, on the board of the stage; again whenever its size changes.
 * @param {Table} table
 * @param {Pick<Position, 'last'>} told
 */
export function drawArrows(table, { last }) {
  const board = document.querySelector(".stage .board");
  if (!board) return;
  const layer = /** @type {HTMLElement} */ (board.querySelector(".arrows"));
  again = () => board.isConnected && render(last?.touched?.length ? drawing(table, last, wayOf(board, last)) : nothing, layer);
  resized ??= new ResizeObserver(() => again());
  resized.observe(board);
  // With the next frame, which lays the board out anyway: to ask where cards are now would do it twice.
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => again());
}

/** @param {Table} table @param {Hint} hint @param {string} way */
function drawing(table, hint, way) {
  return svg`<path class="hint-edge" d=${way}></path><path class="hint-line" d=${way} stroke=${suitOf(table, hint)?.color ?? nothing}></path>`;
}

/**
 * A path along the gaps: out of the giver's hand, to the row of the other one, and to each card with a head.
 * @param {Element} board
 * @param {LastHint & {seat: number}} told
 */
function wayOf(board, { seat, target, touched }) {
  const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (board.querySelector(selector)), hands = part(".hands");
  const hand = (/** @type {number} */ at) => part(`[data-hand="${at}"]`);
  const cards = touched.map((slot) => boxIn(board, part(`[data-hand="${target}"] [data-slot="${slot}"]`)));
  const from = boxIn(board, hand(seat)), to = boxIn(board, hand(target));
  const half = parseFloat(getComputedStyle(hands).rowGap) / 2, up = to.bottom <= from.top;
  const ends = cards.map(({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: up ? bottom + 1 : top - 14 }));
  const row = up ? to.bottom + half : to.top - half, start = startOf(from, to, ends, half);
  // Where other hands are between the two, the way goes past these, on the left.
  const aside = Math.abs(start.out - row) > 1 ? boxIn(board, hands).left - 4 : start.x, xs = [aside, ...ends.map(({ x }) => x)];
  const head = up ? "l-4 5m4-5l4 5" : "l-4-5m4 5l4-5", arrows = ends.map(({ x, y }) => `M${x} ${row}V${y}${head}`).join("");
  return `${start.way}H${aside}V${row}M${Math.min(...xs)} ${row}H${Math.max(...xs)}${arrows}`;
}

/**
 * A dot on the edge of the giver's hand that faces the other one, near the cards, and the way into the gap there.
 * @param {Box} from
 * @param {Box} to
 * @param {{x: number, y: number}[]} ends
 * @param {number} half
 */
function startOf(from, to, ends, half) {
  const down = to.top >= from.bottom, edge = down ? from.bottom : from.top, out = edge + (down ? half : -half);
  const middle = ends.reduce((sum, { x }) => sum + x, 0) / ends.length;
  const x = Math.max(from.left + 20, Math.min(from.right - 20, middle));
  return { x, out, way: `M${x - 2} ${edge}a2 2 0 1 0 4 0a2 2 0 1 0-4 0M${x} ${edge}V${out}` };
}

/** Where an element stands in the board, but for its way there if it moves. @param {Element} board @param {HTMLElement} element @returns {Box} */
function boxIn(board, element) {
  let left = 0, top = 0;
  for (let at = element; at && at !== board; at = /** @type {HTMLElement} */ (at.offsetParent)) {
    left += at.offsetLeft + (at === element ? 0 : at.clientLeft);
    top += at.offsetTop + (at === element ? 0 : at.clientTop);
  }
  return { left, top, right: left + element.offsetWidth, bottom: top + element.offsetHeight };
}
