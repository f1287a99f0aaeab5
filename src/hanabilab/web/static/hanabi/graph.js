// Line charts of numbers by turn, as SVG: click on a turn to go there.

import { html, svg, nothing } from "lit-html";

const WIDTH = 400, HEIGHT = 120, LEFT = 28, RIGHT = 8, TOP = 8, BOTTOM = 18;

/**
 * A chart.
 * @param {ChartTold} told
 * @param series [{name, values: [number or null by turn], kind, steps, errors}]
 * @param marks [{turn, to, label}] turns worth a look, and where it goes, if elsewhere.
 */
export function chart({ title, series, turn, marks = [], go, zero = false }) {
  const values = series.flatMap((each) => each.values).filter((value) => value !== null).filter(isFinite);
  if (!values.length) return nothing;
  const length = Math.max(...series.map((each) => each.values.length));
  const low = Math.min(...values, ...(zero ? [0] : [])), high = Math.max(...values, low + 1);
  const x = (/** @type {number} */ at) => LEFT + (at / Math.max(length - 1, 1)) * (WIDTH - LEFT - RIGHT);
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const click = (/** @type {MouseEvent & {currentTarget: Element}} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const inside = ((event.clientX - box.left) / box.width) * WIDTH - LEFT;
    go?.(Math.max(0, Math.min(length - 1, Math.round((inside / (WIDTH - LEFT - RIGHT)) * (length - 1)))));
  };
  const now = series.map((each) => {
    const value = each.values[turn];
    return `${each.name} ${value === null || value === undefined ? "unknown" : Number(value.toFixed(2))}`;
  });
  return html`<figure class="chart">
    <figcaption>${title} ${series.map((each) => html`<span class=${`key ${each.kind}`}>${each.name}</span>`)}</figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img"
        aria-label=${`${title}; at turn ${turn}: ${now.join(", ")}`} @click=${click}>
      ${ticks(low, high).map((value) => svg`
        <line class="grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y(value)} y2=${y(value)}></line>
        <text class="tick" x=${LEFT - 5} y=${y(value) + 3.5} text-anchor="end">${value}</text>`)}
      ${marks.map(({ turn: at }) => svg`<line class="chart-mark" x1=${x(at)} x2=${x(at)} y1=${TOP} y2=${HEIGHT - BOTTOM}></line>`)}
      <line class="now" x1=${x(turn)} x2=${x(turn)} y1=${TOP - 4} y2=${HEIGHT - BOTTOM}></line>
      ${series.map((each) => svg`<path class=${`line ${each.kind}`} d=${path(each, x, y)}></path>`)}
      ${series.map((each) => dot(each, turn, x, y))}
      <text class="tick" x=${LEFT} y=${HEIGHT - 4}>0</text>
      <text class="tick" x=${WIDTH - RIGHT} y=${HEIGHT - 4} text-anchor="end">turn ${length - 1}</text>
    </svg>
    ${marks.length ? html`<p class="quiet">${marks.map(({ turn: at, to = at, label }) =>
      html`<button class="linkish" @click=${() => go?.(to)}>${label}</button> `)}</p>` : nothing}
  </figure>`;
}

/** @param {Series} series @param {number} turn @param {Scale} x @param {Scale} y */
function dot(series, turn, x, y) {
  const value = series.values[turn];
  if (value === null || value === undefined || !isFinite(value)) return nothing;
  return svg`<circle class=${`dot ${series.kind}`} cx=${x(turn)} cy=${y(value)} r="3.2"></circle>`;
}

/** @param {Series} series @param {Scale} x @param {Scale} y */
function path(series, x, y) {
  let text = "", pen = false, before = 0;
  series.values.forEach((value, at) => {
    if (value === null || !isFinite(value)) {
      pen = false;
      return;
    }
    if (pen && series.steps) text += `L${x(at)} ${y(before)}`;
    text += `${pen ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    pen = true;
    before = value;
  });
  return text;
}

/** @param {number} low @param {number} high */
function ticks(low, high) {
  const rough = (high - low) / 4, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5].map((each) => each * power).find((each) => each >= rough) ?? 10 * power;
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high + 1e-9; value += step) {
    found.push(Number(value.toFixed(6)));
  }
  return found;
}
