// What is told in one go: the steps of a node under one sentence, for as long as one reads it.

/** @import { Story } from "../model/story.js" */
/** @import { Chapter } from "../model/types.d.ts" */

const READ = 3.3; // words in a second
const LEAST = 1600; // ms
const SWEPT = 900; // ms
const QUICKER = 2;
const PLAIN = 3; // iterations of a loop that are told beat by beat

/**
 * Steps that are told in one go, the first and the last one; for how many ms at least, and so many times as fast as usual.
 * Those that are swept over have no sentence of their own, and do not move. The telling stops right after the `isLast`.
 * @typedef {{ from: number, to: number, say: string | undefined, ms: number, rate: number, isSwept: boolean, isLast?: boolean }} Beat
 */

/**
 * How long a sentence takes.
 * @param {string | undefined} sentence
 */
export function reading(sentence = "") {
  return Math.max(LEAST, (sentence.trim().split(/\s+/).length / READ) * 1000);
}

/**
 * The beat that begins with a step. Where a loop has been told once it goes quicker, and later on over a whole iteration.
 * @param {Pick<Story, "steps">} story @param {Chapter[]} chapters @param {number} from
 * @returns {Beat}
 */
export function beat({ steps }, chapters, from) {
  const at = chapters.findLastIndex((one) => one.from <= from);
  const told = chapters[at]?.turns
    ? chapters.filter((one, i) => i < at && isAlike(one, chapters[at])).length
    : 0;
  const say = steps[begun(steps, from)].beat;
  if (told >= PLAIN) {
    const to = end(from, chapters[at].to, (k) => isUpdate(steps[k]) !== isUpdate(steps[from]));
    return { from, to, say: isUpdate(steps[from]) ? say : undefined, ms: SWEPT, rate: 1, isSwept: true };
  }
  const rate = told ? QUICKER : 1;
  const to = end(from, chapters[at]?.to ?? steps.length - 1, (k) => Boolean(steps[k].beat));
  return { from, to, say, ms: reading(say) / rate, rate, isSwept: false };
}

/** What of a beat is told up to a step, with which the telling stops. @param {Beat} told @param {number} stop @returns {Beat} */
export function upTo(told, stop) {
  return stop > told.to ? told : { ...told, to: stop, isLast: true };
}

/** Where the beat of a step begins. @param {Story["steps"]} steps @param {number} step */
function begun(steps, step) {
  let k = step;
  while (k > 0 && !steps[k].beat) k--;
  return k;
}

/** @param {Chapter} one @param {Chapter} other */
function isAlike(one, other) {
  return Boolean(one.turns) && one.graph === other.graph;
}

/** @param {{ phase: string }} step */
function isUpdate({ phase }) {
  return phase === "update";
}

/** The last step before one that begins something else. @param {number} from @param {number} last @param {(step: number) => boolean} begins */
function end(from, last, begins) {
  let to = from;
  while (to < last && !begins(to + 1)) to++;
  return to;
}
