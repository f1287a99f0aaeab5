// What a search says of the actions of a seat: the six best with their scores.

import { html, nothing } from "lit-html";
import { actionWords, legalAction } from "hanabi/words";

/** @param {Table} table @param {Position} position @param {Advice} hint of the server; it has no actions as long as the search runs up. */
export function search(table, position, hint) {
  const rows = hint.actions.flatMap(({ id, value, error }) => (value === null || error === null ? [] : [{ id, value, error }]));
  return html`<section class="search" aria-label="What a search says">
    <h2>What a search says</h2>
    <p class="quiet">Mean final score if everybody played on as an agent does, over ${hint.rollouts.toLocaleString("en")}
      games played out; behind it its standard error. It knows no more than you do.</p>
    ${rows.length ? nothing : html`<p role="status">Searching ...</p>`}
    <table ?hidden=${!rows.length}><thead><tr><th scope="col">action</th><th scope="col" class="number">score</th></tr></thead><tbody>
      ${rows.slice(0, 6).map((each) => html`<tr><td>${actionWords(table, legalAction(position, each.id))}</td>
        <td class="number">${each.value.toFixed(2)} ± ${each.error.toFixed(2)}</td></tr>`)}
    </tbody></table>
  </section>`;
}
