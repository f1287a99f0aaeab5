// One question to the server at a time for each panel: its answers are kept while nothing changes.

import { html } from "lit-html";
import { recordText } from "hanabi/lines";
import { ask } from "hanabi/server";

/**
 * What has come for a question so far; asks it if it is new, and drops an older one of `slot`.
 * @param {App} app
 * @param {string} slot
 * @param {string} name
 * @param {Question} told
 * @param {(before: any, item: any) => any} join
 */
export function answered(app, slot, name, told, join) {
  const key = JSON.stringify([name, told]), before = app.cache.get(slot);
  if (before?.key === key) return before;
  before?.stop?.();
  /** @type {Answer} */
  const mine = { key, value: null, mistake: "", notice: "", done: false };
  app.cache.set(slot, mine);
  let drawn = false;
  const draw = () => {
    if (drawn || app.cache.get(slot) !== mine) return;
    drawn = true;
    requestAnimationFrame(() => { drawn = false; app.draw(); });
  };
  // Asked after this drawing, and only if it is still wanted: stepping through turns asks nothing.
  const timer = setTimeout(() => {
    mine.stop = ask(name, told,
      (item) => { mine.value = join(mine.value, item); draw(); },
      (mistake) => { mine.done = true; mine.mistake = mistake; draw(); },
      (notice) => { mine.notice = notice; draw(); });
  }, 120);
  mine.stop = () => clearTimeout(timer);
  return mine;
}

/** Stop a question and forget its answers. @param {App} app @param {string} slot */
export function forget(app, slot) {
  app.cache.get(slot)?.stop?.();
  app.cache.delete(slot);
}

/** The record of the line up to this turn, or to its end. @param {App} app @param {boolean} [whole] */
export function lineText(app, whole = false) {
  return recordText(app.document, app.line, whole ? undefined : app.turn);
}

/** @param {Answer | undefined} answer */
export function state(answer) {
  if (!answer) return "";
  if (answer.mistake) return html`<p class="mistake" role="alert">${answer.mistake}</p>`;
  return answer.value ? "" : html`<p class="quiet" role="status">${answer.notice || "computing …"}</p>`;
}
