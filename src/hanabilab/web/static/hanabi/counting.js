// Whether hands are shown as on hanab.live: the newest card on the left, as slot 1. Remembered.

const KEY = "hanabi-as-site";

/** As somebody chose; else so for games of the site alone. @param {Table} table */
export function asSite(table) {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? Boolean(table.site_slots) : kept === "1";
  } catch {
    return Boolean(table.site_slots); // a browser may keep nothing
  }
}

/** Choose, for tables. @param {Table[]} tables @param {boolean} on */
export function setAsSite(tables, on) {
  for (const each of tables) each.as_site = on;
  try {
    localStorage.setItem(KEY, on ? "1" : "0");
  } catch { /* then it holds until the page is left */ }
}
