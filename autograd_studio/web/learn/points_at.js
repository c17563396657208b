// Which points of a lesson a reader meets at a step.
import { isAsked } from "./tour_progress.js";

/** @typedef {import("./tour_progress.js").Part} Part */

/**
 * Return what is told at a step, counted from 1: that of the last step with something to tell; and what is asked there, before
 * the step that a question is about. The first part is the lesson's answer, which has a place of its own.
 * @param {Part[]} parts @param {number} step @returns {{ told: Part[], asked: Part[] }}
 */
export function pointsAt([, ...parts], step) {
  const past = parts.filter((part) => !isAsked(part) && part.step <= step);
  return {
    told: past.filter((part) => part.step === past.at(-1)?.step),
    asked: parts.filter((part) => isAsked(part) && Math.max(1, part.step - 1) === step),
  };
}
