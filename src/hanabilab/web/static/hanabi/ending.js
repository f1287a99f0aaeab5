// The card of a game that is over: its score, how it ended, and at which turns points were lost.

import { html, nothing } from "lit-html";
import { either, endOf, lastWords, pointsWords } from "hanabi/words";

/** What lost points, by how an action is told. */
const CAUSES = { discard: "by discards", play: "by misplays", scored: "by plays that left fewer" };

/** The card beside the board at the end of a line; nothing before. @param {App} app */
export function endCard(app) {
  const { table, line, position } = app;
  if (position.status === "running") return nothing;
  const { how, counted } = endOf(position), { turns, unreached, uncounted } = lossesOf(line), best = counted === table.max_score;
  return html`<section class=${`end-card${best ? " best" : ""}`} aria-label="The end">
    <div><h2><b>${counted}</b> <small>of ${table.max_score}</small></h2>
      ${turns.length ? html`<button class="primary" @click=${() => app.go(turns[0].turn - 1)}>Review from turn ${turns[0].turn}</button>` : nothing}</div>
    <p>${how}${uncounted ? ` ${pointsWords(position.points)} on the table, of which ${counted} count.` : ""}</p>
    ${best ? nothing : html`<p class="quiet">Lost: ${causeWords(turns, unreached, uncounted)}.</p>`}
    ${turns.length ? html`<ul>${turns.map((each) => html`<li><button class="linkish" @click=${() => app.go(each.turn - 1)}>Turn ${each.turn}</button>:
      ${lastWords(table, line.positions[each.turn])} <b>−${each.points}</b></li>`)}</ul>` : nothing}
  </section>`;
}

/**
 * What a line lost. turns: those after which fewer points could be reached, by ranks of which a copy is left; unreached: points that could
 * be reached until the last action; uncounted: points on the table that the score leaves out.
 * @param {{positions: Position[]}} told
 */
export function lossesOf({ positions }) {
  const end = positions[positions.length - 1], turns = [];
  let reach = positions[0].max_reachable;
  for (const { turn, status, max_reachable: now, last } of positions.slice(1)) {
    if (status !== "running" || now === reach || !last) continue;
    turns.push({ turn, points: reach - now, kind: last.scored ? "scored" : last.kind });
    reach = now;
  }
  return { turns, unreached: reach - end.points, uncounted: end.points - endOf(end).counted };
}

/** @param {{points: number, kind: string}[]} turns @param {number} unreached @param {number} uncounted */
function causeWords(turns, unreached, uncounted) {
  const parts = Object.entries(CAUSES).map(([kind, words]) => {
    const points = turns.filter((each) => each.kind === kind).reduce((sum, each) => sum + each.points, 0);
    return points ? `${points} ${words}` : "";
  });
  if (unreached) parts.push(`${unreached} that could still be reached when the game ended`);
  if (uncounted) parts.push(`${uncounted} that do not count`);
  return either(parts.filter(Boolean), "and");
}
