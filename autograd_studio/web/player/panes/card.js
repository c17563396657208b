import { brief, largest, tuple } from "../model/cells.js";
import { html, toTop, write } from "../base/dom.js";
import { equation } from "./formula.js";
import { square } from "./grid.js";
import { inside } from "./inside.js";
import { memoryBox } from "./memory_box.js";
import { corner, groups, ofRow, ROWS, signOf, writtenOut } from "../model/operands.js";
import { slots } from "./slots.js";
import { summary } from "../model/summary.js";
import { sentences } from "./why.js";
import { tell } from "../base/words.js";

const OFTEN = 120; // ms between two looks of the card when steps follow faster than that

/** The card of a step, docked beside the picture: what goes into it and what comes out, in cells. */
export class Card {
  constructor(element, words, { jump, choose, checks, memories, signal }) {
    this.words = words;
    this.checks = checks;
    this.memories = memories;
    this.rows = ROWS;
    const observer = new ResizeObserver(() => this.fit(element));
    observer.observe(element);
    signal.addEventListener("abort", () => observer.disconnect());
    this.heading = html("div.top");
    this.tables = html("div.operands");
    this.formulas = html("div.formulas");
    this.written = html("p.written");
    this.shared = html("div.shared");
    this.inner = html("div.inner", { hidden: true });
    element.replaceChildren(this.heading, this.tables, this.written, this.shared, this.formulas, this.inner);
    this.toTop = toTop(element);
    this.inner.addEventListener("click", ({ target }) => {
      const { step } = target.closest("button")?.dataset ?? {};
      if (step) jump(Number(step));
    });
    this.shared.addEventListener("click", ({ target }) => {
      const { box } = target.closest("button")?.dataset ?? {};
      if (box) choose(Number(box));
    });
    this.tables.addEventListener("pointerover", ({ target }) => {
      const cell = target.closest("td[data-index]");
      this.point(cell);
      this.tellRow(cell);
    });
  }

  open(story) {
    this.story = story;
    this.step = undefined; // of the run before, which may have had more of them
    this.drawn = null;
    clearTimeout(this.waiting);
    this.waiting = 0;
  }

  /** Show as many rows of cells as there is room for; the style says how much a row takes, and what is around them. */
  fit(element) {
    const style = getComputedStyle(element);
    const [row, around] = ["--cell", "--around"].map((name) => parseFloat(style.getPropertyValue(name)));
    const rows = Math.max(2, Math.min(ROWS, Math.floor((element.clientHeight - around) / row)));
    if (rows === this.rows) return;
    this.rows = rows;
    if (this.step !== undefined) this.draw();
  }

  /** Show a step, at once or, where steps follow fast, now and then. */
  go(step, calm) {
    this.step = step;
    if (calm) this.draw();
    else this.waiting ||= setTimeout(() => this.draw(), OFTEN);
  }

  draw() {
    clearTimeout(this.waiting);
    this.waiting = 0;
    const { box, to, kind, formula, slopes, derivatives, summary: whole } = this.story.steps[this.step];
    const failure = kind === "error" && this.story.reasons.find(({ what }) => what === "error");
    this.groups = groups(this.story, this.step, this.words);
    const { title, fn } = this.story.boxes[kind === "arrive" ? to : box] ?? { title: "" };
    this.heading.replaceChildren(html("h2", title), kind === "run" && fn ? html("span", fn) : "");
    this.tables.replaceChildren(...this.groups.map(({ operands }, i) => this.group(operands, i)));
    this.formulas.replaceChildren(
      slots(this.story, this.step, this.words) ?? "",
      ...(slopes ?? []).map((text, i) =>
        html("div.slope", html("p", text), ...(derivatives?.[i] ?? []).map(equation)),
      ),
      ...(formula ?? []).map(equation),
      ...(failure ? sentences(failure, this.words) : []),
      ...(whole ? [summary(whole, this.words, this.checks(this.step))] : []),
    );
    this.drawShared();
    this.drawInside();
    this.toTop();
    write(this.written, "");
    const result = this.tables.querySelector(
      "[data-group] > figure:last-child, [data-group] > tbody > tr:last-child",
    );
    this.point(result?.querySelector("td[data-index]"));
  }

