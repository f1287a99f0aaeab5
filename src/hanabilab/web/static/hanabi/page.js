// The page of a game: header, board, turns, panels.

import { html, nothing } from "lit-html";
import { actionsOfCard, besideCard, pilesOf } from "hanabi/acting";
import { hintLetter } from "hanabi/arrows";
import { board } from "hanabi/board";
import { deeds } from "hanabi/deeds";
import { endCard } from "hanabi/ending";
import { inspector } from "hanabi/inspector";
import { helpDialog, keyGroups } from "hanabi/keys";
import { recordText } from "hanabi/lines";
import { colorSwitch } from "hanabi/palette";
import { panels } from "hanabi/panels/all";
import { siteLink } from "hanabi/site";
import { textBoard } from "hanabi/text";
import { toggleTheme } from "hanabi/theme";
import { turnStrip } from "hanabi/turns";
import { actionWords, lastWords, statusWords } from "hanabi/words";

/** More games than this are not found by reading the list. */
const MANY = 20;

/** The list that the game was opened from, at its place. */
const list = document.querySelector('meta[name="hanabi-list"]')?.getAttribute("content");

/** The whole page, drawn from the application. @param {App} app */
export function page(app) {
  const does = deeds(app);
  app.does = does;
  app.keys = keyGroups(does);
  const beside = side(app); // first: it may ask for the marks of cards
  return html`
    ${header(app, does)}
    <main>
      <section class="stage" aria-label="Board">
        ${said(app)}
        ${app.asText ? textBoard(app) : drawnBoard(app)}
        ${turnStrip(app)}
        ${transport(app, does)}
      </section>
      <div class="beside-board">${endCard(app)}${beside}</div>
    </main>
    ${helpDialog(app.keys, () => document.getElementById("help").close())}`;
}

/** @param {App} app @param {Deeds} does */
function header(app, does) {
  const { table, document: game } = app;
  const record = recordText(game, app.main), site = siteLink(app.main);
  return html`<header class="top">
    <div class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2v6M12 16v6M2 12h6M16 12h6M5 5l4 4M15 15l4 4M19 5l-4 4M9 15l-4 4"></path></svg>
      <h1>${game.title || "Hanabi"}</h1></div>
    ${list ? html`<a class="button" href=${list}>All games</a>` : nothing}
    ${app.games.length > 1 ? picker(app) : nothing}
    <p class="about">${table.variant || table.rules.split("(")[0]}, ${table.players} players</p>
    <nav aria-label="Page">
      <button @click=${does.copyLink}>Copy link</button>
      <a class="button" download="game.hanabi" href=${`data:text/plain;charset=us-ascii,${encodeURIComponent(record)}`}>Save record</a>
      ${site ? html`<a class="button" href=${site} target="_blank" rel="noopener noreferrer">Open on hanab.live</a>` : nothing}
      <button aria-pressed=${app.asText} @click=${does.text}>As text</button>
      ${colorSwitch([table, ...app.games.map((each) => each.table)], () => app.set({}))}
      <button class="icon" aria-label="Light or dark" title="Light or dark" @click=${toggleTheme}>◐</button>
      <button class="icon" aria-label="Keys" title="Keys (?)" @click=${does.help}>?</button>
    </nav>
  </header>`;
}

/** The list of games; where they are many, with a box that finds some of them by name. @param {App} app */
function picker(app) {
  const name = (/** @type {number} */ at) => `${app.games[at].label ?? app.games[at].title ?? at + 1}`;
  const wanted = (app.wanted ?? "").toLowerCase();
  const shown = [...app.games.keys()].filter((at) => at === app.game || name(at).toLowerCase().includes(wanted));
  return html`
    ${app.games.length > MANY ? html`<label class="pick">Find <input type="search" size="12" .value=${app.wanted ?? ""}
      @input=${(/** @type {Changed} */ event) => app.set({ wanted: event.target.value })}></label>` : nothing}
    <label class="pick">Game <select @change=${(/** @type {Changed} */ event) => { app.enter(Number(event.target.value)); app.set({ turn: 0 }); }}>
      ${shown.map((at) => html`<option value=${at} ?selected=${at === app.game}>${name(at)}</option>`)}
    </select></label>
    ${wanted ? html`<span class="quiet" role="status">${shown.length} of ${app.games.length} games</span>` : nothing}`;
}

/** @param {App} app */
function said(app) {
  const { table, position } = app, { last } = position;
  const words = last ? lastWords(table, position) : "The deal";
  return html`<div class="said">
    <p class="said-turn">${app.line === app.main ? "Turn" : "Variation, turn"} <b>${app.turn}</b> of ${app.last}</p>
    <p class="said-words" aria-live="polite">${words}. <span>${statusWords(table, position)}</span></p>
    ${app.notice ? html`<p class="notice" role="status">${app.notice}</p>` : nothing}
  </div>`;
}

