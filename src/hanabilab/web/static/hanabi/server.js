// What the server computes: streams of events that firm up. A page from a file has no server.

const root = document.querySelector('meta[name="hanabi-api"]')?.content ?? null;

/** Whether there is a server to ask. */
export const hasServer = root !== null;

/**
 * Ask for `name`. Returns what stops it.
 * @param take gets each item. @param end gets a mistake in words, or "".
 * @param wait gets words that say why the first item is late.
 */
export function ask(name, told, take, end = () => {}, wait = () => {}) {
  const source = new EventSource(`${root}${name}?${new URLSearchParams(told)}`);
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
  source.onerror = () => stop("the server does not answer");
  return () => {
    open = false;
    source.close();
  };
}
