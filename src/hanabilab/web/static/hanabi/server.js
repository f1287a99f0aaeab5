// What the server computes: streams of events that firm up. A page from a file has no server.

const root = document.querySelector('meta[name="hanabi-api"]')?.getAttribute("content") ?? null;

/** Whether there is a server to ask. */
export const hasServer = root !== null;

const GONE = "The server does not answer.";

/**
 * Why a stream has broken off, in a sentence: the server is gone, or another one is there that does not know the page, or it refuses.
 * @param {EventSource} source
 */
export async function whySilent(source) {
  if (source.readyState !== EventSource.CLOSED) return GONE; // nobody is there
  const answer = await fetch(source.url, { cache: "no-store" }).catch(() => null); // a stream does not tell what it was refused with
  if (answer?.status === 403) return "The server was started again: open the address that it printed in the terminal.";
  if (answer && !answer.ok) return `The server refuses: ${await reasonOf(answer)}.`;
  await answer?.body?.cancel();
  return GONE;
}

/** What the server says is wrong. @param {Response} answer */
export async function reasonOf(answer) {
  const text = (await answer.text()).trim();
  return answer.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text).error : text;
}

/**
 * Ask for `name`. Returns what stops it.
 * @param {string} name
 * @param {Question} told
 * @returns {() => void}
 * @param {(item: any) => void} take gets each item. @param {(mistake: string) => void} [end] gets a mistake in words, or "".
 * @param {(notice: string) => void} [wait] gets words that say why the first item is late.
 */
export function ask(name, told, take, end = () => {}, wait = () => {}) {
  const source = new EventSource(`${root}${name}?${new URLSearchParams(/** @type {Record<string, string>} */ (told))}`);
  let open = true;
  const stop = (mistake = "") => {
    if (!open) return;
    open = false;
    source.close();
    end(mistake);
  };
  source.onmessage = ({ data }) => {
    const item = JSON.parse(data);
    if (item.error) stop(item.error);
    else if (item.done) stop();
    else if (item.notice) wait(item.notice);
    else if (open) take(item);
  };
  source.onerror = async () => open && stop(await whySilent(source));
  return () => {
    open = false;
    source.close();
  };
}
