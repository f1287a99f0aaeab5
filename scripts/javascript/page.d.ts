// What the modules of the page pass each other, for the checker of types.

/** `hanabi/app`. */
type App = import("hanabi/app").Replay;
type Deeds = ReturnType<typeof import("hanabi/deeds").deeds>;

/** `hanabi/lines`: the game as it was, or a variation. */
interface Line {
  table: Table;
  parent: Line | null;
  from: number;
  deck: string[];
  actions: number[];
  morphs: Morph[];
  by: string;
  positions: Position[];
}

interface Morph {
  id: number;
  card: string;
  place?: number | null;
  turn?: number;
}

/** A variation as a link tells it: `parent` is a place in the tree. */
interface ToldLine {
  parent: number;
  from: number;
  actions: number[];
  morphs: Morph[];
  by: string;
}

/** A mark of a card, of conventions or of the best action. */
interface Mark {
  seat: number;
  slot: number;
  kind: string;
  sign?: string;
  best?: boolean;
}

/** What `lit-html` draws. */
type Drawn = import("lit-html").TemplateResult | symbol | string | number | Drawn[];

/** `hanabi/board`: what a board is drawn from. */
interface BoardTold {
  table: Table;
  position: Position;
  view: View;
  seat: number;
  first?: number;
  of?: string;
  agents?: string[];
  selected?: number | null;
  marks?: Mark[];
  piles?: string;
  notes?: Notes;
  beside?: (seat: number, slot: number) => Drawn;
  handlers?: Handlers;
}

interface Handlers {
  card?: (seat: number, slot: number, held: Held, event: MouseEvent) => void;
  firework?: (name: string) => void;
  discard?: (name: string, nth: number) => void;
}

/** Every card that is known, hands as their holders know them, or the table as a seat sees it. */
type View = "all" | "empathy" | "seat";

/** An action that is told: of a log there are no hands. */
interface Done {
  last: Told | null;
  hands?: Hand[];
}

/** `hanabi/engine`: everything true at the table. */
interface State {
  table: Table;
  deck: number[];
  hands: (Dealt | null)[][];
  stacks: number[];
  discards: number[];
  tokens: number;
  parts: number;
  barred: number;
  lives: number;
  points: number;
  turn: number;
  seat: number;
  turnsLeft: number;
  status: Position["status"];
  drawn: number;
  last: Last | null;
}

interface Dealt {
  id: number;
  card: number;
  possible: number;
  told: number;
  drawn: number;
}

/** `hanabi/link`: what an address asks for. */
interface Asked {
  turn: number | null;
  seat: number | null;
  game: number | null;
  view: string | null;
  tab: string | null;
  line: { from: number; actions: number[] } | null;
  morphs: Morph[];
  unread: boolean;
  tree: (ToldLine | null)[];
  record: string | null;
  others: string[];
}

/** What may still come out of an address: bytes of games, and positions. */
interface Budget {
  bytes: number;
  positions: number;
}

/** What an address is written from. */
interface Fragment {
  game: number;
  turn: number;
  view: View;
  seat: number;
  tab: string;
  line: Asked["line"];
  morphs: Morph[];
  tree: ToldLine[];
  record?: string;
  others: string[];
}

/** `hanabi/replay`: the games of the page as an address changes them. */
interface Found {
  games: Game[];
  records: Map<number, string>;
  notice: string;
}

/** `hanabi/acting`: what a card may be put or clicked for. */
interface ToActOn {
  position: Position;
  selected: number | null;
  act: (action: Action) => void;
  select: (id: number | null) => void;
}

/** What the buttons beside a card need. */
interface Beside {
  table: Table;
  position: Position;
  busy?: boolean;
  act: (action: Action) => void;
  tell?: () => void;
  close: () => void;
  story?: ((seat: number, slot: number) => Drawn) | null;
}

/** `hanabi/story`: what the story of a card is told from. */
interface StoryTold {
  table: Table;
  position: Position;
  log: Last[];
  view: View;
  viewer: number;
  go?: (turn: number) => void;
  more?: (held: Held, shown: boolean) => Drawn;
}

interface Drag {
  id: number;
  card: HTMLElement;
  x: number;
  y: number;
  ghost: HTMLElement | null;
}

/** `hanabi/arrows`: where something stands in the board. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** `hanabi/losses`: a moment of a game that is over, as a table is told it. */
type Moment = Pick<Position, "turn" | "status" | "max_reachable" | "last">;

/** What a turn lost: points, the perfect score, what its action cost by search. */
interface Lost {
  turn: number;
  points?: number;
  perfect?: boolean;
  cost?: number;
}

/** `hanabi/graph`. */
interface ChartTold {
  title: string;
  series: Series[];
  turn: number;
  marks?: { turn: number; to?: number; label: string }[];
  go?: (turn: number) => void;
  zero?: boolean;
}

interface Series {
  name: string;
  values: (number | null)[];
  kind: string;
  steps?: boolean;
}

type Scale = (value: number) => number;

/** `hanabi/keys`: what is pressed, its names in events, words, what it does. */
type Key = [string, string[], string, ((key: string) => unknown) | null];
type KeyGroup = [string, Key[]];

/** `hanabi/panels`. */
interface Panel {
  id: string;
  name: string;
  draw: (app: App) => Drawn;
}

type Question = { [name: string]: string | number };

/** What has come for a question so far; `value` is as its panel joins the items. */
interface Answer {
  key: string;
  value: any;
  mistake: string;
  notice: string;
  done: boolean;
  stop?: () => void;
}

/** Two agents on one deck; games, once both are played. */
interface Compared {
  sides: number[][];
  names: string[];
  turn: number;
  done: boolean;
  games?: Position[][];
  differs?: number;
}

/** A loss for which the reader looks for a better action. */
interface Better {
  each: Loss;
  said: string;
  solved: boolean;
}

// --- Events of elements ----------------------------------------------------------------------------

type Changed = Event & { target: HTMLInputElement };
/** Playing: a form whose one field is a command. */
type Submitted = SubmitEvent & { target: HTMLFormElement };

// --- The browser -----------------------------------------------------------------------------------

/** Elements that a page always has when its code asks for them. */
interface Document {
  getElementById(id: "app" | "games" | "answers"): HTMLElement;
  getElementById(id: "help"): HTMLDialogElement;
}

/** All that is asked for by a selector is HTML. */
interface ParentNode {
  querySelector(selectors: "input"): HTMLInputElement;
  querySelector(selectors: "svg"): SVGElement;
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: "dialog"): NodeListOf<HTMLDialogElement>;
  querySelectorAll(selectors: "textarea"): NodeListOf<HTMLTextAreaElement>;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

/** Events come to elements, but also to the document, which has none of these. */
interface EventTarget {
  closest?(selectors: string): Element | null;
  matches?(selectors: string): boolean;
}
