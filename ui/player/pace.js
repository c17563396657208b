// @ts-check
/** @import { Chapters } from "./chapters.js" */
/** @import { Story } from "./story.js" */

/** What one goes by, and the word that tells it. */
export const UNITS = /** @type {const} */ (["step", "node", "pass", "iteration"]);

/**
 * The step that is one unit further on, or back: a step, the first one of another node, the beginning of another pass,
 * or the same step of another iteration. Where there is none it is an end of the run, or the step itself.
 * @param {Chapters} chapters
 * @param {typeof UNITS[number]} unit @param {number} step @param {1 | -1} by
 */
export function ahead(chapters, unit, step, by) {
  const { steps, starts } = /** @type {Story} */ (chapters.whole); // there is one as soon as something is shown
  if (unit === "iteration") return chapters.beside(step, by);
  if (unit === "pass") {
    const found = by > 0 ? starts.find(([from]) => from > step) : starts.findLast(([from]) => from < step);
    return found?.[0] ?? (by > 0 ? steps.length - 1 : 0);
  }
  let to = step + by;
  if (unit === "node") {
    const { box } = steps[step];
    while (steps[to]?.box === box) to += by;
    if (by < 0) while (to > 0 && steps[to - 1].box === steps[to].box) to -= 1;
  }
  return to;
}
