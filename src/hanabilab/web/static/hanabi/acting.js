// Acting on the board: what may be done with a card stands beside it, and a card of who is to act goes
// to a pile by a drag, or by a click on the pile. The buttons do the same, so keys do.

import { html, nothing, svg } from "lit-html";
import { symbol } from "hanabi/card";
import { actionWords, either, slotNumber, slotWords } from "hanabi/words";

/** Pixels that a card is moved before that is a drag. */
const FAR = 8;
/** What is done with a card that is put there. */
/** @type {{[kind: string]: string}} */
const PILES = { play: ".fireworks", discard: ".discards" };

/**
 * The seat and slot in which a card is held, with what is known of it; null if it is in no hand.
 * @param {Position} position
 * @param {number | null} id
 */
export function find(position, id) {
  for (const [seat, hand] of position.hands.entries()) {
    for (const [slot, held] of hand.entries()) if (held && held.id === id) return { seat, slot, held };
  }
  return null;
}

/**
 * What may be done with a card by its holder, or hints that touch it.
 * @param {Pick<Position, 'legal' | 'seat_to_act'>} told
 * @param {number} seat
 * @param {number} slot
 */
export function actionsOfCard({ legal, seat_to_act: actor }, seat, slot) {
  if (seat === actor) return legal.filter((each) => each.slot === slot).reverse(); // play comes first
  return legal.filter((each) => each.target === seat && each.touched.includes(slot));
}

/** @param {Position} position @param {number | null} id */
const actionsOf = (position, id) => {
  const place = find(position, id);
  return place ? actionsOfCard(position, place.seat, place.slot) : [];
};

/** What may be done with a card on the piles: "play discard", "". @param {Position} position @param {number | null} id */
export const pilesOf = (position, id) => actionsOf(position, id).map(({ kind }) => kind).filter((kind) => kind in PILES).join(" ");

/** The symbol of the suit that a hint names, where a suit has that color's name. @param {Table} table @param {Action} action */
export function pictureOf(table, action) {
  const suit = action.kind === "color" ? table.suits.find((each) => each.name === action.value) : null;
  if (!suit) return nothing;
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">${svg`${symbol(suit, 12, 12, 22, suit.color, "pip-suit")}`}</svg>`;
}

/** The card of a hand that has the focus, or null. @param {Position} position */
export function focusedCard(position) {
  const card = /** @type {HTMLElement | null} */ (document.activeElement?.closest("button.card[data-slot]") ?? null);
  return card && position.hands[Number(card.dataset.seat)]?.[Number(card.dataset.slot)];
}

/** Put the focus to the story that is told, or to the first thing to do with the card that was chosen. */
export const focusBeside = () => (document.querySelector(".story") ?? document.querySelector("[data-choice]"))?.focus({ preventScroll: true });

/** Leave a card that was chosen, as `change` does; it gets the focus back from what stands beside it. @param {() => void} change */
export function leaving(change) {
  const beside = document.querySelector(".beside"), card = beside?.contains(document.activeElement) && beside.previousElementSibling;
  change();
  if (card instanceof HTMLElement) card.focus({ preventScroll: true });
}

/**
 * Buttons beside a card, and its story if it is told, for `hanabi/board`.
 * @param {Beside} does
 * @param {number} seat
 * @param {number} slot
 */
export function besideCard(does, seat, slot) {
  const { table, position, busy = false, act, tell, close } = does, hand = position.hands[seat];
  const actions = actionsOfCard(position, seat, slot), story = does.story?.(seat, slot);
  if (!actions.length && !story) return nothing;
  return html`<div class="beside" role="group" aria-label=${`What to do with ${slotWords(table, [slot], hand)}`}>
    ${actions.map((each) => {
      const touched = each.touched ?? [];
      const words = actionWords(table, each) + (touched.length ? `: ${slotWords(table, touched, hand)}` : "");
      return html`<button class="small" data-choice=${each.id} data-touches=${touched.join(" ")} ?disabled=${busy}
        aria-label=${words} title=${words} @click=${() => act(each)}>${pictureOf(table, each)}${shortWords(each)}
        ${touched.length ? html`<small>${touchedWords(table, touched, hand)}</small>` : nothing}</button>`;
    })}
    ${tell ? html`<button class="small" title="Story of the card (i)" aria-expanded=${story ? "true" : "false"} @click=${tell}>Story</button>` : nothing}
    <button class="plain small" aria-label="Leave the card" title="Leave the card (Esc)" @click=${close}>✕</button>
    ${story ?? nothing}
  </div>`;
}

