import { short } from "../model/cells.js";
import { html } from "../base/dom.js";
import { place, rounded, unit } from "./promise.js";

/** @import { Value } from "../model/types.d.ts" */
/**
 * @typedef {{ key: string, at: number, index: number, box: number, title: string }} About the element that a handle is on, of
 *   the handle `at` of the run (docs/payload.md)
 * @typedef {About & { left: number, top: number, width: number, height: number }} Placed
 * @typedef {HTMLElement & { about: About }} Handle
 * @typedef {{ number: (about: About) => number, value: (about: About) => Value, isHeld: (about: About) => boolean,
 *   nudge: (about: About, value: number) => void, release: () => void, reveal: (about: About) => void }} Asked
 */

const COARSE = 10; // keys are this much coarser than pixels, and once more with Shift
const PIXELS = 12; // to the next integer
/** @type {Record<string, number>} */
const WAYS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: COARSE, PageDown: -COARSE };
const STOPS = 24; // of the Tab key at most in the drawer; in larger tensors the pointer chooses the element

/** Handles on numbers, in the picture and in the drawer: they are dragged, stepped by keys, typed and switched. */
export class Handles {
  /** The key of the handle in the drawer that has the focus. @type {string | null | undefined} */
  left = null;
  /** @type {Map<string, Handle>} */
  elements = new Map();
  /** @type {Map<string, Handle>} */
  cells = new Map();

  /**
   * @param {Element} world @param {HTMLElement} drawer
   * @param {Asked} asked `number` and `value` are an element and its tensor as they are now, `nudge` replaces it, `release`
   *   takes that back, `reveal` shows where it is
   * @param {AbortSignal} signal
   */
  constructor(world, drawer, asked, signal) {
    this.asked = asked;
    this.layer = /** @type {HTMLElement} */ (html("div.handles"));
    world.append(this.layer);
    for (const place_ of [this.layer, drawer]) this.listen(place_, signal);
    world.getRootNode().addEventListener(
      "pointerdown",
      ({ target }) => {
        if (!own(target)) this.left = null;
      },
      { signal },
    );
  }

  /** Put a handle at each place of the picture. @param {Placed[]} wanted */
  place(wanted) {
    const before = this.elements;
    this.elements = new Map();
    for (const one of wanted) {
      const handle = before.get(one.key) ?? made(0);
      for (const side of /** @type {const} */ (["left", "top", "width", "height"])) {
        const length = `${one[side]}px`;
        if (handle.style[side] !== length) handle.style[side] = length;
      }
      this.describe(handle, one);
      this.elements.set(one.key, handle);
      if (!handle.isConnected) this.layer.append(handle);
    }
    for (const [key, handle] of before) if (!this.elements.has(key)) handle.remove();
  }

  /**
   * Make handles of the cells of the drawer; `about(index)` is what the handle of a cell is about.
   * @param {HTMLElement[]} cells @param {(index: number[]) => About} about
   */
  mark(cells, about) {
    /** @type {Map<string, Handle>} */
    const marked = new Map();
    for (const cell of cells) {
      const one = about(cell.dataset.index ? cell.dataset.index.split(", ").map(Number) : []);
      const known = /** @type {Handle | null} */ (cell.querySelector(".handle"));
      const handle = known ?? made(cells.length > STOPS ? -1 : 0, cell.textContent ?? "");
      if (!handle.isConnected) cell.replaceChildren(handle);
      this.describe(handle, one);
      marked.set(one.key, handle);
    }
    for (const handle of this.cells.values())
      if (!marked.has(handle.about.key)) handle.replaceWith(handle.textContent ?? "");
    this.cells = marked;
    const left = this.cells.get(this.left ?? "");
    if (left && !left.matches(":focus")) left.focus({ preventScroll: true });
  }

  /** @param {Handle} handle @param {About} about */
  describe(handle, about) {
    const value = this.asked.value(about);
    const item = this.asked.number(about);
    const isFlag = value.dtype === "bool";
    handle.about = about;
    handle.setAttribute("role", isFlag ? "switch" : "spinbutton");
    handle.setAttribute("aria-label", about.title + place(about.index, value.shape));
    if (isFlag) handle.setAttribute("aria-checked", String(Boolean(item)));
    else {
      handle.setAttribute("aria-valuenow", String(item));
      handle.setAttribute("aria-valuetext", short(item, value.dtype));
    }
    handle.classList.toggle("held", this.asked.isHeld(about));
  }

  /** What a handle says of itself. @param {About} about */
  name({ key }) {
    return (this.elements.get(key) ?? this.cells.get(key))?.getAttribute("aria-label");
  }

