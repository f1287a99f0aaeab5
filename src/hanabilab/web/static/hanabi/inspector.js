// The story of a card in a replay: with notes, and other cards that it could be made.

import { html, nothing } from "lit-html";
import { branch, morphsOf } from "hanabi/lines";
import { cardNotes } from "hanabi/notes";
import { storyBox } from "hanabi/story";
import { cardWords } from "hanabi/words";

/** @param {App} app @param {number} seat @param {number} slot */
export function inspector(app, seat, slot) {
  const { table, position, view, line } = app, told = line.positions.slice(1, app.hideLater ? app.turn + 1 : undefined);
  return storyBox({
    table, position, view, viewer: app.seat, log: told.map(({ last }) => /** @type {Last} */ (last)), go: (turn) => app.go(turn),
    more: (held, shown) => html`${cardNotes(app, held.id)} ${morphing(app, held, shown)}`,
  }, seat, slot);
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
