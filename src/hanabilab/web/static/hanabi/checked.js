// A game that a link tells. A link may come from anybody, so only fields that are known, of the
// right kind and size, are taken over, into new objects; and what is shown as the game's record and
// as its address at the public site is made here, of the checked game.

import { isSymbol } from "hanabi/card";
import { mainLine } from "hanabi/lines";
import { budgetOfLink } from "hanabi/link";
import { areNotes } from "hanabi/notes";

const MOST_ACTIONS = 400, LONGEST = 400, BITS = 2 ** 30 - 1, COLOR = /^#[0-9a-f]{6}$/;

/** @param {any} value @param {number} low @param {number} high */
const whole = (value, low, high) => Number.isInteger(value) && value >= low && value <= high;
/** @param {any} value @param {number} [longest] */
const text = (value, longest = LONGEST) => typeof value === "string" && value.length <= longest && /^[^\p{Cc}\p{Cs}]*$/u.test(value);
/** @param {any} value @param {RegExp} pattern */
const like = (value, pattern) => typeof value === "string" && pattern.test(value);
/** @param {unknown} value @returns {value is boolean} */
const flag = (value) => typeof value === "boolean";
/** @param {unknown} value @param {number} fewest @param {number} most @param {(each: any) => boolean} fits */
const list = (value, fewest, most, fits) =>
  Array.isArray(value) && value.length >= fewest && value.length <= most && value.every(fits);

/**
 * The values of an object that fit, by name; throws at the first that does not.
 * @param {any} value
 * @param {{[name: string]: (it: any) => boolean}} fits
 * @returns {any}
 */
function taken(value, fits) {
  if (typeof value !== "object" || value === null) throw new Error("it holds no game");
  return Object.fromEntries(Object.entries(fits).map(([name, fit]) => {
    const own = Object.hasOwn(value, name) ? value[name] : undefined;
    if (!fit(own)) throw new Error(`${name} is not a game's`);
    return [name, typeof own === "object" ? structuredClone(own) : own];
  }));
}

/** What a link tells of a game, as a document of the page; throws if it is none that can be played. @param {any} told @param {Budget} [budget] of all that the link tells @returns {Game} */
export function checkedGame(told, budget = budgetOfLink()) {
  const table = checkedTable(told?.table);
  const game = taken(told, {
    deck: (it) => list(it, table.deck_size, table.deck_size, (name) => table.cards.includes(name)),
    actions: (it) => list(it, 0, MOST_ACTIONS, (action) => whole(action, 0, 300)),
    agents: (it) => it === undefined || list(it, 0, 6, (name) => text(name)),
    title: (it) => it === undefined || text(it),
    notes: (it) => areNotes(it, undefined),
    card_notes: (it) => areNotes(undefined, it),
  });
  const found = { ...game, table, agents: game.agents ?? [], title: game.title ?? "", ended: checkedEnd(told.ended), facts: null, positions: null };
  if (!isDeck(table, found.deck)) throw new Error("deck is not a game's");
  budget.positions -= found.actions.length + 1;
  mainLine(found); // throws where an action is not legal
  return found;
}

/** @param {any} told @returns {Ended | null} */
const checkedEnd = (told) => (told === undefined || told === null ? null
  : taken(told, { how: (it) => text(it, 40), counted: (it) => whole(it, 0, 36) }));

