// What the server computes: streams of events that firm up. A page from a file has no server.

const root = document.querySelector('meta[name="hanabi-api"]')?.content ?? null;

/** Whether there is a server to ask. */
export const hasServer = root !== null;

/** Ask for `name`; `take` gets each item, `end` a mistake in words or "". Returns what stops it. */
export function ask(name, told, take, end = () => {}) {
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
    else if (open) take(item);
  };
  source.onerror = () => stop("the server does not answer");
  return () => {
    open = false;
    source.close();
  };
}
