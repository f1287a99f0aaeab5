// The panels beside the board, in the order of their tabs.

import { linesPanel } from "hanabi/panels/lines";
import { logPanel } from "hanabi/panels/log";
import { numbersPanel } from "hanabi/panels/numbers";

export const panels = [
  { id: "log", name: "Log", draw: logPanel },
  { id: "numbers", name: "Numbers", draw: numbersPanel },
  { id: "lines", name: "Lines", draw: linesPanel },
];
