// The panels of a page with a server.

import { chancesPanel } from "hanabi/panels/chances";
import { conventionsPanel } from "hanabi/panels/conventions";
import { endgamePanel } from "hanabi/panels/endgame";
import { linesPanel } from "hanabi/panels/lines";
import { logPanel } from "hanabi/panels/log";
import { numbersPanel } from "hanabi/panels/numbers";
import { opinionPanel } from "hanabi/panels/opinion";
import { panelsBy } from "hanabi/panels/tabs";
import { valuesPanel } from "hanabi/panels/values";

/** @type {{[id: string]: (app: App) => Drawn}} */
const DRAWN = {
  log: logPanel, numbers: numbersPanel, chances: chancesPanel, values: valuesPanel,
  endgame: endgamePanel, conventions: conventionsPanel, agents: opinionPanel, lines: linesPanel,
};

export const panels = panelsBy((id) => DRAWN[id]);
