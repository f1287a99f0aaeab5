// The page of puzzles: a position, its actions, help, and the answer once somebody has chosen.
//
// Answers are packed apart from what is asked, and are unpacked at the first choice.

import { html, render } from "lit-html";
import { drawArrows } from "hanabi/arrows";
import { board } from "hanabi/board";
import { helpDialog, press } from "hanabi/keys";
import { unpackGames } from "hanabi/link";
import { toggleTheme } from "hanabi/theme";
import { actionWords, seatName, statusWords } from "hanabi/words";
import { answered, named } from "puzzles/answer";

/** The puzzles, which one is looked at, and what was chosen at each. */
class Puzzles {
  /** @type {Puzzle[]} */ all;
  /** @type {number} */ at;
  /** @type {string} */ grade;
  /** @type {number | null} id of the action that is marked */ picked;
  /** @type {PuzzleAnswer[] | null} */ answers;
  /** @type {Map<number, number>} how often help was asked for */ helped;
  /** @type {Map<number, number>} ids of actions */ chosen;
  /** @type {KeyGroup[]} */ keys;

  /** @param {Puzzle[]} all */
  constructor(all) {
    Object.assign(this, { all, at: 0, grade: "", picked: null, answers: null, helped: new Map(), chosen: new Map() });
  }

  get puzzle() { return this.all[this.at]; }
  get shown() { return [...this.all.keys()].filter((at) => at === this.at || !this.grade || this.all[at].grade === this.grade); }
  get choice() { return this.chosen.get(this.at); }
  get answer() { return this.choice === undefined ? null : this.answers?.[this.at] ?? null; }

  /** @param {Partial<Puzzles>} changes */
  set(changes) {
    Object.assign(this, changes);
    render(page(this), document.getElementById("app"));
    drawArrows(this.puzzle.table, this.puzzle.position);
  }

  /** @param {number} at */
  go(at) {
    if (!this.all[at]) return;
    history.replaceState(null, "", `#${this.all[at].id}`);
    this.set({ at, picked: null });
  }

  /** @param {number} by */
  step(by) {
    const shown = this.shown;
    this.go(shown[shown.indexOf(this.at) + by]);
  }

  help() {
    const told = Math.min((this.helped.get(this.at) ?? 0) + 1, this.puzzle.help.length);
    this.helped.set(this.at, told);
    this.set({});
  }

  async choose() {
    if (this.picked === null || this.choice !== undefined) return;
    const { at, picked } = this;
    this.answers ??= await unpackGames(document.getElementById("answers").textContent);
    this.chosen.set(at, picked);
    this.set({});
    document.getElementById("verdict")?.focus();
  }
}

/** @param {Puzzles} app */
function page(app) {
  app.keys = keys(app);
  return html`
    ${header(app)}
    <main>
      <section class="stage" aria-label="Board">${said(app)} ${drawn(app)} ${past(app)}</section>
      <aside class="side" aria-label="Your choice"><div class="panel">
        ${app.answer && app.choice !== undefined ? answered(app.puzzle, app.answer, app.choice) : choices(app)}
        <div class="row">
          <button ?disabled=${app.shown.indexOf(app.at) === 0} @click=${() => app.step(-1)}>Back</button>
          <button ?disabled=${app.shown.at(-1) === app.at} @click=${() => app.step(1)}>Next puzzle</button>
        </div>
      </div></aside>
    </main>
    ${helpDialog(app.keys, () => document.getElementById("help").close())}`;
}

/** @param {Puzzles} app @returns {KeyGroup[]} */
function keys(app) {
  return [["Puzzles", [
    ["←", ["ArrowLeft", "k"], "the puzzle before", () => app.step(-1)],
    ["→", ["ArrowRight", "j"], "the next puzzle", () => app.step(1)],
    ["h", ["h"], "help", () => app.help()],
    ["c", ["c"], "choose the action that is marked", () => app.choose()],
    ["↑ ↓", [], "from action to action, once one has the focus", null],
    ["?", ["?"], "these keys", () => document.getElementById("help").showModal()],
  ]]];
}

