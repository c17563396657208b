import { latest } from "../model/story.js";

/** @import { Story } from "../model/story.js" */

/** What one goes by, and the word that tells it. */
export const UNITS = /** @type {const} */ (["step", "node", "pass", "iteration"]);

/**
 * The step that is one unit further on, or back: a step, the first one of another node, the beginning of another pass,
 * or the same step of another iteration. Where there is none it is an end of the run, or the step itself.
 * @param {{ whole?: Story, beside(step: number, by: number): number }} chapters
 * @param {typeof UNITS[number]} unit @param {number} step @param {1 | -1} by
 */
export function onward(chapters, unit, step, by) {
  const { steps, starts } = /** @type {Story} */ (chapters.whole);
  if (unit === "iteration") return chapters.beside(step, by);
  if (unit === "pass") {
    const found = by > 0 ? starts.find(([from]) => from > step) : latest(starts, step - 1);
    return found?.[0] ?? (by > 0 ? steps.length - 1 : 0);
  }
  if (unit === "step") return step + by;
  const begins = (/** @type {number} */ k) => !steps[k] || !steps[k - 1] || steps[k].box !== steps[k - 1].box;
  let to = step + by;
  while (!begins(to)) to += by;
  return to;
}
