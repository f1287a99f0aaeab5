// Lines of play: the game as it was, and variations that branch off it, by hand or by agents.
//
// A line has all its actions from the deal, its deck, and a position for each turn. A variation
// knows the line and the turn it leaves. A morph swaps two cards that nobody at the table could
// tell apart: the card in a hand and a copy of another that is still in the deck.

import { act, deal, describe, position, valueOf } from "hanabi/engine";

/** The line of a document: the game as it was. @param {Pick<Game, 'deck' | 'actions' | 'positions' | 'table' | 'ended'>} told */
export function mainLine({ deck, actions, positions, table, ended }) {
  const line = { table, parent: null, from: 0, deck, actions, morphs: [], by: "" };
  const found = [...(positions ?? replayed(table, deck, actions))];
  if (ended && ended.how !== "in progress") found.push(over(/** @type {Position} */ (found.pop()), ended));
  return { ...line, positions: found };
}

/** A last position after which nobody acts, because the log says so. @param {Position} last @param {Ended} ended */
function over(last, ended) {
  /** @type {Partial<Position>} */
  const stopped = last.status === "running" ? { status: "stopped", seat_to_act: null, max_reachable: last.score, legal: [] } : {};
  return { ...last, ...stopped, ended };
}

/** All positions of a game; throws where an action is not legal. @param {Table} table @param {string[]} deck @param {number[]} actions */
export function replayed(table, deck, actions) {
  let state = deal(table, deck);
  const found = [position(state)];
  actions.forEach((action, at) => {
    const after = act(state, action);
    if (!after) throw new Error(`action ${at + 1} is not legal`);
    state = after;
    found.push(position(state));
  });
  return found;
}

/**
 * A line that leaves `parent` after `from` actions.
 * @param {Line} parent
 * @param {number} from
 * @param {number[]} [actions]
 * @param {{morphs?: Morph[], by?: string}} told
 */
export function branch(parent, from, actions = [], { morphs = [], by = "" } = {}) {
  const { table } = parent;
  // The same deck is the same array: so a line knows those that begin with its actions.
  const deck = morphs.length ? [...parent.deck] : parent.deck, made = morphs.map((morph) => exchange(parent, from, deck, morph));
  const all = [...parent.actions.slice(0, from), ...actions];
  const line = { table, parent, from, deck, actions: all, morphs: [...parent.morphs, ...made], by };
  return { ...line, positions: replayed(table, deck, all) };
}

/** The line with one action more at its end. @param {Line} line @param {number} action */
export function extended(line, action) {
  const actions = [...line.actions, action];
  return { ...line, actions, positions: replayed(line.table, line.deck, actions) };
}

/**
 * Make the card `id` of a deck another one; returns what was done, for links.
 * @param {Line} line
 * @param {number} turn
 * @param {string[]} deck
 * @param {Morph} told
 * @param place of the other card in the deck, as a link tells it; else the first copy that is left.
 */
function exchange(line, turn, deck, { id, card, place = null }) {
  const other = place ?? copyLeft(line, turn, deck, id, card);
  if (deck[other] !== card || !deck[id]) throw new Error(`the deck has no ${card} there`);
  [deck[id], deck[other]] = [deck[other], deck[id]];
  return { id, card, place: other, turn };
}

/**
 * The place in the deck of a card that the one in a hand can be made, as far as hints allow.
 * @param {Line} line
 * @param {number} turn
 * @param {string[]} deck
 * @param {number} id
 * @param {string} card
 */
function copyLeft(line, turn, deck, id, card) {
  const { table } = line, now = line.positions[turn];
  const held = now.hands.flat().find((each) => each?.id === id);
  const wanted = table.cards.indexOf(card);
  if (!held || wanted < 0) throw new Error("no such card in a hand");
  if (!((held.possible >> wanted) & 1)) throw new Error(`hints rule ${card} out`);
  const drawn = table.deck_size - now.deck_size;
  const other = deck.findIndex((name, at) => at >= drawn && name === card);
  if (other < 0) throw new Error(`no ${card} is left in the deck`);
  return other;
}

