// Which points of a lesson a reader meets at a step.
import { firstSentence } from "./course.js";
import { isAsked } from "./tour_progress.js";

/** @typedef {import("./tour_progress.js").Part} Part */
/** @typedef {{ wrong: number, reply: string }} Answered how often a question was answered wrongly, and what was replied to the right answer, "" before */
/** @typedef {ReadonlyMap<Part, Answered>} Answers */

/**
 * Return what is told at a step, counted from 1: that of the last step with something to tell; and what is asked there, before
 * the step that a question is about. Once it is answered, the reply is told at that step. The first part is the lesson's answer,
 * which has a place of its own.
 * @param {Part[]} parts @param {number} step @param {Answers} [answers]
 * @returns {{ told: { step: number, text: string, isReply: boolean }[], asked: Part[] }}
 */
export function pointsAt([, ...parts], step, answers = new Map()) {
  const past = parts.flatMap((part) => {
    const text = isAsked(part) ? answers.get(part)?.reply : part.text;
    return text && part.step <= step ? [{ step: part.step, text, isReply: isAsked(part) }] : [];
  });
  const isOpen = (/** @type {Part} */ part) => isAsked(part) && !answers.get(part)?.reply;
  return {
    told: past.filter((part) => part.step === past.at(-1)?.step),
    asked: parts.filter((part) => isOpen(part) && stepOf(part) === step),
  };
}

/**
 * Return the first step after another one where something new is told or asked; null after the last one.
 * @param {Part[]} parts @param {number} step @param {Answers} answers
 */
export function nextPoint([, ...parts], step, answers) {
  const open = parts.filter((part) => !answers.get(part)?.reply);
  const later = open.map(stepOf).filter((one) => one > step);
  return later.length ? Math.min(...later) : null;
}

/** Where a reader meets a part: a question before the step that it is about. @param {Part} part */
function stepOf(part) {
  return isAsked(part) ? part.asked : part.step;
}

/**
 * What a reader has seen of a lesson, at its end: of each point its first sentence, of a question its last one, with how it was
 * answered; of what is told at the last step, which shows that here alone, all.
 * @param {Part[]} parts @param {Answers} answers
 * @returns {{ text: string, answered: Answered | null }[]}
 */
export function seenOf([, ...parts], answers) {
  const last = parts.at(-1)?.step;
  return parts.map((part) => {
    if (isAsked(part))
      return { text: lastSentence(part.text), answered: answers.get(part) ?? { wrong: 0, reply: "" } };
    return { text: part.step === last ? part.text : firstSentence(part.text), answered: null };
  });
}

/** @param {string} text */
function lastSentence(text) {
  return text.split(/(?<=[.!?])\s+(?=[^\sa-z])/).at(-1) ?? text;
}
