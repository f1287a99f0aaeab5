// The page of a game: one state, one `draw`. Panels get the application and draw themselves.

import { html, nothing, render } from "lit-html";
import { board } from "hanabi/board";
import { helpDialog, keyGroups, press } from "hanabi/keys";
import { branch, checkedGame, difference, extended, mainLine } from "hanabi/lines";
import { packRecord, readFragment, unpackGames, unpackRecord, writeFragment } from "hanabi/link";
import { inspector } from "hanabi/inspector";
import { textBoard } from "hanabi/text";
import { lastWords, statusWords } from "hanabi/words";
import { panels } from "hanabi/panels/all";

const VIEWS = ["all", "empathy", "seat"];

/** The application: what is looked at, and how it changes. */
class Replay {
  constructor(games) {
    Object.assign(this, {
      games, game: 0, turn: 0, view: "all", seat: 0, first: 0, tab: "log",
      selected: null, asText: false, linkRecord: null, notice: "", cache: new Map(),
    });
    this.enter(0);
  }

  get document() { return this.games[this.game]; }
  get table() { return this.document.table; }
  get position() { return this.line.positions[this.turn]; }
  get last() { return this.line.positions.length - 1; }

  /** Look at another game. */
  enter(game) {
    this.game = game;
    this.main = mainLine(this.document);
    this.lines = [this.main];
    this.line = this.main;
    this.turn = Math.min(this.turn, this.last);
    this.selected = null;
    this.cache.clear();
  }

  /** Change something, draw, and write the address. */
  set(changes) {
    Object.assign(this, changes);
    this.turn = Math.max(0, Math.min(this.last, Math.round(this.turn)));
    this.draw();
    const told = { ...this, ...difference(this.main, this.line), record: this.linkRecord };
    history.replaceState(null, "", writeFragment(told));
  }

  go(turn) { this.set({ turn: Number.isFinite(turn) ? turn : this.last, notice: "" }); }
  step(by) { this.go(this.turn + by); }

  /** Go on with an action: into the line that has it, or into a new one. */
  take(action, by = "") {
    if (this.line.actions[this.turn] === action) return this.step(1);
    const known = this.lines.find((each) =>
      each.deck === this.line.deck && each.actions[this.turn] === action &&
      this.line.actions.slice(0, this.turn).every((one, at) => one === each.actions[at]));
    if (known) return this.set({ line: known, turn: this.turn + 1 });
    if (this.line !== this.main && this.turn === this.last) {
      const line = extended(this.line, action);
      this.lines[this.lines.indexOf(this.line)] = line;
      this.lines.forEach((each) => { if (each.parent === this.line) each.parent = line; });
      return this.set({ line, turn: this.turn + 1 });
    }
    this.open(branch(this.line, this.turn, [action], { by }), this.turn + 1);
  }

  /** Add a line and look at it. */
  open(line, turn) {
    this.lines.push(line);
    this.set({ line, turn });
  }

  /** Take a variation, and those that branch off it, away. */
  drop(line) {
    const gone = new Set([line]);
    for (const each of this.lines) if (gone.has(each.parent)) gone.add(each);
    this.lines = this.lines.filter((each) => !gone.has(each));
    this.set(gone.has(this.line) ? { line: line.parent, turn: line.from } : {});
  }

  /** The turn after which a card has left a hand, by name and how many of its kind went before. */
  turnOf(name, kinds, nth = 0) {
    let seen = 0;
    for (let turn = 1; turn <= this.last; turn++) {
      const { last } = this.line.positions[turn];
      if (last.card !== name) continue;
      const scored = last.scored ? "played" : "discarded";
      if (scored === kinds && seen++ === nth) return turn;
    }
    return null;
  }

  say(notice) { this.set({ notice }); }

  draw() { render(page(this), document.getElementById("app")); }
}

// --- What keys and buttons do ---------------------------------------------------------------------

