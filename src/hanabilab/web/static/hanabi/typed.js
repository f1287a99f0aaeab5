// Actions as people type them: the twin of `hanabilab.game.typed_actions`, which tells the grammar.
// The tests hold both to the same cases.

import { actionOf } from "hanabi/engine";

const VERBS = /** @type {{[word: string]: string}} */ ({ p: "play", d: "discard", h: "hint", clue: "hint" });

/**
 * The id of an action that somebody types; whether it is legal depends on the position.
 * `seat` acts, `table.seats` are the names. Throws an Error that says what would be an action.
 * @param {Table} table
 * @param {string} text
 * @param {number} seat
 */
export function typedAction(table, text, seat) {
  let plain = small(text).split(/[ \t]+/).filter(Boolean).join(" ");
  if (plain.startsWith("(") && plain.endsWith(")")) plain = plain.slice(1, -1);
  const reveal = plain.match(/^reveal player \+([0-9]{1,2}) (?:color ([a-z])|rank ([0-9]))$/);
  if (reveal) return hint(table, text, Number(reveal[1]), reveal[2] ?? reveal[3]);
  const [first, ...rest] = plain.split(" "), verb = VERBS[first] ?? first;
  if (verb === "hint" && rest.length) return typedHint(table, text, rest, seat);
  if (verb === "play" || verb === "discard") return use(table, text, verb, rest[0] === "slot" ? rest.slice(1) : rest);
  throw new Error(`no action "${text}"; try play 2, discard 0, or hint 1 red`);
}

/** Whether a command begins as an action does. @param {string} text */
export function isAction(text) {
  const first = small(text).split(/[ \t]+/).filter(Boolean)[0] ?? "";
  return /^(\(?(play|discard|reveal)|hint|clue|[pdh])$/.test(first);
}

/** In small letters, but only those that every language has alike. @param {string} text */
function small(text) {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A letter or digit for each hint. Games that links of earlier pages hold have none. @param {Table} table */
function letters(table) {
  return [...small(table.hint_letters ?? "")];
}

/** @param {Table} table @param {string} text @param {string} verb @param {string[]} words */
function use(table, text, verb, words) {
  if (verb === "play" && words.join(" ") === "deck" && table.engine.deck_plays) {
    return actionOf(table, "play", table.hand_size);
  }
  if (words.length !== 1 || !/^(0|[1-9][0-9]?)$/.test(words[0]) || Number(words[0]) >= table.hand_size) {
    throw new Error(`no action "${text}"; slots are 0 to ${table.hand_size - 1}, 0 is the oldest card`);
  }
  return actionOf(table, verb, Number(words[0]));
}

/** @param {Table} table @param {string} text @param {string[]} words @param {number} seat */
function typedHint(table, text, words, seat) {
  const names = table.seats.map(small);
  const isValue = table.hints.includes(words[1]) || letters(table).includes(words[1]);
  if (words.length === 2 && /^[0-9]+$/.test(words[0]) && (isValue || !names.some((each) => isCalled(each, words[1])))) {
    return hint(table, text, /^[1-9][0-9]?$/.test(words[0]) ? Number(words[0]) : 0, words[1]);
  }
  const value = words[0].replace(/^([0-9])s$/, "$1"), named = words.slice(1);
  if (!named.length && table.players > 2) throw new Error(`whom to hint "${value}"? ${howToHint(value, 1)}`);
  const target = named.length ? namedSeat(table, value, named, names) : seat + 1;
  return hint(table, text, (target - seat + table.players) % table.players, value);
}

/** Whether a name means a seat; agents of one name are shown as "smart (seat 2)". @param {string} seat @param {string} name */
function isCalled(seat, name) {
  return name === seat || name === seat.split(" (seat ")[0];
}

/** @param {Table} table @param {string} value @param {string[]} words @param {string[]} names */
function namedSeat(table, value, words, names) {
  const told = words[0] === "to" ? words.slice(1) : words, name = told.join(" ");
  const called = names.flatMap((each, at) => (isCalled(each, name) ? [at] : []));
  if (called.length > 1) throw new Error(`${called.length} seats are called "${name}"; name its number`);
  if (called.length) return called[0];
  const number = /^[0-9]{1,2}$/.test(told.at(-1) ?? "") ? Number(told.at(-1)) : null;
  const before = told.slice(0, -1).join(" ");
  if (number === null || told === words || (before !== "" && before !== "seat")) {
    throw new Error(`no seat is called "${name}"; ${howToHint(value, number || 1)}`);
  }
  if (number >= table.players) throw new Error(`no seat ${number}; seats are 0 to ${table.players - 1}`);
  return number;
}

/** @param {string} value @param {number} seat */
function howToHint(value, seat) {
  return `write hint ${seat} ${value} for the seat ${seat} to the left, or hint ${value} to seat ${seat}`;
}

/** @param {Table} table @param {string} text @param {number} offset @param {string} word */
function hint(table, text, offset, word) {
  if (!(offset >= 1 && offset < table.players)) {
    throw new Error(`"${text}" is for no other seat; seats to the left are 1 to ${table.players - 1}`);
  }
  const byLetter = letters(table).lastIndexOf(word);
  const value = byLetter < 0 ? table.hints.indexOf(word) : byLetter;
  if (value < 0) throw new Error(`no hint "${word}"; it is one of ${table.hints.join(", ")}`);
  return actionOf(table, value < table.num_colors ? "color" : "rank", offset, value);
}
