// What every action is worth, by search: values that firm up, losses by turn, and "find better".

import { html, svg, nothing } from "lit-html";
import { chart } from "hanabi/graph";
import { actionWords, legalAction, seatName, signed } from "hanabi/words";
import { agentBox, usualBlueprint } from "hanabi/panels/agents";
import { answered, forget, lineText, state } from "hanabi/panels/asking";
import { ask } from "hanabi/server";
import { recordText } from "hanabi/lines";

/** @param {App} app */
export function valuesPanel(app) {
  const blueprint = app.blueprint ?? usualBlueprint(app);
  return html`<div class="panel-head"><h2>Values</h2>
      <button class=${app.wantSearch ? "" : "primary"} aria-pressed=${Boolean(app.wantSearch)} @click=${() => app.does.engine()}>
        ${app.wantSearch ? "Stop" : "Search this turn"}</button></div>
    ${agentBox(app, "blueprint", blueprint, (name) => { app.forgetLosses(); app.set({ blueprint: name }); }, "Everybody plays on as")}
    ${app.find ? findBetter(app) : app.wantSearch ? values(app, blueprint) : stopped(app)}
    ${lossGraph(app, blueprint)}`;
}

/** @param {App} app */
function stopped(app) {
  forget(app, "values");
  return html`<p class="quiet">Each action is played out in worlds drawn from what the seat to act may know, with everybody
    on the same agent afterwards, all actions with the same cards and the same random numbers.</p>`;
}

/** @param {App} app @param {string} blueprint */
function values(app, blueprint) {
  if (!app.position.legal.length) return html`<p class="quiet">The game is over here.</p>`;
  const told = { record: lineText(app), turn: app.turn, blueprint };
  const answer = answered(app, "values", "action_values", told, (_, item) => item);
  const found = answer?.value;
  return html`${state(answer)}
    ${found ? html`
      <p class="quiet" role="status">${found.note ? `No search: ${found.note}.` : `${found.rollouts.toLocaleString("en")} games played out${answer.done ? "" : " so far"}; beliefs: ${BASIS[found.basis] ?? found.basis}${
        found.basis.startsWith("sampled") && !answer.done ? ", while all are being listed" : ""}.`}</p>
      ${bars(app, found)}` : nothing}`;
}

const BASIS = /** @type {{[basis: string]: string}} */ ({
  exact: "every hand that hints and partners' choices leave",
  hints: "every hand that hints leave; partners' earlier choices do not fit the agent",
  sampled: "a sample of the hands that hints and partners' choices leave",
  "sampled hints": "a sample of the hands that hints leave",
  conventions: "every hand that hints and the agent's conventions leave",
  "sampled conventions": "a sample of the hands that hints and the agent's conventions leave",
});

/** A row for each action: its gain over the blueprint's with its standard error. @param {App} app @param {Valued} found */
export function bars(app, found) {
  // Means of actions rest on different worlds; a gain compares the same ones. So a mean is told as the agent's and the gain.
  const base = found.actions.find(({ id }) => id === found.blueprint_action)?.mean;
  const mean = (/** @type {Value & {gain: number}} */ each) => (base ?? each.mean - each.gain) + each.gain;
  const rows = found.actions.flatMap((each) => (each.gain === null ? [] : [{ ...each, gain: each.gain }])).sort((a, b) => b.gain - a.gain);
  const next = app.line.actions[app.turn];
  // One very bad action does not squeeze the others: the longest bars are cut.
  const sizes = rows.map((each) => Math.abs(each.gain)).sort((a, b) => a - b);
  const reach = Math.max(0.2, 1.4 * (sizes[Math.floor(sizes.length * 0.7)] ?? 0));
  const x = (/** @type {number} */ value) => 60 + (Math.max(-reach, Math.min(reach, value)) / reach) * 56;
  const words = (/** @type {Value} */ { id, text }) => {
    const told = legalAction(app.position, id);
    return told ? actionWords(app.table, told) : text;
  };
  return html`<table class="values"><thead><tr><th scope="col">Action</th><th scope="col">Gain</th><th scope="col" class="bar-head"><span class="sr">Gain drawn</span></th><th scope="col">Mean</th></tr></thead>
    <tbody>${rows.map((each) => {
      const marks = [each.id === found.best ? "best" : "", each.id === found.blueprint_action ? "agent" : "", each.id === next ? "played" : ""].filter(Boolean);
      return html`<tr class=${each.id === found.best ? "best" : ""}>
        <th scope="row"><button class="linkish" @click=${() => app.take(each.id)}>${words(each)}</button>
          ${marks.map((mark) => html`<span class=${`tag ${mark}`}>${mark}</span>`)}</th>
        <td>${signed(each.gain)}<small> ±${(each.gain_sem ?? 0).toFixed(2)}</small></td>
        <td class="bar-cell"><svg class="bar" viewBox="0 0 120 16" aria-hidden="true">
          <line class="axis" x1="60" x2="60" y1="0" y2="16"></line>
          <rect class=${each.gain < 0 ? "minus" : "plus"} x=${Math.min(60, x(each.gain))} y="4" width=${Math.abs(x(each.gain) - 60)} height="8"></rect>
          ${svg`<line class="error" x1=${x(each.gain - (each.gain_sem ?? 0))} x2=${x(each.gain + (each.gain_sem ?? 0))} y1="8" y2="8"></line>`}</svg></td>
        <td>${mean(each).toFixed(2)}</td></tr>`;
    })}</tbody></table>
    <p class="quiet">Gain in points over what the agent would do, ± one standard error, paired over the same worlds.${sizes[sizes.length - 1] > reach ? " The longest bars are cut." : ""}</p>`;
}

