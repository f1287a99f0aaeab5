// What is looked at, and how it changes: one state, one `draw`. Panels get it and draw themselves.

import { render } from "lit-html";
import { focusBeside } from "hanabi/acting";
import { drawArrows } from "hanabi/arrows";
import { asSite } from "hanabi/counting";
import { branch, difference, extended, mainLine, standing, treeOf } from "hanabi/lines";
import { packRecord, writeFragment } from "hanabi/link";
import { hasNotes, withNote } from "hanabi/notes";
import { moving } from "hanabi/moving";
import { page } from "hanabi/page";
import { paint, safeColors } from "hanabi/palette";
import { followTurn } from "hanabi/panels/log";

/** The application: what is looked at, and how it changes. */
export class Replay {
  /** @type {Game[]} */ games;
  /** @type {number} */ game;
  /** @type {Line} */ main;
  /** @type {Line[]} */ lines;
  /** @type {Line} */ line;
  /** @type {number} */ turn;
  /** @type {View} */ view;
  /** @type {number} */ seat;
  /** @type {number} the seat whose hand comes first */ first;
  /** @type {string} */ tab;
  /** @type {number | null} id of the card that was chosen */ selected;
  /** @type {number | null} id of the card whose story is told */ story;
  /** @type {boolean} */ asText;
  /** @type {string} */ notice;
  /** @type {Map<string, Answer>} by panel */ cache;
  /** @type {Map<number, string>} games by number, packed for addresses */ records;
  /** @type {Position | null} */ drawn;
  /** @type {Deeds} */ does;
  /** @type {KeyGroup[]} */ keys;

  // What panels keep.
  /** @type {string | undefined} letters of the picker of games */ wanted;
  /** @type {string[] | undefined} of typed commands */ answers;
  /** @type {string | undefined} */ logKind;
  /** @type {boolean | undefined} */ hideLater;
  /** @type {number | undefined} */ chanceSeat;
  /** @type {boolean | undefined} */ chancePublic;
  /** @type {string | undefined} */ blueprint;
  /** @type {boolean | undefined} */ wantSearch;
  /** @type {Better | null} */ find;
  /** @type {Loss[] | null} the sure ones, largest first */ losses;
  /** @type {Loss[] | null} by turn */ lossTurns;
  /** @type {(() => void) | null} */ stopLosses;
  /** @type {string | undefined} */ endgameAgent;
  /** @type {number | undefined} */ conventionLevel;
  /** @type {{levels: number[], usual: number} | undefined} */ levelsTold;
  /** @type {string | undefined} */ opinionAgent;
  /** @type {boolean | undefined} */ wantHands;
  /** @type {number | undefined} */ handSeat;
  /** @type {string | undefined} */ compareFirst;
  /** @type {string | undefined} */ compareSecond;
  /** @type {Compared | null} */ compared;
  /** @type {(() => void) | null} */ stopCompare;
  /** @type {string | undefined} */ playAgent;
  /** @type {(() => void) | null} */ stopPlay;
  /** @type {boolean | undefined} */ reviewing;

  /** @param {Game[]} games */
  constructor(games) {
    Object.assign(this, {
      games, game: 0, turn: 0, view: "all", seat: 0, first: 0, tab: "log",
      selected: null, story: null, asText: false, notice: "", cache: new Map(),
      records: new Map(),
    });
    this.enter(0);
  }

  get document() { return this.games[this.game]; }
  get table() { return this.document.table; }
  get position() { return this.line.positions[this.turn]; }
  /** Marks of cards at this turn, of the panel that is open. */
  get marks() { return this.cache.get(this.tab)?.value?.marks?.[this.turn] ?? []; }
  /** Values of the actions at this turn, while their panel shows them; null while the reader looks for the best one. @returns {Valued | null} */
  get valued() { return (this.tab === "values" && this.wantSearch && !this.find && this.cache.get("values")?.value) || null; }
  get last() { return this.line.positions.length - 1; }

  /** Look at another game. @param {number} game */
  enter(game) {
    this.game = game;
    this.main = mainLine(this.document);
    this.table.as_site ??= asSite(this.table);
    paint(this.table, this.table.safe_colors ?? safeColors(this.table));
    this.lines = [this.main];
    this.line = this.main;
    this.turn = Math.min(this.turn, this.last);
    this.seat = Math.min(this.seat, this.table.players - 1);
    Object.assign(this, { drawn: null, selected: null, chanceSeat: undefined, handSeat: undefined });
    this.forget();
  }

  /** Stop what is computed for a game, and drop what has come of it. */
  forget() {
    for (const stop of [this.stopPlay, this.stopCompare]) stop?.();
    for (const asked of this.cache.values()) asked.stop?.();
    this.cache.clear();
    Object.assign(this, { stopPlay: null, stopCompare: null, compared: null });
    this.forgetLosses();
  }

