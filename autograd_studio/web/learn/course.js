// The lessons in their order, and which of them this browser has seen to the end.
import { signal } from "@preact/signals";

import { recall, remember } from "../player/base/storage.js";

/** @typedef {import("../shell/visit.js").Lesson} Lesson */
/** @typedef {import("../shell/visit.js").Lessons} Lessons */

const NAME = "lessons-seen";

/** The ids of the lessons whose last step was seen. */
export const seen = signal(
  /** @type {ReadonlySet<string>} */ (new Set(recall(NAME)?.split(" ").filter(Boolean))),
);

/** Take note that the last step of a lesson was seen. @param {string} id */
export function finish(id) {
  if (seen.peek().has(id)) return;
  seen.value = new Set([...seen.peek(), id]);
  remember(NAME, [...seen.peek()].join(" "));
}

/**
 * Return the lesson after another one: the next of its topic, else the first of the next topic; null after the last.
 * @param {Lessons} lessons @param {string} id
 */
export function after({ lessons }, id) {
  const at = lessons.findIndex((lesson) => lesson.id === id);
  return (at >= 0 && lessons[at + 1]) || null;
}

/** Return the topics with their lessons, and how many of these were seen. @param {Lessons} lessons */
export function byTopic({ topics, lessons }) {
  return topics.map(({ id, title }, number) => {
    const own = lessons.filter(({ topic }) => topic === id);
    return {
      id,
      title,
      hue: hue(number),
      lessons: own,
      count: own.filter((one) => seen.value.has(one.id)).length,
    };
  });
}

const HUES = [18, 262, 210, 155, 340, 30, 285, 95, 190, 225, 0];

/** Return the hue of a topic by its number, in degrees. @param {number} number */
function hue(number) {
  return HUES[number % HUES.length];
}

/** Return the first sentence of a text; code in it may have points. @param {string} text */
export function firstSentence(text) {
  return text.match(/^.*?[.!?](?=\s+[^\sa-z]|\s*$)/s)?.[0] ?? text;
}
