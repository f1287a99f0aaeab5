// What the server works out for a seat on request: streams whose items are drawn as they come.

import { listen } from "play/talk";

/**
 * Streams whose items become entries of `state`, by the stream's name; `draw` draws it.
 * @param {{[name: string]: any}} state
 * @param {() => void} draw
 */
export function streamsInto(state, draw) {
  /** @type {{[name: string]: () => void}} */
  const open = {}; // what closes each
  /** @param error says why there is nothing to show. */
  const end = (/** @type {string} */ name, error = "") => {
    open[name]?.();
    delete open[name];
    if (error) Object.assign(state, { [name]: null, error });
  };
  return {
    /** @param first is shown until items come. @param refusal is told where the server refuses. */
    ask: (/** @type {string} */ name, /** @type {object} */ first, /** @type {string} */ refusal) => {
      if (open[name]) return;
      state[name] = first;
      open[name] = listen(name, (event) => {
        if (event.done || event.error) end(name, event.error);
        else state[name] = event;
        draw();
      }, (refused) => {
        if (refused) end(name, refusal);
        draw();
      });
      draw();
    },
    endAll: () => Object.keys(open).forEach((name) => end(name)),
  };
}
