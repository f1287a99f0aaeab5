// What a person may do, as buttons: play and discard by slot, hints by seat. And typed commands.
//
// Every legal action is one button. A key moves the focus to a button, and a click on a card shows
// buttons beside it; Enter or a click on one acts. So nothing happens by a slip of the hand.

import { html, nothing } from "lit-html";
import { pictureOf } from "hanabi/acting";
import { typedAction } from "hanabi/typed";
import { actionWords, seatName, toAct } from "hanabi/words";

const KEYS_OF_COLORS = ["q", "w", "e", "r", "t", "y"];

/**
 * The panel of buttons. `told`: table, position, seat, busy, chosen; `act(action)` acts. On a phone it is a
 * sheet at the bottom that has one group at a time: `open`, by its place; `look(at)` opens another.
 * @param {Actions} told
 */
export function actionPanel(told) {
  const { position, seat, table } = told;
  if (position.status !== "running") return nothing;
  if (position.seat_to_act !== seat) {
    return html`<section class="actions" aria-label="Your actions" tabindex="-1">
      <p class="quiet">${toAct(table, Number(position.seat_to_act))}. Please wait.</p>
    </section>`;
  }
  const others = table.seats.map((_, at) => (seat + 1 + at) % table.players).slice(0, -1);
  return html`<section class="actions" aria-label="Your actions" tabindex="-1">
    <h2 class="sr">Your actions</h2>
    <div class="sheet-tabs" role="group" aria-label="Kinds of actions">
      ${["Play", "Discard", ...others.map((other) => seatName(table, other))].map((name, at) =>
        html`<button class="small" aria-label=${at > 1 ? `Hint to ${name}` : name} aria-pressed=${told.open === at ? "true" : "false"}
          @click=${() => told.look(at)}>${name}</button>`)}
    </div>
    ${group(told, 0, "Play", position.legal.filter((each) => each.kind === "play"))}
    ${group(told, 1, "Discard", position.legal.filter((each) => each.kind === "discard"),
      "all hint tokens are there, so nothing may be discarded")}
    ${others.map((other, at) =>
      group(told, at + 2, `Hint to ${seatName(table, other)}`,
        position.legal.filter((each) => each.target === other), "no hint token is left"))}
  </section>`;
}

/** @param {Actions} told @param {number} at @param {string} name @param {Action[]} actions @param {string} [none] */
function group(told, at, name, actions, none = "") {
  const label = `actions-${name.replaceAll(/[^A-Za-z0-9]/g, "-")}`;
  return html`<div class=${`action-group${told.open === at ? " open" : ""}`} role="group" aria-labelledby=${label}>
    <h3 id=${label}>${name}</h3>
    <div class="buttons">
      ${actions.length ? actions.map((each) => button(told, each)) : html`<p class="quiet">${none}</p>`}
    </div>
  </div>`;
}

/** @param {Actions} told @param {Action} action */
function button(told, action) {
  const { table, chosen, busy, act } = told;
  const kinds = ["action"];
  if (chosen?.(action)) kinds.push("chosen");
  return html`<button class=${kinds.join(" ")} data-action=${action.id} ?disabled=${busy}
      aria-label=${longWords(table, action)} title=${longWords(table, action)}
      @click=${() => act(action)}>${pictureOf(table, action)}${shortWords(table, action)}</button>`;
}

/** @param {Table} table @param {Action} action */
function shortWords(table, action) {
  if (!("target" in action)) return action.slot < table.hand_size ? `slot ${action.slot}` : "last card of the deck";
  return action.kind === "rank" ? `${action.value}s` : action.value;
}

/** @param {Table} table @param {Action} action */
function longWords(table, action) {
  const touched = action.touched?.length ? `, which touches slot${action.touched.length > 1 ? "s" : ""} ${action.touched.join(" ")}` : "";
  return actionWords(table, action) + touched;
}

// --- Keys -----------------------------------------------------------------------------------------

/** What keys there are, for the help. */
export const KEYS = [
  ["a, then 0 to 5", "choose to play that slot"],
  ["d, then 0 to 5", "choose to discard that slot"],
  ["1 to 5", "choose to hint that rank"],
  ["q w e r t y", "choose to hint the first to sixth color"],
  ["n", "give hints to the next seat"],
  ["Enter", "do what is chosen"],
  ["i", "the story of the card that has the focus, or was clicked"],
  ["Esc", "leave the card that was clicked"],
  ["c", "type a command"],
  ["u", "take your last action back"],
  ["h", "ask a search for a hint"],
  ["m", "what hints mean, beside an agent of conventions"],
  ["g", "the guided start"],
  ["?", "this help"],
];

/**
 * The action that a key chooses, or null. `keys` remembers what was pressed before.
 * @param {string} key
 * @param {Pick<Context, 'table' | 'position'>} told
 * @param {Pressed} keys
 */
export function actionOfKey(key, { table, position }, keys) {
  const legal = position.legal;
  if (keys.pending && /^[0-9]$/.test(key)) {
    const kind = keys.pending;
    keys.pending = null;
    return legal.find((each) => each.kind === kind && each.slot === Number(key)) ?? null;
  }
  keys.pending = { a: "play", "+": "play", d: "discard", "-": "discard" }[key] ?? null;
  const toTarget = legal.filter((each) => each.target === keys.target);
  if (/^[1-9]$/.test(key)) return toTarget.find((each) => each.kind === "rank" && each.value === key) ?? null;
  const color = KEYS_OF_COLORS.indexOf(key);
  if (color < 0 || color >= table.num_colors) return null;
  return toTarget.find((each) => each.kind === "color" && each.value === table.hints[color]) ?? null;
}

// --- Typed commands -------------------------------------------------------------------------------

/**
 * The action that a command means, such as "play 2" or "hint 1 red". Throws an Error where none may be taken.
 * @param {string} text
 * @param {Context} told
 */
export function actionOfCommand(text, { table, position, seat }) {
  const action = typedAction(table, text, seat);
  const found = position.legal.find((each) => each.id === action);
  if (!found) throw new Error(`you cannot do "${text.trim()}" now`);
  return found;
}
