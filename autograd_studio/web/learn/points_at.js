// Which points of a lesson a reader meets at a step.
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
    asked: parts.filter((part) => isOpen(part) && Math.max(1, part.step - 1) === step),
  };
}
