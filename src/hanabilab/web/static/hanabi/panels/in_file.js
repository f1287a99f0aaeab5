// The panels of a page that no server computes for, such as a file: it stands in place of `all`.

import { html } from "lit-html";
import { linesPanel } from "hanabi/panels/lines";
import { logPanel } from "hanabi/panels/log";
import { numbersPanel } from "hanabi/panels/numbers";
import { panelsBy } from "hanabi/panels/tabs";

/** @type {{[id: string]: (app: App) => Drawn}} */
const DRAWN = { log: logPanel, numbers: numbersPanel, lines: linesPanel };

/** What a server would compute for the other panels. */
const COMPUTED = /** @type {{[id: string]: string}} */ ({
  chances: "Exact chances of every card, and the reasons why others are ruled out,",
  values: "Values of every action, by search, and what each turn lost",
  endgame: "Exact values of every action near the end",
  conventions: "What each action said by conventions of people, and whether it kept them,",
  agents: "What an agent would do here, why, and what the last action told it,",
});

/** @param {string} name @param {string} what */
const computed = (name, what) => () => html`<h2>${name}</h2>
  <p class="quiet needs-server">${what} are computed by hanabilab. Open this game with
    <code>hanabi view</code> to see them; this page is a file, and computes nothing.</p>`;

export const panels = panelsBy((id, name) => DRAWN[id] ?? computed(name, COMPUTED[id]));
