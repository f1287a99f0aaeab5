// Talking to the server: a stream of what the seat may know, and one POST for each command.

import { reasonOf, whySilent } from "hanabi/server";

/** The address below which this page asks. */
export const API = `/api${location.pathname}`;

/** Ask for something; throws an Error with the server's reason. @param {string} name @param {object} told */
export async function post(name, told = {}) {
  let answer;
  try {
    answer = await fetch(`${API}/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(told),
    });
  } catch {
    throw new Error("The server does not answer. Is it still running in the terminal?");
  }
  if (answer.ok) return answer.json();
  throw new Error(await reasonOf(answer));
}

const PAUSE = 2000; // milliseconds

/**
 * Listen to a stream for good; the browser does not ask again by itself where the server refuses.
 * @param {string} name
 * @param {(item: any) => void} tell
 * @param {(why: string) => void} lost
 */
export function keepListening(name, tell, lost) {
  listen(name, tell, async (refused, source) => {
    lost(await whySilent(source));
    if (refused) setTimeout(() => keepListening(name, tell, lost), PAUSE);
  });
}

/**
 * Listen to a stream; returns what closes it. The browser connects again if the stream breaks off.
 * @param {string} name
 * @param {(item: any) => void} tell
 * @returns {() => void}
 * @param {(refused: boolean, source: EventSource) => void} [lost] is told whether the server refuses: then nothing more comes.
 */
export function listen(name, tell, lost = () => {}) {
  const source = new EventSource(`${API}/${name}`);
  source.onmessage = (event) => tell(JSON.parse(event.data));
  source.onerror = () => lost(source.readyState === EventSource.CLOSED, source);
  return () => source.close();
}