  /**
   * Show the memories that several hold, each as one box: before the cells where the step writes to one, or where all of them
   * are asked for. What is the same as before stays.
   */
  drawShared() {
    const { memories, isAsked, more } = this.memories();
    const focused = this.shared.querySelector(":focus");
    const where = focused && [focused.closest("section").dataset.letter, focused.dataset.box];
    const { values } = this.story;
    const before = this.drawn?.values === values ? this.drawn.boxes : new Map();
    const boxes = new Map(memories.map((memory) => [JSON.stringify(memory), memory]));
    for (const [key, memory] of boxes)
      boxes.set(key, before.get(key) ?? memoryBox(memory, this.story, this.words));
    this.drawn = { values, boxes };
    this.shared.replaceChildren(
      ...boxes.values(),
      more ? html("p.note", tell(this.words.moreMemories, { count: more })) : "",
    );
    if (where)
      this.shared
        .querySelector(`[data-letter="${where[0]}"] [data-box="${where[1]}"]`)
        ?.focus({ preventScroll: true });
    const isFirst = isAsked || memories.some(({ isWritten, victims }) => isWritten || victims.length);
    const place = isFirst && memories.length ? "first" : "last";
    if (place === this.shared.dataset.place) return;
    this.shared.dataset.place = place;
    (isFirst ? this.heading : this.written).after(this.shared);
  }

  /** Show the custom Function that the step is in, with the line at work in view. */
  drawInside() {
    const focused = this.inner.querySelector(":focus")?.dataset.step;
    const whole = inside(this.story, this.step, this.words);
    this.inner.replaceChildren(whole ?? "");
    this.inner.hidden = !whole;
    const now = this.inner.querySelector(".now");
    if (now) whole.scrollTop = now.offsetTop + now.offsetHeight - whole.clientHeight + 4;
    if (focused) this.inner.querySelector(`[data-step="${focused}"]`)?.focus({ preventScroll: true });
  }

  /** Operands one below the other where they are rows of numbers, else one beside the other. */
  group(operands, at) {
    const flat = operands.every(({ value }) => !value || value.shape.length < 2);
    return flat ? this.factors(operands, at) : this.line(operands, at);
  }

  factors(operands, at) {
    const columns = Math.max(
      1,
      ...operands.map(({ value }) => (value ? (corner(value).rows[0] ?? []).length : 0)),
    );
    const row = ({ sign, name, value, awaited, text }) =>
      html(
        "tr",
        html("th", { scope: "row" }, html("i", signOf(sign)), " ", name),
        ...(value
          ? this.cells(value)
          : [
              html(
                "td",
                { colspan: columns, class: awaited ? "awaited" : "text" },
                awaited ? "?" : (text ?? (Number.isNaN(Number(name)) || !name ? "" : name)),
              ),
            ]),
        html("td.rest", value && corner(value).part ? rest(value) : ""),
      );
    return html("table.factors", { "data-group": at }, html("tbody", ...operands.map(row)));
  }

  cells(value) {
    const most = largest(value);
    return (corner(value).rows[0] ?? []).map((cell) => square(cell, most));
  }

  line(operands, at) {
    return html("div.line-of", { "data-group": at }, ...operands.flatMap((operand) => this.block(operand)));
  }

  block({ sign, name, value, awaited }) {
    const most = value ? largest(value) : 0;
    const { rows, part } = value ? corner(value, this.rows) : { rows: [], part: false };
    const table = value
      ? html(
          "table",
          html("tbody", ...rows.map((row) => html("tr", ...row.map((cell) => square(cell, most))))),
        )
      : html("span", { class: awaited ? "awaited" : "text" }, awaited ? "?" : "");
    return [
      sign ? html("i", signOf(sign)) : "",
      html("figure", html("figcaption", name, part ? html("small", ` ${rest(value)}`) : ""), table),
    ];
  }

  /** Write out the row of the cell that the pointer is on, where each row is told. */
  tellRow(cell) {
    const { sends } = this.story.steps[this.step].card ?? {};
    const { rows } = sends?.[cell?.closest("[data-group]")?.dataset.group] ?? {};
    const said = rows && ofRow(rows, indexOf(cell));
    if (said) write(this.formulas.querySelectorAll(".slope > p")[rows.slope], said);
  }

  /** Write out the cell that the pointer is on. */
  point(cell) {
    const group = this.groups?.[cell?.closest("[data-group]")?.dataset.group];
    if (!group) return;
    const text = writtenOut(group.operands, indexOf(cell));
    const place = cell.dataset.index && `[${cell.dataset.index}]: `; // a scalar has no index
    write(this.written, text && place + text);
    const around = cell.closest("[data-group]");
    for (const other of this.tables.querySelectorAll("td[data-index]")) {
      other.classList.toggle("same", around.contains(other) && other.dataset.index === cell.dataset.index);
    }
  }
}

function indexOf(cell) {
  return cell.dataset.index.split(", ").filter(Boolean).map(Number);
}

/** What of a tensor is not in its cells. */
function rest(value) {
  const { min, max, mean } = value.stats ?? {};
  const range = mean === undefined ? "" : ` ${number(min)} … ${number(max)}, ø ${number(mean)}`;
  return `… ${tuple(value.shape)}${range}`;
}

function number(item) {
  return brief({ dtype: "float32", shape: [], data: [item] });
}
