import { signal } from "@preact/signals";

/** @import { Signal } from "@preact/signals" */
/** @import { Runs } from "../../runner/types.d.ts" */
/** @import { Checked } from "../../runner/types.d.ts" */

/** What a program is asked for besides its run: the newest question counts, and cancels the one before. */
export class Checking {
  /** Where in the queue the question waits, 0 while it is worked on; null when nothing is under way. @type {Signal<number | null>} */
  waiting = signal(null);

  /** @type {AbortController | undefined} */
  #asking;

  /** @param {Runs} runner */
  constructor(runner) {
    this.runner = runner;
  }

  /**
   * Ask, and return the answer; null where a newer question came in between, or the visitor cancelled it.
   * @param {Checked} wanted @param {boolean} isForeign
   */
  async ask(wanted, isForeign) {
    this.cancel();
    const asking = (this.#asking = new AbortController());
    this.waiting.value = 0;
    const answer = await this.runner
      .check(wanted, {
        isForeign,
        signal: asking.signal,
        told: (event) => {
          if (this.#asking === asking && event.kind === "waiting") this.waiting.value = event.position;
        },
      })
      .catch((error) => {
        if (asking.signal.aborted) return null;
        throw error;
      });
    if (this.#asking !== asking) return null;
    this.waiting.value = null;
    return answer;
  }

  cancel() {
    this.#asking?.abort();
    this.#asking = undefined;
    this.waiting.value = null;
  }
}
