// One card looked at closely: what it is, what its holder knows, and its turns to jump to.

import { html, nothing } from "lit-html";
import { find } from "hanabi/acting";
import { back, face } from "hanabi/card";
import { isShown } from "hanabi/board";
import { branch, morphsOf } from "hanabi/lines";
import { cardNotes } from "hanabi/notes";
import { cardWords, either, possibleWords, seatName, slotWords } from "hanabi/words";

/** The card that is selected, in whatever hand it is at this turn; nothing if in none. @param {App} app */
export function inspector(app) {
  const place = find(app.position, app.selected);
  if (!place) return nothing;
  const { table, position } = app, { seat, slot, held } = place;
  const shown = isShown(app, seat, held);
  const marks = shown ? kinds(position, held.card) : [];
  return html`<section class="inspector" aria-label="The card">
    <svg viewBox="0 0 60 84" aria-hidden="true">${shown ? face(table, held.card) : back(table, held)}</svg>
    <div>
      <h2>${shown ? cardWords(table, held.card) : "A card"} <small>${seatName(table, seat)}, ${slotWords(table, [slot], position.hands[seat])}${marks.length ? `, ${either(marks, "and")}` : ""}</small></h2>
      <p>Its holder knows: <b>${possibleWords(table, held)}</b>.</p>
      <ul class="history">${story(app, held).map(({ words, turn }) => html`<li><button class="linkish" @click=${() => app.go(turn)}>${words}</button></li>`)}</ul>
      ${cardNotes(app, held.id)}
      ${morphing(app, held, shown)}
      <button class="plain close" aria-label="Close the card" @click=${() => app.set({ selected: null })}>✕</button>
    </div>
  </section>`;
}

/** @param {Position} position @param {string} name */
function kinds(position, name) {
  const sets = { critical: position.critical, playable: position.playable, useless: position.useless };
  return Object.entries(sets).flatMap(([kind, names]) => (names.includes(name) ? [kind] : []));
}

/** What happened to a card: drawn, hinted, played. @param {App} app @param {Held} held */
function story(app, held) {
  const found = [{ words: held.drawn ? `drawn after turn ${held.drawn}` : "dealt at the start", turn: held.drawn }];
  let before = null;
  for (const [turn, position] of app.line.positions.entries()) {
    const place = find(position, held.id), { last } = position;
    if (place && last?.touched?.includes(place.slot) && last.target === place.seat) {
      found.push({ words: `hinted ${last.value} on turn ${turn}`, turn });
    }
    if (before && !place && last) {
      const verb = last.scored ? "played" : last.kind === "play" ? "misplayed" : "discarded";
      found.push({ words: `${verb} on turn ${turn}`, turn: turn - 1 });
    }
    before = place;
  }
  return found;
}

/**
 * Make the card another one that nobody at the table could tell apart, in a line of its own.
 * @param {App} app
 * @param {Held} held
 * @param {boolean} shown
 */
function morphing(app, held, shown) {
  const names = shown ? morphsOf(app.line, app.turn, held) : [];
  if (!names.length) return nothing;
  const make = (/** @type {Changed} */ event) => {
    const card = event.target.value;
    event.target.value = "";
    if (!card) return;
    try {
      const line = branch(app.line, app.turn, [], { morphs: [{ id: held.id, card }] });
      app.open(line, app.turn);
    } catch (error) {
      app.say(`It cannot be ${card}: ${error.message}.`);
    }
  };
  return html`<label class="morph">What if it were
    <select @change=${make}><option value="">another card …</option>
      ${names.map((name) => html`<option value=${name}>${cardWords(app.table, name)}</option>`)}</select></label>`;
}