/** @param {any} told @returns {Table} */
function checkedTable(told) {
  const table = taken(told, {
    format: (it) => it === 1,
    players: (it) => whole(it, 2, 6),
    hand_size: (it) => whole(it, 1, 6),
    suits: (it) => list(it, 1, 6, (suit) => typeof suit === "object" && suit !== null),
    ranks: (it) => list(it, 1, 6, (rank) => whole(rank, 0, 9)),
    rules: (it) => text(it, 1000),
    max_score: (it) => whole(it, 1, 36),
    deck_size: (it) => whole(it, 1, 100),
    cards: (it) => list(it, 1, 36, (name) => like(name, /^[A-Z]\d$/)),
    copies: (it) => list(it, 1, 36, (count) => whole(count, 1, 9)),
    hints: (it) => list(it, 0, 12, (hint) => text(hint, 40) && hint.length > 0),
    hint_letters: (it) => it === undefined || text(it, 12), // links of earlier pages have none
    record_hints: (it) => it === undefined || list(it, 0, 12, (hint) => like(hint, /^[a-z0-9 -]{1,40}$/i)),
    variant: (it) => it === undefined || text(it),
    num_colors: (it) => whole(it, 0, 6),
    touches: (it) => list(it, 0, 12, (bits) => whole(bits, 0, 2 ** 36)),
    seats: (it) => list(it, 2, 6, (name) => text(name, 200)),
    site_slots: (it) => it === undefined || flag(it),
    agent: (it) => it === undefined || like(it, /^[a-z-]{1,40}$/),
    site: (it) => it === undefined || it === null || typeof it === "object",
  });
  table.suits = table.suits.map(checkedSuit);
  table.engine = checkedEngine(told.engine, table);
  table.site = table.site ? taken(table.site, {
    variant: (it) => whole(it, 0, 99999),
    ranks: (it) => list(it, table.cards.length, table.cards.length, (rank) => whole(rank, 1, 7)),
    hint_ranks: (it) => list(it, 0, 6, (rank) => whole(rank, 0, 9)),
  }) : null;
  const fits =
    table.cards.length % table.suits.length === 0 && new Set(table.cards).size === table.cards.length &&
    table.copies.length === table.cards.length && haveCards(table) && table.touches.length === table.hints.length &&
    (table.record_hints ?? table.hints).length === table.hints.length && table.num_colors <= table.hints.length && (table.hint_letters ?? table.hints).length === table.hints.length &&
    table.seats.length === table.players && table.players * table.hand_size <= table.deck_size;
  if (!fits) throw new Error("its table is not a game's");
  return table;
}

/** @param {any} told @returns {Suit} */
function checkedSuit(told) {
  return taken(told, {
    name: (it) => text(it, 60),
    letter: (it) => like(it, /^[A-Z]$/),
    stripes: (it) => it === undefined || list(it, 2, 10, (color) => like(color, COLOR)),
    printed: (it) => it === undefined || text(it, 2),
    symbol: isSymbol,
    color: (it) => like(it, COLOR),
  });
}

/** @param {any} told @param {Table} table @returns {Engine} */
function checkedEngine(told, table) {
  const stacks = (/** @type {unknown} */ it, /** @type {number} */ size, /** @type {number} */ most) =>
    it === null || list(it, 1, 100, (row) => list(row, 0, size, (at) => whole(at, 0, most)));
  const engine = taken(told, {
    first_seat: (it) => whole(it, 0, table.players - 1),
    max_information_tokens: (it) => whole(it, 0, 100),
    max_life_tokens: (it) => whole(it, 1, 100),
    draw_slot: (it) => it === "newest" || it === "vacated",
    bomb_keeps_points: flag,
    deck_plays: flag,
    all_or_nothing: flag,
    empty_hints: (it) => whole(it, 0, BITS),
    alternates_hints: flag,
    discards_per_token: (it) => whole(it, 1, 9),
    discards_below: (it) => whole(it, 0, 1000),
    stack_after: (it) => stacks(it, 6, 99),
    stack_places: (it) => stacks(it, 6, 5),
  });
  if (!growing(engine, table.cards.length / table.suits.length)) throw new Error("its stacks are not a game's");
  return engine;
}

/** Whether each suit has its own cards, as many as the others, in the order of suits. @param {Table} table */
function haveCards({ suits, cards }) {
  const ranks = cards.length / suits.length;
  return new Set(suits.map(({ letter }) => letter)).size === suits.length && cards.every((name, card) => name[0] === suits[Math.floor(card / ranks)].letter);
}

/** Whether a deck has all copies of all cards. @param {Table} table @param {string[]} deck */
const isDeck = ({ cards, copies }, deck) => cards.every((name, card) => deck.filter((each) => each === name).length === copies[card]);

/** Whether a card more makes each stack that goes up or down longer by one, so that it comes to an end. @param {Engine} told @param {number} ranks */
function growing({ stack_after: after, stack_places: places }, ranks) {
  if (after === null || places === null) return after === places;
  const ownPlaces = (/** @type {number[]} */ row) => row.every((place) => place < ranks) && new Set(row).size === row.length;
  return after.length === places.length && places.every(ownPlaces) &&
    after.every((row, stack) => row.length >= ranks && row.every((next) =>
      next === 0 || (next < places.length && places[next].length === places[stack].length + 1)));
}
