import { assign, html, write } from "../base/dom.js";
import { Roving } from "../base/roving.js";
import { gradientInWords, latest } from "../model/story.js";

/** @import { Story } from "../model/story.js" */
/** @import { Gradient } from "../model/shown.d.ts" */
/** @import { Binding } from "../model/types.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */
/** @typedef {{ box: number } | null} What */
/** @typedef {{ hover: (what: What) => void, choose: (what: What) => void, signal: AbortSignal }} Calls */
/** @typedef {{ name: string, entries: Binding[2] }} Bound a name, and what it stands for from which step on */

const BESIDE = 28; // columns that value and gradient have side by side; where they need more, the gradient takes the value's place
const TOGETHER = 3; // names of a line that are shown side by side; of more, the one that is at work
const DOTS = 6; // contributions that are shown as dots
const NONE = "";

/**
 * What the names that a line binds hold at a step, at the line's end or, where that has no room, in one row below it: the value,
 * and of what keeps one the gradient, beside it or in its place. A chip has from the start the room that it will ever need, so
 * that no line moves when it is filled.
 */
export class Bindings {
  /** @type {Story} */
  story;
  /** @type {Map<number, Slot[]>} */
  byLine = new Map();
  /** All that is shown, in the order of the lines. @type {Slot[]} */
  slots = [];

  /** @param {HTMLElement} container @param {Words} words @param {Calls} calls */
  constructor(container, words, { hover, choose, signal }) {
    this.words = words;
    this.calls = { hover, choose };
    const slotOf = (/** @type {unknown} */ target) => this.slots.find(({ element }) => element === target);
    this.roving = new Roving(container, (target) => choose(slotOf(target)?.what ?? null), signal);
    this.roving.open([]);
    const look = (/** @type {FocusEvent} */ { target }) => {
      const slot = slotOf(target);
      if (slot) hover(slot.what);
    };
    container.addEventListener("focusin", look, { signal });
    container.addEventListener("focusout", ({ target }) => slotOf(target) && hover(null), { signal });
    // A pointer writes beside the chips, it does not go from one to the next: the program gets the focus.
    const press = (/** @type {MouseEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (!target.closest(".bound")) return;
      event.preventDefault();
      /** @type {HTMLElement} */ (target.closest(".cm-content")).focus({ preventScroll: true });
    };
    container.addEventListener("mousedown", press, { signal });
  }

  /** @param {Story} story */
  open(story) {
    this.story = story;
    /** @type {Map<number, Bound[]>} */
    const found = new Map();
    for (const [line, name, entries] of story.bindings)
      found.set(line, [...(found.get(line) ?? []), { name, entries }]);
    this.byLine = new Map();
    for (const [line, names] of found) {
      const apart = names.length > TOGETHER ? [names] : names.map((one) => [one]);
      const isNamed = names.length > 1;
      this.byLine.set(
        line,
        apart.map((each) => new Slot(each, isNamed, story, this.words, this.calls)),
      );
    }
    this.slots = [...this.byLine.values()].flat();
  }

  /** The lines that bind names. */
  get lines() {
    return [...this.byLine.keys()];
  }

  /** What stands at the end of a line. @param {number} line */
  element(line) {
    return html("span.holds", ...(this.byLine.get(line) ?? []).map(({ element }) => element));
  }

  /** @param {number} step */
  go(step) {
    const shown = this.slots.filter((slot) => slot.show(step));
    this.roving.open(shown.map(({ element }) => element));
  }

  /** What shows a box. @param {number} box */
  of(box) {
    return this.slots.filter((slot) => slot.box === box);
  }

  /** Mark what shows a box. @param {number | null | undefined} box */
  hint(box) {
    const original = box == null ? null : this.story.originals[box];
    for (const { element, box: own } of this.slots)
      element.classList.toggle("hinted", original !== null && own === original);
  }
}

/** What one name of a line holds; of a line with many names, that of the one at work. */
class Slot {
  /** The box that is shown now. @type {number | undefined} */
  box;
  #shown = NONE;

  /** @param {Bound[]} names @param {boolean} isNamed @param {Story} story @param {Words} words @param {Omit<Calls, "signal">} calls */
  constructor(names, isNamed, story, words, { hover, choose }) {
    this.names = names;
    this.isNamed = isNamed;
    this.story = story;
    this.words = words;
    this.value = html("span.chip");
    this.grad = html("span.chip.grad");
    const [value, grad] = this.#widest();
    const isShared = value.length + grad.length > BESIDE;
    this.element = /** @type {HTMLElement} */ (
      html(
        isShared ? "span.bound shared" : "span.bound",
        { role: "button", tabindex: -1 },
        grad ? room(this.grad, grad) : null,
        room(this.value, value),
      )
    );
    this.element.addEventListener("pointerenter", () => this.what && hover(this.what));
    this.element.addEventListener("pointerleave", () => hover(null));
    this.element.addEventListener("click", () => this.what && choose(this.what));
  }

