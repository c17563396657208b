import { assign, html, write } from "../base/dom.js";
import { Roving } from "../base/roving.js";
import { gradientInWords, latest } from "../model/story.js";

const ROW = 1.6; // em, as the style has it
const LETTER = 12.5; // px
const AROUND = 6; // columns that a name and its value, or a gradient, have around them
const MOST = 6; // rows below a line; where its names need more, as those of a module, each has one, with what fits

/** The rows below the lines of the program: what the names that a line binds hold at a step. */
export class Bindings {
  constructor(container, words, { hover, choose, signal }) {
    this.words = words;
    this.hover = hover;
    this.choose = choose;
    this.rows = [];
    const rowOf = (target) => this.rows.find(({ element }) => element === target);
    this.roving = new Roving(container, (target) => choose({ box: rowOf(target).box }), signal);
    this.roving.open([]);
    container.addEventListener("focusin", ({ target }) => this.look(rowOf(target)), { signal });
    container.addEventListener("focusout", ({ target }) => rowOf(target) && hover(null), { signal });
    // A pointer writes between the rows, it does not go from one to the next: the program gets the focus.
    const press = (event) => {
      if (!event.target.closest(".bound")) return;
      event.preventDefault();
      event.target.closest(".cm-content").focus({ preventScroll: true });
    };
    container.addEventListener("mousedown", press, { signal });
  }

  open(story) {
    this.story = story;
    this.rows = [];
    this.hinted = null;
    this.byLine = new Map();
    for (const [line, name, entries] of story.bindings) {
      if (!this.byLine.has(line)) this.byLine.set(line, []);
      this.byLine.get(line).push({ name, entries, widths: this.widths(name, entries) });
    }
  }

  /** The lines that bind names, in order. */
  get lines() {
    return [...this.byLine.keys()];
  }

  /** How many columns name and value, and the gradient, ever need. */
  widths(name, entries) {
    const tracks = new Set(entries.map(([, box]) => this.story.tracks[box]));
    const widest = (row, text) => {
      let most = 0; // the tracks of a long run are too many arguments for Math.max
      for (const track of tracks)
        for (const entry of track[row] ?? []) most = Math.max(most, text(entry).length);
      return most;
    };
    const grad = widest("grad", ([, state, text, , , expected]) =>
      state === "pending" ? `${text} ${expected}/${expected}` : text,
    );
    const hasGrad = entries.some(([, box]) => this.story.tracks[box].grad);
    return [
      name.length + widest("value", ([, text]) => text) + AROUND,
      hasGrad ? Math.max(grad, 1) + AROUND : 0,
    ];
  }

  /** The element with the rows of a line, as high as they will ever be in so many columns. */
  element(line, columns) {
    const bound = this.byLine.get(line);
    this.rows = this.rows.filter((row) => row.line !== line);
    const needed = bound.map(({ widths }) => rowsFor(widths, columns));
    const isTight = total(needed) > MOST;
    const counts = isTight ? needed.map(() => 1) : needed;
    const height = total(counts) * ROW;
    const parts = bound.map(({ name, entries, widths }, i) => {
      const row = {
        line,
        name,
        entries,
        element: html("div.bound", { style: `height:${counts[i] * ROW}em`, role: "button", tabindex: -1 }),
        value: html("b"),
        grad: html("span.grad"),
        shown: "",
      };
      const isSplit = !isTight && isTooWide(widths, columns);
      row.element.append(html("span.holds", `${name} = `, row.value), isSplit ? html("br") : " ", row.grad);
      row.element.addEventListener("pointerenter", () => row.box != null && this.hover({ box: row.box }));
      row.element.addEventListener("pointerleave", () => this.hover(null));
      row.element.addEventListener("click", () => row.box != null && this.choose({ box: row.box }));
      this.rows.push(row);
      return row.element;
    });
    const style = `height:${height}em`;
    return html(isTight ? "div.rows tight" : "div.rows", { style, "data-height": height * LETTER }, ...parts);
  }

  go(step) {
    for (const row of this.rows) this.paint(row, step);
    const bound = this.rows.filter(({ box }) => box !== undefined).map(({ element }) => element);
    this.roving.open(bound);
  }

  /** Let a row that has the focus mark its box, as the pointer does. */
  look(row) {
    if (row) this.hover({ box: row.box });
  }

  paint(row, step) {
    const [, bound] = latest(row.entries, step) ?? [];
    const there = bound === undefined ? { status: "pending" } : this.story.at(bound, step);
    const box = there.status === "pending" ? undefined : bound; // not computed yet in this iteration
    row.box = box;
    const { text, grad } = box === undefined ? { text: "", grad: { state: "" } } : there;
    const count = grad.state === "pending" ? ` ${grad.arrived}/${grad.expected}` : "";
    const shown = `${box} ${text} ${grad.state} ${grad.text}${count}`;
    if (shown === row.shown) return;
    row.shown = shown;
    assign(row.element, "class", box === undefined ? "bound unbound" : "bound");
    write(row.value, text);
    row.value.title = text; // of which there may be room for a part
    row.grad.hidden = !grad.state;
    assign(row.grad, "class", `grad is-${grad.state}`);
    write(row.grad, grad.state ? `∇ ${grad.state === "none" ? "–" : grad.text}${count}` : "");
    row.grad.title = grad.state ? gradientInWords(grad, this.words) : "";
  }

  /** Mark the rows that show a box. */
  hint(box) {
    for (const row of this.rows)
      row.element.classList.toggle("hinted", box != null && row.box === this.story.originals[box]);
  }
}

/** Whether a value and its gradient need rows of their own. */
function isTooWide([value, grad], columns) {
  return grad && value + grad > columns;
}

/** How many rows a name needs with the widest texts that it ever has. */
function rowsFor([value, grad], columns) {
  const rows = (length) => Math.ceil(length / columns);
  return rows(value) + (isTooWide([value, grad], columns) ? rows(grad) : 0);
}

function total(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}
