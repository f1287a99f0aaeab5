// The games of a page as its address changes them: it may bring one, and notes to those of the page.

import { checkedGame } from "hanabi/checked";
import { unpackRecord } from "hanabi/link";

/** Whether a link tells of a game that the page has: then the page knows more of it. @param {Game} game @param {Game} told */
function isSame(game, told) {
  const [one, other] = [game, told].map((each) => JSON.stringify([each.table.rules, each.deck, each.actions]));
  return one === other;
}

/** A game that an address has; throws if it is none that can be played. @param {string} packed @param {Budget} budget */
const unpacked = async (packed, budget) => checkedGame(await unpackRecord(packed, budget), budget);

/** Give the notes of a link to the page's own game; its number, -1 if the page has no such game. @param {Game[]} games @param {Game} told */
function takeNotes(games, told) {
  const here = games.findIndex((each) => isSame(each, told));
  if (here >= 0) games[here].notes = told.notes;
  return here;
}

/** Take the notes of another game of the page. @param {Found} found @param {string} other @param {Budget} budget */
async function takeOther({ games, records }, other, budget) {
  const here = takeNotes(games, await unpacked(other, budget));
  if (here >= 0) records.set(here, other);
}

/** The games of the page as an address changes them, and those that it has packed, by number. @param {Asked} asked @param {Game[]} ownGames @param {Budget} budget */
export async function gamesOf(asked, ownGames, budget) {
  const { others } = asked, found = { games: ownGames, records: new Map(), notice: "" };
  try {
    for (let at = 0; at < others.length && !found.notice; at++) {
      if (budget.positions <= 0) found.notice = `${others.length - at} of the ${others.length} other games in this link are left out: together they are too long.`;
      else await takeOther(found, others[at], budget);
    }
    if (asked.record) show(asked, asked.record, await unpacked(asked.record, budget), found);
  } catch (error) {
    found.notice = `The game in this link cannot be read: ${error.message}.`;
  }
  return found;
}

/** Ask for the game of a link, which may be one of the page; else it is the only one. @param {Asked} asked @param {string} record @param {Game} told @param {Found} found */
function show(asked, record, told, found) {
  const here = takeNotes(found.games, told);
  if (here < 0) {
    found.games = [told];
    found.records.clear();
  }
  asked.game = Math.max(here, 0);
  found.records.set(asked.game, record);
}
