// A box to name an agent in, with the names that are known.

import { html } from "lit-html";

const KNOWN = ["smart", "five-rule", "information", "hat", "iggi", "piers", "newest", "sparta(smart)"];

export function agentBox(app, id, value, take) {
  return html`<label class="agent-box" for=${id}>Agent
    <input id=${id} list="agents" .value=${value} spellcheck="false" autocomplete="off" @change=${(event) => take(event.target.value.trim())}></label>
    <datalist id="agents">${KNOWN.map((name) => html`<option value=${name}></option>`)}</datalist>`;
}
