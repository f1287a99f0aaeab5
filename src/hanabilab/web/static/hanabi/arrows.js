// The hint that was just given: a badge on each card that it touches, and arrows to them from the hand of who gave it.
//
// Arrows run between hands, so they cover no card and no name. The status line tells the same to screen readers.

import { html, nothing, render, svg } from "lit-html";
import { inkOn, printedOf } from "hanabi/card";

/** Where arrows are drawn: the first thing in a board, above all of it. */
export const arrowLayer = () => html`<svg class="arrows" aria-hidden="true"></svg>`;

/** The suit whose name a hint's color has; undefined for ranks, and for colors that no suit is named after. */
const suitOf = (table, { kind, value }) => (kind === "rank" ? undefined : table.suits.find(({ name }) => name === value));

/** A hint in one letter: a rank, or that of a suit. */
export function hintLetter(table, hint) {
  const suit = suitOf(table, hint);
  return hint.kind === "rank" ? hint.value : suit ? printedOf(suit) : hint.value[0].toUpperCase();
}

/** The letter of a hint in the hint's color. */
export function badge(table, hint) {
  const suit = suitOf(table, hint);
  return html`<svg class="badge" viewBox="0 0 22 22" aria-hidden="true">
    <circle cx="11" cy="11" r="9.5" fill=${suit?.color ?? nothing}></circle>
    <text x="11" y="15.5" fill=${suit ? inkOn(suit.color) : nothing}>${hintLetter(table, hint)}</text></svg>`;
}

let again = () => {}, resized = null;

/** Draw the arrows of the last action, if it was a hint, on the board of the stage; again whenever its size changes. */
export function drawArrows(table, { last }) {
  const board = document.querySelector(".stage .board");
  if (!board) return;
  again = () => board.isConnected && render(last?.touched?.length ? drawing(table, last, wayOf(board, last)) : nothing, board.querySelector(".arrows"));
  resized ??= new ResizeObserver(() => again());
  resized.observe(board);
  again();
}

function drawing(table, hint, way) {
  return svg`<path class="hint-edge" d=${way}></path><path class="hint-line" d=${way} stroke=${suitOf(table, hint)?.color ?? nothing}></path>`;
}

/** A path along the gaps: out of the giver's hand, to the row of the other one, and to each card with a head. */
function wayOf(board, { seat, target, touched }) {
  const hand = (at) => board.querySelector(`[data-hand="${at}"]`), boxes = touched.map((slot) => boxIn(board, hand(target).querySelector(`[data-slot="${slot}"]`)));
  const from = boxIn(board, hand(seat)), to = boxIn(board, hand(target)), hands = board.querySelector(".hands");
  const up = to.bottom <= from.top, down = to.top >= from.bottom, half = parseFloat(getComputedStyle(hands).rowGap) / 2;
  const row = up ? to.bottom + half : to.top - half, edge = down ? from.bottom : from.top, out = edge + (down ? half : -half);
  const ends = boxes.map(({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: up ? bottom + 1 : top - 14 }));
  const near = ends.reduce((sum, { x }) => sum + x, 0) / ends.length;
  const start = Math.max(from.left + 20, Math.min(from.right - 20, near)), xs = ends.map(({ x }) => x);
  const around = Math.abs(out - row) > 1, aside = boxIn(board, hands).left - 4; // other hands are between them: past these, on the left
  xs.push(around ? aside : start);
  const dot = `M${start - 2} ${edge}a2 2 0 1 0 4 0a2 2 0 1 0-4 0M${start} ${edge}V${out}`;
  const trunk = around ? `${dot}H${aside}V${row}` : dot;
  const head = up ? "l-4 5m4-5l4 5" : "l-4-5m4 5l4-5";
  return `${trunk}M${Math.min(...xs)} ${row}H${Math.max(...xs)}${ends.map(({ x, y }) => `M${x} ${row}V${y}${head}`).join("")}`;
}

/** Where an element stands in the board, but for its way there if it moves. */
function boxIn(board, element) {
  let left = 0, top = 0;
  for (let at = element; at && at !== board; at = at.offsetParent) {
    left += at.offsetLeft + (at === element ? 0 : at.clientLeft);
    top += at.offsetTop + (at === element ? 0 : at.clientTop);
  }
  return { left, top, right: left + element.offsetWidth, bottom: top + element.offsetHeight };
}
