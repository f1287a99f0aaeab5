// The log: every action, those of variations too; click a line to go there.

import { html, nothing } from "lit-html";
import { chip } from "hanabi/card";
import { noteBox, noteOf } from "hanabi/notes";
import { placeWords, seatName } from "hanabi/words";

/** @param {App} app */
export function logPanel(app) {
  const { table, line } = app, lost = line === app.main ? app.document.lost_at : null;
  const only = app.logKind ?? "all";
  const rows = line.positions.slice(1, app.hideLater ? app.turn + 1 : undefined).filter(({ last }) =>
    last && (only === "all" || (only === "hints") === (last.target !== undefined)));
  return html`
    <div class="panel-head"><h2>Log</h2>
      <label>Show <select @change=${(/** @type {Changed} */ event) => app.set({ logKind: event.target.value })}>
        ${[["all", "everything"], ["hints", "hints"], ["cards", "plays and discards"]].map(([kind, words]) =>
          html`<option value=${kind} ?selected=${kind === only}>${words}</option>`)}
      </select></label></div>
    <label class="check"><input type="checkbox" .checked=${Boolean(app.hideLater)} @change=${(/** @type {Changed} */ event) => app.set({ hideLater: event.target.checked })}>
      Hide what comes later</label>
    ${noteBox(app)}
    <div role="log" aria-label="Log" aria-live="off">
      <ol class="log">
        <li><button class=${app.turn === 0 ? "now" : ""} aria-current=${app.turn === 0 ? "step" : nothing} @click=${() => app.go(0)}><span class="n">0</span><span>The deal</span></button></li>
        ${rows.map(({ turn, last, hands }) => last && html`<li>
          ${line !== app.main && turn === line.from + 1 ? html`<p class="branch-mark">the variation begins</p>` : nothing}
          <button class=${kind(app, turn, last)} aria-current=${turn === app.turn ? "step" : nothing}
              @click=${() => app.go(turn)}>
            <span class="n">${turn}</span><span class="who">${seatName(table, last.seat)}</span>
            <span class="what">${what(table, { last, hands })}</span>
            ${noteOf(app, turn) ? html`<span class="note">${noteOf(app, turn)}</span>` : nothing}
            ${turn === lost ? html`<span class="flag">the perfect score was lost</span>` : nothing}
          </button></li>`)}
      </ol>
    </div>`;
}

let followed = "";

/** Scroll the list to the turn that is looked at, once it is another; the page itself stays. @param {App} app */
export function followTurn(app) {
  const turn = app.tab === "log" ? `${app.turn} ${app.lines.indexOf(app.line)}` : "";
  if (turn === followed) return;
  followed = turn;
  if (turn) requestAnimationFrame(scrollToTurn);
}

function scrollToTurn() {
  const row = document.querySelector(".log [aria-current]"), list = row?.closest(".log");
  const box = list && list.scrollHeight > list.clientHeight ? list : list?.closest(".panel");
  if (!row || !box) return;
  const inner = row.getBoundingClientRect(), outer = box.getBoundingClientRect();
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
  box.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
}

/** @param {App} app @param {number} turn @param {Last} last */
function kind(app, turn, last) {
  const bad = last.kind === "play" && !last.scored ? " bad" : "";
  return `${turn === app.turn ? "now" : turn > app.turn ? "later" : ""}${bad} is-${last.kind}`;
}

/** @param {Table} table @param {{last: Last, hands: Hand[]}} told */
function what(table, { last, hands }) {
  if (last.target === undefined) {
    const verb = last.kind === "play" ? (last.scored ? "plays" : "misplays") : "discards";
    return html`${verb} ${chip(table, last.card)} <small>${placeWords(table, last, hands)}</small>`;
  }
  const told = last.kind === "rank" ? `${last.value}s` : last.value;
  return html`hints <b>${told}</b> to ${seatName(table, last.target)} <small>${placeWords(table, last, hands)}</small>`;
}
