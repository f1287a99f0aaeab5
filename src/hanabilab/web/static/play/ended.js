// What stands in the place of actions once the game is over.

import { html, nothing } from "lit-html";
import { API } from "play/talk";

/**
 * @param {SeatPage} page
 * @param {Sent} told
 * @param {{standing: string, undoButton: Drawn, again: () => void}} of
 * @param does standing: how it ended, in words; undoButton; again() asks for another game.
 */
export function ended(page, { next, stopped }, { standing, undoButton, again }) {
  return html`<section class="ended" aria-label="The end" tabindex="-1">
    <h2>${standing}</h2>
    ${stopped ? undoButton : nothing}
    ${page.again ? html`<button class="primary" @click=${() => (next ? location.assign(next) : again())}>Play again</button>` : nothing}
    ${!page.again && next ? html`<a class="button primary" href=${next}>Go on</a>` : nothing}
    ${page.may_see_record && !stopped ? html`<a href=${`${API}/record`} download="game.hanabi">Save the record</a>
      <p class="quiet">Look at it with: hanabi view game.hanabi</p>` : nothing}
  </section>`;
}
