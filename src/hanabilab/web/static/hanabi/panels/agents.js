// A box to name an agent in, with the names that are known.

import { html } from "lit-html";

const KNOWN = ["smart", "five-rule", "information", "hat", "iggi", "piers", "newest", "sparta(smart)"];

export function agentBox(app, id, value, take, words = "Agent") {
  return html`<label class="agent-box" for=${id}>${words}
    <input id=${id} list=${`${id}-names`} .value=${value} spellcheck="false" autocomplete="off" @change=${(event) => take(event.target.value.trim())}>
    <datalist id=${`${id}-names`}>${KNOWN.map((name) => html`<option value=${name}></option>`)}</datalist></label>`;
}