function deeds(app) {
  return {
    step: (by) => app.step(by),
    round: (by) => app.step(by * app.table.players),
    go: (turn) => app.go(turn),
    askTurn: () => focusAll("#turn-number"),
    empathy: () => app.set({ view: app.view === "all" ? "empathy" : "all" }),
    view: (view, seat = app.seat) => seat < app.table.players && app.set({ view, seat }),
    flip: () => app.set({ first: (app.first + 1) % app.table.players }),
    text: () => app.set({ asText: !app.asText }),
    engine: () => app.set({ tab: "values", wantSearch: !app.wantSearch }),
    nextLoss: () => {
      const next = (app.losses ?? []).find(({ turn }) => turn > app.turn) ?? app.losses?.[0];
      if (next) app.go(next.turn);
      else app.say("No losses are known yet: see the tab Values.");
    },
    perfectLost: () => {
      const at = app.document.lost_at;
      if (Number.isInteger(at)) app.set({ line: app.main, turn: Math.max(0, at) });
      else app.say("It is not known when the perfect score was lost, or it never was.");
    },
    variation: (by) => {
      if (by < 0) return app.line.parent && app.set({ line: app.line.parent, turn: app.line.from });
      const next = app.lines.find((each) => each.parent === app.line && each.from >= app.turn);
      if (next) app.set({ line: next, turn: next.from + 1 });
    },
    copyLink: async () => {
      const address = await linkTo(app);
      try {
        await navigator.clipboard.writeText(address);
        app.say("A link to this turn is in the clipboard; the whole game is in it.");
      } catch {
        app.say("The address of this page is the link: copy it from the address bar.");
      }
    },
    help: () => document.getElementById("help").showModal(),
  };
}

function focusAll(selector) {
  const found = document.querySelector(selector);
  found?.focus();
  found?.select?.();
}

/** The address of this turn with the game in it, so that any copy of the page can open it. */
async function linkTo(app) {
  app.linkRecord = await packRecord(app.document);
  app.set({});
  return location.href;
}

// --- The page -------------------------------------------------------------------------------------

function page(app) {
  const does = deeds(app);
  app.does = does;
  app.keys = keyGroups(does);
  return html`
    ${header(app, does)}
    <main>
      <section class="stage" aria-label="Board">
        ${said(app)}
        ${app.asText ? textBoard(app) : drawnBoard(app)}
        ${transport(app, does)}
        ${app.asText ? nothing : inspector(app)}
      </section>
      ${side(app)}
    </main>
    ${helpDialog(app.keys, () => document.getElementById("help").close())}`;
}

function header(app, does) {
  const { table, document: game } = app;
  return html`<header class="top">
    <div class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2v6M12 16v6M2 12h6M16 12h6M5 5l4 4M15 15l4 4M19 5l-4 4M9 15l-4 4"></path></svg>
      <h1>${game.title || "Hanabi"}</h1></div>
    ${app.games.length > 1 ? html`<label class="pick">Game <select @change=${(event) => { app.enter(Number(event.target.value)); app.set({ turn: 0 }); }}>
      ${app.games.map((each, at) => html`<option value=${at} ?selected=${at === app.game}>${each.label ?? each.title ?? at + 1}</option>`)}
    </select></label>` : nothing}
    <p class="about">${table.rules.split("(")[0]}, ${table.players} players</p>
    <nav aria-label="Page">
      <button @click=${does.copyLink}>Copy link</button>
      ${game.record ? html`<a class="button" download="game.hanabi" href=${`data:text/plain;charset=us-ascii,${encodeURIComponent(game.record)}`}>Save record</a>` : nothing}
      ${game.site ? html`<a class="button" href=${game.site} target="_blank" rel="noopener noreferrer">Open on hanab.live</a>` : nothing}
      <button aria-pressed=${app.asText} @click=${does.text}>As text</button>
      <button class="icon" aria-label="Light or dark" title="Light or dark" @click=${toggleTheme}>◐</button>
      <button class="icon" aria-label="Keys" title="Keys (?)" @click=${does.help}>?</button>
    </nav>
  </header>`;
}

function said(app) {
  const { table, position } = app, { last } = position;
  const words = last ? lastWords(table, last) : "The deal";
  return html`<div class="said">
    <p class="said-turn">${app.line === app.main ? "Turn" : "Variation, turn"} <b>${app.turn}</b> of ${app.last}</p>
    <p class="said-words" aria-live="polite">${words}. <span>${statusWords(table, position)}</span></p>
    ${app.notice ? html`<p class="notice" role="status">${app.notice}</p>` : nothing}
  </div>`;
}

function drawnBoard(app) {
  return board({
    table: app.table, position: app.position, view: app.view, seat: app.seat, first: app.first,
    agents: app.document.agents, selected: app.selected,
    handlers: {
      card: (seat, slot, held, event) => {
        if (event.altKey) app.go(held.drawn);
        else app.set({ selected: app.selected === held.id ? null : held.id });
      },
      firework: (name) => jump(app, app.turnOf(name, "played")),
      discard: (name, nth) => jump(app, app.turnOf(name, "discarded", nth)),
    },
  });
}

/** To the turn before something happened, as hanab.live does. */
function jump(app, turn) {
  if (turn !== null) app.go(turn - 1);
}

