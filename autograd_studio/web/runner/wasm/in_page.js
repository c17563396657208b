// Programs run in the page itself, where the module has been built: a worker holds it, and is replaced when it is lost.
import { signal } from "@preact/signals";

/** @import { Index } from "./fetching.js" */
/** @import { Signal } from "@preact/signals" */

/** @typedef {{ index: string, worker: string }} Files the paths of the module's index and of the worker's script */
/** @typedef {{ asked: { route: string }, resolve: (answer: any) => void, reject: (reason: unknown) => void, signal?: AbortSignal }} Asking */

const AGAIN = ["nudge", "ask"]; // what is asked of the program before
const PATIENCE = 300; // ms in which what nobody waits for any more may end by itself

// A function that catches an exception, as WebAssembly has it since 2025: without that the module does not compile.
// prettier-ignore
const CATCHES = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 13, 1, 11, 0, 2, 64, 31, 64, 1, 2, 0, 11, 11, 11,
]);

/** Whether this browser can run the module. */
export const isAble = () =>
  typeof WebAssembly === "object" &&
  typeof DecompressionStream === "function" &&
  WebAssembly.validate(CATCHES);

/** The worker, and what it is asked. */
export class InPage {
  /** Whether it can be asked: "none" before it was wanted, and "lost" where it cannot be had. @type {Signal<"none" | "coming" | "ready" | "lost">} */
  state = signal("none");

  /** How much of it has come, from 0 to 1. */
  come = signal(0);

  /** @type {Worker | null} */
  #worker = null;
  /** @type {Index | null} */
  #index = null;
  /** What a worker after the first one need not compile. @type {WebAssembly.Module | null} */
  #module = null;
  /** @type {Asking[]} the first one is being answered */
  #asking = [];
  #limit = 0;

  /** @param {Files | null} files null where no module has been built */
  constructor(files) {
    this.files = files;
  }

  /** Fetch the module, unless that was done. */
  async begin() {
    if (!this.files || this.state.peek() !== "none") return;
    if (!isAble()) {
      this.state.value = "lost";
      return;
    }
    this.state.value = "coming";
    try {
      const answer = await fetch(this.files.index);
      if (!answer.ok) throw new Error(`${answer.status}`);
      this.#index = await answer.json();
      this.#start();
    } catch {
      this.state.value = "none"; // whoever wants it next tries again
    }
  }

  /** Wait while it is coming. @param {AbortSignal} [given] @returns {Promise<void>} */
  async settled(given) {
    await this.begin();
    given?.throwIfAborted();
    await new Promise((resolve, reject) => {
      const forget = this.state.subscribe((state) => {
        if (state === "coming") return;
        queueMicrotask(() => forget()); // it may be called before there is a `forget`
        resolve(state);
      });
      given?.addEventListener("abort", () => reject(given.reason), { once: true });
    });
  }

  /**
   * Ask Python, and return the lines of its answer; null if it cannot answer, and somebody else has to be asked.
   * @param {{ route: string }} asked @param {AbortSignal} [given] @returns {Promise<any[] | null>}
   */
  ask(asked, given) {
    if (this.state.peek() !== "ready") return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      if (given?.aborted) {
        reject(given.reason);
        return;
      }
      const asking = { asked, resolve, reject, signal: given };
      given?.addEventListener("abort", () => this.#leave(asking), { once: true });
      this.#asking.push(asking);
      if (this.#asking.length === 1) this.#next();
    });
  }

  #start() {
    const { index, worker } = /** @type {Files} */ (this.files);
    this.#worker = new Worker(new URL(worker, location.href), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#told(data);
    this.#worker.onerror = () => this.#lose();
    const address = new URL(index, location.href).href;
    this.#worker.postMessage({ kind: "start", address, index: this.#index, module: this.#module });
  }

  /** @param {import("./worker.js").Told | import("./worker.js").Answer} told */
  #told(told) {
    if (told.kind === "come") this.come.value = told.done / told.all;
    else if (told.kind === "ready") {
      this.#module = told.module;
      this.state.value = "ready";
    } else if (told.kind === "answer") {
      clearTimeout(this.#limit);
      const lines = new TextDecoder().decode(told.answer).split("\n");
      this.#asking.shift()?.resolve(lines.map((line) => JSON.parse(line)));
      if (this.#asking.length) this.#next();
    } else this.#lose();
  }

  #next() {
    const { hard_seconds: seconds } = /** @type {Index} */ (this.#index);
    this.#limit = window.setTimeout(() => this.#replace(), seconds * 1000);
    const { asked } = this.#asking[0];
    this.#worker?.postMessage({
      kind: "ask",
      asked: JSON.stringify(asked),
      isAgain: AGAIN.includes(asked.route),
    });
  }

  /** Take back what nobody waits for any more; what is being answered may end by itself, or else the worker is ended. @param {Asking} asking */
  #leave(asking) {
    const at = this.#asking.indexOf(asking);
    if (at < 0) return;
    asking.reject(asking.signal?.reason);
    if (at > 0) this.#asking.splice(at, 1);
    else setTimeout(() => this.#asking[0] === asking && this.#replace(), PATIENCE);
  }

  /** Do without a worker that has failed: start another one, unless it never began. */
  #lose() {
    if (this.state.peek() === "ready") {
      this.#replace();
      return;
    }
    this.#worker?.terminate();
    this.state.value = "lost";
  }

  /** Start another worker; what this one was asked has no answer from here. */
  #replace() {
    clearTimeout(this.#limit);
    this.#worker?.terminate();
    this.state.value = "coming";
    for (const { resolve } of this.#asking.splice(0)) resolve(null);
    this.#start();
  }
}