/**
 * The cards that one in a hand could be made: those hints allow, with a copy in the deck.
 * @param {Line} line
 * @param {number} turn
 * @param {Held} held
 */
export function morphsOf(line, turn, held) {
  const { table } = line, drawn = table.deck_size - line.positions[turn].deck_size;
  const left = new Set(line.deck.slice(drawn));
  return table.cards.filter(
    (name, card) => (held.possible >> card) & 1 && left.has(name) && name !== held.card,
  );
}

/**
 * The line of a tree that is as one was up to a turn: that one itself, or what it has become; undefined if none is.
 * @param {Line[]} lines
 * @param {Line} line
 * @param {number} turn
 */
export function standing(lines, line, turn) {
  const until = (/** @type {Line} */ { deck, actions }) => JSON.stringify([deck, actions.slice(0, turn)]);
  return lines.includes(line) ? line : lines.find((each) => until(each) === until(line));
}

/** How a line differs from the game: for links. @param {Line} main @param {Line} line */
export function difference(main, line) {
  if (line === main) return { line: null, morphs: [] };
  const last = Math.min(line.actions.length, ...line.morphs.map(({ turn = 0 }) => turn));
  let from = 0;
  while (from < last && line.actions[from] === main.actions[from]) from++;
  const after = line.actions.slice(from);
  return { line: { from, actions: after }, morphs: line.morphs };
}

/** The variations of a tree, for links: each after the one that it leaves, which is told by its place. @param {Line[]} lines @returns {ToldLine[]} */
export function treeOf(lines) {
  return lines.slice(1).map((line) => {
    const parent = /** @type {Line} */ (line.parent);
    const { from, by } = line;
    return { parent: lines.indexOf(parent), from, actions: line.actions.slice(from), morphs: line.morphs.slice(parent.morphs.length), by };
  });
}

/**
 * The lines of a tree that a link tells, and how many are left out: those that cannot be played, what leaves
 * them, and those beyond the budget.
 * @param {Line} main
 * @param {(ToldLine | null)[]} tree
 * @param {Pick<Budget, "positions">} budget
 */
export function grown(main, tree, budget) {
  /** @type {(Line | null)[]} */
  const places = [main];
  for (const told of tree) places.push(grownLine(places, told, budget));
  const lines = places.filter((each) => each !== null);
  return { lines, leftOut: places.length - lines.length };
}

/** A line takes its positions from the budget, whether it can be played or not. @param {(Line | null)[]} places @param {ToldLine | null} told @param {Pick<Budget, "positions">} budget */
function grownLine(places, told, budget) {
  const parent = told && places[told.parent];
  if (!parent || told.from > parent.actions.length || budget.positions <= 0) return null;
  budget.positions -= told.from + told.actions.length + 1;
  try {
    return branch(parent, told.from, told.actions, told);
  } catch {
    return null;
  }
}

/**
 * The line up to a turn as a record of ours; the server reads it, and it can be kept as a file.
 * @param {Pick<Game, 'agents' | 'source'>} document
 * @param {Line} line
 * @param {number} [until]
 */
export function recordText(document, line, until = line.actions.length) {
  const { table } = line, actions = line.actions.slice(0, until);
  const agents = document.agents ?? [];
  const words = actions.map((action, at) => actionLine(table, action, Number(line.positions[at].seat_to_act)));
  return [
    "hanabilab-record 1",
    `rules: ${table.rules}`,
    ...agents.map((agent) => `agent: ${agent}`),
    ...(document.source ? [`source: ${document.source}`] : []),
    `deck: ${line.deck.join("")}`,
    ...words,
    `score: ${line.positions[actions.length].score}`,
    "",
  ].join("\n");
}

/** @param {Table} table @param {number} action @param {number} actor */
function actionLine(table, action, actor) {
  const told = describe(table, action, actor);
  if (told.target === undefined) return told.slot < table.hand_size ? `${told.kind} ${told.slot}` : "play deck";
  const value = table.record_hints?.[valueOf(table, action)] ?? told.value;
  return `hint ${(told.target - actor + table.players) % table.players} ${value}`;
}
