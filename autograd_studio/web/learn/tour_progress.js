// How a tour goes on: which steps each part plays, and what the player is to tell next.
import { signal } from "@preact/signals";

import { reading } from "../player/motion/beats.js";

/**
 * @typedef {object} Curve lessons/lesson_parts.py
 * @property {"drag" | "tangent"} kind
 * @property {string} name of the tensor whose number is changed @property {number} creation
 * @property {string} of what it is that follows
 * @property {number} at the program's own number @property {number | null} slope
 * @property {[x: number, y: number][]} points
 */
/** @typedef {{ text: string, reply: string, is_right: boolean }} Choice */
/** @typedef {{ answer: string, reply: string }} Wrong */
/**
 * @typedef {object} Part
 * @property {number} step @property {number} asked the step where a question is asked, before the one that it is about @property {string} text
 * @property {Choice[]} choices
 * @property {string} answer to type, "" if none is asked for @property {Wrong[]} wrong @property {string} hint
 * @property {Curve | null} curve
 * @property {number | null} box where it is asked or done
 */
/** @typedef {{ title: string, asked: string, program: string, parts: Part[] }} TourData */
/** @typedef {import("../player/motion/beats.js").Beat} Beat */

/**
 * Return for each part the step where it begins and the one where it ends, counted from 1. A question is asked before its
 * step is shown.
 * @param {Part[]} parts
 */
export function spans(parts) {
  let at = 1;
  return parts.map((part) => {
    const from = at;
    at = Math.max(from, isAsked(part) ? part.asked : part.step);
    return { from, to: at };
  });
}

/** Whether a part is a question. @param {Part} part */
export function isAsked({ choices, answer }) {
  return choices.length > 0 || answer !== "";
}

/** Whether a part waits for the reader to do something. @param {Part} part */
export function waits(part) {
  return isAsked(part) || part.curve !== null;
}

/** The way of a reader through the parts. */
export class Way {
  /** Which part is shown. */
  at = signal(0);
  #isTold = false;

  /** @param {Part[]} parts */
  constructor(parts) {
    this.parts = parts;
    this.spans = spans(parts);
  }

  get part() {
    return this.parts[this.at.value];
  }

  /** Go to a part, if there is one; returns the step to begin with, counted from 0. @param {number} to */
  go(to) {
    this.at.value = Math.max(0, Math.min(this.parts.length - 1, to));
    this.#isTold = false;
    const { from, to: last } = this.spans[this.at.value];
    return (waits(this.part) ? last : from) - 1;
  }

  /** Be told that the reader went to a step, counted from 0: the part that it belongs to is shown. @param {number} step */
  moved(step) {
    const { from, to } = this.spans[this.at.peek()];
    if (step >= from - 1 && step < to) return;
    const found = this.spans.findIndex((span) => step < span.to);
    this.at.value = found < 0 ? this.parts.length - 1 : found;
    this.#isTold = true;
  }

  /**
   * What is told next after a step, counted from 0: the rest of the part, else the next one; null where the reader is waited for.
   * @param {number} step @returns {Beat | null}
   */
  next(step) {
    const isOver = this.#isTold && step >= this.spans[this.at.peek()].to - 1;
    if (isOver && this.at.peek() === this.parts.length - 1) return null;
    if (isOver) this.at.value++;
    this.#isTold = true;
    const { text } = this.part;
    if (waits(this.part)) return null;
    const to = this.spans[this.at.peek()].to - 1;
    return { from: step + 1, to, say: text, ms: reading(text), rate: 1, isSwept: false };
  }
}
