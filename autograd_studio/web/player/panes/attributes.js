// What a tensor answers at a step, as in a Python session: its attributes, each with the reason for its value.
import { tell } from "../base/phrases.js";

/** @import { Story } from "../model/story.js" */
/** @import { Gradient } from "../model/shown.d.ts" */
/** @import { Box, Payload } from "../model/types.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */
/** @typedef {{ name: keyof Words["attributes"], value: string, reason: string }} Answer */

/**
 * The attributes of a box's tensor; none of what is no tensor, or is not there yet.
 * @param {Story} story @param {number} i @param {number} step @param {Words} words
 * @returns {Answer[]}
 */
export function attributes(story, i, step, words) {
  const box = story.boxes[i];
  if (box.tensor == null || box.kind === "seed" || story.at(i, step).status === "pending") return [];
  const because = words.because;
  const isLeaf = box.kind === "leaf";
  const requires = isRequired(box, step);
  const retains = isRetained(box, step);
  const fn = isLeaf ? undefined : box.recorded ? (box.fn ?? made(story, i)) : undefined;
  const [, version = 0] = story.entry(i, "version", step) ?? [step, 0];
  const places = {
    name: box.title,
    line: box.line,
    count: version,
    inputs: differentiable(story, i).join(", "),
    flagged: box.flagged?.[1],
  };
  const say = (/** @type {string} */ phrase) => tell(phrase, places);
  const python = (/** @type {boolean} */ value) => (value ? "True" : "False");
  return [
    { name: "requires_grad", value: python(requires), reason: say(because[required(story, i, step)]) },
    {
      name: "is_leaf",
      value: python(!fn),
      reason: say(fn ? because.computed : requires ? because.created : because.leafByRule),
    },
    {
      name: "grad_fn",
      value: fn ?? "None",
      reason: say(because[history(story, i, fn, requires)]),
    },
    gradient(story, i, step, words),
    {
      name: "_version",
      value: String(version),
      reason: say(version ? because.changed : because.unchanged),
    },
    {
      name: "retains_grad",
      value: python(retains),
      reason: say(retains ? because.retains : isLeaf ? because.keepsAnyway : because.dropped),
    },
  ];
}

/** Whether retain_grad() has been called. @param {Box} box @param {number} step */
function isRetained({ retains }, step) {
  return retains != null && retains <= step;
}

/** Whether it requires a gradient at a step. @param {Box} box @param {number} step */
function isRequired({ recorded, flagged }, step) {
  return Boolean(flagged && step < flagged[0] ? flagged[2] : recorded);
}

/** The node that made an output, which its hub names. @param {Story} story @param {number} i */
function made(story, i) {
  const link = story.neighbours[i].inputs.find((one) => story.links[one].kind === "output");
  return link === undefined ? undefined : story.boxes[story.links[link].from].fn;
}

/** The names of the inputs that gradients go to. @param {Story} story @param {number} i */
function differentiable(story, i) {
  const links = story.neighbours[i].inputs.map((link) => story.links[link]);
  return [
    ...new Set(links.filter(({ kind }) => kind === "gradient").map(({ from }) => story.boxes[from].title)),
  ];
}

/** Why grad_fn is what it is. @param {Story} story @param {number} i @param {string | undefined} fn @param {boolean} requires @returns {keyof Words["because"]} */
function history(story, i, fn, requires) {
  if (fn) return "node";
  if (requires) return "noNode";
  return story.neighbours[i].inputs.length ? "notRecorded" : "notComputed";
}

/** @param {Story} story @param {number} i @param {number} step @returns {keyof Words["because"]} */
function required(story, i, step) {
  const { kind, cut, flagged } = story.boxes[i];
  if (flagged && flagged[1] != null && step >= flagged[0]) return "set";
  if (flagged && isRequired(story.boxes[i], step)) return "asked";
  if (isRequired(story.boxes[i], step))
    return kind === "leaf" ? "asked" : differentiable(story, i).length ? "inputs" : "computed";
  const inputs = story.neighbours[i].inputs.map((link) => story.links[link]);
  if (cut != null || inputs.some((link) => link.cut != null)) return "cut";
  if ((kind === "constant" || kind === "leaf") && !inputs.length) return "notAsked";
  return inputs.some(({ from }) => story.boxes[from].recorded) ? "notRecorded" : "noInput";
}

/**
 * Why a tensor that keeps its gradient has none.
 * @param {NonNullable<Payload["tracks"][number]["grad"]>} entries @param {number} step @param {Words["because"]} because
 */
function absence(entries, step, because) {
  const next = entries.findIndex(([k]) => k > step);
  const before = next < 0 ? entries : entries.slice(0, next);
  const state = before.at(-1)?.[1];
  if (state === "pending" || entries[next]?.[1] === "kept") return because.onItsWay;
  if (state === "complete") return because.returned; // nothing takes it to .grad
  return before.some(([, one]) => one === "kept") ? because.cleared : because.notReached;
}

/** What `.grad` is: what is on its way to it is not there yet. @param {Story} story @param {number} i @param {number} step @param {Words} words @returns {Answer} */
function gradient(story, i, step, words) {
  const because = words.because;
  const box = story.boxes[i];
  const entries = story.tracks[story.originals[i]].grad ?? [];
  const settled = entries.filter(([k, state]) => k <= step && (state === "kept" || state === "none")).at(-1);
  const keeps = box.kind === "leaf" || Boolean(box.flagged) || isRetained(box, step);
  if (keeps && settled?.[1] === "kept") return { name: "grad", value: settled[2], reason: because.added };
  const reason = !isRequired(box, step)
    ? because.noGradient
    : keeps
      ? absence(entries, step, because)
      : because.notLeaf;
  return { name: "grad", value: "None", reason };
}
