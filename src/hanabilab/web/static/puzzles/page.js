// The page of puzzles: a position, its actions, help, and the answer once somebody has chosen.
//
// Answers are packed apart from what is asked, and are unpacked at the first choice.

import { html, nothing, render } from "lit-html";
import { actionsOfCard, besideCard, followPointer, pilesOf } from "hanabi/acting";
import { drawArrows } from "hanabi/arrows";
import { board } from "hanabi/board";
import { asSite, setAsSite } from "hanabi/counting";
import { helpDialog, press } from "hanabi/keys";
import { unpackGames } from "hanabi/link";
import { colorSwitch, paint, safeColors } from "hanabi/palette";
import { toggleTheme } from "hanabi/theme";
import { actionWords, lastWords, seatName, statusWords, withNames } from "hanabi/words";
import { actionOfKey } from "play/actions";
import { answered } from "puzzles/answer";

/** The puzzles, which one is looked at, and what was chosen at each. */
class Puzzles {
  /** @type {Puzzle[]} */ all;
  /** @type {number} */ at;
  /** @type {string} */ grade;
  /** @type {number | null} id of the action that is marked */ picked;
  /** @type {number | null} id of the card that was clicked */ selected;
  /** @type {Pressed} keys so far, and whom they give hints to */ pressed;
  /** @type {PuzzleAnswer[] | null} */ answers;
  /** @type {Map<number, number>} how often help was asked for */ helped;
  /** @type {Map<number, number>} ids of actions */ chosen;
  /** @type {KeyGroup[]} */ keys;

  /** @param {Puzzle[]} all */
  constructor(all) {
    Object.assign(this, { all, at: 0, grade: "", picked: null, selected: null, pressed: {}, answers: null, helped: new Map(), chosen: new Map() });
    for (const { table } of all) {
      paint(table, safeColors(table));
      table.as_site = asSite(table);
    }
  }

  get puzzle() { return this.all[this.at]; }
  get tables() { return this.all.map(({ table }) => table); }
  get seat() { return Number(this.puzzle.position.seat_to_act); }
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
    this.begin(at);
  }

  /** Show a puzzle, with nothing marked. @param {number} at */
  begin(at) {
    const { table, position } = this.all[at];
    this.set({ at, picked: null, selected: null, pressed: { pending: null, target: (Number(position.seat_to_act) + 1) % table.players } });
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
    this.set({ selected: null });
    document.getElementById("verdict")?.focus();
  }

  /** Choose an action on the board. @param {Action} action */
  act(action) {
    if (this.choice !== undefined) return;
    this.picked = action.id;
    this.choose();
  }

  /** Click a card: what may be done with it stands beside it then; once more leaves it. @param {number} id */
  clickCard(id) {
    if (this.choice !== undefined) return;
    this.set({ selected: this.selected === id ? null : id });
    /** @type {HTMLElement | null} */ (document.querySelector("[data-choice]"))?.focus({ preventScroll: true });
  }

  leaveCard() {
    const beside = document.querySelector(".beside"), card = beside?.contains(document.activeElement) && beside.previousElementSibling;
    this.set({ selected: null });
    if (card instanceof HTMLElement) card.focus({ preventScroll: true });
  }

  /** Mark the action that a key chooses, as at a table; false if it chooses none. @param {KeyboardEvent} event */
  mark({ key, ctrlKey, metaKey, altKey, target }) {
    if (this.choice !== undefined || ctrlKey || metaKey || altKey || target?.closest?.("select, input:not([type=radio])")) return false;
    const { table, position } = this.puzzle, { pressed } = this;
    if (key === "n") {
      const next = (Number(pressed.target) + 1) % table.players;
      pressed.target = next === this.seat ? (next + 1) % table.players : next;
      return true;
    }
    const slot = pressed.pending && table.as_site && /^[1-9]$/.test(key) ? position.hands[this.seat].filter(Boolean).length - Number(key) : null;
    const action = actionOfKey(slot === null ? key : String(slot), { table, position }, pressed);
    if (!action) return Boolean(pressed.pending);
    this.set({ picked: action.id });
    /** @type {HTMLElement | null} */ (document.querySelector(`input[name=action][value="${action.id}"]`))?.focus();
    return true;
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
    ["Esc", ["Escape"], "leave the card that was clicked", () => app.leaveCard()],
    ["a, d", [], "and a slot: mark to play it, or to discard it", null],
    ["1 … 5", [], "mark to hint that rank", null],
    ["q w e r t y", [], "mark to hint the first to sixth color", null],
    ["n", [], "mark hints to the next seat", null],
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
      <button class="small" aria-pressed=${app.puzzle.table.as_site ? "true" : "false"} title="Newest card on the left, slots from 1"
        @click=${() => { setAsSite(app.tables, !app.puzzle.table.as_site); app.set({}); }}>As on hanab.live</button>
      ${colorSwitch(app.tables, () => app.set({}))}
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

/** @param {Puzzles} app */
function drawn(app) {
  const { puzzle, answer, selected, seat } = app, { table, position } = puzzle;
  if (!answer) {
    return board({
      table, position, view: "seat", seat, first: seat, selected, piles: pilesOf(position, selected),
      beside: (holder, slot) => besideCard({ table, position, act: (action) => app.act(action), close: () => app.leaveCard() }, holder, slot),
      handlers: { card: (holder, slot, held) => actionsOfCard(position, holder, slot).length && app.clickCard(held.id) },
    });
  }
  const own = position.hands[seat].map((held, slot) => held && { ...held, card: answer.hand[slot] });
  const hands = position.hands.map((hand, holder) => (holder === seat ? own : hand));
  return board({ table, position: { ...position, hands }, view: "all", seat, first: seat });
}

/** @param {Puzzles} told */
function past({ puzzle }) {
  const { table, history } = puzzle;
  const lines = history.map(({ last, held }) => lastWords(table, { last, hands: held.map((count) => Array(count).fill({})) }));
  return html`<details class="past"><summary>All ${lines.length} actions so far</summary>
    <ol>${lines.map((line, at) => html`<li>${at + 1}. ${line}</li>`)}</ol></details>
    <p class="quiet">Last: ${lines.slice(-table.players).join("; ") || "nothing yet"}.</p>`;
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
    <ul class="why" aria-live="polite" aria-label="Help">${help.slice(0, told).map((each) => html`<li>${withNames(table, each)}</li>`)}</ul>
    ${table.as_site && !table.site_slots ? html`<p class="quiet">Help and reasons count slots as records do: 0 is the oldest card.</p>` : nothing}
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
  app.begin(find());
  addEventListener("hashchange", () => app.begin(find()));
  addEventListener("keydown", (event) => {
    if (!document.getElementById("help")?.open && (press(app.keys, event) || app.mark(event))) event.preventDefault();
  });
  followPointer(() => app.choice !== undefined ? null : {
    position: app.puzzle.position, selected: app.selected,
    act: (action) => app.act(action), select: (selected) => app.set({ selected }),
  });
}

/** No fault leaves an empty page. */
start().catch((fault) => {
  document.getElementById("app").textContent = `This page cannot be shown: ${fault.message}.`;
  throw fault;
});
