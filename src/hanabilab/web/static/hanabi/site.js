// The address of a game at the public site, hanab.live: its shared replays hold cards and actions.
//
// A twin of `hanabilab.notation.site.link`; see docs/compiler.md, "Links".

import { describe, valueOf } from "hanabi/engine";

const ADDRESS = "https://hanab.live/shared-replay-json/";
const DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const PIECE = 20, PLAY = 0, DISCARD = 1, COLOR = 2, RANK = 3;

/**
 * The link of a line; null where a link cannot hold its rules, or there is nothing to see.
 * @param {Pick<Line, 'table' | 'deck' | 'actions' | 'positions'>} told
 * @returns {string | null}
 */
export function siteLink({ table, deck, actions, positions }) {
  const { site, cards, suits } = table;
  if (!site || !actions.length) return null;
  const ranks = deck.map((name) => site.ranks[cards.indexOf(name)]);
  const lowest = Math.min(...ranks), highest = Math.max(...ranks);
  const suitOf = (/** @type {string} */ name) => Math.floor(cards.indexOf(name) / (cards.length / suits.length));
  const numbers = deck.map((name, at) => suitOf(name) * (highest - lowest + 1) + ranks[at] - lowest);
  const data = [
    `${table.players}${lowest}${highest}${letters(numbers)}`,
    actionField(actions.map((action, at) => siteAction(table, action, positions[at]))),
    `${site.variant}`,
  ].join(",");
  return /undefined/.test(data) ? null : ADDRESS + data.replace(new RegExp(`.{${PIECE}}(?=.)`, "g"), "$&-");
}

/** Kind, target and value of an action, as the site has them. @param {Table} table @param {number} action @param {Position} before */
function siteAction(table, action, before) {
  const seat = Number(before.seat_to_act), told = describe(table, action, seat);
  if (told.target === undefined) {
    const held = before.hands[seat][told.slot];
    const target = held ? held.id : table.deck_size - before.deck_size;
    return { kind: told.kind === "play" ? PLAY : DISCARD, target, value: 0 };
  }
  const value = valueOf(table, action);
  return told.kind === "color"
    ? { kind: COLOR, target: told.target, value: value + 1 }
    : { kind: RANK, target: told.target, value: /** @type {Site} */ (table.site).hint_ranks[value - table.num_colors] + 1 };
}

/** @param {{kind: number, target: number, value: number}[]} told */
function actionField(told) {
  const kinds = told.map(({ kind }) => kind), lowest = Math.min(...kinds), highest = Math.max(...kinds);
  const pairs = told.flatMap(({ kind, target, value }) => [value * (highest - lowest + 1) + kind - lowest, target]);
  return `${lowest}${highest}${letters(pairs)}`;
}

/** @param {number[]} numbers */
const letters = (numbers) => numbers.map((number) => DIGITS[number]).join("");
