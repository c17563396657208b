import { assign, html, scrollable, toTop, write } from "../../base/dom.js";
import { cardPlace } from "../../stage/placing.js";
import { scenery } from "../../stage/scenery.js";
import { groups, ofRow, writtenOut } from "../../model/operands.js";
import { law } from "../../model/law.js";
import { tell } from "../../base/phrases.js";
import { dots } from "../../model/names.js";
import { equation, expression } from "./formula.js";
import { equations, isMatrices, isNumbers } from "./equation.js";
import { memoryBox } from "../memory_box.js";
import { summary } from "../../model/summary.js";

/** @import { Check } from "../../model/summary.js" */
/** @import { Memory } from "../../model/memories.js" */
/** @import { Group, Rectangle } from "../../model/shown.d.ts" */
/** @import { Story, Words } from "../../model/story.js" */
/** @typedef {{ memories: Memory[], isAsked: boolean, more: number }} Shared */
/** @typedef {import("../../stage/scenery.js").View} View */

const SETTLED = 140; // ms after the last move of the picture
const NARROW = 700; // px: below this width a card is always a sheet
const FORMS = ["wide", "sheet"]; // after the one that has its rule at its bottom
const OFTEN = 120; // ms between two looks of the card when steps follow faster than that

/** The card of a step: what it computes as a typeset equation, at the node at work. */
export class Card {
  /** @type {Story} */
  story;
  /** @type {number | undefined} */
  step;
  /** @type {Group[]} */
  groups = [];
  /** @type {{ values: unknown, boxes: Map<string, Element> } | null} */
  drawn = null;
  /** What stands at a box in place of the step's own. @type {{ element: HTMLElement, box: number | null } | null} */
  held = null;

  /**
   * @param {HTMLElement} element @param {Words} words
   * @param {{
   *   choose: (box: number) => void, checks: (step: number) => Check[] | null, memories: () => Shared,
   *   view: () => View, sink: (height: number) => void, signal: AbortSignal,
   * }} options `view` is how the picture is seen, or is about to be; `sink` has it end above a sheet of a height
   */
  constructor(element, words, { choose, checks, memories, view, sink, signal }) {
    this.element = element;
    this.words = words;
    this.checks = checks;
    this.memories = memories;
    this.view = view;
    this.sink = sink;
    this.waiting = 0;
    this.equation = /** @type {HTMLElement} */ (
      html("div.operands", { role: "group", "aria-label": words.operands })
    );
    this.written = html("p.written");
    this.shared = /** @type {HTMLElement} */ (html("div.shared"));
    this.below = html("div.below");
    this.lead = element.parentElement?.querySelector(".lead path");
    element.replaceChildren(this.equation, this.written, this.shared, this.below);
    this.toTop = toTop(element);
    for (const one of [element, this.equation]) scrollable(one, signal);
    document.fonts.addEventListener("loadingdone", () => this.reset(), { signal });
    this.shared.addEventListener("click", ({ target }) => {
      const { box } = /** @type {Element} */ (target).closest("button")?.dataset ?? {};
      if (box) choose(Number(box));
    });
    this.equation.addEventListener("pointerover", ({ target }) => {
      const cell = /** @type {Element} */ (target).closest("td[data-index]");
      if (cell) this.point(/** @type {HTMLElement} */ (cell));
    });
  }

  /** Show the steps of a run from now on. @param {Story} story */
  open(story) {
    this.story = story;
    this.step = undefined; // of the run before, which may have had more of them
    this.drawn = null;
    this.unfold();
    clearTimeout(this.waiting);
    this.waiting = 0;
  }

  /** Show a step, at once or, where steps follow fast, now and then. @param {number} step @param {boolean} calm */
  go(step, calm) {
    this.step = step;
    if (calm) this.draw();
    else this.waiting ||= window.setTimeout(() => this.draw(), OFTEN);
  }

  /** Show an element at a box instead of what a step computes; null: that again. @param {HTMLElement | null} element @param {number | null} box */
  hold(element, box) {
    this.held?.element.remove();
    this.held = element && { element, box };
    if (element) this.element.append(element);
    for (const one of [this.equation, this.written, this.shared, this.below])
      one.classList.toggle("away", Boolean(element));
    this.element.hidden = !element;
    if (this.step === undefined) return;
    this.unfold();
    if (element) this.place();
    else this.draw();
  }

