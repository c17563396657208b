// The way from a box to the Jacobian page, which takes the pair by their expressions in the program.

/** @import { Story } from "../model/story.js" */

/**
 * The address of the Jacobian of a box by the first leaf that it was computed from; null where there is none: a box
 * that is no result, or is called something that a program cannot say, or a program that no link holds.
 * @param {Story} story @param {number} i @param {string | null | undefined} link of the program
 * @returns {string | null}
 */
export function jacobianOf(story, i, link) {
  const box = story.boxes[i];
  const program = link ? new URL(link, "http://studio/").searchParams : new URLSearchParams();
  const leaf = box.tensor != null && box.recorded && box.kind !== "leaf" ? leafOf(story, i) : undefined;
  if (!(program.has("program") || program.has("lesson")) || leaf === undefined) return null;
  const pair = [box.title, story.boxes[leaf].title];
  if (pair.some((title) => /[…·]/u.test(title)) || box.line == null) return null;
  program.delete("step");
  program.set("output", pair[0]);
  program.set("input", pair[1]);
  program.set("line", String(box.line));
  return `./jacobian?${program}`;
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
