// The board: tokens, fireworks, hands, discards. It draws a position and knows nothing else.
//
// draw({table, position, view, seat, selected, handlers}): `view` is "all" (every card that the
// position tells), "empathy" (each hand as its holder knows it) or "seat" (that of `seat` hidden).
// `marks` are of cards: {seat, slot, kind}, or {seat, slot, kind, sign, best} of the best action. `beside(seat, slot)` draws what stands beside the selected card, and
// `piles` says where it may go, as `hanabi/acting` has them. `notes` are those of who looks, by the id of a card. `of` tells one board of several apart, as " of smart". Handlers, all optional: card(seat, slot, held, event), firework(name), discard(name).

import { html, svg, nothing } from "lit-html";
import { arrowLayer, badge } from "hanabi/arrows";
import { back, face, printedOf, strip, symbol } from "hanabi/card";
import { discards } from "hanabi/discards";
import { cardWords, heldWords, seatName, whose } from "hanabi/words";

/** @param {BoardTold} told */
export function board(told) {
  return html`<div class="board" data-piles=${told.piles || nothing}>
    ${tokens(told)}
    <div class="middle">${fireworks(told)} ${discards(told)}</div>
    ${hands(told)}
    ${arrowLayer()}
  </div>`;
}

/**
 * Whether a card's face is drawn.
 * @param {{view: View, seat: number}} told
 * @param {number} holder
 * @param {Held} held
 * @returns {held is Seen}
 */
export function isShown({ view, seat }, holder, held) {
  return held.card !== null && view !== "empathy" && !(view === "seat" && holder === seat);
}

// --- Tokens ---------------------------------------------------------------------------------------

/** @param {Pick<BoardTold, 'table' | 'position'>} told */
function tokens({ table, position }) {
  const deck = position.deck_size;
  const ended = position.turns_left !== null && position.status === "running" ? `last round, ${position.turns_left} left` : "";
  return html`<dl class="tokens">
    ${counter("score", "Score", html`${position.score}<small> / ${table.max_score}</small>`)}
    ${counter("hints", "Hints", html`${position.tokens_shown}<small> / ${position.max_information_tokens}</small>`,
      dots(position.information_tokens, position.max_information_tokens, "dot-hint"))}
    ${counter("lives", "Lives", html`${position.life_tokens}<small> / ${position.max_life_tokens}</small>`,
      dots(position.life_tokens, position.max_life_tokens, "dot-life"))}
    ${counter("deck", "Deck", html`${deck}${ended ? html`<small> ${ended}</small>` : nothing}`)}
    ${counter("reach", "Reachable", html`${position.max_reachable}`)}
  </dl>`;
}

/** @param {string} kind @param {string} name @param {Drawn} value @param {Drawn} [extra] */
function counter(kind, name, value, extra = nothing) {
  return html`<div class=${`token ${kind}`}><dt>${name}</dt><dd>${value}${extra}</dd></div>`;
}

/** @param {number} count @param {number} most @param {string} kind */
function dots(count, most, kind) {
  if (most > 8) return nothing;
  return html`<svg class="dots" viewBox=${`0 0 ${most * 10} 10`} aria-hidden="true">
    ${Array.from({ length: most }, (_, at) =>
      svg`<circle cx=${at * 10 + 5} cy="5" r="3.6" class=${at < count ? kind : "dot-off"}></circle>`)}
  </svg>`;
}

// --- Fireworks ------------------------------------------------------------------------------------

/** @param {Pick<BoardTold, 'table' | 'position' | 'of' | 'handlers'>} told */
function fireworks({ table, position, of = "", handlers = {} }) {
  const jump = handlers.firework;
  return html`<section class=${`fireworks suits-${table.suits.length}`} aria-label=${`Fireworks${of}`}>
    ${table.suits.map((suit, place) => {
      const stack = position.stacks[place], top = stack.at(-1);
      const label = top ? `${suit.name}: ${cardWords(table, top)} on top` : `${suit.name}: nothing yet`;
      const full = stack.length * table.suits.length === table.max_score;
      const drawing = html`<svg viewBox="0 0 60 84" aria-hidden="true">
        ${top ? face(table, top) : svg`
          <rect class="card-empty" x="2" y="2" width="56" height="80" rx="7"></rect>
          ${symbol(suit, 30, 42, 30, suit.color, "pip-suit faint")}
          <text x="49" y="20" class="letter ink">${printedOf(suit)}</text>`}
      </svg>`;
      const played = html`<span class="ranks-row" aria-hidden="true">${stackWords(table, position, place)}</span>`;
      const kind = `firework${full ? " full" : ""}`;
      return top && jump
        ? html`<button class=${kind} data-top=${top} aria-label=${`${label}; go to its turn`} title=${label}
            @click=${() => jump(top)}>${drawing}${played}</button>`
        : html`<div class=${kind} data-top=${top ?? nothing} role="img" aria-label=${label}>${drawing}${played}</div>`;
    })}
  </section>`;
}

