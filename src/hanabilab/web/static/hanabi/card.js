// Cards as SVG: faces, backs with what is known, and the strip that shows it below a face.
//
// Suits are told apart by symbol, letter and color. Colors are presentation attributes, which a
// strict content policy allows; style attributes it does not.

import { html, svg, nothing } from "lit-html";

const PATHS = /** @type {{[symbol: string]: string}} */ ({
  "♥": "M12 21C5 15.2 2 11.6 2 7.9 2 5.1 4.2 3 6.8 3 9 3 10.9 4.2 12 6.2 13.1 4.2 15 3 17.2 3 19.8 3 22 5.1 22 7.9 22 11.6 19 15.2 12 21Z",
  "★": "M12 1.6 15.1 8.5 22.6 9.3 17 14.3 18.6 21.7 12 17.9 5.4 21.7 7 14.3 1.4 9.3 8.9 8.5Z",
  "♣": "M12 2a4.4 4.4 0 0 1 3.7 6.8 4.5 4.5 0 1 1-2.5 7.9c.2 2.3.9 3.8 2.3 5.3h-7c1.4-1.5 2.1-3 2.3-5.3a4.5 4.5 0 1 1-2.5-7.9A4.4 4.4 0 0 1 12 2Z",
  "◆": "M12 1 20.5 12 12 23 3.5 12Z",
  "●": "M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19Z",
  "▲": "M12 2.5 22.5 20.5H1.5Z",
});

/** Whether a suit can be drawn by it. @param {any} symbol */
export const isSymbol = (symbol) => typeof symbol === "string" && Object.hasOwn(PATHS, symbol);

/** Black or white, whichever is read better on a color. @param {string} color */
export function inkOn(color) {
  const part = (/** @type {number} */ at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const light = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? "#15181c" : "#ffffff";
}

/**
 * A suit's symbol.
 * @param {Suit} suit
 * @param {number} x
 * @param {number} y
 * @param {string | null} [fill]
 * @param {string | symbol} [extra]
 * @param {number} size of its box, whose middle is at x, y.
 */
export function symbol(suit, x, y, size, fill = suit.color, extra = nothing) {
  const scale = size / 24;
  return svg`<path d=${PATHS[suit.symbol]} fill=${fill} class=${extra}
    transform=${`translate(${x - size / 2} ${y - size / 2}) scale(${scale})`}></path>`;
}

/** @param {Table} table @param {string} name */
const suitOf = (table, name) => table.suits.find((suit) => suit.letter === name[0]);
/** The letter that is printed on its cards; records may have another. @param {Suit} suit */
export const printedOf = (suit) => suit.printed ?? suit.letter;
/** A rank as it is printed: S is a start card. @param {number | string} rank */
export const rankText = (rank) => (String(rank) === "7" ? "S" : String(rank));

/** A card that is seen. 60 by 84. @param {Table} table @param {string} name */
export function face(table, name) {
  const suit = /** @type {Suit} */ (suitOf(table, name)), ink = suit.stripes ? "#15181c" : inkOn(suit.color);
  return svg`
    <rect class="card-edge" x="1" y="1" width="58" height="82" rx="7" fill=${suit.color}></rect>
    ${suit.stripes ? striped(suit.stripes) : nothing}
    <text x="9" y="32" class="rank" fill=${ink}>${rankText(name[1])}</text>
    <text x="51" y="27" class="letter" fill=${ink}>${printedOf(suit)}</text>
    ${symbol(suit, 30, 58, 32, ink)}`;
}

/** A border in the colors of all hints that touch a suit, around a light field. @param {string[]} colors */
function striped(colors) {
  const width = 54 / colors.length;
  return svg`${colors.map((color, at) => svg`<rect class="stripe" x=${3 + at * width} y="3" width=${width} height="78" fill=${color}></rect>`)}
    <rect x="6" y="10" width="48" height="64" rx="4" fill="#f5f5f5"></rect>`;
}

/** A card whose face is hidden: what its holder knows stands on it. @param {Table} table @param {Known} held */
export function back(table, held) {
  const one = held.suits.length === 1 ? table.suits[held.suits[0]] : null;
  const rank = held.ranks.length === 1 ? held.ranks[0] : null;
  const ink = one ? inkOn(one.color) : null;
  return svg`
    <rect class=${one ? "card-edge" : "card-edge card-back"} x="1" y="1" width="58" height="82"
      rx="7" fill=${one ? one.color : nothing}></rect>
    ${
      rank === null
        ? rankPips(table, held, ink)
        : svg`<text x="30" y="36" class=${ink ? "rank middle" : "rank middle ink"}
            fill=${ink ?? nothing}>${rankText(rank)}</text>`
    }
    ${one ? symbol(one, 30, 58, 32, ink) : suitPips(table, held)}`;
}

/** @param {Table} table @param {Known} held @param {string | null} ink */
function rankPips(table, held, ink) {
  const all = table.ranks;
  return all.map((rank, place) => {
    const x = 30 + (place - (all.length - 1) / 2) * (50 / Math.max(all.length, 5));
    const can = held.ranks.includes(rank);
    return svg`<text x=${x} y="25" class=${`pip ${can ? "" : "out"} ${ink ? "" : "ink"}`}
      fill=${ink ?? nothing}>${can ? rankText(rank) : "·"}</text>`;
  });
}

/** @param {Table} table @param {Known} held */
function suitPips(table, held) {
  const all = table.suits, columns = all.length > 4 ? 3 : 2;
  return all.map((suit, place) => {
    const row = Math.floor(place / columns), inRow = Math.min(columns, all.length - row * columns);
    const x = 30 + ((place % columns) - (inRow - 1) / 2) * 17;
    const y = all.length > columns ? 50 + row * 18 : 59;
    if (!held.suits.includes(place)) return svg`<circle cx=${x} cy=${y} r="1.6" class="pip-out"></circle>`;
    return symbol(suit, x, y, 14, suit.color, "pip-suit");
  });
}

/** What its holder knows of a card, in two rows. 60 by 27. @param {Table} table @param {Known} held */
export function strip(table, held) {
  const suits = table.suits, ranks = table.ranks;
  const at = (/** @type {number} */ place, /** @type {number} */ count) => 30 + (place - (count - 1) / 2) * (56 / Math.max(count, 5));
  return svg`
    ${suits.map((suit, place) =>
      held.suits.includes(place)
        ? symbol(suit, at(place, suits.length), 7, held.suits.length === 1 ? 12 : 9.5, suit.color, "pip-suit")
        : svg`<circle cx=${at(place, suits.length)} cy="7" r="1.1" class="pip-out"></circle>`,
    )}
    ${ranks.map((rank, place) => {
      const can = held.ranks.includes(rank), only = can && held.ranks.length === 1;
      const kind = can ? (only ? "strip only" : "strip") : "strip out";
      return svg`<text x=${at(place, ranks.length)} y="23" class=${kind}>${can ? rankText(rank) : "·"}</text>`;
    })}`;
}

/** A card's short name with its suit's symbol, within text. @param {Table} table @param {string} name */
export function chip(table, name) {
  const suit = suitOf(table, name);
  if (!suit) return name;
  return html`<span class="chip"
    ><svg viewBox="0 0 24 24" aria-hidden="true">${symbol(suit, 12, 12, 22, suit.color, "pip-suit")}</svg
    ><span>${printedOf(suit)}${rankText(name.slice(1))}</span></span>`;
}
