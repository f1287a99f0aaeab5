// Where the page of games starts: it reads the address and the games, and listens to keys.

import { followPointer } from "hanabi/acting";
import { Replay } from "hanabi/app";
import { press } from "hanabi/keys";
import { gamesOf } from "hanabi/games";
import { branch, grown } from "hanabi/lines";
import { budgetOfLink, readFragment, unpackGames } from "hanabi/link";

/** @type {View[]} */
const VIEWS = ["all", "empathy", "seat"];

/** What the address asks for; what it does not say is as it usually is. @param {App} app @param {Asked} asked @param {Budget} budget */
function follow(app, asked, budget) {
  const game = asked.game ?? 0, { notice } = app; // which is gone where another game is entered
  if (game < app.games.length && game !== app.game) app.enter(game);
  app.notice = [notice, ...takeLines(app, asked, budget)].filter(Boolean).join(" ");
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
 * @param {Budget} budget
 */
function takeLines(app, { tree, line, morphs, unread }, budget) {
  const found = grown(app.main, tree, budget), mistakes = [];
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
  follow(app, asked, budgetOfLink());
}

async function start() {
  const asked = readFragment(location.hash);
  const ownGames = await unpackGames(document.getElementById("games").textContent);
  const budget = budgetOfLink();
  const { games, records, notice } = await gamesOf(asked, ownGames, budget);
  if (!games.length) {
    document.getElementById("app").textContent = notice || "There is no game here.";
    return;
  }
  const app = new Replay(games);
  Object.assign(app, { notice, records });
  follow(app, asked, budget);
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