/** What of a suit can still come: "3 4 5" with ranks that are gone crossed. @param {Table} table @param {Position} position @param {number} suit */
function stackWords(table, position, suit) {
  const first = suit * (table.cards.length / table.suits.length);
  const cards = table.cards.slice(first, first + table.cards.length / table.suits.length);
  return cards.map((name) => {
    const played = position.stacks[suit].includes(name);
    const gone = !played && position.useless.includes(name);
    const kind = played ? "is-played" : gone ? "is-gone" : position.critical.includes(name) ? "is-critical" : "";
    return html`<i class=${kind}>${name[1] === "7" ? "S" : name[1]}</i>`;
  });
}

// --- Hands ----------------------------------------------------------------------------------------

/** @param {BoardTold} told */
function hands(told) {
  const { table, position, first = 0, of = "" } = told;
  const seats = table.seats.map((_, at) => (at + first) % table.players);
  return html`<section class=${`hands players-${table.players} cards-${table.hand_size}`} aria-label=${`Hands${of}`}>
    ${seats.map((seat) => hand(told, seat, position.hands[seat]))}
  </section>`;
}

/** @param {BoardTold} told @param {number} seat @param {Hand} cards */
function hand(told, seat, cards) {
  const { table, position } = told;
  const acts = position.seat_to_act === seat;
  const hidden = told.view === "empathy" || (told.view === "seat" && told.seat === seat);
  return html`<div class=${`hand${acts ? " acts" : ""}`} role="group" data-hand=${seat}
      aria-label=${`${whose(table, seat)} hand${acts ? ", to act" : ""}`}>
    <h2><span class="turn-mark" aria-hidden="true">${acts ? "▶" : ""}</span>${seatName(table, seat)}
      ${told.agents?.[seat] ? html`<small>${told.agents[seat]}</small>` : nothing}
      ${hidden ? html`<small class="as-known">as ${told.view === "seat" ? "you know" : "known to its holder"}</small>` : nothing}
    </h2>
    <div class="slots" role="list">
      ${inOrder(table, cards.map((held, slot) => html`<div role="listitem">${slotOf(told, seat, slot, held)}${
        held && told.selected === held.id ? told.beside?.(seat, slot) ?? nothing : nothing}</div>`))}
    </div>
  </div>`;
}

/** Cards of a hand from left to right: the oldest first, or the newest, as on hanab.live. @param {Table} table @param {Drawn[]} cards */
export const inOrder = (table, cards) => (table.as_site ? cards.reverse() : cards);

/** @param {BoardTold} told @param {number} seat @param {number} slot @param {Held | null} held */
function slotOf(told, seat, slot, held) {
  const { table, position, selected, handlers = {} } = told;
  if (!held) return html`<div class="card empty" role="img" aria-label=${`slot ${slot}: empty`}></div>`;
  const shown = isShown(told, seat, held);
  const last = position.last;
  const touched = last && last.target === seat && last.touched?.includes(slot);
  const kinds = [shown ? "card" : "card hidden"];
  if (held.hinted) kinds.push("hinted");
  if (touched) kinds.push("touched");
  if (selected === held.id) kinds.push("selected");
  const critical = shown && position.critical.includes(held.card);
  const useless = shown && position.useless.includes(held.card);
  if (useless) kinds.push("useless");
  const marked = told.marks?.find((each) => each.seat === seat && each.slot === slot), mark = marked?.kind, best = marked?.best;
  const sign = marked && (marked.sign ?? SIGNS[marked.kind]);
  if (best) kinds.push("best");
  const label = heldWords(table, position.hands[seat], slot, shown) + (critical ? "; critical" : useless ? "; useless" : "") + (touched ? "; just hinted" : "") + (mark ? `; ${mark}` : "") + noteWords(told, held);
  return html`<button class=${kinds.join(" ")} aria-label=${label} title=${label}
      data-seat=${seat} data-slot=${slot} aria-pressed=${selected === held.id ? "true" : "false"}
      @click=${(/** @type {MouseEvent} */ event) => handlers.card?.(seat, slot, held, event)}>
    <svg viewBox="0 0 60 84" aria-hidden="true">
      ${shown ? svg`<g class="face">${face(table, held.card)}</g>` : back(table, held)}
      ${critical ? svg`<g class="mark"><circle cx="51" cy="75" r="7"></circle><text x="51" y="79.5">!</text></g>` : nothing}
      ${useless ? svg`<g class="mark trash"><circle cx="51" cy="75" r="7"></circle><text x="51" y="79.5">×</text></g>` : nothing}
      ${told.notes?.[held.id] ? svg`<g class="mark note"><circle cx="51" cy="57" r="7"></circle><text x="51" y="61">✎</text></g>` : nothing}
      ${mark ? svg`<g class="mark sign"><circle cx="9" cy="75" r="7"></circle><text x="9" y="79.5">${sign}</text></g>` : nothing}
    </svg>
    ${shown ? html`<svg class="strip-box" viewBox="0 0 60 27" aria-hidden="true">${strip(table, held)}</svg>` : nothing}
    ${touched ? html`<span class="arrow" aria-hidden="true">${badge(table, last)}</span>` : nothing}
  </button>`;
}

/** The note to a card, for its label. @param {Pick<BoardTold, 'notes'>} told @param {Held} held */
export const noteWords = ({ notes }, held) => (notes?.[held.id] ? `; your note: ${notes[held.id]}` : "");

/** Marks of conventions, in one letter. */
const SIGNS = /** @type {{[kind: string]: string}} */ ({ finessed: "F", called: "C", "chop moved": "M" });
