// The keys of the page, and the dialog that lists them. Those of hanab.live where it has them.

import { html } from "lit-html";

/** Groups of keys: what is pressed, what it is called in an event, what it does, and how. @param {Deeds} does @returns {KeyGroup[]} */
export function keyGroups(does) {
  return [
    ["Go through the game", [
      ["←", ["ArrowLeft", "k"], "back one turn", () => does.step(-1)],
      ["→", ["ArrowRight", "j"], "on one turn", () => does.step(1)],
      ["[", ["["], "back one round", () => does.round(-1)],
      ["]", ["]"], "on one round", () => does.round(1)],
      ["Home", ["Home"], "to the deal", () => does.go(0)],
      ["End", ["End"], "to the end", () => does.go(Infinity)],
      ["Alt + t", ["Alt+t"], "type a turn to go to", () => does.askTurn()],
    ]],
    ["Look", [
      ["Space", [" "], "as known to the holders, or all cards", () => does.empathy()],
      ["0", ["0"], "all cards", () => does.view("all")],
      ["1 … 6", ["1", "2", "3", "4", "5", "6"], "as that seat sees it", (key) => does.view("seat", Number(key) - 1)],
      ["f", ["f"], "turn the table: another seat first", () => does.flip()],
      ["↑ ↓", ["ArrowUp", "ArrowDown"], "from card to card, once one has the focus", null],
      ["i", ["i"], "the story of the card that has the focus, or was chosen", () => does.story()],
      ["Esc", ["Escape"], "leave the card that was chosen", () => does.leaveCard()],
      ["t", ["t"], "the board as text, or drawn", () => does.text()],
    ]],
    ["Analyse", [
      ["l", ["l"], "start or stop the search", () => does.engine()],
      ["b", ["b"], "to the next loss", () => does.nextLoss()],
      ["p", ["p"], "to where the perfect score was lost", () => does.perfectLost()],
      ["Shift + →", ["Shift+ArrowRight"], "into the next variation", () => does.variation(1)],
      ["Shift + ←", ["Shift+ArrowLeft"], "back to the line it left", () => does.variation(-1)],
      ["c", ["c"], "copy a link to this turn", () => does.copyLink()],
      ["?", ["?"], "these keys", () => does.help()],
    ]],
  ];
}

/** Do what a key stands for; false if it stands for nothing here. @param {KeyGroup[]} groups @param {KeyboardEvent} event */
export function press(groups, event) {
  const name = `${event.altKey ? "Alt+" : ""}${event.shiftKey && event.key.length > 1 ? "Shift+" : ""}${event.key}`;
  if (event.ctrlKey || event.metaKey || typesInto(/** @type {Element} */ (event.target), event.key)) return false;
  for (const [, keys] of groups) {
    for (const [, names, , run] of keys) {
      if (run && names.includes(name)) {
        run(event.key);
        return true;
      }
    }
  }
  return false;
}

/** Whether the element itself needs the key. @param {Element} target @param {string} key */
function typesInto(target, key) {
  if (target.matches?.("input[type=checkbox]")) return key === " ";
  if (target.matches?.("input[type=radio]")) return /^Arrow/.test(key) || key === " ";
  if (target.matches?.("input:not([type=range]), textarea, select")) return true;
  if (target.matches?.("input[type=range]")) return /^(Arrow|Home|End|Page)/.test(key);
  if (target.matches?.("[role=tab]")) return /^(Arrow|Home|End)/.test(key) || key === " ";
  if (target.matches?.("button, a, summary")) return key === " " || key === "Enter";
  return false;
}

/** The dialog. @param {KeyGroup[]} groups @param {() => void} close */
export function helpDialog(groups, close) {
  return html`<dialog id="help" aria-labelledby="help-title" @click=${(/** @type {Event & {target: Element}} */ event) => event.target.id === "help" && close()}>
    <div class="dialog-in">
      <header><h2 id="help-title">Keys</h2>
        <button class="plain" aria-label="Close" @click=${close}>✕</button></header>
      <div class="key-groups">
        ${groups.map(([title, keys]) => html`<section><h3>${title}</h3><dl>
          ${keys.map(([shown, , words]) => html`<div><dt><kbd>${shown}</kbd></dt><dd>${words}</dd></div>`)}
        </dl></section>`)}
      </div>
      <h3>How the board is read</h3>
      <p>Slot 0 is the oldest card of a hand, on the left; a drawn card comes last. As on hanab.live, the newest card
        is on the left, as slot 1. Below each card stands
        what its holder knows: the suits and ranks that hints leave. A gold edge: a hint has touched the
        card. ! marks a critical card: the last copy of one that is still needed. A gray card with × can score no
        more. Below a firework, ranks that can never come are crossed out.</p>
    </div>
  </dialog>`;
}
