// The page of a seat at a table. The server sends all that the seat may know after every change;
// this module draws it, and sends what the person does.

import { html, nothing, render } from "lit-html";
import { besideCard, followPointer, pilesOf } from "hanabi/acting";
import { drawArrows } from "hanabi/arrows";
import { board } from "hanabi/board";
import { unpackGames } from "hanabi/link";
import { moving } from "hanabi/moving";
import { colorSwitch, paint, safeColors } from "hanabi/palette";
import { tableAsText } from "play/text";
import { lastWords, statusWords } from "hanabi/words";
import { actionOfCommand, actionOfKey, actionPanel } from "play/actions";
import { call, soundSwitch } from "play/calling";
import { choosing } from "play/choosing";
import { dialogs } from "play/dialogs";
import { ended } from "play/ended";
import { log } from "play/log";
import { meanings } from "play/meanings";
import { cardNotes, noteField, typedNote } from "play/notes";
import { notices } from "play/notices";
import { search } from "play/search";
import { streamsInto } from "play/streams";
import { keepListening, post } from "play/talk";
import { tools, undoButton } from "play/tools";

const [page] = /** @type {SeatPage[]} */ (await unpackGames(document.getElementById("games").textContent));
const table = page.table;
paint(table, safeColors(table));
const app = document.getElementById("app");

/** All that the page is drawn from. @type {Seated} */
const state = {
  told: /** @type {any} */ (null), // what the server sent last
  error: "",
  lost: "", // why nothing comes from the server
  busy: false, // an action is on its way
  acted: false, // by a button that may be gone: then its panel gets the focus
  selected: null, // id of the card that was clicked
  story: null, // id of the card whose story is told
  choices: [], // ids of actions about it
  target: null, // whom keys give hints to
  hint: null, // what a search says
  meanings: null, // what hints mean by conventions
  open: 2, // the group of actions that a phone shows, by its place
  guide: false,
  help: false,
  asText: false, // hands as lists of words
};
const streams = streamsInto(state, () => draw());
const keys = /** @type {Pressed} */ ({ pending: null, target: null });

const context = () => ({ table, position: state.told.position, seat: state.told.seat });

// --- What happens ---------------------------------------------------------------------------------

keepListening(
  "events",
  (told) => {
    const before = state.told;
    state.told = told;
    table.seats[told.seat] = "You";
    state.lost = "";
    if (before?.version !== told.version) forget();
    if (state.target === null) state.target = (told.seat + 1) % table.players;
    if (page.again && told.next && before && !before.next) location.assign(told.next);
    moving(before?.position, told.position, draw);
    if (before?.version !== told.version) call(told.position.turn > before?.position.turn ? told.position.last : null, myTurn());
  },
  (why) => show({ lost: why }),
);

/** @param {Partial<Seated>} changes */
function show(changes) {
  Object.assign(state, changes);
  draw();
}

/** What was chosen in a position that is no more. */
function forget() {
  Object.assign(state, { selected: choose.tells() ? state.story : null, choices: [], hint: null, meanings: null, error: "", busy: false });
  keys.pending = null;
  streams.endAll();
}

/** Ask for something; the second click of a double click asks for nothing. @param {string} name @param {object} [told] */
async function ask(name, told) {
  if (state.busy) return;
  state.busy = true;
  state.error = "";
  draw();
  try {
    await post(name, told);
  } catch (error) {
    state.error = error.message;
  }
  state.busy = false;
  draw();
}

/** @param {Action} action */
function act(action) {
  Object.assign(state, { acted: true, story: null });
  return ask("act", { turn: state.told.position.turn, action: action.id });
}

/** Take the last action back; the turn says of what position, so that nothing is taken back twice. */
function undo() {
  if (mayUndo()) ask("undo", { turn: state.told.position.turn });
}

/** Give the focus to the button of an action; a phone shows its group. @param {Action} action */
function focusOn(action) {
  const { seat } = state.told, { players } = table;
  state.open = action.target !== undefined ? 1 + ((action.target - seat + players) % players) : Number(action.kind === "discard");
  draw();
  app.querySelector(`[data-action="${action.id}"]`)?.focus();
}

const choose = choosing(state, () => draw());

followPointer(() => myTurn() && !state.asText && !state.busy ? {
  position: state.told.position, selected: state.selected, act,
  select: choose.look,
} : null);

const askSearch = () => streams.ask("hint", { rollouts: 0, actions: [] }, "The server refuses the search; it may be busy. Try again.");

const askMeanings = () => page.teaches && streams.ask("meanings", { told: null, would: [] }, "The server refuses to say what hints mean; it may be busy. Try again.");

/** @param {Submitted} event */
function command(event) {
  event.preventDefault();
  const field = event.target.querySelector("input");
  if (page.teaches && ["why", "means"].includes(field.value.trim().toLowerCase())) {
    field.value = "";
    return askMeanings();
  }
  try {
    const noted = page.again && typedNote(field.value, context()), action = noted ? null : actionOfCommand(field.value, context());
    field.value = "";
    if (action) act(action);
    else show({ error: "" });
  } catch (error) {
    show({ error: error.message });
  }
}

