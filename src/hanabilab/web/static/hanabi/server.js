// What the server computes: streams of events that firm up. A page from a file has no server.

const root = document.querySelector('meta[name="hanabi-api"]')?.getAttribute("content") ?? null;

/** Whether there is a server to ask. */
export const hasServer = root !== null;

const GONE = "The server does not answer.";

/**
 * Why a stream has broken off, in a sentence: the server is gone, or another one is there that does not know the page.
 * @param {EventSource} source
 */
export async function whySilent(source) {
  if (source.readyState !== EventSource.CLOSED) return GONE; // nobody is there
  const answer = await fetch(location.pathname, { cache: "no-store" }).catch(() => null);
  return answer?.status === 403 || answer?.status === 400 ? "The server was started again: open the address that it printed in the terminal." : GONE;
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
