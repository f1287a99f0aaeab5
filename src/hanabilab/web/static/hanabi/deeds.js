// What keys and buttons do.

import { setAsSite } from "hanabi/counting";

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
    leaveCard: () => app.set({ selected: null }),
    text: () => app.set({ asText: !app.asText }),
    engine: () => app.set({ tab: "values", wantSearch: !app.wantSearch }),
    nextLoss: () => {
      const turns = (app.losses ?? []).map(({ turn }) => turn - 1).sort((a, b) => a - b);
      const next = turns.find((turn) => turn > app.turn) ?? turns[0];
      if (next !== undefined) app.set({ line: app.main, turn: next, notice: "" });
      else app.say("No losses are known yet: see the tab Values.");
    },
    perfectLost: () => {
      const at = app.document.lost_at ?? null;
      if (at !== null) app.set({ line: app.main, turn: Math.max(0, at - 1), notice: "" });
      else app.say("It is not known when the perfect score was lost, or it never was.");
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
