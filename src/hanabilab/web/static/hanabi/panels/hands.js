// What an agent would do under each hand that another seat may hold: what its action tells that seat.

import { html, nothing } from "lit-html";
import { chip } from "hanabi/card";
import { actionWords, choiceWords, seatName } from "hanabi/words";
import { answered, forget, lineText, state } from "hanabi/panels/asking";

/** @param {App} app @param {string} agent */
export function handChoices(app, agent) {
  const { table, position } = app, actor = position.seat_to_act;
  if (actor === null) return nothing;
  const others = table.seats.map((_, seat) => seat).filter((seat) => seat !== actor);
  const seat = others.find((each) => each === app.handSeat) ?? (actor + 1) % table.players;
  const toggle = () => {
    if (app.wantHands) forget(app, "hands");
    app.set({ wantHands: !app.wantHands });
  };
  return html`<h3>Under each hand of another seat</h3>
    <p class="quiet">${seatName(table, actor)} sees the other hands, and acts by them. So each action tells their holders something:
      here is what ${agent} would do for every hand that the holder may have.</p>
    <div class="row"><label>Hand of <select @change=${(/** @type {Changed} */ event) => app.set({ handSeat: Number(event.target.value) })}>
        ${others.map((each) => html`<option value=${each} ?selected=${each === seat}>${seatName(table, each)}</option>`)}</select></label>
      <button aria-pressed=${Boolean(app.wantHands)} @click=${toggle}>${app.wantHands ? "Hide" : "Show"}</button></div>
    ${app.wantHands ? asked(app, agent, seat) : nothing}`;
}

/** @param {App} app @param {string} agent @param {number} seat */
function asked(app, agent, seat) {
  const told = { record: lineText(app), turn: app.turn, seat, agent };
  const answer = answered(app, "hands", "hand_choices", told, (_, item) => item), found = answer.value;
  if (!found) return state(answer);
  const sampled = found.basis.startsWith("sampled"), off = found.basis.endsWith("hints");
  return html`<p class="quiet" role="status">${found.hands.toLocaleString("en")} hands${sampled ? ", a sample of many more" : ""}, by what hints leave${
      off ? "; earlier actions do not fit this agent" : " and by what the agent's earlier actions tell"}.</p>
    <table class="values hands-table"><thead><tr><th scope="col">It would</th><th scope="col">Chance</th><th scope="col">Hands</th></tr></thead>
    <tbody>${found.groups.map((/** @type {HandGroup} */ group) => row(app, group, sampled))}</tbody></table>`;
}

/** @param {App} app @param {HandGroup} group @param {boolean} sampled */
function row(app, group, sampled) {
  const { table, position, line, turn } = app, legal = position.legal.find(({ id }) => id === group.id);
  return html`<tr class=${group.true ? "best" : ""}>
    <th scope="row">${legal ? html`<button class="linkish" @click=${() => app.take(group.id)}>${actionWords(table, legal)}</button>` : choiceWords(table, group.text)}
      ${group.true ? html`<span class="tag best">with the real hand</span>` : nothing}
      ${line.actions[turn] === group.id ? html`<span class="tag played">played</span>` : nothing}
      <details><summary>${sampled ? "some" : "the likeliest"} of ${group.hands.toLocaleString("en")}</summary>
        <ul>${group.likely.map(({ cards, chance }) => html`<li>${cards.map((card) => html`${chip(table, card)} `)}${sampled ? nothing : html`<small>${percent(chance)}</small>`}</li>`)}</ul></details></th>
    <td>${percent(group.share)}</td><td>${group.hands.toLocaleString("en")}</td></tr>`;
}

/** @param {number} share */
function percent(share) {
  const value = 100 * share;
  return value > 0 && value < 0.1 ? "<0.1 %" : `${value.toFixed(value < 9.95 ? 1 : 0)} %`;
}