function transport(app, does) {
  const { table } = app;
  const button = (icon, words, run, off) => html`<button class="step" aria-label=${words} title=${words} ?disabled=${off} @click=${run}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${icon}></path></svg></button>`;
  return html`<div class="transport" role="group" aria-label="Turns">
    <div class="steps">
      ${button("M5 4h3v16H5zM20 4v16L9 12z", "To the deal (Home)", () => app.go(0), app.turn === 0)}
      ${button("M18 4v16L6 12z", "Back one turn (←)", () => app.step(-1), app.turn === 0)}
      ${button("M6 4v16l12-8z", "On one turn (→)", () => app.step(1), app.turn === app.last)}
      ${button("M16 4h3v16h-3zM4 4v16l11-8z", "To the end (End)", () => app.go(Infinity), app.turn === app.last)}
    </div>
    <input id="slider" type="range" min="0" max=${app.last} .value=${String(app.turn)} aria-label="Turn"
      aria-valuetext=${`turn ${app.turn} of ${app.last}`} @input=${(event) => app.go(Number(event.target.value))}>
    <label class="turn-box"><span class="sr">Go to turn</span>
      <input id="turn-number" type="number" inputmode="numeric" min="0" max=${app.last} .value=${String(app.turn)}
        @change=${(event) => app.go(Number(event.target.value))}></label>
    <fieldset class="views"><legend class="sr">View</legend>
      ${choice(app, "all", null, "All cards")}
      ${choice(app, "empathy", null, "As known")}
      ${table.seats.map((name, seat) => choice(app, "seat", seat, name))}
    </fieldset>
  </div>`;
}

function choice(app, view, seat, words) {
  const on = app.view === view && (seat === null || app.seat === seat);
  return html`<label class=${on ? "on" : ""}><input type="radio" name="view" .checked=${on}
    @change=${() => app.set(seat === null ? { view } : { view, seat })}><span>${words}</span></label>`;
}

function side(app) {
  const shown = panels.filter((each) => !each.when || each.when(app));
  const open = shown.find((each) => each.id === app.tab) ?? shown[0];
  const move = (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = shown[(shown.indexOf(open) + by + shown.length) % shown.length];
    app.set({ tab: next.id });
    document.getElementById(`tab-${next.id}`).focus();
    event.preventDefault();
  };
  return html`<aside class="side" aria-label="Analysis">
    <div class="tabs" role="tablist" aria-label="Panels" @keydown=${move}>
      ${shown.map((each) => html`<button role="tab" id=${`tab-${each.id}`} aria-controls="panel"
        aria-selected=${each === open} tabindex=${each === open ? 0 : -1}
        @click=${() => app.set({ tab: each.id })}>${each.name}</button>`)}
    </div>
    <div class="panel" role="tabpanel" id="panel" aria-labelledby=${`tab-${open.id}`} tabindex="0">${open.draw(app)}</div>
  </aside>`;
}

// --- Start ----------------------------------------------------------------------------------------

function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

/** What the address asks for. */
function follow(app, asked) {
  if (asked.game !== null && asked.game < app.games.length && asked.game !== app.game) app.enter(asked.game);
  try {
    if (asked.line) {
      const morphs = asked.morphs;
      const line = branch(app.main, asked.line.from, asked.line.actions, { morphs });
      app.lines.push(line);
      app.line = line;
    }
  } catch {
    app.notice = "The variation in this link cannot be played.";
  }
  app.set({
    turn: asked.turn ?? app.turn,
    view: VIEWS.includes(asked.view) ? asked.view : app.view,
    seat: asked.seat !== null && asked.seat < app.table.players ? asked.seat : app.seat,
    tab: asked.tab ?? app.tab,
  });
}

async function start() {
  const asked = readFragment(location.hash);
  let games = await unpackGames(document.getElementById("games").textContent);
  let notice = "";
  if (asked.record) {
    try {
      const told = checkedGame(await unpackRecord(asked.record));
      mainLine({ ...told, positions: null });
      games = [{ facts: null, log: [], agents: [], title: "", ...told, positions: null }];
    } catch (error) {
      notice = `The game in this link cannot be read: ${error.message}.`;
    }
  }
  if (!games.length) {
    document.getElementById("app").textContent = notice || "There is no game here.";
    return;
  }
  const app = new Replay(games);
  if (games[0].positions === null) app.linkRecord = asked.record;
  app.notice = notice;
  follow(app, asked);
  addEventListener("hashchange", () => follow(app, readFragment(location.hash)));
  addEventListener("keydown", (event) => {
    if (document.getElementById("help")?.open) return;
    if (moveFocus(event) || press(app.keys, event)) event.preventDefault();
  });
}

/** Up and down go from card to card, once a card has the focus. */
function moveFocus(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by || !event.target.matches?.(".card")) return false;
  const cards = [...document.querySelectorAll("button.card")];
  cards[(cards.indexOf(event.target) + by + cards.length) % cards.length].focus();
  return true;
}

start();
