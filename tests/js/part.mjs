/** @typedef {import("../../autograd_studio/web/learn/tour_progress.js").Part} Part */

/** A part of a lesson. @param {number} step @param {Partial<Part>} [more] @returns {Part} */
export const part = (step, more = {}) => ({
  step,
  asked: Math.max(1, step - 1),
  text: "",
  choices: [],
  answer: "",
  wrong: [],
  hint: "",
  curve: null,
  box: null,
  ...more,
});
