// What stands above the board: that the server is silent, what was wrong, who asks to go back.

import { html, nothing } from "lit-html";
import { seatName } from "hanabi/words";

/** @param {Table} table @param {Noticed} state @param {Command} ask sends a command, as `ask("answer", {agree, version})`. */
export function notices(table, state, ask) {
  const { told } = state;
  return html`
    ${state.lost ? html`<p class="notice" role="alert">${state.lost} The game is kept in its file.</p>` : nothing}
    ${told.stopped ? html`<p class="notice" role="alert">The game has stopped: an agent has failed. The terminal says why.</p>` : nothing}
    ${state.error ? html`<p class="notice bad" role="alert">${state.error}</p>` : nothing}
    ${told.undo ? undoNotice(table, told.undo, ask) : nothing}`;
}

/** @param {Table} table @param {Wish} wish @param {Command} ask */
function undoNotice(table, wish, ask) {
  const who = seatName(table, wish.seat);
  if (!wish.asked) return html`<p class="notice" role="status">The others are asked whether to go back.</p>`;
  return html`<div class="notice" role="alert">
    <p>${who} asks to go back to before their last action.</p>
    <button @click=${() => ask("answer", { agree: true, version: wish.version })}>Agree</button>
    <button @click=${() => ask("answer", { agree: false, version: wish.version })}>Refuse</button>
  </div>`;
}
