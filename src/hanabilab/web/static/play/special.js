// What is special about the variant at the table, in sentences; nothing of the printed game's rules.

import { ranksOf } from "hanabi/suits";
import { either } from "hanabi/words";

/** A sentence for each special thing, of suits first. */
export function specialWords(table) {
  return [...table.suits.flatMap((suit, at) => ofSuit(table, suit.name, at)), ...ofGame(table)];
}

function ofSuit(table, name, at) {
  const size = ranksOf(table), first = at * size, found = [];
  const cards = Array.from({ length: size }, (_, place) => first + place);
  const wholly = (value) => cards.every((card) => touches(table, value, card));
  const colors = table.hints.slice(0, table.num_colors), whole = colors.filter((_, value) => wholly(value));
  const ranks = table.hints.slice(table.num_colors).map((_, at) => table.num_colors + at);
  if (colors.length && !colors.some((_, value) => cards.some((card) => touches(table, value, card)))) found.push(`No color touches ${name}.`);
  else if (whole.length > 1) found.push(`${whole.length === colors.length ? "Every color touches" : `Hints of ${either(whole, "and")} touch`} ${name}.`);
  if (ranks.length && ranks.every(wholly)) found.push(`Every rank touches ${name}.`);
  else if (ranks.length && !ranks.some((value) => cards.some((card) => touches(table, value, card)))) found.push(`No rank touches ${name}.`);
  if (cards.every((card) => table.copies[card] === 1)) found.push(`There is one copy of each card of ${name}.`);
  if (!table.engine.stack_after && table.cards[first][1] > "1") found.push(`The suit ${name} goes from ${table.cards[first][1]} down to ${table.cards[first + size - 1][1]}.`);
  return found;
}

/** Bits are read by division: some are beyond 32. */
const touches = (table, value, card) => Math.floor(table.touches[value] / 2 ** card) % 2 === 1;

function ofGame({ engine, hints, num_colors: colors }) {
  return [
    engine.stack_after ? "A suit begins with its 1, its 5 or its START card (S), and goes up or down from there." : "",
    engine.alternates_hints ? "A hint of a color follows one of a rank, and so on." : "",
    engine.discards_per_token > 1 ? `It takes ${engine.discards_per_token} discards to bring a hint token back.` : "",
    engine.all_or_nothing ? "The game goes on when the deck is empty, and only a perfect score counts." : "",
    engine.empty_hints ? "Some hints may touch no card." : "",
    colors ? "" : "No color can be told.",
    hints.length > colors ? "" : "No rank can be told.",
  ].filter(Boolean);
}
