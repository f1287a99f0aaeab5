// The page of a table at which agents alone play: it goes on by itself, can be paused, and takes single steps.

import { html, nothing, render } from "lit-html";
import { drawArrows } from "hanabi/arrows";
import { board } from "hanabi/board";
import { unpackGames } from "hanabi/link";
import { moving } from "hanabi/moving";
import { colorSwitch, paint, safeColors } from "hanabi/palette";
import { lastWords, statusWords } from "hanabi/words";
import { call, soundSwitch } from "play/calling";
import { log } from "play/log";
import { notices } from "play/notices";
import { API, keepListening, post } from "play/talk";
import { tableAsText } from "play/text";

const [{ table }] = /** @type {{table: Table}[]} */ (await unpackGames(document.getElementById("games").textContent));
paint(table, safeColors(table));
const app = document.getElementById("app");

/** Seconds before an action that the page offers, from fast to slow. */
const PACES = [0, 0.2, 0.5, 1, 2, 4, 8, 15];
const KEYS = [
  ["Space", "pause, or go on"],
  ["→", "one action, then pause"],
  ["+", "faster"],
  ["-", "slower"],
  ["v", "show hands as their holders know them, or all cards"],
  ["t", "show the table as text, or drawn"],
  ["c", "type a command"],
  ["?", "this help"],
];

/** All that the page is drawn from. @type {Watching} */
const state = { told: /** @type {any} */ (null), error: "", lost: "", asText: false, view: "all" };

keepListening(
  "events",
  (told) => {
    const before = state.told;
    Object.assign(state, { told, lost: "" });
    if (told.next && before && !before.next) location.assign(told.next);
    moving(before?.position, told.position, draw);
    if (before && told.position.turn > before.position.turn) call(told.position.last, false);
  },
  (why) => {
    state.lost = why;
    draw();
  },
);

/** @param {string} name @param {object} [told] */
async function ask(name, told) {
  state.error = "";
  try {
    await post(name, told);
  } catch (error) {
    state.error = error.message;
  }
  draw();
}

// --- What may be done -----------------------------------------------------------------------------

const isOver = () => state.told.position.status !== "running" || state.told.stopped;

const pause = () => ask("pace", { paused: true });
const goOn = () => ask("pace", { paused: false });
const step = () => ask("step");
const faster = () => ask("pace", { pace: PACES.findLast((each) => each < state.told.pace) ?? PACES[0] });
const slower = () => ask("pace", { pace: PACES.find((each) => each > state.told.pace) ?? state.told.pace });

/** @param {Partial<Watching>} changes */
function show(changes) {
  Object.assign(state, changes);
  draw();
}

const asKnown = () => show({ view: state.view === "all" ? "empathy" : "all" });
const asText = () => show({ asText: !state.asText });

/** @type {{[word: string]: () => unknown}} */
const COMMANDS = { pause, go: goOn, step, faster, slower, known: asKnown, text: asText };

/** @param {Submitted} event */
function command(event) {
  event.preventDefault();
  const field = event.target.querySelector("input"), [word, number] = field.value.trim().toLowerCase().split(/\s+/);
  const seconds = word === "pace" && number ? Number(number) : NaN;
  if (!number && Object.hasOwn(COMMANDS, word)) COMMANDS[word]();
  else if (seconds >= 0 && seconds <= 60) ask("pace", { pace: seconds });
  else return show({ error: `no command "${field.value.trim()}"; there are ${Object.keys(COMMANDS).join(", ")}, and pace 2 for 2 seconds` });
  field.value = "";
}

document.addEventListener("keydown", (event) => {
  if (!state.told || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target?.closest?.("input, select, dialog")) return;
  if (event.key === " " && event.target?.closest?.("button, a")) return; // it presses them
  const runs = { " ": state.told.paused ? goOn : pause, ArrowRight: step, "+": faster, "-": slower };
  const does = { ...(isOver() ? {} : runs), v: asKnown, t: asText,
    c: () => app.querySelector("#command")?.focus(), "?": openHelp }[event.key];
  if (!does) return;
  event.preventDefault();
  does();
});

const help = () => document.getElementById("help");
const openHelp = () => help().showModal();

// --- What is seen ---------------------------------------------------------------------------------

function draw() {
  render(state.told ? whole() : html`<main><p class="quiet" role="status">${state.lost || "Coming to the table."}</p></main>`, app);
  if (state.told) drawArrows(table, state.told.position);
}

function whole() {
  const { told } = state;
  const drawn = { table, position: told.position, view: state.view, seat: 0, first: 0 };
  return html`
    <header class="top">
      <div class="brand"><h1>Hanabi</h1></div>
      <p class="about">You watch ${table.seats.join(", ")}.</p>
      <nav aria-label="Help">
        <button aria-pressed=${state.view === "empathy" ? "true" : "false"} @click=${asKnown}>As known</button>
        <button aria-pressed=${state.asText ? "true" : "false"} @click=${asText}>As text</button>
        ${colorSwitch([table], draw)}
        ${soundSwitch(draw)}
        <button @click=${openHelp}>Keys</button>
      </nav>
    </header>
    <main class="playing">
      <div class="stage">
        ${notices(table, state, ask)}
        <p class="said-words" role="status" aria-live="polite">${announcement()}</p>
        ${state.asText ? tableAsText(drawn) : html`<h2 class="sr">The table</h2>${board(drawn)}`}
      </div>
      <aside class="side" aria-label="How it goes on">
        ${isOver() ? ended() : running()}
        ${log(table, told.log)}
      </aside>
    </main>
    <dialog id="help" aria-labelledby="help-title">
      <div class="dialog-in"><h2 id="help-title">Keys</h2>
      <dl class="keys">${KEYS.map(([key, does]) => html`<dt>${key}</dt><dd>${does}</dd>`)}</dl>
      <p>Commands: ${Object.keys(COMMANDS).join(", ")}, and pace 2 for 2 seconds.</p>
      <p><button class="primary" @click=${() => help().close()}>Close</button></p></div>
    </dialog>`;
}

function running() {
  const { paused, pace } = state.told;
  const paces = [...new Set([...PACES, pace])].sort((one, other) => one - other);
  return html`<section class="actions" aria-label="Pace">
    <div class="buttons">
      <button class="primary action" @click=${paused ? goOn : pause}>${paused ? "Go on" : "Pause"}</button>
      <button class="action" @click=${step}>One step</button>
      <label>Seconds before an action
        <select id="pace" @change=${(/** @type {Changed} */ event) => ask("pace", { pace: Number(event.target.value) })}>
          ${paces.map((each) => html`<option value=${each} .selected=${each === pace}>${each}</option>`)}
        </select></label>
    </div>
    <form @submit=${command}>
      <label for="command">Command</label>
      <input id="command" autocomplete="off" placeholder="pause, step, pace 2" maxlength="60">
      <button>Do it</button>
    </form>
  </section>`;
}

function ended() {
  const { stopped, next } = state.told;
  return html`<section class="ended" aria-label="The end">
    <h2>${standing()}</h2>
    ${stopped ? nothing : html`<a class="button primary" href=${`${location.pathname}/replay`}>Open the replay</a>
      <a href=${`${API}/record`} download="game.hanabi">Save the record</a>`}
    <button @click=${() => (next ? location.assign(next) : ask("again"))}>Watch another game</button>
  </section>`;
}

function announcement() {
  const { position, paused } = state.told;
  const last = position.last ? `${lastWords(table, position)}. ` : "";
  return last + standing() + (paused && !isOver() ? " Paused." : "");
}

const standing = () => (state.told.stopped ? "The game has stopped." : statusWords(table, state.told.position));

draw();
