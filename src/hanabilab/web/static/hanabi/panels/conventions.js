// What the action before this turn said by conventions of people, and whether it kept them.

import { html, nothing } from "lit-html";
import { chip } from "hanabi/card";
import { lastWords, seatName, slotWords, withNames } from "hanabi/words";
import { answered, lineText, state } from "hanabi/panels/asking";

const KEPT = new Map([[true, "keeps the conventions"], [false, "breaks the conventions"], [null, "no rule says"]]);

/** @param {App} app */
export function conventionsPanel(app) {
  const asked = { record: lineText(app, true), ...(app.conventionLevel ? { level: app.conventionLevel } : {}) };
  const answer = answered(app, "conventions", "convention_turns", asked, (_, item) => {
    app.levelsTold = { levels: item.levels, usual: item.level };
    return marked(item);
  });
  return html`<div class="panel-head"><h2>Conventions</h2>${levelBox(app)}</div>
    ${state(answer)}
    ${answer.value ? html`${shown(app, answer.value.turns[app.turn - 1])} ${broken(app, answer.value.turns)}` : nothing}`;
}

/** A choice of the levels that the server has told with an answer; before a choice, it reads by its usual one. @param {App} app */
function levelBox(app) {
  if (!app.levelsTold) return nothing;
  const { levels, usual } = app.levelsTold, level = app.conventionLevel ?? usual;
  return html`<label>Level of the H-Group <select @change=${(/** @type {Changed} */ event) => app.set({ conventionLevel: Number(event.target.value) })}>
    ${levels.map((each) => html`<option value=${each} ?selected=${each === level}>${each}</option>`)}</select></label>`;
}

/** With the marks of cards by turn, as the board takes them. @param {{turns: Reading[]}} told */
const marked = ({ turns }) => ({ turns, marks: [[], ...turns.map(({ marks }) => marks)] });

/** @param {App} app @param {Reading | undefined} found */
function shown(app, found) {
  if (!found) return html`<p class="quiet">Nobody has acted yet. Go on a turn to see what its action said.</p>`;
  const { table, position } = app, before = app.line.positions[app.turn - 1];
  const cards = (/** @type {string[]} */ names) => (names.length ? names.map((/** @type {string} */ name) => html`${chip(table, name)} `) : "nothing");
  /** @type {[string, Drawn][]} */
  const facts = [["Kind", found.kind], ["Reading", found.verdict]];
  if (found.focus) {
    const hand = before.hands[found.focus.seat];
    facts.push([position.last?.touched ? "Focus" : "Card", `${seatName(table, found.focus.seat)}, ${slotWords(table, [found.focus.slot], hand)}`],
      ["Before", cards(found.note_before)], [position.last?.touched ? "After" : "It was", cards(found.note_after)]);
  }
  if (found.expected) facts.push(["Was to", `${found.expected.replace(/\d+$/, (slot) => slotWords(table, [Number(slot)], before.hands[found.seat]))}`]);
  return html`<p><b>${lastWords(table, position)}</b> <span class=${`tag ${found.kept === false ? "broken" : found.kept ? "best" : ""}`}>${KEPT.get(found.kept)}</span></p>
    <p class="reason">${withNames(table, found.words)}</p>
    <dl class="reading">${facts.map(([name, what]) => html`<div><dt>${name}</dt><dd>${what}</dd></div>`)}</dl>
    ${found.marks.length ? html`<p class="quiet">After it: ${found.marks.map((mark) =>
      `${seatName(table, mark.seat)}'s ${slotWords(table, [mark.slot], position.hands[mark.seat])} is ${mark.kind}`).join("; ")}.</p>` : nothing}`;
}

/** The turns that broke the conventions, each a link to it. @param {App} app @param {Reading[]} turns */
function broken(app, turns) {
  const found = turns.filter(({ kept }) => kept === false), kept = turns.filter((each) => each.kept).length;
  return html`<h3>In the whole line</h3>
    <p>${kept} of ${turns.length} actions keep the conventions, ${found.length} break them; of ${turns.length - kept - found.length} no rule says anything.</p>
    ${found.length ? html`<p class="quiet">Broken at turn ${found.map(({ turn }) => html`<button class="linkish" @click=${() => app.go(turn)}>${turn}</button> `)}</p>` : nothing}
    <p class="quiet">On cards: <b>F</b> is finessed, to be played blindly; <b>C</b> is called, a hinted card to be played next; <b>M</b> is
      chop moved, protected without a hint. Who breaks these conventions may follow others.</p>`;
}
