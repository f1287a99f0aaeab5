// The rules in the browser, so that a line can be tried and a packed game opened without a server.
//
// A twin of `hanabilab.game.engine` and `hanabilab.web.position`, driven by the tables of a
// document. Tests hold both equal, position by position, over games of many variants.

import { cardSets, firework, nextPlaces, places, ranksOf } from "hanabi/suits";

const DISCARD = 0, PLAY = 1, COLOR = 2, RANK = 3;

/** The deal. @param {Table} table @param {string[]} deck card names in drawing order. */
export function deal(table, deck) {
  const { engine } = table;
  /** @type {State} */
  const state = {
    table,
    deck: deck.map((name) => table.cards.indexOf(name)),
    hands: [],
    stacks: table.suits.map(() => 0),
    discards: table.cards.map(() => 0),
    tokens: engine.max_information_tokens,
    parts: 0,
    barred: 0,
    lives: engine.max_life_tokens,
    points: 0,
    turn: 0,
    seat: engine.first_seat,
    turnsLeft: engine.all_or_nothing ? 0 : table.players,
    status: "running",
    drawn: 0,
    last: null,
  };
  for (let seat = 0; seat < table.players; seat++) {
    state.hands.push([]);
    for (let slot = 0; slot < table.hand_size; slot++) state.hands[seat].push(draw(state));
  }
  return state;
}

/** A state that stands where this one does. @param {State} state */
function copy(state) {
  return {
    ...state,
    deck: [...state.deck],
    hands: state.hands.map((hand) => hand.map((held) => held && { ...held })),
    stacks: [...state.stacks],
    discards: [...state.discards],
  };
}

/** The state after an action; null if the rules forbid it. @param {State} before @param {number} action @returns {State | null} */
export function act(before, action) {
  if (before.status !== "running" || !legal(before).some((each) => each.id === action)) return null;
  const state = copy(before), { table } = state, { engine } = table;
  const told = describe(table, action, state.seat);
  if (state.drawn === table.deck_size && !engine.all_or_nothing) state.turnsLeft -= 1;
  if (told.target === undefined) useCard(state, action, told);
  else giveHint(state, action, told);
  state.turn += 1;
  state.seat = (state.seat + 1) % table.players;
  state.status = statusOf(state);
  return state;
}

/** The position of a state, as `hanabilab.web.position` tells it to a viewer who sees all. @param {State} state @returns {Position} */
export function position(state) {
  const { table } = state, { engine } = table;
  const deckSize = table.deck_size - state.drawn;
  const sets = cardSets(state);
  const names = (/** @type {number[]} */ list) => list.map((/** @type {number} */ card) => table.cards[card]);
  return {
    turn: state.turn,
    seat_to_act: state.status === "running" ? state.seat : null,
    status: state.status,
    score: scoreOf(state),
    points: state.points,
    max_reachable: state.status === "running" ? sets.reachable : scoreOf(state),
    fireworks: table.suits.map((_, suit) => firework(state, suit)),
    stacks: table.suits.map((_, suit) =>
      places(table, state.stacks[suit]).map((place) => table.cards[suit * ranksOf(table) + place]),
    ),
    playable: names(sets.playable),
    useless: names(sets.useless),
    critical: names(sets.critical),
    information_tokens: state.tokens,
    tokens_shown: state.parts ? `${state.tokens}+${state.parts}/${engine.discards_per_token}` : `${state.tokens}`,
    max_information_tokens: engine.max_information_tokens,
    life_tokens: state.lives,
    max_life_tokens: engine.max_life_tokens,
    deck_size: deckSize,
    turns_left: deckSize === 0 && !engine.all_or_nothing ? state.turnsLeft : null,
    discards: table.cards.flatMap((name, card) => Array(state.discards[card]).fill(name)),
    hands: state.hands.map((hand) => hand.map((held) => held && known(table, held))),
    last: state.last,
    legal: state.status === "running" ? legal(state) : [],
  };
}

/** @param {State} state */
function scoreOf(state) {
  return state.status === "lost" && !state.table.engine.bomb_keeps_points ? 0 : state.points;
}

