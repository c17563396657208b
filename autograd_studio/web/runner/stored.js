// What a page without a server has in place of one: the stored runs of the lessons.
import { signal } from "@preact/signals";

import { say } from "../words/words.js";
import { unpacked } from "./unpacking.js";

/** @import { Answer, Failed, Run, Runs, Wanted } from "./types.d.ts" */
/** @import { InPage } from "./wasm/in_page.js" */
/** @typedef {{ program: string, path: string }} Kept a lesson's program, and where its run is */

/** Answers as a Runner does: a lesson with its run, all else with why there is none. It makes no files. */
export class Stored {
  isAway = signal(false);
  isRenewing = signal(false);

  /** @param {InPage} here what runs all other programs @param {() => Promise<Kept[]>} kept */
  constructor(here, kept) {
    this.here = here;
    this.kept = kept;
  }

  /** @type {Runs["run"]} */
  async run({ program, middle = null }) {
    const lesson = middle === null && (await this.kept()).find((one) => one.program === program.text);
    if (!lesson) return this.none();
    const answer = await fetch(lesson.path);
    return answer.ok ? (await unpacked(await answer.blob())).json() : this.none();
  }

  /** @type {Runs["nudge"]} */
  async nudge() {
    return this.said();
  }

  /** @type {Runs["ask"]} */
  async ask() {
    return this.said();
  }

  /** @type {Runs["outline"]} */
  async outline() {
    return this.none();
  }

  /** @type {Runs["check"]} */
  async check() {
    return this.none();
  }

  /** @type {Runs["lesson"]} */
  async lesson() {
    return this.none();
  }

  /** @type {Runs["compare"]} */
  async compare() {
    return this.none();
  }

  /** @returns {Failed} */
  none() {
    return { kind: "failed", status: "unavailable", message: this.why };
  }

  /** @returns {Answer} */
  said() {
    return { status: 503, message: this.why };
  }

  /** Why programs of the visitor's own do not run here. */
  get why() {
    if (!this.here.files) return say("runner.alone.none");
    const state = this.here.state.peek();
    if (state === "lost") return say("runner.alone.lost");
    return say(state === "none" ? "runner.alone.unfetched" : "runner.alone.ended");
  }
}
