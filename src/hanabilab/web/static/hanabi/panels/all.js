// The panels beside the board, in the order of their tabs.

import { chancesPanel } from "hanabi/panels/chances";
import { linesPanel } from "hanabi/panels/lines";
import { logPanel } from "hanabi/panels/log";
import { numbersPanel } from "hanabi/panels/numbers";
import { opinionPanel } from "hanabi/panels/opinion";
import { valuesPanel } from "hanabi/panels/values";

export const panels = [
  { id: "log", name: "Log", draw: logPanel },
  { id: "numbers", name: "Numbers", draw: numbersPanel },
  { id: "chances", name: "Chances", draw: chancesPanel },
  { id: "values", name: "Values", draw: valuesPanel },
  { id: "agents", name: "Agents", draw: opinionPanel },
  { id: "lines", name: "Lines", draw: linesPanel },
];
