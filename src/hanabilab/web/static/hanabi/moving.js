// Cards that move: from where they were before an action to where they are after it.

/** Milliseconds that a card is on its way. */
const TIME = 200;

/** The frame in which cards depart, and what lets them. */
let frame = 0, leave = () => {};

/**
 * Draw, and let the cards that an action has moved go their way; not where the system asks for less motion, nor for a turn
 * that nobody has seen yet when the next one is drawn.
 * @param {Position} after
 * @param {() => void} draw
 * @param {Position | null | undefined} before position that is drawn so far, or null; `draw` draws the position `after`.
 */
export function moving(before, after, draw) {
  const turns = before ? Math.abs(after.turn - before.turn) : 0;
  const still = frame || turns !== 1 || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const from = before && !still ? boxes(before) : null;
  draw();
  if (turns) leave = before && from ? () => depart(from, before, after) : () => {};
  // The frame lays the page out anyway: to ask where cards are now would do it twice.
  if (turns) frame ||= requestAnimationFrame(() => { frame = 0; leave(); });
}

/** @param {Map<unknown, DOMRect>} from where cards were, by their place in the deck @param {Position} before @param {Position} after */
function depart(from, before, after) {
  const deck = document.querySelector(".token.deck")?.getBoundingClientRect();
  for (const [id, card] of cards(after)) {
    const start = from.get(id) ?? (after.turn > before.turn ? deck : null);
    if (start) slide(card, start);
  }
  const { last } = after, start = last?.card && after.turn > before.turn ? from.get(before.hands[last.seat]?.[last.slot]?.id) : undefined;
  if (last?.card && start) slide(pile(last), start);
}

/** The drawn cards of hands, by their place in the deck. @param {Position} position */
function cards(position) {
  const found = new Map();
  for (const card of document.querySelectorAll(".stage button.card[data-slot]")) {
    const held = position.hands[Number(card.dataset.seat)]?.[Number(card.dataset.slot)];
    if (held) found.set(held.id, card);
  }
  return found;
}

/** @param {Position} position */
const boxes = (position) => new Map([...cards(position)].map(([id, card]) => [id, card.getBoundingClientRect()]));

/** Where a card has gone: the top of its firework, or its place among the discards. @param {LastUse} told */
function pile({ card, scored }) {
  return document.querySelector(scored ? `.stage .firework[data-top="${card}"]` : `.stage [data-pile="${card}"]`);
}

/** @param {Element | null} element @param {DOMRect} start */
function slide(element, start) {
  const end = element?.getBoundingClientRect();
  if (!element || !end?.width || (Math.abs(start.left - end.left) < 1 && Math.abs(start.top - end.top) < 1)) return;
  const by = `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(${start.width / end.width})`;
  element.animate([{ transform: by, transformOrigin: "0 0", zIndex: 3 }, { transform: "none", transformOrigin: "0 0", zIndex: 3 }],
    { duration: TIME, easing: "ease-out" });
}
