// A strip of turns: which of them lost points, and what the search says that each cost. Click on one to go there.
//
// A loss stands at the position before its action, where lists and keys go, too.

import { html, nothing } from "lit-html";
import { lossesIn, lossWords } from "hanabi/losses";

/** The least cost that is shown. */
const LEAST = 0.05;

/** The strip below the board: a cell for each position of the line. @param {App} app */
export function turnStrip(app) {
  const losses = lossesIn(app), lost = new Map(losses.map((each) => [each.turn - 1, each]));
  const words = losses.map((each) => `turn ${each.turn} ${lossWords(each)}`).join("; ");
  const go = (/** @type {Event & {target: HTMLElement}} */ { target }) => target.dataset.turn && app.go(Number(target.dataset.turn));
  return html`<div class="turn-strip" role="img" aria-label=${`Losses by turn: ${words || "none is known"}.`} @click=${go}>
    ${app.line.positions.map((_, at) => cellOf(app, at, lost.get(at)))}</div>`;
}

/** @param {App} app @param {number} at @param {Lost} [known] */
function cellOf(app, at, known) {
  const cost = known?.cost ?? costAt(app, at), points = known?.points ?? (known?.perfect && "P");
  const words = lossWords({ ...known, cost });
  return html`<i class=${`${points ? "lost" : known ? "cost" : ""}${at === app.turn ? " now" : ""}`} data-turn=${at}
    title=${words ? `turn ${at + 1} ${words}` : `turn ${at}`}>${points || (cost?.toFixed(1).replace("0.", ".") ?? nothing)}</i>`;
}

/** What the next action cost against the best, as the panel of values knows: of all turns, or of the one that it looks at. @param {App} app @param {number} at */
function costAt(app, at) {
  if (app.hideLater && at >= app.turn) return undefined;
  const next = app.line.actions[at], found = at === app.turn ? app.valued : null;
  const gain = (/** @type {number} */ id) => found?.actions.find((each) => each.id === id)?.gain;
  const cost = (app.line === app.main && app.lossTurns?.[at]?.loss) || Number(found && gain(found.best)) - Number(gain(next));
  return cost >= LEAST ? cost : undefined;
}
