/** What makes a player one of two that are compared: each tells the document what it does, and web/compare leads them. */
export class Pair {
  constructor(element, { go, signal }) {
    this.element = element;
    document.addEventListener(
      "pair-go",
      ({ detail: { side, step, idle, row, locked, text } }) => {
        if (!this.side || side !== this.side) return;
        this.row = locked ? row : null;
        this.element.classList.toggle("led", locked);
        this.element.classList.toggle("idle", locked && idle);
        this.element.querySelector(".status").dataset.idle = text;
        if (locked) go(step);
      },
      { signal },
    );
  }

  /** Be the "left" or "right" one of two, or nobody's: null. Until it is told otherwise it is led. */
  take(side, title) {
    if (side && !this.side) this.element.classList.add("led");
    Object.assign(this, { side, title });
  }

  /** The name of a part of the player, which that of the other player must not have. */
  name(element, name) {
    return this.side && element.matches("section, [role=region]") ? `${name}, ${this.title}` : name;
  }

  /** Say that another run is shown, which may not be at the step where the other one is. */
  opened() {
    if (this.side) tell("pair-opened", { side: this.side });
  }

  /** Tell which step is shown. */
  show(step) {
    if (this.side) tell("pair-step", { side: this.side, step });
  }

  /** Ask for a step of both; return whether there is anybody to make it. */
  move(by) {
    return Boolean(this.side) && !tell("pair-move", { side: this.side, by });
  }
}

function tell(type, detail) {
  return document.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
}
