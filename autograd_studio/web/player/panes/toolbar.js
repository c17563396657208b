import { assign } from "../base/dom.js";

/** @type {Record<string, number>} */
const MOVES = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * A row of buttons with one tab stop. Whoever came to it by Tab goes through it with ← and →; for whoever pressed one of its
 * buttons these keys stay those of the player.
 */
export class Toolbar {
  /** @param {HTMLElement} element @param {AbortSignal} signal */
  constructor(element, signal) {
    this.element = element;
    this.isWalked = false;
    element.addEventListener(
      "focusin",
      ({ target }) => {
        const button = /** @type {HTMLElement} */ (target);
        this.isWalked = button.matches(":focus-visible");
        for (const one of this.buttons) assign(one, "tabindex", one === button ? "0" : "-1");
      },
      { signal },
    );
    element.addEventListener(
      "pointerdown",
      () => {
        this.isWalked = false;
      },
      { signal },
    );
    element.addEventListener("keydown", (event) => this.key(event), { signal });
  }

  get buttons() {
    return /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll("button")]).filter((one) =>
      one.checkVisibility(),
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const by = MOVES[event.key];
    if (!by || !this.isWalked || event.shiftKey) return;
    const { buttons } = this;
    const to = buttons[buttons.indexOf(/** @type {HTMLElement} */ (event.target)) + by];
    event.preventDefault();
    event.stopPropagation();
    to?.focus();
  }
}