/** What the seat to act may do, in the order of action ids. @param {State} state @returns {Action[]} */
function legal(state) {
  const { table } = state, { engine } = table, size = table.hand_size;
  const hand = state.hands[state.seat];
  /** @type {any[]} */
  const found = [];
  const held = hand.filter(Boolean).length;
  const add = (/** @type {number} */ id) => found.push({ id, ...describe(table, id, state.seat), held });
  if (state.tokens < engine.discards_below) hand.forEach((held, slot) => held && add(slot));
  hand.forEach((held, slot) => held && add(size + slot));
  const colors = table.num_colors, ranks = table.hints.length - colors;
  if (state.tokens > 0) {
    for (const [first, count, from] of [
      [2 * size, colors, 0],
      [2 * size + (table.players - 1) * colors, ranks, colors],
    ]) {
      for (let offset = 1; offset < table.players; offset++) {
        for (let value = 0; value < count; value++) {
          const target = (state.seat + offset) % table.players;
          const touched = touchedSlots(state, target, from + value);
          const barred = (state.barred >> (from + value)) & 1;
          if (barred || (!touched.length && !((engine.empty_hints >> (from + value)) & 1))) continue;
          const id = first + (offset - 1) * count + value;
          found.push({ id, ...describe(table, id, state.seat), touched });
        }
      }
    }
  }
  const deckPlay = 2 * size + (table.players - 1) * table.hints.length;
  const emptySlot = hand.length === size && state.drawn === table.deck_size - 1;
  if (engine.deck_plays && emptySlot) add(deckPlay);
  return found;
}

/** Kind, place and words of an action; seats are absolute. @param {Table} table @param {number} action @param {number} actor @returns {Use | Hint} */
export function describe(table, action, actor) {
  const [kind, place, value] = partsOf(table, action);
  if (kind <= PLAY) {
    const word = kind === PLAY ? "play" : "discard";
    const where = place < table.hand_size ? `slot ${place}` : "the last card of the deck";
    return { kind: word, slot: place, text: `${word} ${where}` };
  }
  const target = (actor + place) % table.players, told = table.hints[value];
  const hint = { kind: /** @type {Hint["kind"]} */ (kind === RANK ? "rank" : "color"), target, value: told };
  return { ...hint, text: `hint ${hintWords(hint)}` };
}

/** @param {{value: string, kind: string, target: number}} hint */
function hintWords(hint) {
  return `${hint.value}${hint.kind === "rank" ? "s" : ""} to seat ${hint.target}`;
}

/**
 * The id of an action; `partsOf` is the way back.
 * @param {Table} table
 * @param {string} kind
 * @param {number} place
 * @param {number} [value] of a hint, colors before ranks.
 */
export function actionOf(table, kind, place, value = 0) {
  const size = table.hand_size, colors = table.num_colors, ranks = table.hints.length - colors;
  const hints = 2 * size, others = table.players - 1;
  if (kind === "discard") return place;
  if (kind === "play") return place < size ? size + place : hints + others * (colors + ranks);
  if (kind === "color") return hints + (place - 1) * colors + value;
  return hints + others * colors + (place - 1) * ranks + value - colors;
}

/** @param {Table} table @param {number} action @returns {[number, number, number]} */
function partsOf(table, action) {
  const size = table.hand_size, colors = table.num_colors, ranks = table.hints.length - colors;
  if (action < 2 * size) return [action < size ? DISCARD : PLAY, action % size, 0];
  let rest = action - 2 * size;
  if (rest < (table.players - 1) * colors) {
    return [COLOR, 1 + Math.floor(rest / colors), rest % colors];
  }
  rest -= (table.players - 1) * colors;
  if (rest < (table.players - 1) * ranks) {
    return [RANK, 1 + Math.floor(rest / ranks), colors + (rest % ranks)];
  }
  return [PLAY, size, 0];
}

/** The hint value of an action: colors come before ranks. @param {Table} table @param {number} action */
export const valueOf = (table, action) => partsOf(table, action)[2];

/** @param {State} state @returns {Dealt | null} */
function draw(state) {
  const { table } = state;
  if (state.drawn >= table.deck_size) return null;
  const id = state.drawn++;
  return { id, card: state.deck[id], possible: 2 ** table.cards.length - 1, told: 0, drawn: state.turn };
}

/** @param {State} state @param {number} target @param {number} value */
function touchedSlots(state, target, value) {
  const touches = state.table.touches[value];
  return state.hands[target].flatMap((held, slot) => (held && (touches >> held.card) & 1 ? [slot] : []));
}

