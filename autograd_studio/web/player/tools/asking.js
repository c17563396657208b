// What the prompt asks, and what was asked before.
import { latest } from "../model/story.js";

/** @import { Story } from "../model/story.js" */

/**
 * Whether the statement of a step is to be over before an expression is evaluated: where it binds what the step made, as the
 * program shows it already, and at the end of a pass.
 * @param {Story} story of the whole run
 * @param {number} step
 */
export function isFinished(story, step) {
  const { kind, box } = story.steps[step];
  const binds = story.bindings.some(([, , entries]) => latest(entries, step)?.[1] === box);
  return kind === "end" || ((kind === "create" || kind === "op") && binds);
}

/** What was written before, to be gone through with ↑ and ↓; the last one is what is being written. */
export class History {
  constructor() {
    /** @type {string[]} */
    this.lines = [""];
    this.at = 0;
  }

  /** @param {string} line */
  add(line) {
    const known = this.lines.slice(0, -1).filter((other) => other !== line);
    this.lines = [...known, line, ""];
    this.at = this.lines.length - 1;
  }

  /**
   * Go on or back from what is written now, and return what stands there.
   * @param {string} written @param {1 | -1} by
   */
  go(written, by) {
    if (this.at === this.lines.length - 1) this.lines[this.at] = written;
    this.at = Math.max(0, Math.min(this.lines.length - 1, this.at + by));
    return this.lines[this.at];
  }
}