// --- Losses by turn -------------------------------------------------------------------------------

/** @param {App} app @param {string} blueprint */
function lossGraph(app, blueprint) {
  const game = app.document;
  if (app.line !== app.main) return nothing;
  const start = () => {
    app.forgetLosses();
    /** @type {Loss[]} */
    const lossTurns = [];
    Object.assign(app, { losses: [], lossTurns });
    app.stopLosses = ask("losses", { record: recordText(game, app.main), blueprint },
      (item) => { lossTurns.push(item); rank(app, lossTurns); app.draw(); },
      (mistake) => { app.stopLosses = null; app.set(mistake ? { notice: mistake } : {}); });
    app.draw();
  };
  const turns = app.lossTurns ?? [], running = Boolean(app.stopLosses);
  // A loss stands where the list and the keys go: at the position before its action.
  const values = app.main.positions.map((_, at) => turns[at]?.loss ?? null);
  return html`<h3>What each turn lost</h3>
    ${turns.length ? nothing : html`<p class="quiet">A shorter search at every turn shows which actions cost most.</p>`}
    <div class="row"><button @click=${running ? () => { app.stopLosses?.(); app.set({ stopLosses: null }); } : start}>
      ${running ? `Stop (turn ${turns.length} of ${app.last})` : turns.length ? "Search all turns again" : "Search all turns"}</button>
      ${app.losses?.length && !app.find ? html`<button @click=${() => begin(app, app.losses?.[0])}>Find better</button>` : nothing}</div>
    ${turns.length ? chart({ title: "Points lost", turn: app.turn, zero: true, go: (turn) => app.go(turn),
      series: [{ name: "loss of the next action against the best", kind: "d", values }] }) : nothing}
    ${app.losses?.length && !app.find ? html`<ol class="losses">${app.losses.slice(0, 8).map((each) => html`<li>
      <button class="linkish" @click=${() => app.go(each.turn - 1)}>turn ${each.turn}, ${seatName(app.table, each.seat)}</button>
      lost <b>${each.loss.toFixed(2)}</b> <small>±${each.loss_sem.toFixed(2)}</small></li>`)}</ol>` : nothing}
    ${turns.length && !running && !app.losses?.length ? html`<p>No action is surely worse than the best one.</p>` : nothing}`;
}

/** The losses that are surely some, largest first; `does.nextLoss` goes through them by turn. @param {App} app @param {Loss[]} turns */
function rank(app, turns) {
  const sure = turns.filter(({ loss, loss_sem }) => loss >= 0.1 && loss > 2 * loss_sem);
  app.losses = sure.sort((a, b) => b.loss - a.loss);
}

// --- Find better ----------------------------------------------------------------------------------

/** @param {App} app @param {Loss | undefined} each a loss; none at the end of the list. */
function begin(app, each) {
  app.set({ find: each ? { each, said: "", solved: false } : null, wantSearch: false, line: app.main,
    turn: each ? each.turn - 1 : app.turn, view: each ? "seat" : app.view, seat: each ? each.seat : app.seat });
}

/** The board before a large loss: the reader looks for a better action. @param {App} app */
function findBetter(app) {
  const { each, said, solved } = /** @type {Better} */ (app.find);
  const losses = app.losses ?? [], at = losses.indexOf(each);
  const leave = () => app.set({ find: null, view: "all" });
  if (app.turn !== each.turn - 1) return html`<p>Go back to <button class="linkish" @click=${() => begin(app, each)}>turn ${each.turn}</button>, or <button class="linkish" @click=${leave}>leave</button>.</p>`;
  const value = (/** @type {number} */ id) => /** @type {Value} */ (each.actions.find((one) => one.id === id));
  const gain = (/** @type {Value} */ one) => one.gain ?? -Infinity;
  const best = value(each.best), played = value(each.played);
  const words = (/** @type {number} */ id) => actionWords(app.table, legalAction(app.position, id));
  const choose = (/** @type {Changed} */ event) => {
    const id = Number(event.target.value);
    event.target.value = "";
    const mine = value(id);
    const near = gain(best) - gain(mine) <= Math.max(0.1, 2 * Math.hypot(best.gain_sem ?? 0, mine.gain_sem ?? 0));
    const better = gain(mine) > gain(played);
    const text = id === each.best ? `Yes: ${words(id)} is the best that the search found.`
      : id === each.played ? "That is what was played."
      : near && better ? `${words(id)} is as good as the best that the search found.`
      : better ? `${words(id)} is better than what was played, but not the best.` : `${words(id)} is not better.`;
    app.set({ find: { each, said: text, solved: near && better } });
  };
  return html`<section class="find" aria-label="Find better">
    <h3>Find better: turn ${each.turn}, ${at + 1} of ${losses.length}</h3>
    <p>${seatName(app.table, each.seat)} did “${words(each.played)}”, which lost ${each.loss.toFixed(2)} points. What would be better?</p>
    <select aria-label="Your action" @change=${choose}><option value="">your action …</option>
      ${app.position.legal.map((one) => html`<option value=${one.id}>${actionWords(app.table, one)}</option>`)}</select>
    ${said ? html`<p role="status"><b>${said}</b></p>` : nothing}
    ${solved ? bars(app, each) : nothing}
    <div class="row"><button @click=${() => begin(app, losses[at + 1])}>${at + 1 < losses.length ? "Next" : "Finish"}</button>
      ${solved ? nothing : html`<button @click=${() => app.set({ find: { each, said: `The search plays: ${words(each.best)}.`, solved: true } })}>Show it</button>`}
      <button @click=${leave}>Leave</button></div></section>`;
}
