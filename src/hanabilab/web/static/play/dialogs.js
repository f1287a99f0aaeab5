// The dialogs of the table: its keys, and the guided start.

import { html, nothing } from "lit-html";
import { KEYS } from "play/actions";
import { guide } from "play/guide";

/** @param {Table} table @param {Seated} state of the page @param {{draw: () => void, close: () => void}} does */
export function dialogs(table, state, { draw, close }) {
  return html`
    <dialog id="help" aria-labelledby="help-title" @close=${() => (state.help = false)}>
      <div class="dialog-in"><h2 id="help-title">Keys</h2>
      <dl class="keys">${KEYS.map(([key, does]) => html`<dt>${key}</dt><dd>${does}</dd>`)}</dl>
      <p>Commands: play 2, discard 0, hint 1 red (to the seat 1 to the left), hint 3 to Bob; with two players hint red
        will do. A click on a card shows what can be done with it. Drag one of your cards to the fireworks or to the discards,
        or click them once it is chosen. A card that is chosen has a field for your note; note 2 keep writes one to slot 2 of
        your hand.</p>
      <p><button class="primary" @click=${close}>Close</button></p></div>
    </dialog>
    <dialog id="guide" aria-labelledby="guide-title" @close=${() => (state.guide = false)}>
      <div class="dialog-in">${state.guide ? guide(table, { draw, close }) : nothing}</div>
    </dialog>`;
}