  /** @param {HTMLElement} place_ @param {AbortSignal} signal */
  listen(place_, signal) {
    /** @template {keyof HTMLElementEventMap} Kind @param {Kind} type @param {(event: HTMLElementEventMap[Kind]) => void} handler */
    const on = (type, handler) => place_.addEventListener(type, handler, { signal });
    /** @type {{ about: About, x: number, value: number, moved: boolean } | null} */
    let drag = null;
    on("pointerdown", (event) => {
      const handle = own(event.target);
      if (!handle || event.button) return;
      event.preventDefault();
      handle.focus({ preventScroll: true });
      place_.setPointerCapture(event.pointerId); // the drawer is made anew while a number of it is dragged
      drag = {
        about: handle.about,
        x: event.clientX,
        value: this.asked.number(handle.about),
        moved: false,
      };
    });
    on("pointermove", (event) => {
      if (!drag) return;
      const { dtype } = this.asked.value(drag.about);
      const step = unit(drag.value, dtype);
      const by = event.clientX - drag.x;
      drag.moved ||= Math.abs(by) > 3;
      if (!drag.moved || dtype === "bool") return;
      const whole = isWhole(dtype) ? Math.round(by / PIXELS) : by;
      this.asked.nudge(drag.about, rounded(drag.value + whole * step, step / 10));
    });
    on("pointerup", () => {
      if (drag && !drag.moved && this.asked.value(drag.about).dtype === "bool") this.flip(drag.about);
      drag = null;
    });
    on("pointercancel", () => (drag = null));
    on("focusin", ({ target }) => {
      const handle = own(target);
      this.left = handle?.about.key;
      if (handle?.matches(":focus-visible")) this.asked.reveal(handle.about);
    });
    on("focusout", ({ relatedTarget }) => {
      if (relatedTarget) this.left = null; // else it may have gone with a drawer that is made anew
    });
    on("dblclick", ({ target }) => {
      const handle = own(target);
      if (handle) this.type(handle);
    });
    on("keydown", (event) => {
      const handle = own(event.target);
      if (handle) this.key(event, handle);
    });
  }

  /** @param {KeyboardEvent} event @param {Handle} handle */
  key(event, handle) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const { about } = handle;
    const { dtype } = this.asked.value(about);
    const by = WAYS[key];
    if (by && dtype === "bool") this.flip(about);
    else if (by) {
      const now = this.asked.number(about);
      const step = unit(now, dtype) * (isWhole(dtype) ? 1 : COARSE) * (shiftKey ? COARSE : 1);
      this.asked.nudge(about, rounded(now + by * step, unit(now, dtype) / 10));
    } else if (["Backspace", "Delete", "Escape"].includes(key)) this.asked.release();
    else if (key === " " && dtype === "bool") this.flip(about);
    else if (key === "Enter" || /^[-\d.]$/.test(key)) this.type(handle, key === "Enter" ? null : key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {About} about */
  flip(about) {
    this.asked.nudge(about, this.asked.number(about) ? 0 : 1);
  }

  /** Let a number be typed. @param {Handle} handle @param {string | null} [begun] */
  type(handle, begun = null) {
    const { about } = handle;
    const { dtype } = this.asked.value(about);
    if (dtype === "bool") return;
    const label = handle.getAttribute("aria-label");
    const field = html("input", { class: "typed", inputmode: "decimal", "aria-label": label });
    const input = /** @type {HTMLInputElement} */ (field);
    input.value = begun ?? String(this.asked.number(about));
    let isOver = false;
    const end = (/** @type {boolean} */ isWanted) => {
      if (isOver) return;
      isOver = true;
      const typed = Number(input.value.trim().replace("−", "-"));
      input.remove();
      handle.focus({ preventScroll: true });
      const whole = isWhole(dtype) ? Math.round(typed) : typed;
      if (isWanted && input.value.trim() && Number.isFinite(typed)) this.asked.nudge(about, whole);
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") end(true);
      if (event.key === "Escape") end(false);
    });
    input.addEventListener("blur", () => end(true));
    const { left, top } = handle.style;
    if (!left) handle.after(input);
    else {
      Object.assign(input.style, { left: `calc(${left} - 6px)`, top: `calc(${top} - 2px)` });
      this.layer.append(input);
    }
    input.focus();
    if (begun == null) input.select();
  }
}

/** The handle that an event is on. @param {EventTarget | null} target */
function own(target) {
  return /** @type {Handle | null} */ (/** @type {Element} */ (target).closest(".handle"));
}

/** @param {number} tabindex @param {string} [text] */
function made(tabindex, text = "") {
  return /** @type {Handle} */ (html("span", { class: "handle", tabindex }, text));
}

/** Whether a type has no fractions. @param {string} dtype */
export function isWhole(dtype) {
  return !dtype.startsWith("float") && !dtype.startsWith("bfloat");
}
