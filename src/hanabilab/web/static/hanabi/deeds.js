// What keys and buttons do.

import { focusedCard, leaving } from "hanabi/acting";
import { setAsSite } from "hanabi/counting";
import { lossesIn } from "hanabi/losses";

/** The deeds of the page, by name; `hanabi/keys` says which key does what. @param {App} app */
export function deeds(app) {
  return {
    step: (/** @type {number} */ by) => app.step(by),
    round: (/** @type {number} */ by) => app.step(by * app.table.players),
    go: (/** @type {number} */ turn) => app.go(turn),
    askTurn: () => focusAll("#turn-number"),
    empathy: () => app.set({ view: app.view === "all" ? "empathy" : "all" }),
    view: (/** @type {View} */ view, seat = app.seat) => seat < app.table.players && app.set({ view, seat }),
    flip: () => app.set({ first: (app.first + 1) % app.table.players }),
    asSite: () => {
      setAsSite(app.games.map((each) => each.table), !app.table.as_site);
      app.set({});
    },
    leaveCard: () => leaving(() => app.set({ selected: null })),
    story: () => {
      const id = focusedCard(app.position)?.id ?? app.selected;
      if (id !== null && !app.asText) app.tell(id);
    },
    text: () => app.set({ asText: !app.asText }),
    engine: () => app.set({ tab: "values", wantSearch: !app.wantSearch }),
    nextLoss: () => {
      const losses = lossesIn(app), next = losses.find(({ turn }) => turn - 1 > app.turn) ?? losses[0];
      if (next) app.go(next.turn - 1);
      else app.say("No losses are known: the tab Values can search all turns.");
    },
    perfectLost: () => {
      const found = lossesIn(app).find(({ perfect, points }) => perfect || points);
      if (app.document.lost_at === 0 && app.line.deck === app.main.deck) app.say("This deck could never be won.");
      else if (!found) app.say("It is not known when the perfect score was lost, or it never was.");
      else app.set({ turn: found.turn - 1, notice: found.perfect ? "" : `The perfect score was lost at turn ${found.turn} at the latest.` });
    },
    variation: (/** @type {number} */ by) => {
      if (by < 0) return app.line.parent && app.set({ line: app.line.parent, turn: app.line.from });
      const next = app.lines.find((each) => each.parent === app.line && each.from >= app.turn);
      if (next) app.set({ line: next, turn: next.from + 1 });
    },
    copyLink: async () => {
      const address = await linkTo(app);
      try {
        await navigator.clipboard.writeText(address);
        app.say("A link to this turn is in the clipboard; the whole game is in it.");
      } catch {
        app.say("The address of this page is the link: copy it from the address bar.");
      }
    },
    help: () => document.getElementById("help").showModal(),
  };
}

/** @param {string} selector */
function focusAll(selector) {
  const found = document.querySelector(selector);
  found?.focus();
  if (found instanceof HTMLInputElement) found.select();
}

/** The address of this turn with the game in it, so that any copy of the page can open it. @param {App} app */
async function linkTo(app) {
  await app.pack();
  return location.href.replace(/#.*/, "") + app.fragment();
}
