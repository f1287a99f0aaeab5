// How likely each card is: a grid for each slot of a seat's hand, with reasons for what is ruled out.

import { html, nothing } from "lit-html";
import { isShown } from "hanabi/board";
import { printedOf } from "hanabi/card";
import { cardWords, seatName, slotWords, withNames } from "hanabi/words";
import { answered, lineText, state } from "hanabi/panels/asking";

const WHY = { by_hints: "h", in_sight: "s", needed: "n" };

/** @param {App} app */
export function chancesPanel(app) {
  const { table, position } = app;
  const seat = app.chanceSeat ?? position.seat_to_act ?? 0;
  const told = { record: lineText(app), turn: app.turn, seat };
  const answer = answered(app, "chances", "card_chances", told, (before, item) => ({ ...before, ...item }));
  return html`<div class="panel-head"><h2>Chances</h2>
      <label>Hand of <select @change=${(/** @type {Changed} */ event) => app.set({ chanceSeat: Number(event.target.value) })}>
        ${table.seats.map((name, at) => html`<option value=${at} ?selected=${at === seat}>${name}</option>`)}</select></label></div>
    ${state(answer)}
    ${answer.value ? grids(app, answer.value, seat) : nothing}`;
}

/** @param {App} app @param {Chances} found @param {number} seat */
function grids(app, found, seat) {
  const open = app.chancePublic ? found.public : undefined;
  return html`
    <p class="quiet">As far as ${seatName(app.table, seat)} knows from hints and what is in sight, this hand
      can have been dealt in ${Number(found.deals).toLocaleString("en")} way${found.deals === "1" ? "" : "s"}. Chances are in percent.</p>
    <label class="check"><input type="checkbox" .checked=${Boolean(open)} ?disabled=${!found.public}
      @change=${(/** @type {Changed} */ event) => app.set({ chancePublic: event.target.checked })}> from public knowledge alone, as everybody sees it</label>
    <div class="grids">${found.slots.map((slot, at) => grid(app, slot, open ? open[at] : slot.chances, Boolean(open), seat))}</div>
    <p class="quiet legend"><b>h</b> hints rule it out, <b>s</b> all copies are in sight, <b>n</b> other slots need every copy left.
      A ring marks the card that it is.</p>`;
}

/** @param {App} app @param {SlotChances} slot @param {number[]} chances @param {boolean} open @param {number} seat */
function grid(app, slot, chances, open, seat) {
  const { table } = app;
  const held = app.position.hands[seat].find((each) => each?.id === slot.id);
  const shown = held && isShown(app, seat, held);
  return html`<table class="chances">
    <caption>${slotWords(table, [slot.slot], app.position.hands[seat])}</caption>
    <thead><tr><td></td>${table.ranks.map((rank) => html`<th scope="col">${rank === 7 ? "S" : rank}</th>`)}</tr></thead>
    <tbody>${table.suits.map((suit) => html`<tr><th scope="row" title=${suit.name}>${printedOf(suit)}</th>
      ${table.ranks.map((rank) => {
        const name = `${suit.letter}${rank}`, card = table.cards.indexOf(name), chance = chances[card], why = open ? null : slot.why[card];
        const words = `${cardWords(table, name)}: ${chance ? `${percent(chance)} %` : why ? withNames(table, why.text) : "not possible"}`;
        const level = chance ? `p${Math.min(10, Math.ceil(chance * 10))}` : "out";
        return html`<td class=${`${level}${shown && held.card === name ? " it" : ""}`} title=${words}>
          ${chance ? html`${percent(chance)}<span class="sr"> percent</span>` : html`<span aria-hidden="true">${why ? WHY[why.kind] : "·"}</span><span class="sr">${why ? withNames(table, why.text) : "no"}</span>`}</td>`;
      })}</tr>`)}</tbody></table>`;
}

/** @param {number} chance */
function percent(chance) {
  const value = 100 * chance;
  return value >= 9.95 ? Math.round(value) : value >= 0.95 ? value.toFixed(0) : "<1";
}
