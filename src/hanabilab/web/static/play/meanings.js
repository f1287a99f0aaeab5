// What hints mean by the conventions of an agent at the table: those of others since one's last action,
// and what one's own would be read as.

import { html, nothing } from "lit-html";
import { actionWords, legalAction } from "hanabi/words";

/**
 * @param {Table} table
 * @param {Position} position
 * @param {Meanings} told
 * @param found of the server; `told` is null as long as it has not answered.
 */
export function meanings(table, position, { told, would }) {
  return html`<section class="meanings" aria-label="What hints mean">
    <h2>What hints mean</h2>
    ${told ? past(table, told) : html`<p role="status">Reading ...</p>`}
    ${would.length ? html`<h3>What yours would be read as</h3>
      <dl>${would.map(({ id, words }) => html`<dt>${actionWords(table, legalAction(position, id))}</dt>
        <dd>${words}</dd>`)}</dl>` : nothing}
  </section>`;
}

/** @param {Table} table @param {Meaning[]} told */
function past(table, told) {
  if (!told.length) return html`<p class="quiet">Nobody has given a hint since your last action.</p>`;
  return html`<h3>Since your last action</h3>
    <dl>${told.map(({ turn, seat, words }) => html`<dt>Turn ${turn}, ${table.seats[seat]}</dt><dd>${words}</dd>`)}</dl>`;
}