  draw() {
    clearTimeout(this.waiting);
    this.waiting = 0;
    if (this.held) return;
    const step = /** @type {number} */ (this.step);
    const { phase, summary: whole } = this.story.steps[step];
    this.element.dataset.phase = phase;
    this.groups = groups(this.story, step, this.words);
    this.equation.replaceChildren(
      ...equations(
        this.groups.filter(({ isNote }) => !isNote),
        this.words,
      ),
    );
    this.below.replaceChildren(
      ...(whole ? [summary(whole, this.words, this.checks(step))] : this.rule(step)),
    );
    this.drawShared();
    this.point(this.result());
    this.toTop();
    this.unfold();
    this.element.hidden = !this.groups.length && !whole && !this.shared.children.length;
    this.place();
  }

  /** What stands below the equation: the sum so far, or the rule that it follows. @param {number} step */
  rule(step) {
    const note = this.groups.find(({ isNote }) => isNote);
    if (note) return [html("div.law", html("b", dots(note.title ?? "")), ...equations([note], this.words))];
    const { kind, phase, to } = this.story.steps[step];
    const [made] = this.story.steps[step].formula ?? [];
    if (phase === "update" && made?.left)
      return [html("div.law", expression(["←", made.left, made.symbolic]))];
    if (kind === "backward" && to != null) return this.beginning(step, this.story.boxes[to].title);
    if (this.groups.some((_, i) => this.story.steps[step].card?.sends?.[i]?.rows)) return []; // told row by row above
    const found = this.groups.some(({ link }) => link !== undefined) && law(this.story, step, this.words);
    if (!found) return [];
    const matrices = this.groups.filter(isMatrices).length;
    if (matrices > 1 && !this.groups.some(({ isNow }) => isNow)) return []; // they need the room
    const isTyped = found.equation && (this.groups.every(isNumbers) || matrices);
    const said = html("span", found.said);
    return [
      html(
        "div.law",
        isTyped && found.equation ? equation(found.equation) : html("b", dots(found.name)),
        said,
      ),
    ];
  }

  /** What a pass differentiates. @param {number} step @param {string} name */
  beginning(step, name) {
    const [seed] = this.groups.flatMap(({ operands }) => operands[0].value ?? []);
    if (!seed) return [];
    const { data, shape } = seed;
    if (data.length === 1 && data[0] === 1)
      return [html("div.law", html("span", tell(this.words.seedIs, { name: dots(name) })))];
    if (shape.length > 1 || data.length > 6) return [];
    const weighted = /** @type {import("../../model/types.d.ts").Expression[]} */ (
      data.map((item, i) => ["*", ["#", String(item)], shape.length ? ["index", name, String(i)] : name])
    );
    const sum = weighted.length > 1 ? ["+", ...weighted] : weighted[0];
    return [
      html(
        "div.law",
        expression(["=", "L", /** @type {import("../../model/types.d.ts").Expression} */ (sum)]),
      ),
    ];
  }

  /**
   * Show the memories that several hold, each as one box, where the step writes to one or all of them are asked for. What is
   * the same as before stays.
   */
  drawShared() {
    const { memories: all, isAsked, more: left } = this.memories();
    const memories = isAsked ? all : all.filter(({ isWritten, victims }) => isWritten || victims.length);
    const more = isAsked ? left : 0;
    const focused = /** @type {HTMLElement | null} */ (this.shared.querySelector(":focus"));
    const section = /** @type {HTMLElement | undefined} */ (focused?.closest("section") ?? undefined);
    const where = focused && section && [section.dataset.letter, focused.dataset.box];
    const { values } = this.story;
    const before = this.drawn?.values === values ? this.drawn.boxes : new Map();
    const boxes = new Map(memories.map((memory) => [JSON.stringify(memory), memory]));
    /** @type {Map<string, Element>} */
    const shown = new Map();
    for (const [key, memory] of boxes)
      shown.set(key, before.get(key) ?? memoryBox(memory, this.story, this.words));
    this.drawn = { values, boxes: shown };
    this.shared.replaceChildren(
      ...shown.values(),
      ...(more ? [html("p.note", tell(this.words.moreMemories, { count: more }))] : []),
    );
    if (where) {
      const button = this.shared.querySelector(`[data-letter="${where[0]}"] [data-box="${where[1]}"]`);
      /** @type {HTMLElement | null} */ (button)?.focus({ preventScroll: true });
    }
  }

  /** The first cell of the last result. */
  result() {
    const last = this.equation.querySelector("[data-group] :is(figure.sent, figure.result)");
    return /** @type {HTMLElement | null} */ (last?.querySelector("td[data-index]") ?? null);
  }