/** @param {App} app */
function drawnBoard(app) {
  return board({
    table: app.table, position: app.position, view: app.view, seat: app.seat, first: app.first,
    agents: app.document.agents, selected: app.selected, marks: bestMarks(app) ?? app.marks,
    piles: pilesOf(app.position, app.selected), beside: (seat, slot) => besideCard(choosing(app), seat, slot),
    handlers: {
      card: (seat, slot, held, event) => {
        if (event.altKey) app.go(held.drawn);
        else if (app.selected === held.id) app.set({ selected: null });
        else if (actionsOfCard(app.position, seat, slot).length) app.set({ selected: held.id, story: null });
        else app.tell(held.id);
      },
      firework: (name) => jump(app, app.turnOf(name, "played")),
      discard: (name, nth) => jump(app, app.turnOf(name, "discarded", nth)),
    },
  });
}

/** Marks of the cards that the best action is about, once the panel of values has found it; none while the reader looks for it. @param {App} app */
function bestMarks(app) {
  const { table, position, valued: found } = app;
  const best = found && position.legal.find(({ id }) => id === found.best);
  if (!best) return null;
  const sign = best.touched ? hintLetter(table, best) : best.kind[0].toUpperCase();
  return (best.touched ?? [best.slot]).map((/** @type {number} */ slot) => ({ seat: best.target ?? position.seat_to_act, slot, kind: `best: ${actionWords(table, best)}`, sign, best: true }));
}

/** What the buttons beside a card do: try an action, which begins a variation; tell its story. @param {App} app @returns {Beside} */
function choosing(app) {
  const open = app.story === app.selected;
  return {
    table: app.table, position: app.position, story: open ? (seat, slot) => inspector(app, seat, slot) : null,
    act: (action) => app.tryAction(action),
    tell: () => (open ? app.set({ story: null }) : app.tell(Number(app.selected))),
    close: app.does.leaveCard,
  };
}

/** To the turn before something happened, as hanab.live does. @param {App} app @param {number | null} turn */
function jump(app, turn) {
  if (turn !== null) app.go(turn - 1);
}

/** @param {App} app @param {Deeds} does */
function transport(app, does) {
  const { table } = app;
  /** @type {(icon: string, words: string, run: () => void, off: boolean) => Drawn} */
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
      aria-valuetext=${`turn ${app.turn} of ${app.last}`} @input=${(/** @type {Changed} */ event) => app.go(Number(event.target.value))}>
    <label class="turn-box"><span class="sr">Go to turn</span>
      <input id="turn-number" type="number" inputmode="numeric" min="0" max=${app.last} .value=${String(app.turn)}
        @change=${(/** @type {Changed} */ event) => app.go(Number(event.target.value))}></label>
    <fieldset class="views"><legend class="sr">View</legend>
      ${choice(app, "all", null, "All cards")}
      ${choice(app, "empathy", null, "As known")}
      ${table.seats.map((name, seat) => choice(app, "seat", seat, name))}
      <button class="small" aria-pressed=${Boolean(table.as_site)} @click=${does.asSite}
        title="Newest card on the left, slots from 1">As on hanab.live</button>
    </fieldset>
  </div>`;
}

/** @param {App} app @param {View} view @param {number | null} seat @param {string} words */
function choice(app, view, seat, words) {
  const on = app.view === view && (seat === null || app.seat === seat);
  return html`<label class=${on ? "on" : ""}><input type="radio" name="view" .checked=${on}
    @change=${() => app.set(seat === null ? { view } : { view, seat })}><span>${words}</span></label>`;
}

/** @param {App} app */
function side(app) {
  const open = panels.find((each) => each.id === app.tab) ?? panels[0];
  const move = (/** @type {KeyboardEvent} */ event) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    const next = panels[(panels.indexOf(open) + by + panels.length) % panels.length];
    app.set({ tab: next.id });
    document.getElementById(`tab-${next.id}`)?.focus();
    event.preventDefault();
  };
  return html`<aside class="side" aria-label="Analysis">
    <div class="tabs" role="tablist" aria-label="Panels" @keydown=${move}>
      ${panels.map((each) => html`<button role="tab" id=${`tab-${each.id}`} aria-controls="panel"
        aria-selected=${each === open} tabindex=${each === open ? 0 : -1}
        @click=${() => app.set({ tab: each.id })}>${each.name}</button>`)}
    </div>
    <div class="panel" role="tabpanel" id="panel" aria-labelledby=${`tab-${open.id}`} tabindex="0">${open.draw(app)}</div>
  </aside>`;
}
