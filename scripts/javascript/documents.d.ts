// The documents that the server sends and the page passes on, for the checker of types.
//
// Each is named after what makes it; `null` is what one viewer may not know, or what is not there.

/** `hanabilab.web.table`: what does not change during a game. */
interface Table {
  format: number;
  players: number;
  hand_size: number;
  suits: Suit[];
  ranks: number[];
  seats: string[];
  rules: string;
  max_score: number;
  deck_size: number;
  cards: string[];
  copies: number[];
  hints: string[];
  hint_letters?: string;
  record_hints?: string[];
  variant?: string;
  num_colors: number;
  touches: number[];
  engine: Engine;
  site: Site | null;
  site_slots?: boolean;
  agent?: string;
  /** Set by the page: whether hands are shown as on hanab.live, and colors as for the color-blind. */
  as_site?: boolean;
  safe_colors?: boolean;
}

interface Suit {
  name: string;
  letter: string;
  printed?: string;
  symbol: string;
  color: string;
  stripes?: string[];
}

interface Engine {
  first_seat: number;
  max_information_tokens: number;
  max_life_tokens: number;
  draw_slot: "newest" | "vacated";
  bomb_keeps_points: boolean;
  deck_plays: boolean;
  all_or_nothing: boolean;
  empty_hints: number;
  alternates_hints: boolean;
  discards_per_token: number;
  discards_below: number;
  stack_after: number[][] | null;
  stack_places: number[][] | null;
}

interface Site {
  variant: number;
  ranks: number[];
  hint_ranks: number[];
}

/** `hanabilab.web.position`: a moment as one viewer knows it. */
interface Position {
  turn: number;
  seat_to_act: number | null;
  status: "running" | "complete" | "lost" | "over" | "stopped";
  score: number;
  points: number;
  max_reachable: number;
  fireworks: (number | string)[];
  stacks: string[][];
  playable: string[];
  useless: string[];
  critical: string[];
  information_tokens: number;
  tokens_shown: string;
  max_information_tokens: number;
  life_tokens: number;
  max_life_tokens: number;
  deck_size: number;
  turns_left: number | null;
  discards: string[];
  hands: Hand[];
  last: Last | null;
  legal: Action[];
  /** How a log says that the game ended; `hanabi/lines` puts it to the last position. */
  ended?: Ended;
}

/** Null is an empty slot. */
type Hand = (Held | null)[];

interface Held {
  id: number;
  card: string | null;
  possible: number;
  suits: number[];
  ranks: number[];
  hinted: boolean;
  told: string[];
  drawn: number;
}

/** What a hidden card shows. */
type Known = Pick<Held, "suits" | "ranks">;

/** A card whose face is known. */
type Seen = Held & { card: string };

type Use = {
  kind: "play" | "discard";
  slot: number;
  text: string;
  target?: undefined;
  value?: undefined;
  touched?: undefined;
};
type Hint = {
  kind: "color" | "rank";
  target: number;
  value: string;
  text: string;
  slot?: undefined;
  card?: undefined;
  scored?: undefined;
  held?: undefined;
};

/** What may be done: `held` counts the cards of the hand. */
type Action = (Use & { id: number; held: number }) | (Hint & { id: number; touched: number[] });

/** What was done. */
type Last = (LastUse | LastHint) & { seat: number; action: number; turn?: number };
/** What words need of it. */
type Told = (Omit<LastUse, "text"> | Omit<LastHint, "text">) & { seat: number };
type LastUse = Use & { card: string; scored: boolean };
type LastHint = Hint & { touched: number[] };

interface Ended {
  how: string;
  counted: number;
}

/** `hanabilab.web.document`: a game. */
interface Game {
  table: Table;
  deck: string[];
  actions: number[];
  agents?: string[];
  title?: string;
  label?: string;
  source?: string;
  offered?: string[];
  positions: Position[] | null;
  ended?: Ended | null;
  notes?: Notes;
  card_notes?: string[][];
  facts: Fact[] | null;
  lost_at?: number | null;
  lost_between?: [number, number] | null;
}

/** By turn. */
type Notes = { [turn: number]: string };

interface Fact {
  pace: number | null;
  got: number;
  spent: number;
  hints_left: number;
  perfect: "won" | "lost" | "undecided";
  efficiency: number | null;
  needed: number | null;
}

// --- Answers of the server -------------------------------------------------------------------------

