/** A list with one tab stop: up and down go from item to item, Enter takes one. */
export class Roving {
  constructor(container, take, signal) {
    this.container = container;
    this.take = take;
    container.addEventListener("keydown", (event) => this.key(event), { signal });
  }

  /** Take over the items, elements in the order in which they are to be gone through. */
  open(items) {
    this.items = items;
    if (items.includes(this.current)) return;
    this.current = null;
    this.stop(items.find((item) => !item.hidden));
  }

  /** Let Tab lead to an item, unless the reader is among the items already. */
  stop(item) {
    if (!item || this.items.includes(this.container.getRootNode().activeElement)) return;
    this.current?.setAttribute("tabindex", "-1");
    item.setAttribute("tabindex", "0");
    this.current = item;
  }

  key(event) {
    const items = this.items.filter((item) => !item.hidden || item === event.target);
    const at = items.indexOf(event.target);
    const item = items[at + { ArrowUp: -1, ArrowDown: 1 }[event.key]];
    if (at < 0 || !(event.key === "Enter" || item)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") {
      this.take(event.target);
      return;
    }
    event.target.setAttribute("tabindex", "-1");
    item.setAttribute("tabindex", "0");
    this.current = item;
    item.focus({ preventScroll: true });
  }
}
