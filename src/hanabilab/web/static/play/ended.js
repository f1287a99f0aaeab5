// What stands in the place of actions once the game is over.

import { html, nothing } from "lit-html";
import { causeWords, lossList } from "hanabi/ending";
import { lossesOf } from "hanabi/losses";
import { API } from "play/talk";

/**
 * @param {SeatPage} page
 * @param {Sent} told
 * @param {{standing: string, undoButton: Drawn, again: () => void}} of
 * @param does standing: how it ended, in words; undoButton; again() asks for another game.
 */
export function ended(page, told, { standing, undoButton, again }) {
  const { next, stopped } = told;
  return html`<section class="ended" aria-label="The end" tabindex="-1">
    <h2>${standing}</h2>
    ${told.reachable ? lost(page.table, told, told.reachable) : nothing}
    ${stopped ? undoButton : nothing}
    ${page.again ? html`<button class="primary" @click=${() => (next ? location.assign(next) : again())}>Play again</button>` : nothing}
    ${!page.again && next ? html`<a class="button primary" href=${next}>Go on</a>` : nothing}
    ${page.may_see_record && !stopped ? html`<a href=${`${API}/record`} download="game.hanabi">Save the record</a>
      <p class="quiet">Look at it with: hanabi view game.hanabi</p>` : nothing}
  </section>`;
}

/** What lost points: the list that a replay of the game has. @param {Table} table @param {Sent} told @param {number[]} reachable */
function lost(table, { position, log }, reachable) {
  const before = reachable.map((max_reachable, turn) => ({ turn, status: /** @type {const} */ ("running"), max_reachable, last: log[turn - 1] ?? null }));
  const moments = [...before, position];
  return position.score === table.max_score ? nothing : html`<p class="quiet">${causeWords(moments)}</p>
    ${lossList(table, lossesOf(moments).turns, moments)}`;
}