/** `hanabilab.web.analysis.values`. */
interface Valued {
  actions: Value[];
  best: number;
  blueprint_action: number;
}

interface Values extends Valued {
  rollouts: number;
  basis: string;
  note: string;
}

interface Value {
  id: number;
  text: string;
  mean: number;
  gain: number | null;
  gain_sem: number | null;
}

interface Loss extends Valued {
  turn: number;
  seat: number;
  played: number;
  loss: number;
  loss_sem: number;
}

/** `hanabilab.web.analysis.hands`. */
interface HandsFound {
  hands: number;
  basis: string;
  groups: HandGroup[];
}

interface HandGroup {
  true: boolean;
  id: number;
  text: string;
  share: number;
  hands: number;
  likely: { cards: string[]; chance: number }[];
}

/** `hanabilab.web.analysis.chances`; what is public comes later. */
interface Chances {
  deals: string;
  slots: SlotChances[];
  public?: number[][];
}

interface SlotChances {
  slot: number;
  id: number;
  chances: number[];
  why: { [card: number]: { kind: "by_hints" | "in_sight" | "needed"; text: string } };
}

/** `hanabilab.web.analysis.endgames`: they come one by one. */
interface Endgame {
  open?: Exact;
  honest?: OverHands;
  blueprint?: OverHands;
}

interface Exact {
  actions: { id: number; win: Bounds; score: Bounds }[];
  exact: boolean;
}

interface OverHands extends Exact {
  hands: number;
  basis: string;
}

interface Bounds {
  lower: number;
  upper: number;
  fraction?: string;
}

/** `hanabilab.web.analysis.opinions`. */
interface Opinion {
  choice: number | null;
  text: string;
  reason: string | null;
  readings: { seats: number[]; lines: string[] }[];
}

/** `hanabilab.web.analysis.conventions`: a turn as players of the H-Group read it. */
interface Reading {
  turn: number;
  seat: number;
  kind: string;
  verdict: string;
  focus: { seat: number; slot: number } | null;
  note_before: string[];
  note_after: string[];
  expected: string;
  kept: boolean | null;
  words: string;
  marks: Mark[];
}

// --- Puzzles ---------------------------------------------------------------------------------------

/** `hanabilab.web.puzzles`: what is asked, and the answer. */
interface Puzzle {
  id: string;
  grade: string;
  plays_on: string;
  help: string[];
  table: Table;
  position: Position;
  history: { last: Told; held: number[] }[];
}

interface PuzzleAnswer {
  best: number;
  taken: number | null;
  lead: number;
  lead_sem: number;
  exact: boolean;
  range_size: number;
  found_by: string[];
  missed_by: string[];
  hand: string[];
  source: string;
  values: { id: number; mean: number; mean_sem: number; gain: number; gain_sem: number; reasons: string[] }[];
}

// --- Tables ----------------------------------------------------------------------------------------

/** `hanabilab.web.server.playing`: a page of a seat, and what is sent to it after every change. */
interface SeatPage {
  table: Table;
  again: boolean;
  may_see_record: boolean;
  teaches: boolean;
}

interface Sent {
  version: number;
  seat: number;
  position: Position;
  log: (Last & { turn: number })[];
  may_undo: boolean;
  undo: Wish | null;
  stopped: boolean;
  /** Once the game is over: the score that could be reached before each action. */
  reachable: number[] | null;
  next: string | null;
}

/** `hanabilab.web.server.watching`: what who watches is sent after every change. */
interface SentToWatch extends Omit<Sent, "seat"> {
  paused: boolean;
  pace: number;
}

/** Somebody asks to go back. */
interface Wish {
  seat: number;
  asked: boolean;
  version: number;
}

/** `hanabilab.web.advice`. */
interface Advice {
  rollouts: number;
  actions: { id: number; value: number | null; error: number | null }[];
}

/** `hanabilab.web.teaching`; `told` is null as long as nothing has come. */
interface Meanings {
  told: Meaning[] | null;
  would: { id: number; words: string }[];
}

interface Meaning {
  turn: number;
  seat: number;
  words: string;
}

/** `hanabilab.web.server.studying`: where a participant is. */
interface Stage {
  stage: "consent" | "game" | "questions" | "end";
  title: string;
  consent: string;
  game: number;
  games: number;
  partner: string;
  questions: string[];
}
