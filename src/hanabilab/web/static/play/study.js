// The page of a participant: consent, the way to the next game, questions after it, thanks.

import { html, nothing, render } from "lit-html";
import { API, post } from "play/talk";

const app = document.getElementById("app");
/** @type {Stage} */
let told;
let error = "";
let busy = false;

async function look() {
  told = await (await fetch(`${API}/stage`)).json();
  draw();
}

/** Send something; what comes back is the next stage. The second click of a double click sends nothing. @param {string} name @param {object} [what] */
async function send(name, what = {}) {
  if (busy) return;
  busy = true;
  error = "";
  try {
    const answer = await post(name, what);
    if (answer.next) return location.assign(answer.next);
    told = answer;
    scrollTo(0, 0);
  } catch (problem) {
    error = problem.message;
  } finally {
    busy = false;
  }
  draw();
}

/** @param {Submitted} event */
function answers(event) {
  event.preventDefault();
  const given = [...event.target.querySelectorAll("textarea")].map((each) => each.value.trim());
  send("answers", { game: told.game, answers: given });
}

const STAGES = {
  consent: () => html`
    <h2>Before you begin</h2>
    <pre>${told.consent}</pre>
    <p><button class="primary" @click=${() => send("agree")}>I agree and take part</button></p>
    <p class="quiet">If you do not agree, close this page. Nothing is kept.</p>`,
  game: () => html`
    <h2>Game ${told.game} of ${told.games}</h2>
    <p>You play with ${told.partner}. At the table, the button "Learn the rules" explains the game.</p>
    <p><button class="primary" @click=${() => send("begin")}>Sit down at the table</button></p>`,
  questions: () => html`
    <h2>After game ${told.game} of ${told.games}, with ${told.partner}</h2>
    <form @submit=${answers}>
      ${told.questions.map((each, at) => html`<p><label for=${`q${at}`}>${each}</label>
        <textarea id=${`q${at}`} maxlength="2000" required></textarea></p>`)}
      <p><button class="primary">Go on</button></p>
    </form>`,
  end: () => html`<h2>Thank you</h2><p>That was all. You can close this page.</p>`,
};

function draw() {
  render(html`<header class="top"><div class="brand"><h1>${told.title}</h1></div></header>
    <main class="asking"><div class="asked">
      ${error ? html`<p class="notice bad" role="alert">${error}</p>` : nothing}
      ${STAGES[told.stage]()}
    </div></main>`, app);
}

look();
