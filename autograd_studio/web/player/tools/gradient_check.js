// Every gradient of a pass beside what a central difference finds, element by element.
import { short } from "../model/cells.js";
import { html } from "../base/dom.js";
import { tell } from "../base/phrases.js";
import { compared, passOf, place } from "./promise.js";

/** @import { Nudged, Payload } from "../model/types.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */
/** @typedef {{ at: number, pass: number, index: number, leaf: string, name: string, own: number }} Element of a leaf */
/**
 * @typedef {{ verdict: keyof Words["checks"], nudged?: number, gradient?: number, isSharp?: boolean,
 *   sides?: (number | null)[] }} Found
 * @typedef {Element & Found} Row
 */

const MOST = 24; // elements that are looked at
const SECONDS = 10; // that it may take
const COARSE = 1 / 256; // of a number's size, how far it is moved
const FINE = 1 / 4096; // how far where that differs: the slope may be steep there

/**
 * Compare the gradients that a pass has brought to the leaves. `run` gives the run with another number, null where that is not
 * wanted any more; `tell` hears how far it is.
 * @param {Nudged} base @param {Payload} payload @param {number} begun how many passes have begun
 * @param {(at: number, index: number, value: number) => Promise<(Nudged & { status: number }) | null>} run
 * @param {(rows: Row[], total: number) => void} told
 */
export async function checkGradients(base, payload, begun, run, told) {
  const until = performance.now() + SECONDS * 1000;
  const wanted = leaves(base, payload, begun);
  /** @type {Row[]} */
  const rows = [];
  for (const one of wanted.slice(0, MOST)) {
    told(rows, wanted.length);
    const found = performance.now() < until ? await compare(base, one, run) : null;
    if (!found) break;
    rows.push({ ...one, ...found });
  }
  return { rows, left: wanted.length - rows.length };
}

/** The elements of leaves that a pass has brought a gradient to. @param {Nudged} base @param {Payload} payload @param {number} begun @returns {Element[]} */
function leaves(base, payload, begun) {
  const known = new Set();
  return base.handles.flatMap((handle, at) => {
    const pass = passOf(base, handle, begun);
    const gain = handle.passes.find(([one]) => one === pass)?.[1];
    const made = handle.creation ?? `by ${handle.operation}`;
    if (gain == null || pass === null || known.has(made)) return [];
    known.add(made);
    const { shape, data, corner } = base.values[handle.value];
    const leaf = payload.boxes[handle.box ?? 0].title;
    if (corner) return [];
    return data.map((item, index) => {
      const name = leaf + place(index, shape);
      return { at, pass, index, leaf, name, own: Number(item) };
    });
  });
}

/** Compare the gradient of one element. @param {Nudged} base @param {Element} one @param {Parameters<typeof checkGradients>[3]} run @returns {Promise<Found | null>} */
async function compare(base, one, run) {
  const found = await difference(base, one, COARSE, run);
  if (found?.verdict !== "differ") return found;
  const finer = await difference(base, one, FINE, run);
  return finer?.verdict === "agree" && finer.isSharp ? finer : found;
}

/**
 * Compare a gradient with a central difference over a share of the number's size.
 * @param {Nudged} base @param {Element} one @param {number} share @param {Parameters<typeof checkGradients>[3]} run
 * @returns {Promise<Found | null>}
 */
async function difference(base, { at, pass, index, own }, share, run) {
  const step = share * Math.max(Math.abs(own), 0.25);
  const runs = [];
  for (const value of [own - step, own + step]) {
    const answer = await run(at, index, value);
    if (!answer) return null;
    if (answer.status !== 200) return { verdict: "error" };
    if (answer.shape !== base.shape) return { verdict: "branch" };
    runs.push(answer);
  }
  return compared(base, runs[0], runs[1], at, pass, index) ?? { verdict: "unknown" };
}

/** What was found, as a table. @param {Row[]} rows @param {Words} words */
export function table(rows, words) {
  const text = (/** @type {number | null | undefined} */ x) => (x == null ? "" : short(x, "float32"));
  const row = (/** @type {Row} */ { name, gradient, nudged, verdict, sides }) =>
    html(
      "tr",
      { class: verdict },
      html("td", name),
      html("td", text(gradient)),
      html("td", text(nudged)),
      html("td", tell(words.checks[verdict], { left: text(sides?.[0]), right: text(sides?.[1]) })),
    );
  const head = ["", ".grad", words.nudged, ""].map((title) => html("th", { scope: "col" }, title));
  return html("table", html("thead", html("tr", ...head)), html("tbody", ...rows.map(row)));
}
