// Cards, knowledge and actions in words: for labels, the log, and the text of the board.

/** "red 3" of "R3". @param {Table} table @param {string} name */
export function cardWords(table, name) {
  const suit = table.suits.find((each) => each.letter === name[0]);
  return `${suit ? suit.name : name[0]} ${rankWords(name[1])}`;
}

/** A rank; records write start cards as 7. @param {number | string} rank */
const rankWords = (rank) => `${rank}`.replace("7", "start");

/** What is played of each suit: "red 3, blue 0"; where suits go up or down, with the first card: "red start to 4". @param {Table} table @param {Pick<Position, 'stacks'>} told */
export function fireworksWords({ suits, engine }, { stacks }) {
  return suits.map(({ name }, suit) => {
    const ranks = stacks[suit].map((card) => rankWords(card[1])), top = ranks.at(-1) ?? 0;
    return `${name} ${engine.stack_after && ranks[1] ? `${ranks[0]} to ${top}` : top}`;
  }).join(", ");
}

/** A list as "red", "red or green", "red, green or blue". @param {string[]} words @param {string} [last] */
export function either(words, last = "or") {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** What hints leave a card to be: "any card", "red or green, 2 or 3". @param {Table} table @param {Held} held */
export function possibleWords(table, held) {
  const ids = table.cards.map((_, card) => card).filter((card) => (held.possible >> card) & 1);
  if (ids.length === table.cards.length) return "any card";
  if (ids.length === 1) return `surely ${cardWords(table, table.cards[ids[0]])}`;
  if (ids.length !== held.suits.length * held.ranks.length) {
    return either(ids.map((card) => cardWords(table, table.cards[card])));
  }
  const suits = held.suits.length === table.suits.length ? "any suit" : either(held.suits.map((suit) => table.suits[suit].name));
  const ranks = held.ranks.length === table.ranks.length ? "any rank" : either(held.ranks.map(rankWords));
  return `${suits}, ${ranks}`;
}

/**
 * "slots 0 and 3"; of a log also as its site counts them.
 * @param {Table} table
 * @param {number[]} slots
 * @param {Hand | undefined} hand
 * @param {number} [gone] cards that left the hand since.
 */
export function slotWords(table, slots, hand, gone = 0) {
  if (!hand || (!table.site_slots && !table.as_site)) return slotsSaid(slots);
  return bothWays(table, slots, Math.min(hand.filter(Boolean).length + gone, table.hand_size));
}

/**
 * Slots of a hand of so many cards in both ways of counting; first comes the one that the page shows.
 * @param {Table} table
 * @param {number[]} slots
 * @param {number} held
 */
function bothWays(table, slots, held) {
  const ours = table.as_site ? [...slots].reverse() : slots, theirs = ours.map((slot) => held - slot);
  return table.as_site
    ? `${slotsSaid(theirs)} (${either(ours.map(String), "and")} in records)`
    : `${slotsSaid(ours)} (the site's ${either(theirs.map(String), "and")})`;
}

/** @param {number[]} slots */
const slotsSaid = (slots) => `slot${slots.length > 1 ? "s" : ""} ${either(slots.map(String), "and")}`;

/** The number of a slot, as the page counts. @param {Table} table @param {number} slot @param {number} held */
export const slotNumber = (table, slot, held) => (table.as_site ? held - slot : slot);

/** A card in a hand, for its label. @param {Table} table @param {Hand} hand @param {number} slot @param {boolean} shown whether the face is seen. */
export function heldWords(table, hand, slot, shown) {
  const held = hand[slot];
  if (!held) return table.as_site ? "empty" : `slot ${slot}: empty`;
  const face = shown && held.card ? `${cardWords(table, held.card)}; its holder knows: ` : "";
  const told = held.told.length ? `; hinted ${either(held.told, "and")}` : "";
  return `${slotWords(table, [slot], hand)}: ${face}${possibleWords(table, held)}${told}`;
}

/** A seat's name. @param {Table} table @param {number} seat */
export function seatName(table, seat) {
  return table.seats[seat];
}

/** A seat and what it does: "Alice hints", "You hint". @param {Table} table @param {number} seat @param {string} verb as of one person. */
function doing(table, seat, verb) {
  return isYou(table, seat) ? `You ${verb.slice(0, -1)}` : `${seatName(table, seat)} ${verb}`;
}

/** @param {Table} table @param {number} seat */
const isYou = (table, seat) => seatName(table, seat) === "You";

/** "Alice's", "Your". @param {Table} table @param {number} seat */
export const whose = (table, seat) => (isYou(table, seat) ? "Your" : `${seatName(table, seat)}'s`);

/** "Alice is to act". @param {Table} table @param {number} seat */
export const toAct = (table, seat) => (isYou(table, seat) ? "You are to act" : `${seatName(table, seat)} is to act`);

/** The last action as "Alice hints 2s to Bob: slots 0 and 3". @param {Table} table @param {Done} told */
export function lastWords(table, { last, hands }) {
  if (!last) return "the deal";
  if (last.target === undefined) {
    const verb = last.kind === "play" && !last.scored ? "misplays" : `${last.kind}s`;
    return `${doing(table, last.seat, verb)} ${cardWords(table, last.card)} from ${placeWords(table, last, hands)}`;
  }
  const told = last.kind === "rank" ? `${last.value}s` : last.value;
  const whom = isYou(table, last.target) ? "you" : seatName(table, last.target);
  return `${doing(table, last.seat, "hints")} ${told} to ${whom}: ${placeWords(table, last, hands)}`;
}

/** Where the card was that was used, or what a hint has touched: "slot 2", "slots 0 and 3", "the deck", "no card". @param {Table} table @param {Told} last @param {Hand[]} [hands] */
export function placeWords(table, { seat, slot, target, touched }, hands) {
  if (target === undefined) return slot < table.hand_size ? slotWords(table, [slot], hands?.[seat], 1) : "the deck";
  return touched.length ? slotWords(table, touched, hands?.[target]) : "no card";
}

/** An action that may be taken: "play slot 2", "hint 2s to Bob". @param {Table} table @param {Action} action */
export function actionWords(table, action) {
  if (action.target === undefined) {
    const counted = table.as_site && action.slot < table.hand_size;
    return counted ? `${action.kind} ${bothWays(table, [action.slot], action.held)}` : action.text;
  }
  const told = action.kind === "rank" ? `${action.value}s` : action.value;
  return `hint ${told} to ${seatName(table, action.target)}`;
}

/** The action of an id, which is legal in a position. @param {Position} position @param {number} id */
export function legalAction(position, id) {
  return /** @type {Action} */ (position.legal.find((each) => each.id === id));
}

/** An action as it is told of a seat, "hints 2s to seat 1", in the words of one that may be taken. @param {Table} table @param {string} text */
export function choiceWords(table, text) {
  return withNames(table, text.replace(/^(\w+)s /, "$1 "));
}

/**
 * Words of the server, which names seats by number, with the names of the table. Slots turn only where they are told both ways.
 * @param {Table} table
 * @param {string} text
 */
export function withNames(table, text) {
  const letters = new Map(table.suits.map((suit) => [suit.letter, suit.printed ?? suit.letter]));
  const hints = new Map((table.record_hints ?? []).map((word, at) => [word, table.hints[at]]));
  const counted = table.as_site ? text.replace(/\b(slots?) ([\d, and]+) \(the site's ([\d, and]+)\)/g, "$1 $3 ($2 in records)") : text;
  return counted.replace(/\b[Ss]eat (\d)\b|\b([A-Z])(?=\d+\b)|\b[a-z]+\b/g, (word, seat, letter) =>
    (seat ? table.seats[seat] ?? word : letter ? letters.get(letter) ?? word : hints.get(word) ?? word));
}

/** Ends that a log tells and the rules do not, in words. */
const ENDED = /** @type {{[how: string]: string}} */ ({
  timeout: "Out of time.", "idle timeout": "Ended because nobody acted.", terminated: "Terminated by a player.",
  "terminated by vote": "Terminated by vote.", normal: "The game has ended: no more points were possible.",
});

/** How a game has ended, in a sentence, and the score that counts. @param {Pick<Position, 'status' | 'score' | 'life_tokens' | 'ended'>} told */
export function endOf({ status, score, life_tokens: lives, ended }) {
  const ends = /** @type {{[status: string]: string}} */ ({
    complete: "A perfect game: every card is played.",
    lost: lives > 0 ? "The game is lost: a perfect score is out of reach." : "Struck out: the last life is lost.",
    over: "The deck is empty, and everybody has had the last turn.",
  });
  const told = ended?.how ?? "";
  const how = ends[status] ?? (Object.hasOwn(ENDED, told) ? ENDED[told] : `The game ended: ${told}.`);
  return { how, counted: Math.min(score, ended?.counted ?? score) };
}

/** @param {number} points */
export const pointsWords = (points) => `${points} point${points === 1 ? "" : "s"}`;

/** How a game has ended, with the score that is kept and the one that counts. @param {Table} table @param {Position} position */
function endWords(table, position) {
  const { how, counted } = endOf(position), { points } = position;
  const kept = points === counted ? "" : `; ${pointsWords(points)} on the table`;
  return `${how} Score ${counted} of ${table.max_score}${kept}.`;
}

/** How a game stands, in a sentence. @param {Table} table @param {Position} position */
export function statusWords(table, position) {
  if (position.status !== "running") return endWords(table, position);
  const left = position.turns_left;
  const last = left === null ? "" : ` The deck is empty; ${left} turn${left === 1 ? "" : "s"} left.`;
  return `${toAct(table, Number(position.seat_to_act))}.${last}`;
}

/** A number with its sign. @param {number} number @param {number} [digits] */
export function signed(number, digits = 2) {
  const text = Math.abs(number).toFixed(digits);
  return Number(text) === 0 ? text : `${number < 0 ? "−" : "+"}${text}`;
}
