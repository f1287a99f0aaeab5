// What a line lost, and where: one list for the strip of turns, keys, commands and the card of the end.

import { difference } from "hanabi/lines";
import { either, endOf, pointsWords } from "hanabi/words";

/**
 * What a line lost of the score that can be reached, by ranks of which a copy is left. turns: those after which it was less; unreached: points
 * that could be reached until the last action; uncounted: points on the table that the score leaves out.
 * @param {(Moment | Position)[]} moments the last one is a position.
 */
export function lossesOf(moments) {
  const end = /** @type {Position} */ (moments[moments.length - 1]), turns = [];
  let reach = moments[0].max_reachable;
  for (const { turn, status, max_reachable: now, last } of moments.slice(1)) {
    if (status !== "running" || now === reach || !last) continue;
    turns.push({ turn, points: reach - now, kind: last.scored ? "scored" : last.kind });
    reach = now;
  }
  return { turns, unreached: reach - end.points, uncounted: end.points - endOf(end).counted };
}

/**
 * All that is known to be lost in the line that is looked at, by turn: points; the perfect score; what an action surely cost by search.
 * What was found of the game itself holds for the turns that a variation shares with it. @param {App} app @returns {Lost[]}
 */
export function lossesIn(app) {
  const { main, line, document: game } = app, found = new Map();
  const add = (/** @type {Lost} */ told) => found.set(told.turn, { ...found.get(told.turn), ...told });
  lossesOf(line.positions).turns.forEach(add);
  const shared = line.deck === main.deck ? difference(main, line).line?.from ?? Infinity : 0;
  if (game.lost_at && game.lost_at <= shared) add({ turn: game.lost_at, perfect: true });
  for (const { turn, loss } of app.losses ?? []) if (turn <= shared) add({ turn, cost: loss });
  return [...found.values()].filter(({ turn }) => !app.hideLater || turn <= app.turn).sort((one, other) => one.turn - other.turn);
}

/** "lost 1 point and the perfect score, cost 0.52 by search". @param {Omit<Lost, 'turn'>} told */
export function lossWords({ points, perfect, cost }) {
  const lost = either([points ? pointsWords(points) : "", perfect ? "the perfect score" : ""].filter(Boolean), "and");
  return [lost && `lost ${lost}`, cost ? `cost ${cost.toFixed(2)} by search` : ""].filter(Boolean).join(", ");
}
