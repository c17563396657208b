import { html, svg } from "../base/dom.js";
import { tell } from "../base/phrases.js";
import { isBad } from "../model/reasons.js";
import { titleOf, together } from "./why.js";

/** @import { Payload, Reason } from "../model/types.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */
/** @typedef {{ line: number, text: string, undo: () => void }} Fixed what a fix has changed */

/**
 * What the banner asks for: to `show` the way of a reason, or none; to say `why`; to write the text that `mends` it; to be told
 * whether it `opened`.
 *
 * @typedef {{ show: (index: number | null) => void, why: (index: number) => void, mend: (text: string) => void,
 *   opened: (isOpen: boolean) => void }} Calls
 */

const SIGNS = { error: "M4 4l8 8M12 4l-8 8", calm: "M8 3.500v5.500M8 12h0", done: "M3.500 8.500l3 3 6-7" };

/** What is wrong with a program, above its picture: what and where, what to do, and buttons that show it and do it. */
export class Banner {
  /** The findings, those together that one line is to blame for. @type {number[][]} */
  groups = [];
  /** @type {Reason[]} */
  reasons = [];
  at = 0;
  isOpen = false;
  isOnWay = false;
  /** @type {Fixed | null} */
  fixed = null;

  /** @param {HTMLElement} element @param {Words} words @param {Calls} calls */
  constructor(element, words, calls) {
    this.element = element;
    this.words = words;
    this.calls = calls;
    const press = (/** @type {Event} */ { target }) => {
      const { then } = /** @type {HTMLElement} */ (target).closest("button")?.dataset ?? {};
      if (then) this.#act(then);
    };
    element.addEventListener("click", press);
  }

  /**
   * Take the findings of a run. They are shown at once unless that is not `asked`; where a lesson means to show them they are
   * `isCalm`. A run without a picture has its panel in the place of that.
   * @param {Payload} payload @param {{ isCalm: boolean, opens: boolean, fixed: Fixed | null }} how
   */
  open(payload, { isCalm, opens, fixed }) {
    this.payload = payload;
    this.reasons = payload.reasons ?? [];
    this.groups = together(payload);
    this.at = 0;
    this.isCalm = isCalm;
    this.isAlone = this.groups.length > 0 && !payload.boxes.length;
    this.fixed = this.groups.length ? null : fixed;
    this.show(this.isAlone || Boolean(this.fixed) || (opens && this.groups.length > 0));
  }

  /** Show it, or close it. @param {boolean} isOpen */
  show(isOpen) {
    this.isOpen = isOpen;
    this.element.hidden = !isOpen;
    if (isOpen) this.#draw();
    this.#walk(false);
    this.calls.opened(isOpen);
  }

  toggle() {
    this.show(!this.isOpen);
  }

