// The card of a game that is over: its score, how it ended, and at which turns points were lost.

import { html, nothing } from "lit-html";
import { lossesIn, lossesOf, lossWords } from "hanabi/losses";
import { either, endOf, lastWords, pointsWords } from "hanabi/words";

/** What lost points, by how an action is told. */
const CAUSES = { discard: "by discards", play: "by misplays", scored: "by plays that left fewer" };

/** The card beside the board at the end of a line; nothing before. @param {App} app */
export function endCard(app) {
  const { table, line, position } = app;
  if (position.status === "running") return nothing;
  const { how, counted } = endOf(position), { uncounted } = lossesOf(line.positions), best = counted === table.max_score;
  const losses = lossesIn(app), go = (/** @type {number} */ turn) => app.go(turn - 1);
  return html`<section class=${`end-card${best ? " best" : ""}`} aria-label="The end">
    <div><h2><b>${counted}</b> <small>of ${table.max_score}</small></h2>
      ${losses.length ? html`<button class="primary" @click=${() => go(losses[0].turn)}>Review from turn ${losses[0].turn}</button>` : nothing}</div>
    <p>${how}${uncounted ? ` ${pointsWords(position.points)} on the table, of which ${counted} count.` : ""}</p>
    ${best ? nothing : html`<p class="quiet">${causeWords(line.positions)}</p>`}
    ${lossList(table, losses, line.positions, go)}
  </section>`;
}

/**
 * The list of losses, each with its action; a number leads to its turn where there is one to go to.
 * @param {Table} table
 * @param {Lost[]} losses
 * @param {Done[]} done by turn
 * @param {(turn: number) => void} [go]
 */
export function lossList(table, losses, done, go) {
  if (!losses.length) return nothing;
  return html`<ul class="lost-list">${losses.map((each) => html`<li>${go ? html`<button class="linkish" @click=${() => go(each.turn)}>Turn ${each.turn}</button>` : `Turn ${each.turn}`}:
    ${lastWords(table, done[each.turn])}; <b>${lossWords(each)}</b></li>`)}</ul>`;
}

/** What the score of a game that is over lacks, by cause: "Lost: 2 by discards.". @param {(Moment | Position)[]} moments */
export function causeWords(moments) {
  const { turns, unreached, uncounted } = lossesOf(moments);
  const parts = Object.entries(CAUSES).map(([kind, words]) => {
    const points = turns.filter((each) => each.kind === kind).reduce((sum, each) => sum + each.points, 0);
    return points ? `${points} ${words}` : "";
  });
  if (unreached) parts.push(`${unreached} that could still be reached when the game ended`);
  if (uncounted) parts.push(`${uncounted} that do not count`);
  return `Lost: ${either(parts.filter(Boolean), "and")}.`;
}
