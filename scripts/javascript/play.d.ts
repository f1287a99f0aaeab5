// What the modules of a table pass each other, for the checker of types.

/** `play/table`: all that the page is drawn from. `told` is there from the first event on. */
interface Seated {
  told: Sent;
  error: string;
  lost: string;
  busy: boolean;
  acted: boolean;
  selected: number | null;
  story: number | null;
  choices: number[];
  target: number | null;
  hint: Advice | null;
  meanings: Meanings | null;
  open: number;
  guide: boolean;
  help: boolean;
  asText: boolean;
}

/** `play/notices`. */
interface Noticed {
  told: Pick<Sent, "stopped" | "undo">;
  error: string;
  lost: string;
}

/** `play/watch`: all that the page is drawn from. `told` is there from the first event on. */
interface Watching {
  told: SentToWatch;
  error: string;
  lost: string;
  asText: boolean;
  view: View;
}

/** Sends a command. */
type Command = (name: string, told?: object) => unknown;

interface Context {
  table: Table;
  position: Position;
  seat: number;
}

/** What keys have been pressed before. */
interface Pressed {
  pending: string | null;
  target: number | null;
}

/** `play/actions`. */
interface Actions extends Context {
  busy: boolean;
  chosen?: (action: Action) => boolean;
  act: (action: Action) => unknown;
  open: number;
  look: (at: number) => void;
}

/** `play/tools`. */
interface PlayDoes {
  busy: boolean;
  mine: boolean;
  mayUndo: boolean;
  command: (event: Submitted) => unknown;
  undo: () => void;
  askSearch: () => void;
  askMeanings: (() => void) | null;
}

/** `play/special`: a suit or a rank, and the cards of it; how what is left of it is called. */
interface Cards {
  name: string;
  cards: number[];
  rest: string;
  one: string;
}

interface HintCards {
  name: string;
  cards: Set<number>;
}

interface Said {
  every: string[];
  no: string[];
  some: string[];
}

/** `play/guide`: a step of the guided start. */

interface Step {
  title: string;
  text: string;
  cards?: string[];
  backs?: Known[];
  note?: string;
  question?: string;
  choices?: string[];
  right?: number;
  why?: string;
}
