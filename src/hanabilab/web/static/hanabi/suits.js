// What follows from what is played and discarded: which cards fit, are needed, can still come.

/** Ranks of each suit. @param {Table} table */
export const ranksOf = (table) => table.cards.length / table.suits.length;

/** The places played in a stack, in order. @param {Table} table @param {number} stack @returns {number[]} */
export function places(table, stack) {
  const kept = table.engine.stack_places;
  return kept ? kept[stack] : Array.from({ length: stack }, (_, place) => place);
}

/** The places that fit on a stack. @param {Table} table @param {number} stack @returns {number[]} */
export function nextPlaces(table, stack) {
  const after = table.engine.stack_after;
  if (!after) return stack < ranksOf(table) ? [stack] : [];
  return after[stack].flatMap((next, place) => (next ? [place] : []));
}

/** The rank on top; where suits go up or down, with the first rank before it. @param {State} state @param {number} suit */
export function firework(state, suit) {
  const { table } = state, played = places(table, state.stacks[suit]);
  const rank = (/** @type {number} */ place) => table.cards[suit * ranksOf(table) + place][1];
  if (!table.engine.stack_after) return played.length ? Number(rank(played[played.length - 1])) : 0;
  if (!played.length) return "0";
  return rank(played[0]) + (played.length > 1 ? rank(played[played.length - 1]) : "");
}

/** Cards that fit, that nobody needs, of which one is left; and the points still possible. @param {State} state */
export function cardSets(state) {
  const { table } = state;
  /** @type {number[][]} */
  const [playable, useless, critical] = [[], [], []];
  let reachable = 0;
  table.suits.forEach((_, suit) => {
    const needed = neededPlaces(state, suit), stack = state.stacks[suit];
    const played = places(table, stack);
    const first = suit * ranksOf(table);
    reachable += needed.points;
    for (let place = 0; place < ranksOf(table); place++) {
      const card = first + place, has = played.includes(place);
      if (nextPlaces(table, stack).includes(place)) playable.push(card);
      if (!needed.places.has(place)) useless.push(card);
      else if (table.copies[card] - state.discards[card] - (has ? 1 : 0) === 1) critical.push(card);
    }
  });
  return { playable, useless, critical, reachable };
}

/** The places of a suit that can still be played, and its points at most. @param {State} state @param {number} suit */
function neededPlaces(state, suit) {
  const { table } = state, found = new Set(), seen = new Set();
  const dead = (/** @type {number} */ place) => {
    const card = suit * ranksOf(table) + place;
    return state.discards[card] === table.copies[card];
  };
  let points = 0;
  const visit = (/** @type {number} */ stack) => {
    if (seen.has(stack)) return;
    seen.add(stack);
    points = Math.max(points, places(table, stack).length);
    for (const place of nextPlaces(table, stack)) {
      if (dead(place)) continue;
      found.add(place);
      visit(table.engine.stack_after ? table.engine.stack_after[stack][place] : stack + 1);
    }
  };
  visit(state.stacks[suit]);
  return { places: found, points };
}
