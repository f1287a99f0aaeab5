// Variations: a tree of lines, and what may be done at this turn.

import { html, nothing } from "lit-html";
import { actionWords, cardWords, lastWords, seatName, slotNumber } from "hanabi/words";
import { recordText } from "hanabi/lines";
import { agentBox, usualBlueprint } from "hanabi/panels/agents";
import { ask, hasServer } from "hanabi/server";

/** @param {App} app */
export function linesPanel(app) {
  const { position } = app;
  return html`<h2>Variations</h2>
    ${tree(app, app.main)}
    <h3>${position.legal.length ? `What ${seatName(app.table, Number(position.seat_to_act))} may do` : "The game is over here"}</h3>
    <div class="choices">${groups(app)}</div>
    ${hasServer ? playOn(app) : html`<p class="quiet">Agents play a line on where <code>hanabi view</code> serves the page.</p>`}`;
}

/** @param {App} app @param {Line} line @returns {Drawn} */
function tree(app, line) {
  const below = app.lines.filter((each) => each.parent === line);
  return html`<ul class="tree"><li>
    <button class=${line === app.line ? "now" : ""} aria-current=${line === app.line ? "true" : nothing}
      @click=${() => app.set({ line, turn: line === app.main ? app.turn : Math.min(line.from + 1, line.positions.length - 1) })}>
      ${title(app, line)}</button>
    ${line === app.main ? nothing : html`<button class="plain" aria-label="Remove this variation" title="Remove" @click=${() => app.drop(line)}>✕</button>`}
    ${below.map((each) => tree(app, each))}
  </li></ul>`;
}

/** @param {App} app @param {Line} line */
function title(app, line) {
  const end = line.positions[line.positions.length - 1];
  if (line === app.main) return html`The game <small>${end.turn} turns, score ${end.score}</small>`;
  const begins = line.positions[line.from + 1];
  const morph = line.morphs.length ? `with ${line.morphs.map(({ card }) => cardWords(app.table, card)).join(", ")}` : "";
  return html`${line.from + 1}. ${begins ? lastWords(app.table, begins) : "the same so far"}
    <small>${[morph, line.by, `${end.turn - line.from} turns, score ${end.score}`].filter(Boolean).join("; ")}</small>`;
}

/** @param {App} app */
function groups(app) {
  const { table, position } = app;
  /** @type {[string, Action[]][]} */
  const sets = [
    ["Play", position.legal.filter(({ kind }) => kind === "play")],
    ["Discard", position.legal.filter(({ kind }) => kind === "discard")],
    ...table.seats.map((name, seat) => /** @type {[string, Action[]]} */ ([`Hint to ${name}`, position.legal.filter(({ target }) => target === seat)])),
  ];
  return sets.filter(([, list]) => list.length).map(([name, list]) => html`<div class="choice-row"><h4>${name}</h4>
    <div>${list.map((each) => {
      const short = each.target === undefined ? (each.slot < table.hand_size ? `slot ${slotNumber(table, each.slot, each.held)}` : "deck") : each.value;
      const done = app.line.actions[app.turn] === each.id;
      return html`<button class=${`small${done ? " now" : ""}`} aria-label=${actionWords(table, each)} @click=${() => app.take(each.id)}>${short}</button>`;
    })}</div></div>`);
}

/** @param {App} app */
function playOn(app) {
  const agent = app.playAgent ?? usualBlueprint(app);
  const run = () => {
    const { line, turn } = app;
    /** @type {number[]} */
    const actions = [];
    app.stopPlay?.();
    const finish = (/** @type {string} */ mistake) => {
      if (actions.length && !mistake) {
        try { app.openFrom(line, turn, actions, agent); } catch (error) { mistake = error.message; }
      }
      app.set({ stopPlay: null, notice: mistake || `${agent} has played ${actions.length} turns on.` });
    };
    const stop = ask("play_on", { record: recordText(app.document, line, turn), turn, agents: agent },
      ({ action }) => actions.push(action), finish);
    app.set({ stopPlay: stop, notice: `${agent} plays on …` });
  };
  return html`<h3>Let an agent play on from here</h3>
    <div class="row">${agentBox(app, "play-agent", agent, (name) => app.set({ playAgent: name }))}
      <button @click=${run} ?disabled=${!app.position.legal.length}>Play on</button></div>`;
}

