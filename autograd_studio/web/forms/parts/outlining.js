/** @import { Runs } from "../../runner/types.d.ts" */
/** @import { Failed, Outline, Outlined } from "../../runner/types.d.ts" */

const REST = 150; // ms without another change after which is asked

/** Asks what is written makes of a program, when it rests: the newest question counts, and cancels the one before. */
export class Outlining {
  /** @type {AbortController | undefined} */
  #asking;

  /** @param {Runs} runner @param {(outline: Outline) => void} take is given the outline of the newest question */
  constructor(runner, take) {
    this.runner = runner;
    this.take = take;
  }

  /** @param {Outlined} wanted @param {number} [rest] in ms */
  async ask(wanted, rest = REST) {
    this.cancel();
    const asking = (this.#asking = new AbortController());
    await new Promise((resolve) => {
      setTimeout(resolve, rest);
    });
    if (asking.signal.aborted) return;
    const found = await this.runner.outline(wanted, { signal: asking.signal }).catch((error) => {
      if (asking.signal.aborted) return null;
      throw error;
    });
    if (found && this.#asking === asking) this.take(outlineOf(found));
  }

  cancel() {
    this.#asking?.abort();
    this.#asking = undefined;
  }
}

/** What was not read has a fault that is no cell's. @param {Outline | Failed} found @returns {Outline} */
function outlineOf(found) {
  return found.kind === "failed"
    ? { ...NOTHING, faults: [{ cell: "", message: found.message, line: null }] }
    : found;
}

/** @type {Outline} */
const NOTHING = {
  kind: "outline",
  names: {},
  imports: {},
  blocks: [],
  passes: [],
  output: "",
  program: null,
  pieces: [],
  faults: [],
};