/** @param {Puzzles} app */
function header(app) {
  const right = [...app.chosen].filter(([at, id]) => app.answers?.[at].best === id).length;
  const grades = [...new Set(app.all.map((each) => each.grade))];
  return html`<header class="top">
    <div class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2v6M12 16v6M2 12h6M16 12h6M5 5l4 4M15 15l4 4M19 5l-4 4M9 15l-4 4"></path></svg>
      <h1>Hanabi puzzles</h1></div>
    <label class="pick">Grade <select @change=${(/** @type {Changed} */ event) => app.set({ grade: event.target.value })}>
      <option value="">all</option>
      ${grades.map((grade) => html`<option value=${grade} ?selected=${grade === app.grade}>${grade}</option>`)}
    </select></label>
    <label class="pick">Puzzle <select @change=${(/** @type {Changed} */ event) => app.go(Number(event.target.value))}>
      ${app.shown.map((at) => html`<option value=${at} .selected=${at === app.at}>${at + 1}: ${app.all[at].grade}, ${app.all[at].table.players} players</option>`)}
    </select></label>
    <p class="about" role="status">${app.chosen.size ? `${right} of ${app.chosen.size} right` : `${app.all.length} puzzles`}</p>
    <nav aria-label="Page">
      <button class="icon" aria-label="Light or dark" title="Light or dark" @click=${toggleTheme}>◐</button>
      <button class="icon" aria-label="Keys" title="Keys (?)" @click=${() => document.getElementById("help").showModal()}>?</button>
    </nav>
  </header>`;
}

/** @param {Puzzles} told */
function said({ puzzle, at, all }) {
  const { table, position } = puzzle, who = seatName(table, Number(position.seat_to_act));
  return html`<div class="said">
    <p class="said-turn">Puzzle <b>${at + 1}</b> of ${all.length}, ${puzzle.grade}</p>
    <p class="said-words" aria-live="polite">You are ${who}. What is your best action?
      <span>${statusWords(table, position)} All others have played as the agent ${puzzle.plays_on}; after your action everybody plays on so.</span></p>
  </div>`;
}

/** @param {Puzzles} told */
function drawn({ puzzle, answer }) {
  const { table, position } = puzzle, seat = Number(position.seat_to_act);
  if (!answer) return board({ table, position, view: "seat", seat, first: seat });
  const own = position.hands[seat].map((held, slot) => held && { ...held, card: answer.hand[slot] });
  const hands = position.hands.map((hand, holder) => (holder === seat ? own : hand));
  return board({ table, position: { ...position, hands }, view: "all", seat, first: seat });
}

/** @param {Puzzles} told */
function past({ puzzle }) {
  const { table, history: lines } = puzzle;
  return html`<details class="past"><summary>All ${lines.length} actions so far</summary>
    <ol>${lines.map((line, at) => html`<li>${at + 1}. ${named(table, line)}</li>`)}</ol></details>
    <p class="quiet">Last: ${lines.slice(-table.players).map((line) => named(table, line)).join("; ") || "nothing yet"}.</p>`;
}

/** @param {Puzzles} app */
function choices(app) {
  const { table, position, help } = app.puzzle, told = app.helped.get(app.at) ?? 0;
  return html`<form @submit=${(/** @type {Changed} */ event) => { event.preventDefault(); app.choose(); }}>
    <fieldset class="choices"><legend>Your actions</legend>
      ${position.legal.map((each) => html`<label class=${each.id === app.picked ? "on" : ""}>
        <input type="radio" name="action" value=${each.id} .checked=${each.id === app.picked}
          @change=${() => app.set({ picked: each.id })}><span>${actionWords(table, each)}</span></label>`)}
    </fieldset>
    <p class="row"><button class="primary" ?disabled=${app.picked === null}>I choose this</button>
      <button type="button" ?disabled=${told >= help.length} @click=${() => app.help()}>Help</button></p>
    <ul class="why" aria-live="polite" aria-label="Help">${help.slice(0, told).map((each) => html`<li>${named(table, each)}</li>`)}</ul>
  </form>`;
}

async function start() {
  /** @type {Puzzle[]} */
  const all = await unpackGames(document.getElementById("games").textContent);
  if (!all.length) {
    document.getElementById("app").textContent = "There is no puzzle here.";
    return;
  }
  const app = new Puzzles(all), find = () => Math.max(0, all.findIndex((each) => `#${each.id}` === location.hash));
  app.set({ at: find() });
  addEventListener("hashchange", () => app.set({ at: find(), picked: null }));
  addEventListener("keydown", (event) => {
    if (!document.getElementById("help")?.open && press(app.keys, event)) event.preventDefault();
  });
}

/** No fault leaves an empty page. */
start().catch((fault) => {
  document.getElementById("app").textContent = `This page cannot be shown: ${fault.message}.`;
  throw fault;
});
