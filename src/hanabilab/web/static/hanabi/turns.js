// A strip of turns: which of them lost points, and what the search says that each cost. Click on one to go there.
//
// A loss stands at the position before its action, where lists and keys go, too.

import { html, nothing } from "lit-html";
import { lossesOf } from "hanabi/ending";
import { either, pointsWords } from "hanabi/words";

/** The least cost that is shown. */
const LEAST = 0.05;

/** The strip below the board: a cell for each position of the line. @param {App} app */
export function turnStrip(app) {
  const { line } = app, lost = new Map(lossesOf(line).turns.map(({ turn, points }) => [turn, points]));
  const cells = line.positions.map((_, at) => (app.hideLater && at >= app.turn ? {} : { points: lost.get(at + 1), cost: costAt(app, at) }));
  const words = cells.flatMap((cell, at) => cellWords(cell, at) || []);
  const go = (/** @type {Event & {target: HTMLElement}} */ { target }) => target.dataset.turn && app.go(Number(target.dataset.turn));
  return html`<div class="turn-strip" role="img" aria-label=${`Losses by turn: ${either(words, "and") || "none is known"}.`} @click=${go}>
    ${cells.map((cell, at) => html`<i class=${`${cell.points ? "lost" : cell.cost ? "cost" : ""}${at === app.turn ? " now" : ""}`} data-turn=${at}
      title=${cellWords(cell, at) || `turn ${at}`}>${cell.points ?? cell.cost?.toFixed(1).replace("0.", ".") ?? nothing}</i>`)}</div>`;
}

/** @param {{points?: number, cost?: number}} cell @param {number} at */
function cellWords({ points, cost }, at) {
  const parts = [points ? `lost ${pointsWords(points)}` : "", cost ? `cost ${cost.toFixed(2)} by search` : ""].filter(Boolean);
  return parts.length ? `turn ${at + 1} ${either(parts, "and")}` : "";
}

/** What the next action cost against the best, as the panel of values knows: of all turns, or of the one that it looks at. @param {App} app @param {number} at */
function costAt(app, at) {
  const next = app.line.actions[at], found = at === app.turn ? app.valued : null;
  const gain = (/** @type {number} */ id) => found?.actions.find((each) => each.id === id)?.gain;
  const cost = (app.line === app.main && app.lossTurns?.[at]?.loss) || Number(found && gain(found.best)) - Number(gain(next));
  return cost >= LEAST ? cost : undefined;
}
