/** @type {Record<string, number>} */
const MOVES = { ArrowUp: -1, ArrowDown: 1 };

/** A list with one tab stop: up and down go from item to item, Enter takes one. */
export class Roving {
  /** @param {HTMLElement} container @param {(item: HTMLElement) => void} take @param {AbortSignal} signal */
  constructor(container, take, signal) {
    this.container = container;
    this.take = take;
    /** @type {HTMLElement[]} */
    this.items = [];
    /** The item that Tab leads to. @type {HTMLElement | undefined} */
    this.current = undefined;
    container.addEventListener("keydown", (event) => this.key(event), { signal });
  }

  /**
   * Take over the items, elements in the order in which they are to be gone through.
   * @param {HTMLElement[]} items
   */
  open(items) {
    this.items = items;
    if (this.current && items.includes(this.current)) return;
    this.current = undefined;
    this.stop(items.find((item) => !item.hidden));
  }

  /**
   * Let Tab lead to an item, unless the reader is among the items already.
   * @param {HTMLElement} [item]
   */
  stop(item) {
    const { activeElement } = /** @type {Document | ShadowRoot} */ (this.container.getRootNode());
    if (!item || this.items.some((one) => one === activeElement)) return;
    this.current?.setAttribute("tabindex", "-1");
    item.setAttribute("tabindex", "0");
    this.current = item;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const items = this.items.filter((item) => !item.hidden || item === target);
    const at = items.indexOf(target);
    const item = items[at + MOVES[event.key]];
    if (at < 0 || !(event.key === "Enter" || item)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") {
      this.take(target);
      return;
    }
    target.setAttribute("tabindex", "-1");
    item.setAttribute("tabindex", "0");
    this.current = item;
    item.focus({ preventScroll: true });
  }
}
