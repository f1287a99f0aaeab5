// Where the page of games starts: it reads the address and the games, and listens to keys.

import { followPointer } from "hanabi/acting";
import { Replay } from "hanabi/app";
import { press } from "hanabi/keys";
import { checkedGame } from "hanabi/checked";
import { branch, grown } from "hanabi/lines";
import { budgetOfLink, readFragment, unpackGames, unpackRecord } from "hanabi/link";

/** @type {View[]} */
const VIEWS = ["all", "empathy", "seat"];

/** What the address asks for; what it does not say is as it usually is. @param {App} app @param {Asked} asked */
function follow(app, asked) {
  const game = asked.game ?? 0;
  if (game < app.games.length && game !== app.game) app.enter(game);
  const mistakes = takeLines(app, asked);
  if (mistakes.length) app.notice = mistakes.join(" ");
  app.set({
    turn: asked.turn ?? app.turn,
    view: VIEWS.find((each) => each === asked.view) ?? "all",
    seat: asked.seat !== null && asked.seat < app.table.players ? asked.seat : app.seat,
    tab: asked.tab ?? "log",
  });
}

/**
 * Take the variations of an address and look at the one that it asks for; what was wrong with them, in words.
 * @param {App} app
 * @param {Asked} told
 */
function takeLines(app, { tree, line, morphs, unread }) {
  const found = grown(app.main, tree), mistakes = [];
  if (tree.length) app.lines = found.lines;
  if (found.leftOut) mistakes.push(`${found.leftOut} of the ${tree.length} variations in this link cannot be read or played, and are left out.`);
  app.line = app.main;
  try {
    if (line && line.from > app.main.actions.length) unread = true;
    else if (line) app.line = lineOf(app, branch(app.main, line.from, line.actions, { morphs }));
  } catch {
    unread = true;
  }
  if (unread) mistakes.push("The variation in this link cannot be played.");
  return mistakes;
}

/** The line of the tree that is played as this one; else this one, which becomes one of the tree. @param {App} app @param {Line} line */
function lineOf(app, line) {
  const text = (/** @type {Line} */ { deck, actions }) => [...deck, ...actions].join();
  const known = app.lines.find((each) => text(each) === text(line));
  if (!known) app.lines.push(line);
  return known ?? line;
}

/** The address was changed while the page is open. @param {App} app @param {Game[]} ownGames */
function changed(app, ownGames) {
  const asked = readFragment(location.hash);
  const known = [...app.records].find(([, packed]) => packed === asked.record);
  if (known) asked.game = known[0];
  else if (asked.record || app.games !== ownGames) return location.reload();
  app.notice = "";
  follow(app, asked);
}

/** Whether a link tells of a game that the page has: then the page knows more of it. @param {Game} game @param {Game} told */
function isSame(game, told) {
  const [one, other] = [game, told].map((each) => JSON.stringify([each.table.rules, each.deck, each.actions]));
  return one === other;
}

/** A game that an address has; throws if it is none that can be played. @param {string} packed @param {Budget} budget */
const unpacked = async (packed, budget) => checkedGame(await unpackRecord(packed, budget));

/** Give the notes of a link to the page's own game; its number, -1 if the page has no such game. @param {Game[]} games @param {Game} told */
function takeNotes(games, told) {
  const here = games.findIndex((each) => isSame(each, told));
  if (here >= 0) games[here].notes = told.notes;
  return here;
}

/** The games of the page as an address changes them, and those that it has packed, by number. @param {Asked} asked @param {Game[]} ownGames */
async function gamesOf(asked, ownGames) {
  const budget = budgetOfLink(), found = { games: ownGames, records: new Map(), notice: "" };
  try {
    for (const other of asked.others) {
      const here = takeNotes(ownGames, await unpacked(other, budget));
      if (here >= 0) found.records.set(here, other);
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

async function start() {
  const asked = readFragment(location.hash);
  const ownGames = await unpackGames(document.getElementById("games").textContent);
  const { games, records, notice } = await gamesOf(asked, ownGames);
  if (!games.length) {
    document.getElementById("app").textContent = notice || "There is no game here.";
    return;
  }
  const app = new Replay(games);
  Object.assign(app, { notice, records });
  follow(app, asked);
  followPointer(() => app.asText ? null : {
    position: app.position, selected: app.selected,
    act: (action) => app.tryAction(action), select: (selected) => app.set({ selected }),
  });
  addEventListener("hashchange", () => changed(app, ownGames));
  addEventListener("keydown", (event) => {
    if (document.getElementById("help")?.open) return;
    if (moveFocus(event) || press(app.keys, event)) event.preventDefault();
  });
}

/** Up and down go from card to card, once a card has the focus. @param {KeyboardEvent} event */
function moveFocus(event) {
  const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const cards = [...document.querySelectorAll("button.card")], at = cards.findIndex((each) => each === event.target);
  if (!by || at < 0) return false;
  cards[(at + by + cards.length) % cards.length].focus();
  return true;
}

/** No fault leaves an empty page. Whoever imports this module waits until the page is drawn. */
await start().catch((fault) => {
  document.getElementById("app").textContent = `This page cannot be shown: ${fault.message}.`;
  throw fault;
});
