// What has happened at the table. A style sheet draws the newest first; in the document it is the
// last, so that an action adds one entry and changes none. The line above the board announces it.

import { html, nothing } from "lit-html";
import { lastWords } from "hanabi/words";

/** @param {Table} table @param {(Last & {turn: number})[]} lines of the log, the oldest first. */
export function log(table, lines) {
  return html`<section class="log" aria-label="What has happened">
    <h2>What has happened</h2>
    ${lines.length ? nothing : html`<p class="quiet">Nothing yet.</p>`}
    <div role="log" aria-label="Actions" aria-live="off" tabindex="0">
      <ol>${lines.map((each) =>
        html`<li><span class="n">${each.turn}</span><span>${lastWords(table, { last: each })}</span></li>`)}</ol>
    </div>
  </section>`;
}
