// Links: what is looked at stands in the fragment of the address, a whole game too if asked for.
//
//   #turn=12&seat=1&view=empathy&game=0&line=9.27.3&morph=17R3-34&record=...
//
// `line` is the turn a variation leaves the game at, then its action ids. `morph` is a card, by its
// place in the deck, what it is made, and the place that it changes with. Each `var` is a variation of
// the tree, in the same words. `record` is the table,
// the deck and the actions, deflated, in base 64 for addresses: such a link needs no server. `other`
// is another game of the page that has notes; there may be several.

/**
 * What the fragment says. Of the tree, null keeps the place of what is no variation, or beyond the limit:
 * others tell by number which one they leave. `unread` tells that `line` or `morph` is none.
 * @param {string} text
 * @returns {Asked}
 */
export function readFragment(text) {
  const found = new URLSearchParams(text.replace(/^#/, ""));
  const whole = (/** @type {string} */ name) => (/^\d{1,4}$/.test(found.get(name) ?? "") ? Number(found.get(name)) : null);
  const line = numbersIn(found.get("line") ?? ""), morph = found.get("morph");
  const morphs = morph === null ? [] : readMorphs(morph);
  return {
    turn: whole("turn"),
    seat: whole("seat"),
    game: whole("game"),
    view: found.get("view"),
    tab: found.get("tab"),
    line: line && morphs ? { from: line[0], actions: line.slice(1) } : null,
    morphs: morphs ?? [],
    unread: (found.has("line") && !line) || !morphs,
    tree: found.getAll("var").map((text, at) => (at < MOST_LINES ? readLine(text) : null)),
    record: found.get("record"),
    others: found.getAll("other"),
  };
}

/** Variations of an address that are read at most: each is played when the page opens. */
const MOST_LINES = 200;

/** A variation as text: the number of the line that it leaves, the turn, its actions, cards exchanged, who played it. @param {ToldLine} told */
function lineText({ parent, from, actions, morphs, by }) {
  return `${[parent, from, ...actions].join(".")}${morphs.length ? `!${morphText(morphs)}` : ""}${by ? `*${by}` : ""}`;
}

/** @param {string} text @returns {ToldLine | null} */
function readLine(text) {
  const [, places = "", exchanged, by = ""] = text.match(/^([^!*]*)(?:!([^*]*))?(?:\*(.*))?$/s) ?? [];
  const numbers = numbersIn(places), morphs = exchanged === undefined ? [] : readMorphs(exchanged);
  if (!morphs || !numbers || numbers.length < 2) return null;
  const [parent, from, ...actions] = numbers;
  return { parent, from, actions, morphs, by };
}

/** Numbers with a dot between; null if it is anything else. @param {string} text */
const numbersIn = (text) => (/^\d{1,4}(\.\d{1,4})*$/.test(text) ? text.split(".").map(Number) : null);

/** @param {Morph[]} morphs */
const morphText = (morphs) => morphs.map(({ id, card, place }) => `${id}${card}-${place}`).join(".");

/** Null if it is anything else. @param {string} text @returns {Morph[] | null} */
function readMorphs(text) {
  const found = text.split(".").map((part) => part.match(/^(\d{1,3})([A-Z]\d)(?:-(\d{1,3}))?$/));
  if (!found.every((each) => each !== null)) return null;
  return found.map(([, id, card, place]) => ({ id: Number(id), card, place: place ? Number(place) : null }));
}

/** The fragment that says it. @param {Fragment} state */
export function writeFragment(state) {
  const found = new URLSearchParams();
  if (state.game) found.set("game", `${state.game}`);
  found.set("turn", `${state.turn}`);
  if (state.view !== "all") found.set("view", state.view);
  if (state.view === "seat") found.set("seat", `${state.seat}`);
  if (state.line) found.set("line", [state.line.from, ...state.line.actions].join("."));
  if (state.morphs?.length) found.set("morph", morphText(state.morphs));
  for (const each of state.tree ?? []) found.append("var", lineText(each));
  if (state.tab && state.tab !== "log") found.set("tab", state.tab);
  if (state.record) found.set("record", state.record);
  for (const each of state.others ?? []) found.append("other", each);
  return `#${found}`;
}

/** The documents in the page. @param {string} text */
export async function unpackGames(text) {
  return text.trim() ? JSON.parse(await inflated(fromBase64(text.trim()), "deflate", { bytes: Infinity })) : [];
}

/** A game as text for an address. @param {Game} document */
export async function packRecord(document) {
  const { table, deck, actions, agents, title, ended, notes, card_notes } = document;
  const told = { table, deck, actions, agents, title, ended, notes, card_notes };
  const bytes = new TextEncoder().encode(JSON.stringify(told));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The game of such a text; throws if it is none. @param {string} text @param {Budget} budget of all games of an address */
export async function unpackRecord(text, budget) {
  const bytes = fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
  return JSON.parse(await inflated(bytes, "deflate-raw", budget));
}

/** @param {string} text */
function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/**
 * What the games and variations of a link may take, all together: bytes of games, and positions, which
 * are those of 200 variations over 100 turns. The games of the page itself may be more.
 * @returns {Budget}
 */
export const budgetOfLink = () => ({ bytes: 4 << 20, positions: 20_000 });

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionFormat} format @param {Pick<Budget, "bytes">} budget */
async function inflated(bytes, format, budget) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  const parts = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    budget.bytes -= value.length;
    if (budget.bytes < 0) throw new Error("it is too large");
    parts.push(value);
  }
  return new Blob(parts).text();
}
