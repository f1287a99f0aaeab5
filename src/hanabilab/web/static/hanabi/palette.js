// Colors of suits: those of hanab.live, or those that people with any color vision tell apart. Remembered.

import { html } from "lit-html";

const KEY = "hanabi-safe-colors";
/** Colors as on hanab.live, by the ones that the server tells, which any color vision tells apart. */
const SITE = /** @type {{[color: string]: string}} */ ({
  "#d55e00": "#d12c2c", "#f0e442": "#ecd11c", "#009e73": "#1f8a2f", "#0072b2": "#1a5fd0", "#cc79a7": "#9b3fc4", "#56b4e9": "#12a8b4",
});

/** As somebody chose; else the site's for its own games alone. @param {Table} table */
export function safeColors(table) {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? !table.site_slots : kept === "1";
  } catch {
    return !table.site_slots; // a browser may keep nothing
  }
}

/** Choose. @param {boolean} on */
function keepSafeColors(on) {
  try {
    localStorage.setItem(KEY, on ? "1" : "0");
  } catch { /* then it holds until the page is left */ }
}

const SAFE = Object.fromEntries(Object.entries(SITE).map(([safe, site]) => [site, safe]));

/** Give the suits of a table one of the palettes, whichever they have. @param {Table} table @param {boolean} safe */
export function paint(table, safe) {
  table.safe_colors = safe;
  const painted = (/** @type {string} */ color) => {
    const told = SAFE[color] ?? color;
    return safe ? told : SITE[told] ?? told;
  };
  for (const suit of table.suits) {
    suit.color = painted(suit.color);
    if (suit.stripes) suit.stripes = suit.stripes.map(painted);
  }
}

/** The switch. @param {() => void} draw @param {Table[]} tables that it paints; `draw` draws the page again. */
export function colorSwitch(tables, draw) {
  const on = Boolean(tables[0].safe_colors), words = "Colors for the color-blind";
  const toggle = () => {
    keepSafeColors(!on);
    for (const each of tables) paint(each, !on);
    draw();
  };
  return html`<button class="icon" aria-label=${words} title=${words} aria-pressed=${on ? "true" : "false"} @click=${toggle}>◍</button>`;
}
