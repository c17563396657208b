import { short } from "../model/cells.js";
import { html } from "../base/dom.js";
import { place, rounded, unit } from "./promise.js";

const COARSE = 10; // keys are this much coarser than pixels, and once more with Shift
const PIXELS = 12; // to the next integer
const STOPS = 24; // of the Tab key at most in the drawer; in larger tensors the pointer chooses the element

/**
 * Handles on numbers, in the picture and in the drawer: they are dragged, stepped by keys, typed and switched.
 *
 * A handle is `about` an element: {key, at, index, title}, of the handle `at` of the run (docs/payload.md).
 */
export class Handles {
  /**
   * `number(about)` and `value(about)` are an element and its tensor as they are now, `nudge(about, x)` replaces it,
   * `release()` takes that back, `reveal(about)` shows where it is.
   */
  constructor({ world, drawer, signal, ...asked }) {
    Object.assign(this, asked);
    this.layer = html("div.handles");
    this.elements = new Map();
    this.cells = new Map();
    world.append(this.layer);
    for (const place_ of [this.layer, drawer]) this.listen(place_, signal);
    world.getRootNode().addEventListener(
      "pointerdown",
      ({ target }) => {
        if (!target.closest(".handle")) this.left = null;
      },
      { signal },
    );
  }

  /** Put a handle at each place of the picture. */
  place(wanted) {
    const before = this.elements;
    this.elements = new Map();
    for (const one of wanted) {
      const handle = before.get(one.key) ?? html("span", { class: "handle", tabindex: 0 });
      for (const side of ["left", "top", "width", "height"])
        if (handle.about?.[side] !== one[side]) handle.style[side] = `${one[side]}px`;
      this.describe(handle, one);
      this.elements.set(one.key, handle);
      if (!handle.isConnected) this.layer.append(handle);
    }
    for (const [key, handle] of before) if (!this.elements.has(key)) handle.remove();
  }

  /** Make handles of the cells of the drawer; `about(index)` is what the handle of a cell is about. */
  mark(cells, about) {
    const marked = new Map();
    for (const cell of cells) {
      const one = about(cell.dataset.index ? cell.dataset.index.split(", ").map(Number) : []);
      const handle =
        cell.querySelector(".handle") ??
        html("span", { class: "handle", tabindex: cells.length > STOPS ? -1 : 0 }, cell.textContent);
      if (!handle.isConnected) cell.replaceChildren(handle);
      this.describe(handle, one);
      marked.set(one.key, handle);
    }
    for (const handle of this.cells.values())
      if (!marked.has(handle.about.key)) handle.replaceWith(handle.textContent);
    this.cells = marked;
    const left = this.cells.get(this.left);
    if (left && !left.matches(":focus")) left.focus({ preventScroll: true });
  }

  describe(handle, about) {
    const value = this.value(about);
    const item = this.number(about);
    const isFlag = value.dtype === "bool";
    handle.about = about;
    handle.setAttribute("role", isFlag ? "switch" : "spinbutton");
    handle.setAttribute("aria-label", about.title + place(about.index, value.shape));
    if (isFlag) handle.setAttribute("aria-checked", String(Boolean(item)));
    else {
      handle.setAttribute("aria-valuenow", String(item));
      handle.setAttribute("aria-valuetext", short(item, value.dtype));
    }
    handle.classList.toggle("held", this.isHeld(about));
  }

  /** What a handle says of itself. */
  name({ key }) {
    return (this.elements.get(key) ?? this.cells.get(key))?.getAttribute("aria-label");
  }

  listen(place_, signal) {
    const on = (type, handler) => place_.addEventListener(type, handler, { signal });
    const own = ({ target }) => target.closest(".handle");
    let drag = null;
    on("pointerdown", (event) => {
      const handle = own(event);
      if (!handle || event.button) return;
      event.preventDefault();
      handle.focus({ preventScroll: true });
      place_.setPointerCapture(event.pointerId); // the drawer is made anew while a number of it is dragged
      drag = { about: handle.about, x: event.clientX, value: this.number(handle.about), moved: false };
    });
    on("pointermove", (event) => {
      if (!drag) return;
      const { dtype } = this.value(drag.about);
      const step = unit(drag.value, dtype);
      const by = event.clientX - drag.x;
      drag.moved ||= Math.abs(by) > 3;
      if (!drag.moved || dtype === "bool") return;
      const whole = isWhole(dtype) ? Math.round(by / PIXELS) : by;
      this.nudge(drag.about, rounded(drag.value + whole * step, step / 10));
    });
    on("pointerup", () => {
      if (drag && !drag.moved && this.value(drag.about).dtype === "bool") this.flip(drag.about);
      drag = null;
    });
    on("pointercancel", () => (drag = null));
    on("focusin", (event) => {
      this.left = own(event)?.about.key;
      if (event.target.matches(".handle:focus-visible")) this.reveal(own(event).about);
    });
    on("focusout", ({ relatedTarget }) => {
      if (relatedTarget) this.left = null; // else it may have gone with a drawer that is made anew
    });
    on("dblclick", (event) => own(event) && this.type(own(event)));
    on("keydown", (event) => own(event) && this.key(event, own(event)));
  }

  key(event, handle) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const { about } = handle;
    const { dtype } = this.value(about);
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: COARSE, PageDown: -COARSE }[
      key
    ];
    if (by && dtype === "bool") this.flip(about);
    else if (by) {
      const now = this.number(about);
      const step = unit(now, dtype) * (isWhole(dtype) ? 1 : COARSE) * (shiftKey ? COARSE : 1);
      this.nudge(about, rounded(now + by * step, unit(now, dtype) / 10));
    } else if (["Backspace", "Delete", "Escape"].includes(key)) this.release();
    else if (key === " " && dtype === "bool") this.flip(about);
    else if (key === "Enter" || /^[-\d.]$/.test(key)) this.type(handle, key === "Enter" ? null : key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  flip(about) {
    this.nudge(about, this.number(about) ? 0 : 1);
  }

  /** Let a number be typed. */
  type(handle, begun) {
    const { about } = handle;
    const { dtype } = this.value(about);
    if (dtype === "bool") return;
    const input = html("input", {
      class: "typed",
      inputmode: "decimal",
      "aria-label": handle.getAttribute("aria-label"),
    });
    input.value = begun ?? String(this.number(about));
    let isOver = false;
    const end = (isWanted) => {
      if (isOver) return;
      isOver = true;
      const typed = Number(input.value.trim().replace("−", "-"));
      input.remove();
      handle.focus({ preventScroll: true });
      const whole = isWhole(dtype) ? Math.round(typed) : typed;
      if (isWanted && input.value.trim() && Number.isFinite(typed)) this.nudge(about, whole);
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") end(true);
      if (event.key === "Escape") end(false);
    });
    input.addEventListener("blur", () => end(true));
    const { left, top } = about;
    if (left === undefined) handle.after(input);
    else {
      Object.assign(input.style, { left: `${left - 6}px`, top: `${top - 4}px` });
      this.layer.append(input);
    }
    input.focus();
    if (begun == null) input.select();
  }
}

export function isWhole(dtype) {
  return !dtype.startsWith("float") && !dtype.startsWith("bfloat");
}
