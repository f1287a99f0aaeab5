// Notes: what people wrote to turns on this page, and to cards on the public site. Always only text.

import { html, nothing } from "lit-html";
import { seatName } from "hanabi/words";

/** Letters of a note at most. */
export const LONGEST = 1000;

/** A box for the note to the turn that is looked at; variations have none. @param {App} app */
export function noteBox(app) {
  if (app.line !== app.main) return nothing;
  return html`<label class="note-box">Note to turn ${app.turn}
    <textarea id="note" rows="2" maxlength=${LONGEST} .value=${noteOf(app, app.turn)}
      @change=${(/** @type {Changed} */ event) => app.note(app.turn, event.target.value.trim())}></textarea></label>`;
}

/** The note to a turn, or "". @param {App} app @param {number} turn */
export function noteOf(app, turn) {
  return app.line === app.main ? app.document.notes?.[turn] ?? "" : "";
}

/** What seats noted about a card, when they played. @param {App} app @param {number} id */
export function cardNotes(app, id) {
  const found = (app.document.card_notes ?? []).map((notes) => notes[id] ?? "");
  if (!found.some(Boolean)) return nothing;
  return html`<dl class="card-notes">${found.map((text, seat) => text
    ? html`<div><dt>${seatName(app.table, seat)} noted</dt><dd>${text}</dd></div>` : nothing)}</dl>`;
}

/** Notes with one changed; an empty one is gone. @param {Notes | undefined} notes @param {number} turn @param {string} text */
export function withNote(notes, turn, text) {
  const { [turn]: _, ...others } = notes ?? {};
  return text ? { ...others, [turn]: text.slice(0, LONGEST) } : others;
}

/** Whether a game has notes to turns. @param {Game} document */
export function hasNotes(document) {
  return Object.keys(document.notes ?? {}).length > 0;
}

/** Whether what a link tells as notes is such. @param {any} notes @param {any} cardNotes @returns {boolean} */
export function areNotes(notes, cardNotes) {
  const text = (/** @type {any} */ each) => typeof each === "string" && each.length <= LONGEST;
  return (notes === undefined || (notes?.constructor === Object && Object.keys(notes).length <= 400
      && Object.entries(notes).every(([turn, each]) => /^\d{1,3}$/.test(turn) && text(each))))
    && (cardNotes === undefined || (Array.isArray(cardNotes) && cardNotes.length <= 6
      && cardNotes.every((each) => Array.isArray(each) && each.length <= 100 && each.every(text))));
}
