// The panels beside the board, in the order of their tabs: for all pages, with a server or without.

const TABS = [
  ["log", "Log"],
  ["numbers", "Numbers"],
  ["chances", "Chances"],
  ["values", "Values"],
  ["endgame", "Endgame"],
  ["conventions", "Conventions"],
  ["agents", "Agents"],
  ["lines", "Lines"],
];

/** Each panel with its `draw`, which `drawn` finds by the panel's id and name. @param {(id: string, name: string) => (app: App) => Drawn} drawn */
export const panelsBy = (drawn) => TABS.map(([id, name]) => ({ id, name, draw: drawn(id, name) }));