/** @param {Action} told */
function shortWords({ kind, value }) {
  return { play: "Play", discard: "Discard", rank: `${value}s`, color: value }[kind];
}

/** @param {Table} table @param {number[]} touched @param {Hand} hand */
function touchedWords(table, touched, hand) {
  const numbers = touched.map((slot) => slotNumber(table, slot, hand.filter(Boolean).length)).sort();
  return `slot${numbers.length > 1 ? "s" : ""} ${either(numbers.map(String), "and")}`;
}

// --- The pointer ----------------------------------------------------------------------------------

/**
 * Follow clicks on piles, and drags of cards to them.
 * @param {() => ToActOn | null} found what there is to act on: position, selected; act(action), select(id). Null if nothing.
 */
export function followPointer(found) {
  /** @type {Drag | null} */
  let drag = null;
  document.addEventListener("pointerdown", (event) => {
    const card = /** @type {HTMLElement | null} */ (event.isPrimary && event.button === 0 ? event.target?.closest?.("button.card[data-slot]") : null);
    const position = card ? found()?.position : null;
    const held = card && position?.hands[Number(card.dataset.seat)]?.[Number(card.dataset.slot)];
    if (held && position && pilesOf(position, held.id)) drag = { id: held.id, card, x: event.clientX, y: event.clientY, ghost: null };
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!drag) return;
    const x = clientX - drag.x, y = clientY - drag.y;
    if (!drag.ghost && Math.hypot(x, y) < FAR) return;
    drag.ghost ??= lift(drag, found());
    drag.ghost.style.transform = `translate(${x}px, ${y}px)`;
  });
  const end = (/** @type {string | null | undefined} */ pile) => {
    const told = found(), { ghost, id } = drag ?? { ghost: null, id: null };
    drag = null;
    if (!ghost) return;
    ghost.remove();
    ignoreClick();
    const action = told && actionsOf(told.position, id).find(({ kind }) => kind === pile);
    if (action) told.act(action);
    else told?.select(null);
  };
  document.addEventListener("pointerup", ({ clientX, clientY }) => end(pileAt(document.elementFromPoint(clientX, clientY))));
  document.addEventListener("pointercancel", () => end(null));
  document.addEventListener("keydown", ({ key }) => key === "Escape" && end(null));
  document.addEventListener("click", (event) => {
    const pile = event.detail > 0 ? pileAt(/** @type {Element | null} */ (event.target)) : undefined, told = pile && found();
    const action = told && actionsOf(told.position, told.selected).find(({ kind }) => kind === pile);
    if (!action) return; // keys go to turns, as the label says
    event.stopPropagation();
    told.act(action);
  }, true);
}

/** What is done with a card at a pile; undefined elsewhere. @param {Element | null} element */
const pileAt = (element) => Object.keys(PILES).find((kind) => element?.closest(PILES[kind]));

/** The picture of a card that follows the pointer. @param {Drag} of @param {ToActOn | null} told */
function lift({ id, card }, told) {
  const from = card.getBoundingClientRect(), ghost = document.createElement("div");
  ghost.className = "dragged";
  ghost.append(card.querySelector("svg").cloneNode(true));
  Object.assign(ghost.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px` });
  document.body.append(ghost);
  told?.select(id);
  return ghost;
}

/** The click with which a drag ends over its own card is none. */
function ignoreClick() {
  const stop = (/** @type {Event} */ event) => event.stopPropagation();
  document.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", stop, true));
}
