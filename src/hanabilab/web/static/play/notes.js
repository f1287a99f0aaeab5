// Notes of a person to cards of the table. They are kept in this browser alone: no server gets them.

import { html, nothing } from "lit-html";
import { find } from "hanabi/acting";
import { LONGEST, withNote } from "hanabi/notes";
import { slotWords, whose } from "hanabi/words";

const KEY = "hanabi-notes";
/** Tables whose notes are kept, the last ones. */
const MOST = 8;
const table = location.pathname;

/** Notes of all tables that are kept, by address. @returns {{[table: string]: Notes}} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {}; // a browser may keep nothing
  }
}

let notes = kept()[table] ?? {};

/** Notes by the place of a card in the deck. */
export const cardNotes = () => notes;

/** Change the note to a card; an empty one is gone. @param {number} id @param {string} text */
function note(id, text) {
  notes = withNote(notes, id, text.trim());
  const { [table]: _, ...others } = kept();
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...Object.entries(others), [table, notes]].slice(-MOST))));
  } catch { /* then it holds until the page is left */ }
}

/** A field for the note to the card that is chosen. @param {Context} told @param {number | null} selected @param {() => void} draw */
export function noteField({ table: names, position }, selected, draw) {
  const place = find(position, selected);
  if (!place) return nothing;
  const { seat, slot, held } = place, change = (/** @type {Changed} */ event) => {
    note(held.id, event.target.value);
    draw();
  };
  return html`<section class="noting" aria-label="Your note">
    <label for="note">${whose(names, seat)} ${slotWords(names, [slot], position.hands[seat])}: your note</label>
    <input id="note" autocomplete="off" maxlength=${LONGEST} .value=${notes[held.id] ?? ""} @change=${change}>
    <p class="quiet">Only you see it. It is kept in this browser; records have no room for it.</p>
  </section>`;
}

/**
 * Whether a command is a note to a card of the own hand, such as "note 2 keep"; it is taken then. Throws an Error where there is no such card.
 * @param {string} text
 * @param {Context} told
 */
export function typedNote(text, { position, seat }) {
  const [word, number, ...rest] = text.trim().split(/\s+/), hand = position.hands[seat];
  if (word.toLowerCase() !== "note") return false;
  const held = /^\d$/.test(number ?? "") ? hand[Number(number)] : null;
  if (!held) throw new Error(`no note "${text.trim()}"; try note 2 keep, for slot 2 of your hand`);
  note(held.id, rest.join(" "));
  return true;
}