/** @param {State} state @param {number} action @param {Hint} hint */
function giveHint(state, action, hint) {
  const { table } = state, value = partsOf(table, action)[2];
  const touches = table.touches[value], touched = touchedSlots(state, hint.target, value);
  for (const held of state.hands[hint.target]) {
    if (!held) continue;
    if ((touches >> held.card) & 1) {
      held.possible &= touches;
      held.told |= 1 << value;
    } else held.possible &= ~touches;
  }
  state.tokens -= 1;
  if (table.engine.alternates_hints) {
    const colors = 2 ** table.num_colors - 1;
    state.barred = value < table.num_colors ? colors : 2 ** table.hints.length - 1 - colors;
  }
  state.last = { seat: state.seat, action, ...hint, touched, text: `hints ${hintWords(hint)}` };
}

/** @param {State} state @param {number} action @param {Use} use */
function useCard(state, action, use) {
  const { table } = state, hand = state.hands[state.seat], slot = use.slot;
  const fromDeck = slot === table.hand_size;
  const card = fromDeck ? state.deck[state.drawn] : /** @type {Dealt} */ (hand[slot]).card;
  const fits = cardSets(state).playable.includes(card);
  if (use.kind === "discard") {
    if (state.tokens < table.engine.max_information_tokens) gainToken(state);
    state.discards[card] += 1;
  } else if (fits) scoreCard(state, card);
  else {
    state.lives -= 1;
    state.discards[card] += 1;
  }
  const misplayed = use.kind === "play" && !fits;
  const name = table.cards[card], where = fromDeck ? "the deck" : `slot ${slot}`;
  const text = `${misplayed ? "misplays" : `${use.kind}s`} ${name} from ${where}`;
  const scored = use.kind === "play" && fits;
  state.last = { seat: state.seat, action, kind: use.kind, slot, card: name, scored, text };
  if (fromDeck) state.drawn += 1;
  else refill(state, hand, slot);
}

/** @param {State} state @param {(Dealt | null)[]} hand @param {number} slot */
function refill(state, hand, slot) {
  state.turn += 1; // A card is drawn after the turn, and counts as drawn then.
  if (state.table.engine.draw_slot === "newest") {
    hand.splice(slot, 1);
    hand.push(draw(state));
  } else hand[slot] = draw(state);
  state.turn -= 1;
}

/** @param {State} state @param {number} card */
function scoreCard(state, card) {
  const { table } = state, suit = Math.floor(card / ranksOf(table));
  state.points += 1;
  const after = table.engine.stack_after;
  state.stacks[suit] = after ? after[state.stacks[suit]][card % ranksOf(table)] : state.stacks[suit] + 1;
  const complete = !nextPlaces(table, state.stacks[suit]).length;
  if (complete && state.tokens < table.engine.max_information_tokens) gainToken(state);
}

/** @param {State} state */
function gainToken(state) {
  state.parts += 1;
  if (state.parts < state.table.engine.discards_per_token) return;
  state.parts = 0;
  state.tokens += 1;
}

/** @param {State} state @returns {Position['status']} */
function statusOf(state) {
  const { engine } = state.table;
  if (state.lives < 1) return "lost";
  if (state.points === state.table.max_score) return "complete";
  if (state.turnsLeft > 0) return "running";
  if (!engine.all_or_nothing) return "over";
  const stuck = cardSets(state).reachable < state.table.max_score;
  const hand = state.hands[state.seat];
  const canHint = legal(state).some((each) => "target" in each);
  return stuck || (!hand.some(Boolean) && !canHint) ? "lost" : "running";
}

/** @param {Table} table @param {Dealt} held @returns {Held} */
function known(table, held) {
  const ids = table.cards.map((_, card) => card).filter((card) => (held.possible >> card) & 1);
  const sorted = (/** @type {number[]} */ list) => [...new Set(list)].sort((a, b) => a - b);
  return {
    id: held.id,
    card: table.cards[held.card],
    possible: held.possible,
    suits: sorted(ids.map((card) => Math.floor(card / ranksOf(table)))),
    ranks: sorted(ids.map((card) => Number(table.cards[card][1]))),
    hinted: held.told !== 0,
    told: table.hints.filter((_, value) => (held.told >> value) & 1),
    drawn: held.drawn,
  };
}
