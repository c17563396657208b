/** What makes a player one of two that are compared: the steps are above both, and lead it. */
export class Pair {
  /** @param {Element} element */
  constructor(element) {
    this.element = element;
    /** @type {"left" | "right" | null} */
    this.side = null;
    this.title = "";
  }

  /** Be one of two, or nobody's: null. Until it is told otherwise it is led. @param {"left" | "right" | null} side @param {string} title */
  take(side, title) {
    if (side && !this.side) this.element.classList.add("half", "led");
    Object.assign(this, { side, title });
  }

  /** Be led to a step, or go one's own way: null. @param {import("../player.d.ts").Led | null} led */
  lead(led) {
    const status = /** @type {HTMLElement} */ (this.element.querySelector(".status"));
    this.element.classList.toggle("led", Boolean(led));
    this.element.classList.toggle("idle", Boolean(led?.waits));
    status.dataset.idle = led?.waits ?? "";
  }

  /** The name of a part of the player, which that of the other player must not have. @param {Element} element @param {string} name */
  name(element, name) {
    return this.side && element.matches("section, [role=region]") ? `${name}, ${this.title}` : name;
  }
}
