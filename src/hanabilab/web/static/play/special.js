// What is special about the variant at the table, in sentences; nothing of the printed game's rules.

import { ranksOf } from "hanabi/suits";
import { cardWords, either } from "hanabi/words";

/** How START cards are printed. */
const START = "7";

/** A sentence for each special thing: what hints touch, copies, suits that go down, other rules. @param {Table} table */
export function specialWords(table) {
  const suits = suitsOf(table), ranks = ranksIn(table), colors = table.num_colors;
  const told = table.hints.map((name, value) => ({ name, cards: new Set(idsOf(table).filter((card) => touches(table, value, card))) }));
  return [
    ...ofHints(table, "color", told.slice(0, colors), suits, ranks),
    ...ofHints(table, "rank", told.slice(colors), ranks, suits),
    ...ofCopies(table, suits, ranks),
    ...suits.flatMap((suit) => downward(table, suit)),
    ...ofGame(table),
  ];
}

/** @param {Table} table */
const idsOf = (table) => table.cards.map((_, card) => card);

/** Bits are read by division: some are beyond 32. @param {Table} table @param {number} value @param {number} card */
const touches = (table, value, card) => Math.floor(table.touches[value] / 2 ** card) % 2 === 1;

// Suits, and ranks, are groups of cards: how they are called, and what is left of them when some cards are told of.

/** @param {Table} table @returns {Cards[]} */
function suitsOf(table) {
  const size = ranksOf(table);
  return table.suits.map(({ name }, suit) => ({ name, rest: `the rest of ${name}`, one: name, cards: idsOf(table).slice(suit * size, (suit + 1) * size) }));
}

/** @param {Table} table @returns {Cards[]} */
function ranksIn(table) {
  return [...new Set(table.cards.map((name) => name[1]))].map((rank) => ({
    name: rank === START ? "START cards" : `${rank}s`, rest: `other ${rank === START ? "START cards" : `${rank}s`}`, one: rank === START ? "START card" : rank,
    cards: idsOf(table).filter((card) => table.cards[card][1] === rank),
  }));
}

/**
 * Cards in as few words as can be.
 * @param {Table} table
 * @param {number[]} cards
 * @param {Cards[]} groups
 * @param {'name' | 'one'} [name]
 * @param {Set<number>} among the cards that are spoken of; a group is whole with those of its own.
 */
function wordsOf(table, cards, among, groups, name = "name") {
  const given = new Set(cards), left = new Set(cards), found = [];
  for (const group of groups) {
    const own = group.cards.filter((card) => among.has(card));
    if (!own.every((card) => given.has(card)) || !own.some((card) => left.has(card))) continue;
    found.push(group[name]);
    own.forEach((card) => left.delete(card));
  }
  return [...found, ...[...left].map((card) => cardWords(table, table.cards[card]))];
}

/**
 * What the hints of a kind touch, if it is not one suit or one rank.
 * @param {Table} table
 * @param {string} kind
 * @param {HintCards[]} hints
 * @param {Cards[]} others
 * @param {Cards[]} usual the groups that plain hints touch.
 */
function ofHints(table, kind, hints, usual, others) {
  if (!hints.length) return [`No ${kind} can be told.`];
  const left = new Set(idsOf(table)), said = { every: [], no: [], some: [] };
  const [suits, ranks] = kind === "color" ? [usual, others] : [others, usual];
  for (const group of [{ name: "any card", rest: "any other card", one: "card", cards: idsOf(table) }, ...suits, ...ranks, ...suits]) sayGroup(hints, group, left, said);
  return [
    ...(said.every.length ? [`Every ${kind} touches ${either(said.every, "and")}.`] : []),
    ...(said.no.length ? [`No ${kind} touches ${either(said.no, "or")}.`] : []),
    ...said.some,
    ...hints.flatMap((hint) => ofHint(table, hint, left, kind, usual, others)),
  ];
}

