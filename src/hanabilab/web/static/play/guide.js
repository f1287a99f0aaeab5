// The guided start: the rules of Hanabi in about two minutes, with small boards and questions.

import { html, nothing, svg } from "lit-html";
import { back, face } from "hanabi/card";
import { specialWords } from "play/special";

let step = 0;
/** @type {number | null} */
let answer = null;

/** @param {number[]} suits @param {number[]} ranks */
const known = (suits, ranks) => ({ suits, ranks });

/** What is told, one idea a step. A question is answered before the next step. @param {Table} table @returns {Step[]} */
export function steps(table) {
  const upward = table.suits.filter((_, at) => table.cards[at * (table.cards.length / table.suits.length)][1] === "1");
  const [first, second = first] = upward.length > 1 ? upward : table.suits, [one, two] = [first.letter, second.letter];
  const third = second === first ? `${one}1` : `${two}3`; // of one suit alone, a card that is played
  const special = specialWords(table), top = Math.max(...table.ranks.filter((rank) => rank < 6));
  const every = known(table.suits.map((_, at) => at), table.ranks);
  return [
    {
      title: "Together",
      text: `Everybody plays together for one score. You build one firework for each suit, from 1 up to ${top},
        one card at a time.`,
      cards: [`${one}1`, `${one}2`, `${one}3`].slice(0, top),
    },
    {
      title: "You see every hand but your own",
      text: "The others see your cards and you do not. So all depends on the hints that you give each other.",
      backs: [every, every, every],
    },
    {
      title: "Give a hint",
      text: `A hint costs a hint token. It names a color or a rank and one other player, and it shows all cards in
        that hand that have it. It also says of the others that they have not.${special.length ? " What is special in this variant comes later." : ""}`,
      ...exampleOf(table, every),
    },
    {
      title: "Play a card",
      text: `If it is the next of its suit, it counts a point. If not, a life is lost and the card is gone. The game is
        lost with the last life.`,
      cards: [`${one}1`, `${one}2`].slice(0, top),
      ...(top < 3 ? {} : {
        question: `On the table are ${one}1 and ${one}2. Which card fits?`,
        choices: [`${one}3`, `${one}2`, third],
        right: 0,
        why: `After ${one}2 comes ${one}3. ${second === first ? `${third} is played already.` : `Of ${two} nothing is there yet, and ${third} does not begin it.`}`,
      }),
    },
    {
      title: "Discard a card",
      text: `That brings a hint token back, and you draw a new card. But there are only a few copies: three of each 1, two of
        most others, and a single one of each ${top}. If the last copy is discarded, the suit ends there. Such a card is
        marked with "!".`,
      ...(top < 3 ? {} : {
        question: `On the table is ${one}1. Which card is of no more use?`,
        choices: [`${one}2`, `${one}1`, `${two}${top}`],
        right: 1,
        why: `${one}1 is played already. ${one}2 comes next, and of ${two}${top} there is only one.`,
      }),
    },
    {
      title: "What a hand shows",
      text: `Your own cards show what you know of them: suits and ranks that are still possible. Below the cards of the others
        stands what they know. A card with a line around it has been hinted.`,
      backs: [known(every.suits.filter((at) => !upward.length || upward.includes(table.suits[at])), [1])],
      question: "You hold a card that shows only 1, and no firework has begun. What is safe?",
      choices: ["Play it", "Discard it", "Wait"],
      right: 0,
      why: upward.length === table.suits.length ? "Whatever its suit is, a 1 fits on an empty firework."
        : "A 1 fits on the empty firework of each suit that it can be.",
    },
    ...(special.length ? [{ title: "What is special here", text: special.join(" ") }] : []),
    {
      title: "The end",
      text: `${table.engine.all_or_nothing ? "When a perfect score is out of reach, the game is lost." : "When the deck is empty, everybody has one more turn."} The score is the number of cards played, ${table.max_score} at
        most. Click a card to see what can be done with it, and choose a button; or drag a card of yours to the
        fireworks or to the discards. Have fun!`,
    },
  ];
}

/**
 * Three cards after a hint of the first suit's color; of a rank, where the suit has no color of its own.
 * @param {Table} table
 * @param {Known} every
 */
function exampleOf(table, every) {
  const { name } = table.suits[0], rank = table.ranks[0], others = table.ranks.slice(1);
  const byColor = table.hints.includes(name), told = byColor ? name : `${rank}s`;
  const is = byColor ? known([0], table.ranks) : known(every.suits, [rank]);
  const isNot = byColor ? known(every.suits.slice(1), table.ranks) : known(every.suits, others);
  return { backs: [is, isNot, is], note: `After a hint of ${told}: the first and the third card are ${told}, the middle one is not.` };
}

/**
 * The dialog's content. `does`: draw() draws the page again, close() closes the dialog.
 * @param {Table} table
 * @param {{draw: () => void, close: () => void}} does
 */
export function guide(table, does) {
  const all = steps(table), now = all[step], last = step === all.length - 1;
  const move = (/** @type {number | null} */ by) => {
    step = by === null ? 0 : step + by;
    answer = null;
    if (by === null) does.close();
    else does.draw();
  };
  return html`
    <p class="quiet">Step ${step + 1} of ${all.length}</p>
    <h2 id="guide-title">${now.title}</h2>
    <p>${now.text}</p>
    ${pictures(table, now)}
    ${now.question ? question(now, now.choices ?? [], does) : nothing}
    <p class="buttons">
      <button ?disabled=${step === 0} @click=${() => move(-1)}>Back</button>
      <button class="primary" ?disabled=${now.question && answer !== now.right}
        @click=${() => move(last ? null : 1)}>${last ? "Play" : "Next"}</button>
      ${last ? nothing : html`<button @click=${() => move(null)}>Leave</button>`}
    </p>`;
}

/** @param {Table} table @param {Step} now */
function pictures(table, now) {
  const drawn = [
    ...(now.cards ?? []).map((name) => face(table, name)),
    ...(now.backs ?? []).map((held) => back(table, held)),
  ];
  if (!drawn.length) return nothing;
  return html`<p class="guide-cards" role="img" aria-label=${now.note ?? (now.cards ?? ["hidden cards"]).join(", ")}>
      ${drawn.map((each) => html`<svg viewBox="0 0 60 84" aria-hidden="true">${svg`${each}`}</svg>`)}
    </p>
    ${now.note ? html`<p>${now.note}</p>` : nothing}`;
}

/** @param {Step} now @param {string[]} choices @param {{draw: () => void}} does */
function question(now, choices, does) {
  const choose = (/** @type {number} */ at) => {
    answer = at;
    does.draw();
  };
  return html`<div class="question" role="group" aria-label=${now.question}>
    <p><strong>${now.question}</strong></p>
    <p class="buttons">${choices.map((text, at) =>
      html`<button aria-pressed=${answer === at ? "true" : "false"} @click=${() => choose(at)}>${text}</button>`)}</p>
    <p role="status" aria-live="polite">${
      answer === null ? nothing : answer === now.right ? `Right. ${now.why}` : "Not this one. Try another."}</p>
  </div>`;
}