  /** Write out the cell that the pointer is on, and mark those that it belongs to. @param {HTMLElement | null} cell */
  point(cell) {
    const around = /** @type {HTMLElement | null} */ (cell?.closest("[data-group]") ?? null);
    const group = around && this.groups[Number(around.dataset.group)];
    write(this.written, group && cell ? this.told(group, Number(around.dataset.group), cell) : "");
    for (const other of /** @type {NodeListOf<HTMLElement>} */ (
      this.equation.querySelectorAll("td[data-index]")
    )) {
      const { index } = other.dataset; // a scalar has no other cell to be told from
      const isSame = Boolean(index) && around?.contains(other) && index === cell?.dataset.index;
      other.classList.toggle("same", Boolean(isSame));
    }
  }

  /** A cell in full: of a matrix how its number comes about, or what its row sends. @param {Group} group @param {number} i @param {HTMLElement} cell */
  told(group, i, cell) {
    if (!isMatrices(group)) return "";
    const index = (cell.dataset.index ?? "").split(", ").filter(Boolean).map(Number);
    const { rows } = this.story.steps[/** @type {number} */ (this.step)].card?.sends?.[i] ?? {};
    const said = rows && ofRow(rows, index);
    if (said) return said;
    const text = writtenOut(group.operands, index);
    return text && `[${cell.dataset.index}]: ${text}`;
  }

  /** Take another place once the picture has come to rest. */
  settle() {
    clearTimeout(this.settling);
    this.settling = window.setTimeout(() => this.step !== undefined && this.place(), SETTLED);
  }

  /** Look for a place anew, since there is another room or letters have another size. */
  reset() {
    if (this.step === undefined) return;
    this.unfold();
    this.place();
  }

  /** Take the first of the card's forms again, until it hides something. */
  unfold() {
    const { clientWidth } = /** @type {HTMLElement} */ (this.element.closest(".work"));
    this.element.classList.toggle("sheet", clientWidth < NARROW);
    this.element.classList.remove("wide");
    this.sink(0);
  }

  /**
   * Put the card where it hides nothing. If there is no such place, what stands at its bottom goes to its side; if there is
   * none for that either, it is a sheet below the picture until the next step.
   */
  place() {
    assign(/** @type {Element} */ (this.lead), "d", "");
    this.sink(this.element.hidden ? 0 : this.stand());
  }

  /** Take a form and a place; return how much of the stage is below the upper edge of a sheet, 0 of what is none. */
  stand() {
    const work = /** @type {HTMLElement} */ (this.element.closest(".work"));
    const around = scenery(work, this.story, this.view(), this.anchor, this.step);
    const place = this.shape(around);
    this.element.style.transform = place ? `translate(${place.x}px,${place.y}px)` : "";
    assign(/** @type {Element} */ (this.lead), "d", place?.lead ?? "");
    return place ? 0 : around.size.h - this.element.offsetTop;
  }

  /** Take the next form until there is a place for it; null: it is a sheet. @param {import("../../stage/placing.js").Scenery} around */
  shape(around) {
    const { classList } = this.element;
    for (const form of ["", ...FORMS]) {
      if (form) classList.add(form);
      if (classList.contains("sheet")) return null;
      const { offsetWidth: w, offsetHeight: h } = this.element;
      const place = cardPlace({ w, h }, around);
      if (!place.covers) return place;
    }
    return null;
  }

  /** The box that the card is about: where a sum is made, else where a node is at work. */
  get anchor() {
    if (this.held) return this.held.box;
    const { box = null, to = null, kind } = this.story.steps[/** @type {number} */ (this.step)];
    const isSum = kind === "arrive" && this.groups.some(({ link, left }) => link === undefined && !left);
    return isSum && !this.groups.some(({ link }) => link !== undefined) ? to : kind === "backward" ? to : box;
  }

  /**
   * The middle of a part of the equation, in px of the picture; null if there is none of that name.
   * @param {string} name as in `data-slot`
   */
  slotAt(name) {
    const slot = this.element.hidden ? null : this.element.querySelector(`[data-slot="${name}"]`);
    if (!slot) return null;
    const cells = [...slot.querySelectorAll("td")];
    const [first, last] = (cells.length ? [cells[0], cells[cells.length - 1]] : [slot, slot]).map((one) =>
      one.getBoundingClientRect(),
    );
    const { left, top } = /** @type {HTMLElement} */ (this.element.parentElement).getBoundingClientRect();
    const view = this.view();
    return {
      x: ((first.left + last.right) / 2 - left - view.left) / view.zoom,
      y: ((first.top + last.bottom) / 2 - top - view.top) / view.zoom,
    };
  }
}