  /** Stop the search of all turns, and drop what it has found. */
  forgetLosses() {
    this.stopLosses?.();
    Object.assign(this, { stopLosses: null, losses: null, lossTurns: null, find: null });
  }

  /** Change something, draw, and write the address. @param {Partial<App>} changes */
  set(changes) {
    Object.assign(this, changes);
    this.turn = Math.max(0, Math.min(this.last, Math.round(this.turn)));
    const story = document.activeElement?.closest(".story");
    this.draw();
    if (story?.isConnected === false) focusBeside(); // it goes with its card
    const others = [...this.records].filter(([game]) => game !== this.game && hasNotes(this.games[game]));
    history.replaceState(null, "", this.fragment(others.map(([, packed]) => packed)));
  }

  /** The fragment of the address. @param {string[]} [others] packed games with notes, which a reload must not lose. */
  fragment(others = []) {
    const told = { ...this, ...difference(this.main, this.line), tree: treeOf(this.lines), record: this.records.get(this.game), others };
    return writeFragment(told);
  }

  /** @param {number} turn */
  go(turn) { this.set({ turn: Number.isFinite(turn) ? turn : this.last, notice: "" }); }
  /** @param {number} by */
  step(by) { this.go(this.turn + by); }

  /** Go on with an action: into the line that has it, or into a new one. @param {number} action @param {string} [by] */
  take(action, by = "") {
    if (this.line.actions[this.turn] === action) return this.step(1);
    const known = this.lines.find((each) =>
      each.deck === this.line.deck && each.actions[this.turn] === action &&
      this.line.actions.slice(0, this.turn).every((one, at) => one === each.actions[at]));
    if (known) return this.set({ line: known, turn: this.turn + 1 });
    if (this.line !== this.main && this.turn === this.last) {
      const line = extended(this.line, action);
      this.lines[this.lines.indexOf(this.line)] = line;
      this.lines.forEach((each) => { if (each.parent === this.line) each.parent = line; });
      return this.set({ line, turn: this.turn + 1 });
    }
    this.open(branch(this.line, this.turn, [action], { by }), this.turn + 1);
  }

  /** Take an action on the board; who is to act next goes on from there. @param {{id: number}} action */
  tryAction(action) {
    this.selected = null;
    this.take(action.id);
    document.querySelector(".hand.acts .card")?.focus({ preventScroll: true });
  }

  /** Tell the story of a card. @param {number} id */
  tell(id) {
    this.set({ selected: id, story: id });
    focusBeside();
  }

  /** Add a line and look at it. @param {Line} line @param {number} turn */
  open(line, turn) {
    this.lines.push(line);
    this.set({ line, turn });
  }

  /**
   * Add what an agent has played on from a turn of a line, which may have changed or gone since; throws if it is gone.
   * @param {Line} line
   * @param {number} turn
   * @param {number[]} actions
   * @param {string} by
   */
  openFrom(line, turn, actions, by) {
    const parent = standing(this.lines, line, turn);
    if (!parent) throw new Error(`The variation that ${by} played on from is not there any more.`);
    this.open(branch(parent, turn, actions, { by }), turn + 1);
  }

  /** Take a variation, and those that branch off it, away. @param {Line} line */
  drop(line) {
    const gone = new Set([line]);
    for (const each of this.lines) if (each.parent && gone.has(each.parent)) gone.add(each);
    this.lines = this.lines.filter((each) => !gone.has(each));
    this.set(gone.has(this.line) ? { line: line.parent ?? this.main, turn: line.from } : {});
  }

  /**
   * The turn after which a card has left a hand, by name and how many of its kind went before.
   * @param {string} name
   * @param {string} kinds
   * @param {number} [nth]
   */
  turnOf(name, kinds, nth = 0) {
    let seen = 0;
    for (let turn = 1; turn <= this.last; turn++) {
      const { last } = this.line.positions[turn];
      if (last?.card !== name) continue;
      const scored = last.scored ? "played" : "discarded";
      if (scored === kinds && seen++ === nth) return turn;
    }
    return null;
  }

  /** Write a note to a turn of the game. The address then holds the game, with its notes. @param {number} turn @param {string} text */
  async note(turn, text) {
    this.document.notes = withNote(this.document.notes, turn, text);
    this.draw();
    await this.pack();
  }

  /** Keep the game that is looked at in the address. */
  async pack() {
    const { game } = this;
    this.records.set(game, await packRecord(this.games[game]));
    this.set({});
  }

  /** @param {string} notice */
  say(notice) { this.set({ notice }); }

  draw() {
    moving(this.drawn, this.position, () => render(page(this), document.getElementById("app")));
    drawArrows(this.table, this.position);
    this.drawn = this.position;
    followTurn(this);
  }
}
