import { html } from "../base/dom.js";

/** @import { Command, Section } from "../base/command.d.ts" */

/** A button that opens a menu: ↑ and ↓ go through it, Tab leads to what is set below it, Escape and a press elsewhere close it. */
export class Menu {
  /**
   * @param {HTMLElement} button
   * @param {() => Section[]} sections called whenever it opens
   * @param {AbortSignal} signal
   * @param {Element} [below] a setting
   */
  constructor(button, sections, signal, below) {
    this.button = button;
    this.sections = sections;
    this.list = html("div", { role: "menu" });
    this.sheet = /** @type {HTMLElement} */ (
      html("div.commands", { hidden: true }, this.list, below ?? null)
    );
    button.after(this.sheet);
    button.setAttribute("aria-haspopup", "menu");
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => (this.isOpen ? this.close() : this.open()), { signal });
    this.sheet.addEventListener("keydown", (event) => this.key(event), { signal });
    const outside = (/** @type {Event} */ event) => {
      if (this.isOpen && !event.composedPath().some((one) => one === this.sheet || one === button))
        this.close(false);
    };
    document.addEventListener("pointerdown", outside, { signal, capture: true });
    this.sheet.addEventListener(
      "focusout",
      ({ relatedTarget }) => {
        if (relatedTarget && !this.sheet.contains(/** @type {Node} */ (relatedTarget))) this.close(false);
      },
      { signal },
    );
  }

  get isOpen() {
    return !this.sheet.hidden;
  }

  open() {
    this.fill();
    this.list.setAttribute("aria-label", this.button.getAttribute("aria-label") ?? "");
    this.sheet.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.items[0]?.focus({ preventScroll: true });
  }

  /** @param {boolean} [focuses] */
  close(focuses = true) {
    this.sheet.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    if (focuses) this.button.focus({ preventScroll: true });
  }

  fill() {
    this.list.replaceChildren(
      ...this.sections().map(({ title, commands, oneOf = false }) =>
        html(
          "div",
          { role: "group", "aria-label": title },
          html("span.title", { "aria-hidden": "true" }, title),
          html(
            oneOf ? "div.choices" : "div",
            { role: "none" },
            ...commands.map((one) => this.item(one, oneOf)),
          ),
        ),
      ),
    );
  }

  /** @param {Command} command @param {boolean} oneOf */
  item({ title, keys, isOn, run }, oneOf) {
    const role = isOn === null ? "menuitem" : oneOf ? "menuitemradio" : "menuitemcheckbox";
    const button = html(
      "button",
      { type: "button", role, tabindex: -1, "aria-checked": isOn === null ? null : String(isOn) },
      html("span", title),
      keys ? html("kbd", { "aria-hidden": "true" }, keys) : null,
    );
    button.addEventListener("click", () => {
      this.close();
      run();
    });
    return button;
  }

  get items() {
    return /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll("button")]);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { items } = this;
    const at = items.indexOf(/** @type {HTMLElement} */ (event.target));
    const last = items.length - 1;
    /** @type {Record<string, number>} */
    const to = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowRight: at === last ? 0 : at + 1,
      ArrowUp: at > 0 ? at - 1 : last,
      ArrowLeft: at > 0 ? at - 1 : last,
      Home: 0,
      End: last,
    };
    event.stopPropagation(); // the player has other uses for these keys
    if (at >= 0 && event.key in to) items[to[event.key]]?.focus({ preventScroll: false });
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
  }
}
