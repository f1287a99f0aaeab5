// Where the page of games starts: it reads the address and the games, and listens to keys.

import { Replay } from "hanabi/app";
import { press } from "hanabi/keys";
import { branch, checkedGame, mainLine } from "hanabi/lines";
import { readFragment, unpackGames, unpackRecord } from "hanabi/link";

const VIEWS = ["all", "empathy", "seat"];

/** What the address asks for. */
function follow(app, asked) {
  if (asked.game !== null && asked.game < app.games.length && asked.game !== app.game) app.enter(asked.game);
  try {
    if (asked.line) {
      const morphs = asked.morphs;
      const line = branch(app.main, asked.line.from, asked.line.actions, { morphs });
      app.lines.push(line);
      app.line = line;
    }
  } catch {
    app.notice = "The variation in this link cannot be played.";
  }
  app.set({
    turn: asked.turn ?? app.turn,
    view: VIEWS.includes(asked.view) ? asked.view : app.view,
    seat: asked.seat !== null && asked.seat < app.table.players ? asked.seat : app.seat,
    tab: asked.tab ?? app.tab,
  });
}

/** Whether a link tells of a game that the page has: then the page knows more of it. */
function isSame(game, told) {
  const [one, other] = [game, told].map((each) => JSON.stringify([each.table.rules, each.deck, each.actions]));
  return one === other;
}

async function start() {
  const asked = readFragment(location.hash);
  let games = await unpackGames(document.getElementById("games").textContent);
  let notice = "";
  if (asked.record) {
    try {
      const told = checkedGame(await unpackRecord(asked.record));
      mainLine({ ...told, positions: null });
      const here = games.findIndex((each) => isSame(each, told));
      if (here >= 0) games[here].notes = told.notes;
      else games = [{ facts: null, log: [], agents: [], title: "", ...told, positions: null }];
      if (here > 0) asked.game = here;
    } catch (error) {
      notice = `The game in this link cannot be read: ${error.message}.`;
    }
  }
  if (!games.length) {
    document.getElementById("app").textContent = notice || "There is no game here.";
    return;
  }
  const app = new Replay(games);
  if (asked.record && !notice) app.linkRecord = asked.record;
  app.notice = notice;
  follow(app, asked);
  addEventListener("hashchange", () => follow(app, readFragment(location.hash)));
  addEventListener("keydown", (event) => {
    if (document.getElementById("help")?.open) return;
    if (moveFocus(event) || press(app.keys, event)) event.preventDefault();
  });
}

/** Up and down go from card to card, once a card has the focus. */
function moveFocus(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by || !event.target.matches?.(".card")) return false;
  const cards = [...document.querySelectorAll("button.card")];
  cards[(cards.indexOf(event.target) + by + cards.length) % cards.length].focus();
  return true;
}

start();
