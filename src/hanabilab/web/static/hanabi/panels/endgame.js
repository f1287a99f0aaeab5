// What every action is worth near the end, exactly: with open hands, and if an agent plays on.

import { html, nothing } from "lit-html";
import { actionWords, legalAction } from "hanabi/words";
import { agentBox, usualBlueprint } from "hanabi/panels/agents";
import { answered, lineText, state } from "hanabi/panels/asking";

/** Cards in the deck from which on values are asked for: with more, few are exact in time. */
const FEW = 5;

/** @param {App} app */
export function endgamePanel(app) {
  const { position } = app, agent = app.endgameAgent ?? usualBlueprint(app);
  return html`<h2>Endgame</h2>
    ${agentBox(app, "endgame", agent, (name) => app.set({ endgameAgent: name }), "Everybody plays on as")}
    ${position.legal.length ? near(app, agent) : html`<p class="quiet">The game is over here.</p>`}`;
}

/** @param {App} app @param {string} agent */
function near(app, agent) {
  const left = app.position.deck_size;
  if (left > FEW) {
    const first = app.line.positions.findIndex((each) => each.deck_size <= FEW);
    return html`<p class="quiet">${left} cards are in the deck. Actions are valued where there are ${FEW} at most.</p>
      ${first < 0 ? nothing : html`<button @click=${() => app.go(first)}>Go to turn ${first}</button>`}`;
  }
  const told = { record: lineText(app), turn: app.turn, agent };
  const answer = answered(app, "endgame", "endgame_values", told, (before, item) => ({ ...before, ...item }));
  const { open, honest, blueprint } = answer.value ?? {};
  return html`${state(answer)}
    ${open ? html`<h3>With open hands</h3>
      <p class="quiet">All seats see all hands, and nobody knows the order of the deck. No real seats can do better.</p>
      ${values(app, open)}` : nothing}
    ${honest ? html`<h3>If the seat to act does not see its hand</h3>
      <p class="quiet">Over ${hands(honest)}. The others see all hands, and all know what each of them does with each hand.</p>
      ${values(app, honest)}` : nothing}
    ${blueprint ? html`<h3>If everybody plays on as ${agent}</h3>
      <p class="quiet">Over ${hands(blueprint)}, and every order of the deck.</p>
      ${values(app, blueprint)}` : nothing}`;
}

/** How many hands the seat to act may hold, and why no others. @param {OverHands} told */
function hands({ hands: count, basis }) {
  return html`${count.toLocaleString("en")} hand${count === 1 ? "" : "s"} that the seat to act may hold, ${
    basis === "exact" ? "by hints and what the others chose" : "by hints alone"}`;
}

/** A row for each action, the best first. @param {App} app @param {Exact} found */
function values(app, found) {
  const next = app.line.actions[app.turn];
  return html`<table class="values"><thead><tr><th scope="col">Action</th><th scope="col">Win</th><th scope="col">Score</th></tr></thead>
    <tbody>${found.actions.map((each, place) => html`<tr class=${place ? "" : "best"}>
      <th scope="row"><button class="linkish" @click=${() => app.take(each.id)}>${actionWords(app.table, legalAction(app.position, each.id))}</button>
        ${each.id === next ? html`<span class="tag played">played</span>` : nothing}</th>
      <td>${between(each.win, 100, 1)} %${proper(each.win.fraction)}</td><td>${between(each.score, 1, 2)}</td></tr>`)}</tbody></table>
    ${found.exact ? nothing : html`<p class="quiet">Two numbers are bounds: there was no time to look at all lines.</p>`}`;
}

/** @param {Bounds} told @param {number} times @param {number} digits */
function between({ lower, upper }, times, digits) {
  const told = [lower, upper].map((value) => (times * value).toFixed(digits));
  return told[0] === told[1] ? told[0] : told.join(" to ");
}

/** A fraction beside its percents, where it is one. @param {string | undefined} fraction */
function proper(fraction) {
  return fraction?.includes("/") ? html` <small>${fraction}</small>` : nothing;
}
