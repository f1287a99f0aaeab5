// Calling the person whose turn it is: in the title and the icon of the page, and by sounds if they are on.

import { html } from "lit-html";

const KEY = "hanabi-sounds";
const NAME = document.title;
/** Notes of each sound: hertz, and seconds after its start. */
const SOUNDS = {
  turn: [[660, 0], [880, 0.12]], scored: [[523, 0], [659, 0.09], [784, 0.18]], misplay: [[196, 0], [147, 0.15]],
  discard: [[262, 0]], hint: [[587, 0]],
};
/** @type {AudioContext | null} */
let context = null;
let on = kept();

function kept() {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    return false; // a browser may keep nothing
  }
}

/** The switch for sounds, which are off until somebody turns them on; that is remembered. @param {() => void} draw */
export function soundSwitch(draw) {
  const toggle = () => {
    on = !on;
    try {
      localStorage.setItem(KEY, on ? "1" : "0");
    } catch { /* then it holds until the page is left */ }
    if (on) sound("turn");
    draw();
  };
  return html`<button aria-pressed=${on ? "true" : "false"} @click=${toggle}>Sounds</button>`;
}

/** Tell of a change: what was done, and whether the person is to act now. @param {Last | null} last @param {boolean} mine */
export function call(last, mine) {
  document.title = mine ? `Your turn: ${NAME}` : NAME;
  icon().href = `data:image/svg+xml,${encodeURIComponent(picture(mine))}`;
  if (last) sound(last.kind === "play" ? (last.scored ? "scored" : "misplay") : last.kind === "discard" ? "discard" : "hint");
  if (mine && last) sound("turn", 0.35);
}

function icon() {
  const found = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]")) ?? document.createElement("link");
  found.rel = "icon";
  if (!found.isConnected) document.head.append(found);
  return found;
}

/** A card; a full one calls. @param {boolean} mine */
function picture(mine) {
  const fill = mine ? "#d55e00" : "none";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect x="4" y="1" width="16" height="22" rx="3" fill="${fill}" stroke="#d55e00" stroke-width="2"/></svg>`;
}

/** @param {keyof typeof SOUNDS} name @param {number} [after] */
function sound(name, after = 0) {
  if (!on) return;
  context ??= new AudioContext();
  for (const [hertz, at] of SOUNDS[name]) note(context, hertz, context.currentTime + after + at);
}

/** @param {AudioContext} context @param {number} hertz @param {number} start */
function note(context, hertz, start) {
  const tone = context.createOscillator(), volume = context.createGain();
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + 0.25);
}