/**
 * Say of a group what is true of all its cards, and take them away from those that are left.
 * @param {HintCards[]} hints
 * @param {Cards} group
 * @param {Set<number>} left
 * @param {Said} said
 */
function sayGroup(hints, group, left, said) {
  const own = group.cards.filter((card) => left.has(card));
  const whole = hints.filter(({ cards }) => own.every((card) => cards.has(card)));
  const part = hints.filter(({ cards }) => own.some((card) => cards.has(card)));
  if (!own.length || part.length !== whole.length || whole.length === 1) return;
  const name = own.length < group.cards.length ? group.rest : group.name;
  if (!whole.length) said.no.push(name);
  else if (whole.length === hints.length) said.every.push(name);
  else said.some.push(`Hints of ${either(whole.map((hint) => hint.name), "and")} touch ${name}.`);
  own.forEach((card) => left.delete(card));
}

/**
 * @param {Table} table
 * @param {HintCards} told
 * @param {Set<number>} left
 * @param {string} kind
 * @param {Cards[]} usual
 * @param {Cards[]} others
 */
function ofHint(table, { name, cards }, left, kind, usual, others) {
  const rest = [...cards].filter((card) => left.has(card));
  const words = wordsOf(table, rest, left, [...usual, ...others]);
  const plain = kind === "rank" ? words.join() === `${name}s` : words.length === 1 && usual.some((group) => group.name === words[0]);
  return plain || !rest.length ? [] : [`A hint of ${name} touches ${either(words, "and")}.`];
}

/**
 * Cards of which there are more or fewer copies than in the printed game: three, two, two, two, one.
 * @param {Table} table
 * @param {Cards[]} suits
 * @param {Cards[]} ranks
 */
function ofCopies(table, suits, ranks) {
  const left = new Set(idsOf(table)), singles = suits.filter(({ cards }) => cards.every((card) => table.copies[card] === 1));
  singles.forEach(({ cards }) => cards.forEach((card) => left.delete(card)));
  const odd = [...left].filter((card) => table.copies[card] !== usualCopies(table, card));
  return [
    ...(singles.length ? [`There is one copy of each card of ${either(singles.map(({ name }) => name), "and")}.`] : []),
    ...[1, 2, 3].flatMap((copies) => {
      const words = wordsOf(table, odd.filter((card) => table.copies[card] === copies), left, ranks, "one");
      return words.length ? [`There ${copies === 1 ? "is one copy" : `are ${copies} copies`} of each ${either(words, "and")}.`] : [];
    }),
  ];
}

/** @param {Table} table @param {number} card */
function usualCopies(table, card) {
  const start = table.cards.some((name) => name[1] === START) ? 1 : 0;
  const place = card % ranksOf(table), last = ranksOf(table) - start - 1;
  return place === 0 ? 3 : place >= last ? 1 : 2;
}

/** @param {Table} table @param {Cards} told */
function downward(table, { name, cards }) {
  const first = table.cards[cards[0]][1], last = table.cards[cards[cards.length - 1]][1];
  return !table.engine.stack_after && first > "1" ? [`The suit ${name} goes from ${first} down to ${last}.`] : [];
}

/** @param {Pick<Table, 'engine'>} told */
function ofGame({ engine }) {
  return [
    engine.stack_after ? "A suit begins with its 1, its 5 or its START card (S), and goes up or down from there." : "",
    engine.alternates_hints ? "A hint of a color follows one of a rank, and so on." : "",
    engine.discards_per_token > 1 ? `It takes ${engine.discards_per_token} discards to bring a hint token back.` : "",
    engine.discards_below > engine.max_information_tokens ? "A card may be discarded even if no hint token is missing." : "",
    engine.deck_plays ? "The last card of the deck may be played from there." : "",
    engine.all_or_nothing ? "The game goes on when the deck is empty, and only a perfect score counts." : "",
    engine.empty_hints ? "Some hints may touch no card." : "",
  ].filter(Boolean);
}