const isOver = () => state.told.position.status !== "running" || state.told.stopped;

const myTurn = () => state.told && !isOver() && state.told.position.seat_to_act === state.told.seat;

document.addEventListener("keydown", (event) => {
  if (!state.told || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && (state.help || state.guide)) return close();
  if (event.target?.closest?.("input, dialog")) return;
  if (event.key === "Escape") return choose.leave();
  const does = { u: undo, h: () => canAsk() && askSearch(), m: askMeanings, n: nextTarget, i: choose.tell,
    c: () => app.querySelector("#command")?.focus(), g: () => open("guide"), "?": () => open("help") }[event.key];
  if (does) {
    event.preventDefault();
    does();
    return;
  }
  if (!myTurn()) return;
  keys.target = state.target;
  const action = actionOfKey(event.key, context(), keys);
  if (action) {
    event.preventDefault();
    focusOn(action);
  }
});

const mayUndo = () => state.told.may_undo && !state.busy && state.told.log.some((each) => each.seat === state.told.seat);

const canAsk = () => state.told.may_undo && myTurn();

function nextTarget() {
  const step = (Number(state.target) + 1) % table.players;
  state.target = step === state.told.seat ? (step + 1) % table.players : step;
  draw();
}

/** @param {'guide' | 'help'} what */
function open(what) {
  state[what] = true;
  draw();
  for (const each of app.querySelectorAll("dialog")) if (each.id === what) each.showModal();
}

function close() {
  for (const each of app.querySelectorAll("dialog")) each.close();
  state.help = state.guide = false;
  draw();
}

// --- What is seen ---------------------------------------------------------------------------------

function draw() {
  render(state.told ? whole() : html`<main><p class="quiet" role="status">${
    state.lost || "Sitting down at the table."}</p></main>`, app);
  if (state.told) drawArrows(table, state.told.position);
  if (state.acted) requestAnimationFrame(keepFocus);
}

/** Whoever acted by a button that is gone now goes on from its panel. */
function keepFocus() {
  if (document.activeElement === document.body) app.querySelector(".actions, .ended")?.focus({ preventScroll: true });
}

document.addEventListener("focusin", ({ target }) => (state.acted &&= Boolean(target?.closest?.(".actions, .ended"))));

function whole() {
  const { told } = state;
  const over = isOver();
  const does = { busy: state.busy, mine: myTurn(), command, askSearch, undo, mayUndo: mayUndo(),
    askMeanings: page.teaches ? askMeanings : null };
  /** @type {BoardTold & {first: number}} */
  const drawn = {
    table,
    position: told.position,
    view: told.position.status === "running" ? "seat" : "all",
    seat: told.seat,
    first: told.seat,
    selected: state.selected,
    piles: pilesOf(told.position, state.selected),
    beside: (seat, slot) => besideCard({ ...context(), busy: state.busy, act, close: choose.leave, tell: choose.turnStory,
      story: choose.story(drawn) }, seat, slot),
    notes: cardNotes(),
    handlers: { card: choose.card },
  };
  return html`
    <header class="top">
      <div class="brand"><h1>Hanabi</h1></div>
      <p class="about">You sit at seat ${told.seat}.</p>
      <nav aria-label="Help">
        <button aria-pressed=${state.asText ? "true" : "false"} @click=${toggleText}>As text</button>
        ${colorSwitch([table], draw)}
        ${soundSwitch(draw)}
        <button @click=${() => open("guide")}>Learn the rules</button>
        <button @click=${() => open("help")}>Keys</button>
      </nav>
    </header>
    <main class="playing">
      <div class="stage">
        ${notices(table, state, ask)}
        <p class=${`said-words${myTurn() ? " mine" : ""}`} role="status" aria-live="polite">${announcement()}</p>
        ${state.asText ? tableAsText(drawn) : html`<h2 class="sr">The table</h2>${board(drawn)}`}
      </div>
      <aside class="side" aria-label="What you do">
        ${over ? ended(page, told, { standing: standing(), undoButton: undoButton(told, does), again: () => ask("again") }) : actionPanel({
          ...context(),
          busy: state.busy,
          chosen: (action) => state.choices.includes(action.id),
          act,
          open: state.open,
          look: (open) => show({ open }),
        })}
        ${page.again ? noteField(context(), state.selected, draw) : nothing}
        ${over ? nothing : tools(told, does)}
        ${state.hint ? search(table, told.position, state.hint) : nothing}
        ${state.meanings && !over ? meanings(table, told.position, state.meanings) : nothing}
        ${log(table, told.log)}
      </aside>
    </main>
    ${dialogs(table, state, { draw, close })}`;
}

const toggleText = () => show({ asText: !state.asText });

function announcement() {
  const { position } = state.told;
  const last = position.last ? `${lastWords(table, position)}. ` : "";
  return last + (myTurn() ? "It is your turn." : standing());
}

const standing = () => (state.told.stopped ? "The game has stopped." : statusWords(table, state.told.position));

draw();
