// The way from a box to the Jacobian page, which takes the pair by their expressions in the program.

/** @import { Story } from "../model/story.js" */

/**
 * A box and the first leaf that it was computed from, as the program calls them; null where there is none: a box that is
 * no result, or is called something that a program cannot say.
 * @param {Story} story @param {number} i
 * @returns {{ output: string, input: string, line: number } | null}
 */
export function jacobianOf(story, i) {
  const box = story.boxes[i];
  const leaf = box.tensor != null && box.recorded && box.kind !== "leaf" ? leafOf(story, i) : undefined;
  if (leaf === undefined || box.line == null) return null;
  const [output, input] = [box.title, story.boxes[leaf].title];
  if ([output, input].some((title) => /[…·]/u.test(title))) return null;
  return { output, input, line: box.line };
}

/** The first leaf that gradients go to from a box. @param {Story} story @param {number} i */
function leafOf(story, i) {
  const seen = new Set([i]);
  for (const here of seen) {
    if (story.boxes[here].kind === "leaf") return here;
    for (const one of story.neighbours[here].inputs) {
      if (["gradient", "output"].includes(story.links[one].kind)) seen.add(story.links[one].from);
    }
  }
  return undefined;
}
