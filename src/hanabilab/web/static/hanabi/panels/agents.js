// A box to name an agent in, with the names that are known.

import { html } from "lit-html";

/** Whom to ask if nobody is named: who sat at the seat, if that was an agent. @param {App} app @param {number} seat */
export function usualAgent(app, seat) {
  const name = app.document.agents?.[seat];
  const known = name && (!/[./]/.test(name.split("(")[0]) || app.document.offered?.includes(name));
  return known && name !== "human" ? name : app.table.agent ?? "smart";
}

/** The same of whom others play on as: one that does not search itself. @param {App} app */
export function usualBlueprint(app) {
  const name = usualAgent(app, app.position.seat_to_act ?? 0);
  return /^(sparta|joint|ismcts|adaptive)/.test(name) ? app.table.agent ?? "smart" : name;
}

const KNOWN = ["smart", "keen", "five-rule", "information", "hat", "iggi", "piers", "newest", "net(guided-2p)", "sparta(smart)"];

/** @param {App} app @param {string} id @param {string} value @param {(name: string) => void} take @param {string} [words] */
export function agentBox(app, id, value, take, words = "Agent") {
  return html`<label class="agent-box" for=${id}>${words}
    <input id=${id} list=${`${id}-names`} .value=${value} spellcheck="false" autocomplete="off" @change=${(/** @type {Changed} */ event) => take(event.target.value.trim())}>
    <datalist id=${`${id}-names`}>${[...(app.document.offered ?? []), ...KNOWN].map((name) => html`<option value=${name}></option>`)}</datalist></label>`;
}
