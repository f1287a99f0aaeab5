// The answer of a puzzle: whether the choice is right, what each action is worth, and why.

import { html, nothing } from "lit-html";
import { actionWords, cardWords, either, legalAction, signed, withNames } from "hanabi/words";

/** @param {Puzzle} puzzle @param {PuzzleAnswer} answer @param {number} choice the id of the action that was chosen. */
export function answered(puzzle, answer, choice) {
  const { table } = puzzle, right = choice === answer.best;
  return html`
    <h2 id="verdict" tabindex="-1" class=${`verdict ${right ? "right" : "wrong"}`}>${right ? "Right." : "Not the best."}
      ${words(puzzle, answer.best, right ? "It is" : "The best action is")}</h2>
    <p>${lead(answer)} ${lost(answer, choice)}</p>
    ${why(puzzle, answer, answer.best, "Why it is best")}
    ${right ? nothing : why(puzzle, answer, choice, "What you chose")}
    ${worth(puzzle, answer, choice)}
    <p class="quiet">${assumption(puzzle, answer)}</p>
    <p class="quiet">You held ${either(answer.hand.filter((card) => card !== "--").map((card) => cardWords(table, card)), "and")}.
      ${found(answer)} ${taken(puzzle, answer)} From ${answer.source}.</p>`;
}

/** @param {Puzzle} puzzle @param {number} id @param {string} before */
function words(puzzle, id, before) {
  return `${before}: ${actionWords(puzzle.table, legalAction(puzzle.position, id))}.`;
}

/** @param {PuzzleAnswer} answer @param {number} id */
function valueOf(answer, id) {
  return /** @type {PuzzleAnswer["values"][0]} */ (answer.values.find((each) => each.id === id));
}

/** @param {PuzzleAnswer} told */
function lead({ exact, lead: points, lead_sem: error }) {
  return `It is ${points.toFixed(2)}${exact ? "" : ` ± ${error.toFixed(2)}`} points better than the next best.`;
}

/** @param {PuzzleAnswer} answer @param {number} choice */
function lost(answer, choice) {
  const { gain, gain_sem: error } = valueOf(answer, choice);
  if (choice === answer.best) return "";
  return `Your choice costs ${(-gain).toFixed(2)}${answer.exact ? "" : ` ± ${error.toFixed(2)}`} points.`;
}

/** @param {Puzzle} puzzle @param {PuzzleAnswer} answer @param {number} id @param {string} title */
function why(puzzle, answer, id, title) {
  const { reasons } = valueOf(answer, id);
  if (!reasons.length) return nothing;
  return html`<section><h3>${title}</h3>
    <ul class="why">${reasons.map((each) => html`<li>${withNames(puzzle.table, each)}</li>`)}</ul></section>`;
}

/** @param {Puzzle} puzzle @param {PuzzleAnswer} answer @param {number} choice */
function worth(puzzle, answer, choice) {
  const error = (/** @type {number} */ value) => (answer.exact ? "" : ` ± ${value.toFixed(2)}`);
  return html`<table class="worth">
    <caption>What each action is worth, in points${answer.exact ? "; exact" : "; ± is one standard error"}</caption>
    <thead><tr><th scope="col">action</th><th scope="col">score</th><th scope="col">against the best</th></tr></thead>
    <tbody>${answer.values.map((each) => {
      const action = legalAction(puzzle.position, each.id);
      const marks = [each.id === answer.best ? "best" : "", each.id === choice ? "chosen" : ""].filter(Boolean);
      return html`<tr class=${marks.map((mark) => `is-${mark}`).join(" ")}>
        <th scope="row">${actionWords(puzzle.table, action)}${marks.length ? html` <small>${marks.join(", ")}</small>` : nothing}</th>
        <td>${each.mean.toFixed(2)}${error(each.mean_sem)}</td>
        <td>${each.id === answer.best ? "" : `${signed(each.gain)}${error(each.gain_sem)}`}</td></tr>`;
    })}</tbody></table>`;
}

/** @param {Puzzle} told @param {PuzzleAnswer} of */
function assumption({ plays_on: agent }, { exact, range_size: hands }) {
  const how = exact
    ? "Values are exact: every hand that you may hold was played out with every order of the deck."
    : "Values are estimates: games were played out in worlds drawn from all hands that you may hold.";
  return `${how} They assume that the others have played as ${agent}, and that everybody, you too, plays on as ${agent}. ` +
    `You may hold ${hands.toLocaleString("en")} hand${hands === 1 ? "" : "s"}.`;
}

/** @param {PuzzleAnswer} told */
function found({ found_by: some, missed_by: others }) {
  const count = some.length + others.length;
  if (!count) return "";
  return `${some.length} of ${count} agents find it${some.length ? `: ${either(some, "and")}` : ""}.`;
}

/** @param {Puzzle} puzzle @param {PuzzleAnswer} told */
function taken(puzzle, { taken: id, best }) {
  if (id === null) return "";
  return id === best ? "It was done in the game." : words(puzzle, id, "In the game another action was taken");
}
