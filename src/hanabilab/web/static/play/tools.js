// What there is beside actions: typed commands, taking back, a search.

import { html, nothing } from "lit-html";

/**
 * @param {Sent} told
 * @param {PlayDoes} does busy, mine: whether it is the seat's turn, mayUndo; command(event), undo(), askSearch(); askMeanings(), if anybody teaches.
 */
export function tools(told, does) {
  const { busy, mine, command, askSearch, askMeanings } = does;
  return html`<section class="tools" aria-label="More">
    <form @submit=${command}>
      <label for="command">Command</label>
      <input id="command" autocomplete="off" placeholder="play 2, discard 0, hint 1 red" maxlength="60">
      <button ?disabled=${busy}>Do it</button>
    </form>
    ${undoButton(told, does)}
    ${told.may_undo ? html`<button ?disabled=${!mine} @click=${askSearch}>Ask a search</button>` : nothing}
    ${askMeanings ? html`<button @click=${askMeanings}>What do hints mean?</button>` : nothing}
  </section>`;
}

/** The second click of a double click asks for nothing. @param {Sent} told @param {Pick<PlayDoes, 'undo' | 'mayUndo'>} of */
export function undoButton(told, { undo, mayUndo }) {
  if (!told.may_undo) return nothing;
  return html`<button ?disabled=${!mayUndo} @click=${(/** @type {MouseEvent} */ event) => event.detail < 2 && undo()}>Take my last action back</button>`;
}