  get #index() {
    return this.groups[this.at][0];
  }

  /** @param {string} name */
  #act(name) {
    const { length } = this.groups;
    const acts = /** @type {Record<string, () => void>} */ ({
      close: () => this.show(false),
      way: () => this.#walk(!this.isOnWay),
      why: () => this.calls.why(this.#index),
      mend: () => this.calls.mend(this.reasons[this.#index].mended ?? ""),
      undo: () => this.fixed?.undo(),
      previous: () => this.#turn((this.at + length - 1) % length),
      next: () => this.#turn((this.at + 1) % length),
    });
    acts[name]?.();
  }

  /** @param {number} at */
  #turn(at) {
    const wanted = document.activeElement?.getAttribute("data-then");
    this.at = at;
    this.#walk(false);
    this.#draw();
    if (wanted)
      /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-then="${wanted}"]`))?.focus();
  }

  /** Show the way of the finding, or hide it. @param {boolean} isOn */
  #walk(isOn) {
    if (!isOn && !this.isOnWay) return;
    this.isOnWay = isOn;
    const pressed = this.element.querySelector("[data-then='way']");
    if (pressed) pressed.textContent = isOn ? this.words.hideWay : this.words.showWay;
    this.calls.show(isOn ? this.#index : null);
  }

  #draw() {
    const { element, words, fixed, isAlone } = this;
    const reason = fixed ? null : this.reasons[this.#index];
    const look = fixed ? "done" : reason && isBad(reason) && !this.isCalm ? "error" : "calm";
    element.className = `banner ${look}${isAlone ? " alone" : ""}`;
    const parts = fixed ? this.#mended(fixed) : this.#told(/** @type {Reason} */ (reason));
    const sign = svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: SIGNS[look] }));
    const close = isAlone ? null : button("close", "×", words.close, "icon close");
    element.replaceChildren(html("span.sign", sign), ...parts, ...(close ? [close] : []));
  }

  /** @param {Fixed} fixed */
  #mended({ line, text }) {
    const { words } = this;
    const [before, after] = tell(words.fixed, { line, text: "\0" }).split("\0");
    return [
      html("div.told", html("h2", before, html("code", text), after), html("p", words.fixedLong)),
      html("div.acts", button("undo", words.undo, "", "quiet")),
    ];
  }

  /** @param {Reason} reason */
  #told(reason) {
    const { words, isAlone } = this;
    const { error, source } = /** @type {Payload} */ (this.payload);
    const line = error?.line ?? undefined;
    const code = line === undefined ? undefined : source[line - 1]?.map(([, text]) => text).join("");
    const hasWay = !isAlone && (reason.way?.length || reason.box !== undefined || reason.what === "error");
    const isPlain = reason.cause === "exception"; // there is no more to say than Python does
    return [
      html(
        "div.told",
        html("div.top", html("h2", this.#title(reason)), this.groups.length > 1 ? this.#turns() : null),
        isAlone && code ? html("pre", html("span", String(line)), code) : null,
        error && reason.what === "error"
          ? html("p.message", { title: error.message }, html("code", messageOf(error)))
          : html("p.happened", ...coded(sentence(reason.said))),
        isPlain ? null : html("p", ...coded(sentence(reason.remedy))),
      ),
      html(
        "div.acts",
        isPlain ? null : button("why", words.whyFinding, "", "text"),
        hasWay ? button("way", words.showWay, "", "quiet") : null,
        reason.mended ? button("mend", words.applyFix, words.applyFixLong, "primary") : null,
      ),
    ];
  }

  /** @param {Reason} reason */
  #title(reason) {
    const title = this.#subject(reason);
    const count = this.groups[this.at].length - 1; // further ones that the same line is to blame for
    return count ? tell(this.words.andOthers, { title, count }) : title;
  }

  /** What is wrong, and where. @param {Reason} reason */
  #subject(reason) {
    const { words } = this;
    const { error } = /** @type {Payload} */ (this.payload);
    if (reason.what !== "error" || !error) return titleOf(reason, words);
    const what = /** @type {Record<string, string>} */ (words.failures)[reason.cause] ?? error.type;
    return tell(error.line == null ? words.failsNowhere : words.failsAt, { line: error.line, what });
  }

  #turns() {
    const { words } = this;
    const count = tell(words.countOf, { number: this.at + 1, count: this.groups.length });
    return html(
      "div.turns",
      button("previous", "‹", words.previousFinding, "icon"),
      html("span", count),
      button("next", "›", words.nextFinding, "icon"),
    );
  }
}

/** @param {string} then @param {string} text @param {string} label @param {string} look */
function button(then, text, label, look) {
  const isSign = look.startsWith("icon");
  return html(
    "button",
    {
      type: "button",
      class: look,
      "data-then": then,
      "aria-label": isSign ? label : null,
      title: label || null,
    },
    text,
  );
}

/** What Python says last, without the place, which stands beside it. @param {NonNullable<Payload["error"]>} error */
function messageOf({ type, message }) {
  return `${type}: ${message.replace(/ \(<program>, line \d+\)$/, "")}`;
}

/** The first sentence of a text; no blank follows a point in code. @param {string} text */
function sentence(text) {
  return text.match(/^.*?[.!?](?=\s|$)/s)?.[0] ?? text;
}

const CODE = /`[^`]*`|\.?[A-Za-z_][\w.]*\([^()\s]*\)|\b[A-Za-z_]\w*_\w+(?:=\w+)?|\b\w+(?:\.\w+)*\.grad\b/g;

/** A text in pieces, its code in elements of their own: what stands between backticks, and calls and names with a `_`. @param {string} text */
export function coded(text) {
  /** @type {(string | Element)[]} */
  const parts = [];
  let last = 0;
  for (const { 0: code, index } of text.matchAll(CODE)) {
    parts.push(text.slice(last, index), html("code", code.replaceAll("`", "")));
    last = index + code.length;
  }
  return [...parts, text.slice(last)];
}

/** What is said at the ends of the lines that a reason is about. @param {Reason} reason @param {Payload["error"]} error @param {Words["here"]} here */
export function tagsOf({ what, cause, line }, error, here) {
  /** @type {Map<number, string>} */
  const tags = new Map();
  const isCut = what === "none" || what === "cut";
  const text = /** @type {Record<string, string>} */ (here)[isCut ? "cut" : cause] ?? here.cause;
  if (line !== undefined) tags.set(line, text);
  if (what === "error" && error?.line) tags.set(error.line, here.fails);
  return tags;
}
