// Pace, efficiency, reachable score: by turn, as numbers and as curves.

import { html, nothing } from "lit-html";
import { chart } from "hanabi/graph";
import { recordText } from "hanabi/lines";
import { answered, state } from "hanabi/panels/asking";
import { ask, hasServer } from "hanabi/server";

/** @param {App} app */
export function numbersPanel(app) {
  const { document: game, line } = app;
  if (line !== app.main) return html`<h2>Numbers</h2>${curves(app, null)}<p class="quiet">Pace and efficiency are told of the game itself, not of variations.</p>`;
  const asked = !game.facts && hasServer ? reviewed(app) : null;
  const facts = game.facts?.[app.turn];
  return html`<h2>Numbers</h2>
    ${facts ? table(app, facts) : asked ? state(asked) : html`<p class="quiet">Pace and efficiency of a game from a link are computed where <code>hanabi view</code> serves the page.</p>`}
    ${curves(app, game.facts)}
    ${verdict(app)}
    <details><summary>What the words mean</summary>
      <p><b>Pace</b>: cards that may still be discarded while every reachable point is played.
      <b>Got</b>: cards played, or hinted and still to be played. <b>Efficiency</b>: cards got for each hint spent.
      <b>Needed</b>: cards that each hint left has to get. <b>Reachable</b>: the score that discards still allow.</p></details>`;
}

/** A game that a link has brought is told no numbers: the server computes them. @param {App} app */
function reviewed(app) {
  return answered(app, "numbers", "review", { record: recordText(app.document, app.main) }, (_, item) => Object.assign(app.document, item));
}

/** @param {App} app @param {Fact} facts */
function table(app, facts) {
  const round = (/** @type {number | null} */ value) => (value === null ? "–" : value.toFixed(2));
  const cells = [
    ["Pace", facts.pace ?? "–"], ["Efficiency", round(facts.efficiency)], ["Needed", round(facts.needed)],
    ["Got", facts.got], ["Hints spent", facts.spent], ["Hints left", facts.hints_left],
    ["Reachable", app.position.max_reachable], ["Perfect", PERFECT[facts.perfect]],
  ];
  return html`<dl class="facts">${cells.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

const PERFECT = { won: "can be had", lost: "lost", undecided: "undecided" };

/** @param {App} app @param {Fact[] | null} facts */
function curves(app, facts) {
  const until = app.hideLater ? app.turn + 1 : undefined;
  const positions = app.line.positions.slice(0, until), { turn } = app;
  const go = (/** @type {number} */ to) => app.go(to);
  const lost = (app.line === app.main ? app.document.lost_at : null) ?? null;
  const marks = lost !== null && !app.hideLater ? [{ turn: lost, to: lost - 1, label: `perfect score lost at turn ${lost}` }] : [];
  const of = (/** @type {"pace" | "efficiency" | "needed"} */ name) => (facts ?? []).slice(0, until).map((each) => each[name]);
  return html`
    ${chart({ title: "Score", turn, go, marks, zero: true, series: [
      { name: "reachable", kind: "b", steps: true, values: positions.map((each) => each.max_reachable) },
      { name: "score", kind: "a", steps: true, values: positions.map((each) => each.points) }] })}
    ${facts ? chart({ title: "Pace", turn, go, zero: true, series: [{ name: "pace", kind: "c", steps: true, values: of("pace") }] }) : nothing}
    ${facts ? chart({ title: "Efficiency", turn, go, zero: true, series: [
      { name: "so far", kind: "a", values: of("efficiency") }, { name: "needed", kind: "d", values: of("needed") }] }) : nothing}`;
}

/** When the perfect score was lost; a server can look harder. @param {App} app */
function verdict(app) {
  const { document: game } = app;
  if (!game.facts || app.hideLater) return nothing;
  const { lost_at: at, lost_between: between } = game;
  let words = "No turn is known to have lost the perfect score.";
  if (at === 0) words = "This deck could never be won.";
  else if (at) words = `The perfect score was lost at turn ${at}.`;
  else if (between) words = `The perfect score was lost at one of the turns ${Math.max(1, between[0])} to ${between[1]}.`;
  else if (game.facts.at(-1)?.perfect === "undecided") words = "Whether and when the perfect score was lost is undecided.";
  const look = () => {
    app.set({ reviewing: true });
    ask("review", { record: recordText(game, app.main) }, (item) => { Object.assign(game, item); app.set({}); },
      (mistake) => app.set({ reviewing: false, notice: mistake }));
  };
  return html`<p class="verdict">${words}
    ${at ? html`<button class="linkish" @click=${() => app.go(at - 1)}>look at it</button>` : nothing}
    ${hasServer ? html`<button ?disabled=${app.reviewing} @click=${look}>${app.reviewing ? "Looking …" : "Look harder"}</button>` : nothing}</p>`;
}
