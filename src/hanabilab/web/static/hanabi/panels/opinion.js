// What an agent would do here and why, and what it reads in the last action; two agents side by side.

import { html, nothing } from "lit-html";
import { board } from "hanabi/board";
import { branch, recordText, replayed } from "hanabi/lines";
import { actionWords, lastWords, seatName, withNames } from "hanabi/words";
import { agentBox, usualAgent } from "hanabi/panels/agents";
import { handChoices } from "hanabi/panels/hands";
import { answered, lineText, state } from "hanabi/panels/asking";
import { ask } from "hanabi/server";

/** @param {App} app */
export function opinionPanel(app) {
  const agent = app.opinionAgent ?? usualAgent(app, app.position.seat_to_act ?? 0);
  const told = { record: lineText(app), turn: app.turn, agent };
  const answer = answered(app, "opinion", "agent_opinion", told, (_, item) => item);
  return html`<h2>Agents</h2>
    ${agentBox(app, "opinion", agent, (name) => app.set({ opinionAgent: name }))}
    ${state(answer)}
    ${answer?.value ? opinion(app, answer.value) : nothing}
    ${answer?.value && app.table.as_site ? html`<p class="quiet">In their reasons, agents count slots as records do: from 0, the oldest.</p>` : nothing}
    ${handChoices(app, agent)}
    ${comparing(app)}`;
}

/** @param {App} app @param {Opinion} found */
function opinion(app, found) {
  const { table, position, line, turn } = app, played = line.actions[turn];
  const chosen = position.legal.find((each) => each.id === found.choice);
  return html`
    ${position.legal.length ? html`<h3>What it would do as ${seatName(table, Number(position.seat_to_act))}</h3>
      <p>${chosen ? html`<button class="linkish" @click=${() => app.take(chosen.id)}>${actionWords(table, chosen)}</button>` : withNames(table, found.text)}${
        played === undefined || !chosen ? "" : played === found.choice ? ", as was played" : ", which was not played"}.</p>
      ${found.reason ? html`<p class="reason">${lines(table, found.reason.split("\n"))}</p>` : html`<p class="quiet">It gives no reason.</p>`}` : nothing}
    <h3>What the last action told</h3>
    ${found.readings.length ? found.readings.map((reading) => html`<p class="reason">
        ${reading.seats.length < table.players ? html`<b>to ${reading.seats.map((seat) => seatName(table, seat)).join(", ")}:</b> ` : nothing}${lines(table, reading.lines)}</p>`)
      : html`<p class="quiet">Nothing by its conventions${position.last ? `: ${lastWords(table, position)}` : ""}.</p>`}`;
}

/** @param {Table} table @param {string[]} list */
const lines = (table, list) => list.map((line) => html`<span class="line-of">${withNames(table, line)}</span>`);

// --- Two agents on one deck -----------------------------------------------------------------------

/** @param {App} app */
function comparing(app) {
  const first = app.compareFirst ?? usualAgent(app, 0), second = app.compareSecond ?? "five-rule";
  const start = () => {
    app.stopCompare?.();
    /** @type {Compared} */
    const compared = { sides: [[], []], names: [first, second], turn: 0, done: false };
    app.compared = compared;
    app.stopCompare = ask("compare_agents", { record: recordText(app.document, app.main, 0), first, second },
      ({ side, action }) => compared.sides[side].push(action),
      (mistake) => {
        app.compared = mistake ? null : finished(app, compared);
        app.set({ notice: mistake });
      });
    app.draw();
  };
  return html`<h3>Two agents on this deck</h3>
    <div class="row">${agentBox(app, "compare-first", first, (name) => app.set({ compareFirst: name }), "One")}
      ${agentBox(app, "compare-second", second, (name) => app.set({ compareSecond: name }), "Other")}
      <button @click=${start}>Compare</button></div>
    ${app.compared ? app.compared.done ? sideBySide(app, app.compared) : html`<p class="quiet" role="status">playing …</p>` : nothing}`;
}

/** @param {App} app @param {Compared} told */
function finished(app, told) {
  const games = told.sides.map((actions) => replayed(app.table, app.main.deck, actions));
  let differs = 0;
  while (differs < told.sides[0].length && told.sides[0][differs] === told.sides[1][differs]) differs++;
  return { ...told, games, differs, turn: differs, done: true };
}

/** @param {App} app @param {Compared} told */
function sideBySide(app, told) {
  const { games = [], names, differs = 0, turn } = told, last = Math.max(...games.map((each) => each.length)) - 1;
  const go = (/** @type {number} */ to) => app.set({ compared: { ...told, turn: Math.max(0, Math.min(last, to)) } });
  const scores = games.map((each, at) => `${names[at]} ${each[each.length - 1].score}`).join(", ");
  return html`<p>Scores: ${scores}. ${differs >= Math.min(...told.sides.map((side) => side.length)) ? "They play the same." : `They differ first at turn ${differs + 1}.`}</p>
    <div class="row"><button class="small" @click=${() => go(turn - 1)}>◀ back</button><b>turn ${turn}</b><button class="small" @click=${() => go(turn + 1)}>on ▶</button>
      <button class="small" @click=${() => go(differs)}>first difference</button></div>
    <div class="sides">${games.map((positions, side) => {
      const position = positions[Math.min(turn, positions.length - 1)], next = positions[turn + 1];
      const open = () => {
        app.open({ ...branch(app.main, 0, told.sides[side], { by: names[side] }) }, Math.min(turn, positions.length - 1));
      };
      return html`<section aria-label=${`${side + 1}, ${names[side]}`}><h3>${names[side]}, score ${position.score}</h3>
        <p class=${turn === differs ? "differs" : "quiet"}>${next ? lastWords(app.table, next) : "the end"}</p>
        ${board({ table: app.table, position, view: "all", seat: 0, of: ` of ${side + 1}, ${names[side]}` })}
        <button class="small" @click=${open}>Open as a line</button></section>`;
    })}</div>`;
}

