// Made by "make bundles" of sources 6043c44d9c70f793d27cf957f55de3807757ffed586218333648a53f46eb256c
// compare/rows.js
var Rows = class {
  /** @param {Row[]} rows */
  constructor(rows) {
    this.rows = rows;
    this.places = [/* @__PURE__ */ new Map(), /* @__PURE__ */ new Map()];
    rows.forEach(
      (row, place) => row.forEach((step, side) => step !== null && this.places[side].set(step, place))
    );
  }
  get last() {
    return Math.max(0, this.rows.length - 1);
  }
  /** The row of a step of one side. @param {0 | 1} side @param {number} step */
  of(side, step) {
    return this.places[side].get(step) ?? 0;
  }
  /** The nearest row there is. @param {number} row */
  clamp(row) {
    return Math.max(0, Math.min(this.last, row));
  }
  /**
   * The step that a side shows in a row, and whether it is idle there: then that is the last step before, or its first.
   * @param {0 | 1} side @param {number} row
   */
  at(side, row) {
    for (let k = row; k >= 0; k--) {
      const step = this.rows[k]?.[side];
      if (step != null) return { step, idle: k < row };
    }
    return { step: 0, idle: true };
  }
};

// compare/compare.js
var SIDES = ["left", "right"];
var NOTE_AFTER = 300;
var bars = /* @__PURE__ */ new WeakMap();
var Compare = class {
  constructor(root) {
    this.element = root.querySelector(".compare");
    this.part = (name) => this.element.querySelector(name);
    this.ending = new AbortController();
    this.locked = true;
    const on = (target, type, handler) => target.addEventListener(type, handler, { signal: this.ending.signal });
    on(this.element, "click", ({ target }) => this.click(target.closest("button")));
    on(this.part("input"), "input", ({ target }) => this.go(Number(target.value) - 1));
    on(document, "pair-step", ({ detail }) => this.follow(detail));
    on(document, "pair-opened", () => this.rows && this.show());
    on(document, "pair-move", (event) => this.move(event));
  }
  close() {
    clearTimeout(this.noting);
    this.ending.abort();
  }
  /** Take what the page gives; what is known already leaves everything where it is. */
  take({ id, rows, differences, row, words }) {
    if (id === this.id) return;
    Object.assign(this, { id, words, differences, rows: new Rows(rows) });
    this.label();
    this.list();
    this.row = this.rows.clamp(row);
    this.show();
  }
  label() {
    this.part(".heading").textContent = this.differences.length ? this.words.firsts : this.words.none;
    this.element.setAttribute("aria-label", this.words.compare);
    for (const button of this.element.querySelectorAll(".bar button")) {
      const word = this.words[button.dataset.do];
      if (button.dataset.do === "lock") button.textContent = word;
      else button.setAttribute("aria-label", word);
    }
    this.part(".group").setAttribute("aria-label", this.words.steps);
    this.part("input").setAttribute("aria-label", this.words.row);
    this.part("input").max = this.rows.last + 1;
  }
  /** Show the first difference of each kind, here and on the way of the slider. */
  list() {
    const items = this.differences.map(({ kind, text }, index) => {
      const button = element("button", "", this.words.kinds[kind]);
      Object.assign(button, { type: "button", title: text.replaceAll("`", "") });
      button.setAttribute("aria-label", `${this.words.kinds[kind]}: ${text.replaceAll("`", "")}`);
      Object.assign(button.dataset, { difference: index });
      return element("li", "", button);
    });
    this.part(".differences").replaceChildren(...items);
    const marks = this.differences.filter(({ row }) => row !== null);
    this.part(".marks").replaceChildren(
      ...marks.map(({ kind, row }) => {
        const mark = element("i", kind);
        mark.style.left = `${100 * row / (this.rows.last || 1)}%`;
        return mark;
      })
    );
  }
  click(button) {
    if (!button) return;
    const { do: command, difference } = button.dataset;
    if (difference !== void 0) this.goTo(this.differences[difference]);
    else if (command === "lock") {
      this.locked = !this.locked;
      this.show();
    } else this.go({ first: 0, previous: this.row - 1, next: this.row + 1, last: this.rows.last }[command]);
  }
  /** Go to where a difference shows, with both. */
  goTo({ row }) {
    this.locked = true;
    this.go(row ?? this.row);
  }
  go(row) {
    this.row = this.rows.clamp(row);
    this.show();
    clearTimeout(this.noting);
    this.noting = setTimeout(() => this.note(), NOTE_AFTER);
  }
  /** Show the row; both players, while they are locked. */
  show() {
    const { row, rows } = this;
    const input = this.part("input");
    const places = SIDES.map((_, side) => rows.at(side, row));
    const found = this.differences.filter((one) => one.row === row);
    const idle = places.findIndex((place) => place.idle);
    const same = idle < 0 ? this.words.same : this.words.only[idle];
    this.part("[data-do=lock]").setAttribute("aria-checked", String(this.locked));
    input.value = row + 1;
    this.part(".count").textContent = `${row + 1} / ${rows.last + 1}`;
    this.part(".telling").replaceChildren(...withCode(found.map(({ text }) => text).join(" ") || same));
    this.part(".telling").classList.toggle("apart", found.length > 0 || idle >= 0);
    input.setAttribute(
      "aria-valuetext",
      `${row + 1} / ${rows.last + 1}. ${this.part(".telling").textContent}`
    );
    for (const [index, button] of this.element.querySelectorAll("[data-difference]").entries())
      button.setAttribute("aria-current", String(this.differences[index].row === row));
    const able = { first: row > 0, previous: row > 0, next: row < rows.last, last: row < rows.last };
    for (const [name, is] of Object.entries(able))
      this.part(`[data-do=${name}]`).disabled = !(is && this.locked);
    input.disabled = !this.locked;
    this.leading = true;
    places.forEach(
      (place, side) => tell("pair-go", { side: SIDES[side], ...place, row, locked: this.locked, text: this.words.idle })
    );
    this.leading = false;
  }
  /** Follow a player that was moved by its own means. */
  follow({ side, step }) {
    if (!this.rows || this.leading || !this.locked) return;
    this.go(this.rows.of(SIDES.indexOf(side), step));
  }
  /** Take over a step that a player is to make, so that none of the other's is passed over. */
  move(event) {
    if (!this.rows || !this.locked) return;
    event.preventDefault();
    this.go(this.row + event.detail.by);
  }
  /** Let the address name the row. */
  note() {
    const url = new URL(location.href);
    url.searchParams.set("step", this.row + 1);
    history.replaceState(history.state, "", url);
  }
};
function tell(type, detail) {
  document.dispatchEvent(new CustomEvent(type, { detail }));
}
function withCode(text) {
  return text.split("`").map((part, i) => i % 2 ? element("code", "", part) : part);
}
function element(tag, kind, ...parts) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  made.append(...parts);
  return made;
}
function mount({ data, parentElement }) {
  let bar = bars.get(parentElement);
  if (!bar?.element.isConnected) {
    bar?.close();
    bar = new Compare(parentElement);
    bars.set(parentElement, bar);
  }
  bar.take(data);
  return () => {
    bar.close();
    bars.delete(parentElement);
  };
}
export {
  mount as default
};
