// The board as text: for screen readers, and for whoever likes to type. The same position as the
// drawn board, as headings and lists, and a line for commands.

import { html, nothing } from "lit-html";
import { inOrder, isShown } from "hanabi/board";
import { isAction, typedAction } from "hanabi/typed";
import { lastWords, actionWords, cardWords, either, fireworksWords, heldWords, seatName } from "hanabi/words";

/** @param {App} app */
export function textBoard(app) {
  const { table, position } = app;
  return html`<div class="text-board">
    <h2>The table</h2>
    <ul>
      <li>Score ${position.score} of ${table.max_score}${position.status === "running" ? `; ${position.max_reachable} can still be reached` : ""}.</li>
      <li>Hints ${position.tokens_shown} of ${position.max_information_tokens}, lives ${position.life_tokens} of ${position.max_life_tokens}, ${position.deck_size} cards in the deck.</li>
      <li>Fireworks: ${fireworksWords(table, position)}.</li>
      <li>Critical: ${position.critical.length ? either(position.critical.map((name) => cardWords(table, name)), "and") : "none"}.</li>
      <li>Discards: ${position.discards.length ? position.discards.map((name) => cardWords(table, name)).join(", ") : "none"}.</li>
    </ul>
    ${table.seats.map((_, seat) => handText(app, seat))}
    <form class="command" @submit=${(/** @type {Submitted} */ event) => command(app, event)}>
      <label for="command">Command</label>
      <input id="command" name="command" autocomplete="off" spellcheck="false" aria-describedby="command-help">
      <button>Do it</button>
    </form>
    <p id="command-help" class="quiet">next, back, go 12, start, end, loss, seat 1, all, known, hand 1, discards, log, play 2, discard 0,
      hint 1 red (to the seat 1 to the left). Actions make a variation. help lists them.</p>
    <div role="log" aria-label="Answers" class="answers">${(app.answers ?? []).map((each) => html`<p>${each}</p>`)}</div>
  </div>`;
}

/** @param {App} app @param {number} seat */
function handText(app, seat) {
  const { table, position } = app;
  return html`<h3>${seatName(table, seat)}${position.seat_to_act === seat ? ", to act" : ""}</h3>
    <ul aria-label=${`${seatName(table, seat)}'s hand`}>
      ${inOrder(table, position.hands[seat].map((held, slot) => html`<li>${heldWords(table, position.hands[seat], slot, held !== null && isShown(app, seat, held))}${
        held && isShown(app, seat, held) && position.critical.includes(held.card) ? "; critical" : nothing}</li>`))}
    </ul>`;
}

const HELP =
  "Commands: next, back, go TURN, start, end, loss (the next one), seat SEAT, all, known, hand SEAT, discards, fireworks, log, " +
  "play SLOT, discard SLOT, hint LEFT VALUE (to the seat so many to the left), hint VALUE to NAME. " +
  "Seats count from 0, slots from 0, the oldest card. Turn 0 is the deal.";

/** @param {App} app @param {Submitted} event */
function command(app, event) {
  event.preventDefault();
  const box = event.target.querySelector("input"), text = box.value.trim();
  box.value = "";
  if (!text) return;
  const answer = answerTo(app, text);
  app.set({ answers: [...(app.answers ?? []), `${text}: ${answer}`].slice(-8) });
}

/** @param {App} app @param {string} text */
function answerTo(app, text) {
  try {
    return obey(app, text);
  } catch (error) {
    return error.message;
  }
}

/** Do what a command says; the answer in words. Throws an Error where an action cannot be read. @param {App} app @param {string} text */
function obey(app, text) {
  if (isAction(text)) return actAnswer(app, text);
  const [word, first] = text.toLowerCase().split(/\s+/), { table } = app;
  const number = /^\d+$/.test(first ?? "") ? Number(first) : null;
  const seatAsked = number !== null ? number : table.seats.findIndex((name) => name.toLowerCase() === first);
  const turns = /** @type {{[word: string]: number}} */ ({ next: 1, n: 1, back: -1, b: -1 });
  if (word === "loss") {
    app.does.nextLoss();
    if (app.notice) return app.notice;
  } else if (Object.hasOwn(turns, word)) app.step(turns[word]);
  else if (word === "start") app.go(0);
  else if (word === "end") app.go(Infinity);
  else if (word === "go" && number !== null) app.go(number);
  else if (word === "all" || word === "known") app.set({ view: word === "all" ? "all" : "empathy" });
  else if (word === "seat" && table.seats[seatAsked]) app.set({ view: "seat", seat: seatAsked });
  else if (word === "hand" && table.seats[seatAsked]) return handAnswer(app, seatAsked);
  else if (word === "discards") return app.position.discards.map((name) => cardWords(table, name)).join(", ") || "none";
  else if (word === "fireworks") return fireworksWords(table, app.position);
  else if (word === "log") return app.line.positions.slice(1, app.turn + 1).slice(-5).map((each) => lastWords(table, each)).join("; ") || "nothing yet";
  else return HELP;
  return `turn ${app.turn}; ${lastWords(table, app.position)}`;
}

/** @param {App} app @param {number} seat */
function handAnswer(app, seat) {
  return app.position.hands[seat]
    .map((held, slot, hand) => heldWords(app.table, hand, slot, held !== null && isShown(app, seat, held)))
    .join(". ");
}

/** @param {App} app @param {string} text */
function actAnswer(app, text) {
  const { table, position } = app;
  if (!position.legal.length) return "the game is over";
  const action = typedAction(table, text, Number(position.seat_to_act));
  if (!position.legal.some((each) => each.id === action)) {
    return `not possible. ${position.legal.map((each) => actionWords(table, each)).join(", ")}`;
  }
  app.take(action);
  return lastWords(table, app.position);
}
