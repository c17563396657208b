// What stands behind the caption of a step: why its numbers are what they are, and all that can be said of it.
import { html } from "../base/dom.js";
import { tell } from "../base/phrases.js";
import { equation } from "./card/formula.js";
import { inside } from "./inside.js";
import { slots } from "./slots.js";
import { sentences, titleOf } from "./why.js";

/** @import { Reason } from "../model/types.d.ts" */
/** @import { Story, Words } from "../model/story.js" */

/**
 * Why the numbers of a step are what they are: the cause of an error or an odd gradient, else the slopes; nothing where that
 * explains nothing.
 * @param {Story} story @param {number} step @param {Words} words
 * @returns {Node[]}
 */
export function why(story, step, words) {
  const { slopes = [], derivatives = [] } = story.steps[step];
  const reasons = causes(story, step).map((index) => cause(index, story.reasons[index], words));
  const told = slopes.map((text, i) =>
    html("div.slope", html("p", text), ...(derivatives[i] ?? []).map(equation)),
  );
  return [...reasons, ...told];
}

/** The reasons that a step is about: of the error that it is, or of the gradient that its box has now. @param {Story} story @param {number} step */
function causes(story, step) {
  const { kind, box } = story.steps[step];
  const [, odd = null] = box == null ? [] : (story.entry(box, "why", step) ?? []);
  const failure = kind === "error" ? story.reasons.findIndex(({ what }) => what === "error") : -1;
  return [...new Set([failure, odd ?? -1])].filter((index) => index >= 0);
}

/** @param {number} index @param {Reason} reason @param {Words} words */
function cause(index, reason, words) {
  return html(
    "section.cause",
    html("h3", titleOf(reason, words)),
    ...sentences(reason, words),
    html("p.places", html("button", { type: "button", "data-reason": index }, words.showWay)),
  );
}

/**
 * All that can be said of a step, with its formulas, the tensors that are saved, and the inside of a custom Function.
 * @param {Story} story @param {number} step @param {Words} words
 * @returns {Node[]}
 */
export function details(story, step, words) {
  const { say = "", formula = [], summary, box } = story.steps[step];
  const parts = [
    html("p", say),
    ...(summary ? [...summary.leaves.map((leaf) => html("p", leaf.say)), html("p.note", summary.work)] : []),
    formula.length ? html("div.formulas", ...formula.map(equation)) : null,
    slots(story, step, words),
    inside(story, step, words),
    box == null ? null : about(box, story, words),
  ];
  return parts.filter((part) => part !== null);
}

/** The way to all about the box at work. @param {number} box @param {Story} story @param {Words} words */
function about(box, story, words) {
  const { title } = story.boxes[box];
  return html(
    "p.places",
    html("button", { type: "button", "data-box": box }, tell(words.allAbout, { name: title })),
  );
}
