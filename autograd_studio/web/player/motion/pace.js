import { recall, remember } from "../base/storage.js";
import { tell } from "../base/phrases.js";
import { assign, write } from "../base/dom.js";

/** @typedef {typeof import("../base/phrases.js").WORDS} Words */

const [SLOWEST, FASTEST] = [0.5, 2];

/** The slider "Pace": how fast a run is told, which this browser remembers. */
export class Pace {
  /** @param {Element} element @param {Words} words @param {{ set: (pace: number) => void, signal: AbortSignal }} options */
  constructor(element, words, { set, signal }) {
    this.words = words;
    this.input = /** @type {HTMLInputElement} */ (element.querySelector("input"));
    this.said = /** @type {Element} */ (element.querySelector("output"));
    const kept = Number(recall("pace")) || 1;
    this.input.value = String(Math.min(FASTEST, Math.max(SLOWEST, kept)));
    const changed = () => {
      const pace = this.value;
      const text = tell(words.times, { pace });
      write(this.said, text);
      assign(this.input, "aria-valuetext", text);
      set(pace);
    };
    this.input.addEventListener("input", changed, { signal });
    this.input.addEventListener("change", () => remember("pace", this.input.value), { signal });
    changed();
  }

  get value() {
    return Number(this.input.value);
  }
}