  /** @returns {What} */
  get what() {
    return this.box === undefined ? null : { box: this.box };
  }

  /** The longest texts that it ever shows. */
  #widest() {
    let [value, grad] = [NONE, NONE];
    const longer = (/** @type {string} */ one, /** @type {string} */ other) =>
      other.length > one.length ? other : one;
    for (const { name, entries } of this.names)
      for (const [, box] of entries) {
        const { value: values = [], grad: grads = [] } = this.story.tracks[box];
        for (const [, text] of values) value = longer(value, this.#valueOf(name, text));
        if (!keeps(this.story, box)) continue;
        for (const [, state, text, , arrived = 0, expected = 0] of grads)
          grad = longer(grad, gradientText({ state, text, value: null, arrived, expected }));
      }
    return [value, grad];
  }

  /** @param {string} name @param {string} text */
  #valueOf(name, text) {
    return this.isNamed ? `${name} ${text}` : text;
  }

  /** Show another step, and tell whether there is something to show. @param {number} step */
  show(step) {
    const { name, box } = this.#atWork(step) ?? { name: NONE, box: undefined };
    this.box = box;
    const there = box === undefined ? null : this.story.at(box, step);
    const grad = there && box !== undefined && keeps(this.story, box) ? there.grad : null;
    const text = there ? this.#valueOf(name, there.text) : NONE;
    const sum = grad ? gradientText(grad) : NONE;
    const shown = `${box} ${text} ${sum} ${grad?.state}`;
    if (shown === this.#shown) return Boolean(there);
    this.#shown = shown;
    this.element.classList.toggle("unbound", !there);
    this.element.classList.toggle("learnt", Boolean(sum));
    assign(
      this.element,
      "aria-label",
      [there && `${name} = ${there.text}`, grad && gradientInWords(grad, this.words)]
        .filter(Boolean)
        .join(", "),
    );
    write(this.value, text);
    write(this.grad, sum);
    assign(this.grad, "class", `chip grad${sum && ODD.test(sum) ? " odd" : ""}`);
    assign(this.value, "class", `chip${ODD.test(text) ? " odd" : ""}`);
    return Boolean(there);
  }

  /** The name that is shown at a step, with its box; nothing before it is bound. @param {number} step */
  #atWork(step) {
    const found = this.names.flatMap(({ name, entries }) => {
      const [, box] = latest(entries, step) ?? [];
      const isThere = box !== undefined && this.story.at(box, step).status !== "pending";
      return isThere ? [{ name, box }] : []; // not computed yet in this iteration
    });
    if (this.names.length === 1) return found[0];
    const { box: now, to } = this.story.steps[step];
    return found.find(({ box }) => box === to) ?? found.find(({ box }) => box === now);
  }
}

/**
 * A place for a chip, with the room of the longest text that it shows: where that stays on one line and all its letters are as
 * wide, by their count, which costs a browser a third of laying out the text itself.
 * @param {Element} chip @param {string} widest
 */
function room(chip, widest) {
  if (widest.length > BESIDE || UNEVEN.test(widest))
    return html("span.room measured", { "data-widest": widest }, chip);
  const found = /** @type {HTMLElement} */ (html("span.room", chip));
  found.style.setProperty("--letters", String(widest.length));
  return found;
}

const UNEVEN = /[^ -~]/; // letters that the font for programs may lack
const ODD = /\b(nan|inf)\b/;

/** Whether the program finds a gradient in `.grad` of what a box stands for. @param {Story} story @param {number} box */
function keeps(story, box) {
  const { kind, retains } = story.boxes[box];
  return kind === "leaf" || retains !== undefined;
}

/**
 * "grad [1.2, 16]", and of what waits for more, how many have come: "grad 1 ●○○".
 * @param {Gradient} grad
 */
function gradientText({ state, text, arrived = 0, expected = 0 }) {
  if (!text) return NONE;
  if (state !== "pending") return `grad ${text}`;
  const parts =
    expected > DOTS ? `${arrived} / ${expected}` : "●".repeat(arrived) + "○".repeat(expected - arrived);
  return `grad ${text} ${parts}`;
}
