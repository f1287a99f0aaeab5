// The story of a card in a hand, beside it: when it was drawn, hinted, and left, and what hints leave it to be.
//
// It is told from public actions and from what the viewer is shown, so a seat reads nothing that it may not know.

import { html, nothing } from "lit-html";
import { isShown } from "hanabi/board";
import { cardWords, either, possibleWords, seatName, slotWords } from "hanabi/words";

/** The popover of a card. @param {StoryTold} told @param {number} seat @param {number} slot */
export function storyBox({ table, position, log, view, viewer, go, more }, seat, slot) {
  const hand = position.hands[seat], held = /** @type {Held} */ (hand[slot]), shown = isShown({ view, seat: viewer }, seat, held);
  const marks = shown ? kinds(position, held.card) : [], where = `${seatName(table, seat)}, ${slotWords(table, [slot], hand)}`;
  return html`<section class="story" role="dialog" aria-label=${`Story of the card: ${where}`} aria-describedby="story" tabindex="-1">
    <div id="story"><h3>${shown ? cardWords(table, held.card) : "A card"} <small>${where}${marks.length ? `, ${either(marks, "and")}` : ""}</small></h3>
      <p>Its holder knows: <b>${possibleWords(table, held)}</b>.</p>
      <ul class="history">${storyOf(table, log, position.turn, seat, slot, held.drawn).map(({ words, turn }) =>
        html`<li>${go ? html`<button class="linkish" @click=${() => go(turn)}>${words}</button>` : words}</li>`)}</ul></div>
    ${more?.(held, shown) ?? nothing}</section>`;
}

/** @param {Position} position @param {string} name */
function kinds(position, name) {
  const sets = { critical: position.critical, playable: position.playable, useless: position.useless };
  return Object.entries(sets).flatMap(([kind, names]) => (names.includes(name) ? [kind] : []));
}

/**
 * What happened to the card that is in a slot after `now` turns, in words, each with the turn at which it is seen.
 * @param {Table} table
 * @param {Last[]} log all actions that may be told; those after `now`, too
 * @param {number} now
 * @param {number} seat
 * @param {number} slot
 * @param {number} drawn
 */
export function storyOf(table, log, now, seat, slot, drawn) {
  const found = [], shifts = table.engine.draw_slot === "newest";
  const hint = (/** @type {number} */ turn) => ({ words: `hinted ${log[turn - 1].value} on turn ${turn}`, turn });
  let at = slot; // where the card was, from now back to when it was drawn
  for (let turn = now; turn > drawn; turn--) {
    const last = log[turn - 1];
    if (last.target === seat && last.touched.includes(at)) found.unshift(hint(turn));
    else if (shifts && last.target === undefined && last.seat === seat && last.slot <= at) at++;
  }
  found.unshift({ words: drawn ? `drawn after turn ${drawn}` : "dealt at the start", turn: drawn });
  at = slot;
  for (let turn = now + 1; turn <= log.length; turn++) {
    const last = log[turn - 1];
    if (last.target === seat && last.touched.includes(at)) found.push(hint(turn));
    if (last.target !== undefined || last.seat !== seat) continue;
    if (last.slot === at) return [...found, { words: `${last.scored ? "played" : last.kind === "play" ? "misplayed" : "discarded"} on turn ${turn}`, turn: turn - 1 }];
    if (shifts && last.slot < at) at--;
  }
  return found;
}
