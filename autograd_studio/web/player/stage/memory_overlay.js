import { html, svg } from "../base/dom.js";
import { bytesText, savedBytes, SIGNS, tags } from "../model/saved_bytes.js";
import { isAtWork, lettered, sharedMemories } from "../model/memories.js";
import { tell } from "../base/phrases.js";

/** @import { Story } from "../model/story.js" */
/** @import { Memory } from "../model/memories.js" */
/** @import { Box } from "../model/types.d.ts" */
/** @import { Over, View } from "../model/view.d.ts" */
/** @typedef {typeof import("../base/phrases.js").WORDS} Words */
/** @typedef {[x: number, y: number]} Point */
/** @typedef {[from: Point, to: Point]} Straight */

const HEIGHT = 10; // of the line's coordinates
const LABEL = 28; // px: the height of a text beside a box, and of the letters at its foot, with what is around them
const SAMPLES = 40; // points of a line that are looked at
const LETTER = 8; // px: the width of one of its letters
const MOST_SHOWN = 12; // memories as boxes
const MOST_JOINED = 12; // boxes of one memory: more lines would say less than their letters

/**
 * Memory on the picture: a write flashes every box that holds what it changes. With the switch on, boxes say how often they
 * were changed, with whom they share memory and what their nodes have saved, and a line under the timeline how much that is.
 */
export class Holding {
  /** What lights up now, and while one looks at a memory. @type {HTMLElement[]} */
  flashing = [];
  /** @type {HTMLElement[]} */
  lit = [];
  /** The bytes saved at each step of the chapter that begins at a step. @type {{ from: number, bytes: number[] } | null} */
  chapter = null;

  /**
   * @param {HTMLElement} player @param {Words} words
   * @param {{ view: () => View, over: Over, asked: () => void, signal: AbortSignal }} options `view` is what is shown now;
   *   `asked` hears when all memories are asked for, or no more
   */
  constructor(player, words, { view, over, asked, signal }) {
    this.words = words;
    this.stage = /** @type {HTMLElement} */ (player.querySelector(".stage"));
    this.view = view;
    this.asked = asked;
    this.layer = html("div.tags", { "aria-hidden": "true" });
    this.panel = /** @type {HTMLElement} */ (html("section.scale", { hidden: true }));
    this.joined = svg("svg.joined", { "aria-hidden": "true" });
    this.line = svg("svg.bytes", { preserveAspectRatio: "none", "aria-hidden": "true" });
    this.said = html("p");
    for (const [kind, isOver] of /** @type {[string, boolean][]} */ ([
      ["pointerover", true],
      ["pointerout", false],
      ["focusin", true],
      ["focusout", false],
    ]))
      player.addEventListener(
        kind,
        ({ target }) => this.light(isOver ? /** @type {Element} */ (target) : null),
        { signal },
      );
    player.querySelector(".world")?.prepend(this.joined);
    player.querySelector(".world")?.append(this.layer);
    this.over = over;
    over.add(this.panel, () => "corner");
    player.querySelector(".track")?.append(this.line);
  }

  get isOn() {
    return !this.panel.hidden;
  }

  toggle() {
    this.panel.hidden = this.isOn;
    this.panel.setAttribute("aria-label", this.words.memoryLong);
    const { version, shared, kept, freed, stale } = this.words.tags;
    const entry = (/** @type {[string, string]} */ sign, /** @type {string} */ text) =>
      html("span", html("b", { class: sign[0] }, sign[1]), text);
    this.panel.replaceChildren(
      html("h2", this.words.memoryLong),
      html(
        "div.samples",
        entry(["version", "v1"], version),
        entry(["memory", "A"], shared),
        entry(["kept", SIGNS.kept], kept),
        entry(["freed", SIGNS.freed], freed),
        entry(["stale", SIGNS.stale], stale),
      ),
      this.said,
    );
    this.stage.classList.toggle("remembering", this.isOn);
    this.draw();
    this.asked();
    return this.isOn;
  }

  /** The memories to be shown as boxes at a step: those that it is about, or all of them where they are asked for. */
  shown() {
    const { story, step } = this.view();
    const shared = sharedMemories(story, step).filter((one) => this.isOn || isAtWork(one));
    return {
      memories: shared.slice(0, MOST_SHOWN),
      isAsked: this.isOn,
      more: Math.max(0, shared.length - MOST_SHOWN),
    };
  }

  /**
   * Light up whoever holds a memory while one looks at its box, and the numbers that the tag at hand looks at.
   * @param {Element | null} at
   */
  light(at) {
    for (const element of this.lit) delete element.dataset.lit;
    this.lit = [];
    const section = /** @type {HTMLElement | null} */ (at?.closest("section.memory") ?? null);
    if (!section || !at) return;
    const { story, stage } = this.view();
    const boxes = (section.dataset.boxes ?? "")
      .split(" ")
      .map((box) => stage.scene.elements[story.shown[Number(box)]]);
    const tag = at.closest("button");
    const cells = tag?.dataset.cells?.split(" ");
    const numbers = tag ? [...section.querySelectorAll("td")] : [];
    this.lit = [
      ...boxes.filter(Boolean),
      ...numbers.filter((one) => !cells || cells.includes(one.dataset.index ?? "")),
    ];
    for (const element of this.lit) element.dataset.lit = "";
  }

  /** Draw anew, as at the step that is shown. */
  draw() {
    this.chapter = null;
    this.go();
  }

  /** Follow to another step. */
  go() {
    const { story, step } = this.view();
    if (!story || step === undefined) return;
    this.flash(story, step);
    const shared = sharedMemories(story, step).filter(
      (one) => one.boxes.length > 1 && (this.isOn || (isAtWork(one) && !one.isSpared)),
    );
    const joined = shared.filter(({ boxes }) => boxes.length <= MOST_JOINED);
    this.joined.replaceChildren(...joined.map((one) => this.join(story, one)));
    this.layer.replaceChildren(
      ...this.tags(story, step, shared),
      ...joined.filter(isChanged).map((one) => this.name(story, one, step)),
      ...shared.flatMap(({ victims }) => victims.map((box) => this.victim(story, story.shown[box]))),
    );
    if (!this.isOn) this.line.replaceChildren();
    else {
      this.measure();
      this.over.place(this.panel);
    }
  }

  /** Let every box light up that holds what the step writes. @param {Story} story @param {number} step */
  flash(story, step) {
    const { box, held = [], victims = [] } = story.steps[step];
    const { elements } = this.view().stage.scene;
    for (const element of this.flashing) delete element.dataset.held;
    const changed = held.filter(
      (i) => victims.includes(i) || story.at(i, step).value !== story.at(i, step - 1).value,
    );
    const all = changed.length && box != null ? [box, ...changed] : [];
    this.flashing = all.flatMap((i) => elements[story.shown[i]] ?? []);
    for (const element of this.flashing) element.dataset.held = "";
  }

  /**
   * The line that makes the boxes of one memory one: from each to the nearest of those before that can be reached straight, past
   * all others. Where none can, their letters alone say it.
   * @param {Story} story @param {Memory} memory
   */
  join(story, { boxes, isWritten, victims }) {
    const lines = boxes.slice(1).flatMap((here, i) => {
      const ways = boxes.slice(0, i + 1).map((before) => between(story.boxes[before], story.boxes[here]));
      const free = ways.flatMap((way) => (way && !isCrossed(way, story) ? [way] : []));
      return free.length ? [free.reduce((a, b) => (distance(a) < distance(b) ? a : b))] : [];
    });
    const d = lines.map(([from, to]) => `M${from}L${to}`).join("");
    return svg("path", { d, class: isWritten || victims.length ? "written" : null });
  }

  /**
   * Who holds a memory, above the box that is written to, or the first one.
   * @param {Story} story @param {Memory} memory @param {number} step
   */
  name(story, { boxes, letter, names, isWritten, victims }, step) {
    const written = story.shown[story.steps[step].box ?? -1];
    const box = boxes.find((one) => isWritten && one === written) ?? boxes[0];
    const text = tell(this.words.memoryOf, { letter: lettered(letter), names: names.join(" · ") });
    return this.label(story, box, text, isWritten || victims.length > 0);
  }

  /** That the gradient which waits at a box was overwritten. @param {Story} story @param {number} box */
  victim(story, box) {
    return this.label(story, box, tell(this.words.victim, { name: story.boxes[box].title }), true);
  }

  /**
   * A text above a box; below it where only there nothing is covered.
   * @param {Story} story @param {number} box @param {string} text @param {boolean} isWritten
   */
  label(story, box, text, isWritten) {
    const { x, y, w, h } = story.boxes[box];
    const { below } = story.metrics;
    const half = (text.length * LETTER) / 2;
    const covers = (/** @type {number} */ top) =>
      story.boxes.some(
        (other, i) =>
          i !== box &&
          story.isSeen(i) &&
          Math.abs(other.x + other.w / 2 - x - w / 2) < other.w / 2 + half &&
          top < other.y + other.h + below &&
          other.y < top + LABEL,
      );
    const isBelow = covers(y - LABEL) && !covers(y + h + below);
    const place = `left:${x + w / 2}px;top:${isBelow ? y + h + below + LABEL : y}px`;
    return html("span.above", { style: place }, html("b", { class: isWritten ? "written" : null }, text));
  }

  /**
   * What stands at each box: at its corner the letters of the memories that are shown; below it, with the switch on, its
   * version and the saved tensors.
   * @param {Story} story @param {number} step @param {Memory[]} shared
   */
  tags(story, step, shared) {
    const letters = this.letters(story, shared);
    return story.boxes.flatMap((box, i) => {
      if (!story.isSeen(i) || story.isTab[i] || box.copy_of != null) return [];
      const { version, saved } = this.isOn ? tags(story, i, step) : { version: 0, saved: [] };
      const parts = saved.map(({ name, state }) => html("b", { class: state }, `${SIGNS[state]} ${name}`));
      if (version) parts.unshift(html("b.version", `v${version}`));
      const own = letters.get(i) ?? [];
      const at = (/** @type {number} */ left, /** @type {number} */ top) => ({
        style: `left:${left}px;top:${top}px`,
      });
      return [
        ...(own.length ? [html("span.corner-of", at(box.x + box.w, box.y), ...own)] : []),
        ...(parts.length ? [html("span", at(box.x, box.y + box.h), ...parts)] : []),
      ];
    });
  }

  /**
   * By box, the letters of those who hold the memories that are shown: its tensor and the gradient that waits there.
   * @param {Story} story @param {Memory[]} shared
   */
  letters(story, shared) {
    /** @type {Map<number, Element[]>} */
    const found = new Map();
    for (const { letter, holders, isWritten, victims } of shared)
      for (const { box, kind } of holders) {
        if (kind === "saved") continue;
        const at = story.shown[box];
        const isRed = isWritten || victims.length > 0;
        const text = kind === "gradient" ? `∇${letter}` : letter;
        const known = found.get(at) ?? [];
        if (known.some((one) => one.textContent === text)) continue;
        found.set(at, [...known, html("b", { class: isRed ? "memory written" : "memory" }, text)]);
      }
    return found;
  }

  /** Say how much saved tensors hold, and draw it over the steps of the chapter, which the timeline has. */
  measure() {
    const { chapters, step } = this.view();
    const [from, to] = chapters.range(step);
    if (this.chapter?.from !== from) {
      this.chapter = { from, bytes: savedBytes(chapters.whole, [from, to]) };
      const { bytes: all } = this.chapter;
      const highest = Math.max(1, ...all);
      const points = all.flatMap((bytes, i) => {
        const y = (HEIGHT * (1 - bytes / highest)).toFixed(2);
        return [`${i},${y}`, `${i + 1},${y}`];
      });
      this.line.setAttribute("viewBox", `0 0 ${all.length} ${HEIGHT}`);
      this.line.replaceChildren(svg("polyline", { points: points.join(" ") }));
    }
    const { bytes } = this.chapter;
    const [now, most] = [bytes[step - from], Math.max(...bytes)].map(bytesText);
    this.said.textContent = tell(this.words.heldNow, { now, most });
  }
}

/** Whether a memory holds something else than was put there: its names stand on the graph, of others its box in the card has them. @param {Memory} memory */
function isChanged({ isWritten, victims }) {
  return isWritten || victims.length > 0;
}

/**
 * The straight way between the borders of two boxes, from middle to middle; null where they meet.
 * @param {Box} a @param {Box} b
 * @returns {Straight | null}
 */
function between(a, b) {
  const [[ax, ay], [bx, by]] = [a, b].map(({ x, y, w, h }) => [x + w / 2, y + h / 2]);
  const [dx, dy] = [bx - ax, by - ay];
  const out = (/** @type {Box} */ { w, h }) => Math.min(w / 2 / Math.abs(dx), h / 2 / Math.abs(dy));
  const [from, to] = [out(a), 1 - out(b)];
  const at = (/** @type {number} */ t) => /** @type {Point} */ ([ax + dx * t, ay + dy * t]);
  return from < to ? [at(from), at(to)] : null;
}

/** Whether a way leads under a box or what stands below it. @param {Straight} way @param {Story} story */
function isCrossed([[ax, ay], [bx, by]], story) {
  return story.boxes.some(({ x, y, w, h }, i) => {
    if (!story.isSeen(i) || story.isTab[i]) return false;
    return Array.from({ length: SAMPLES }, (_, k) => (k + 1) / (SAMPLES + 1)).some((t) => {
      const [px, py] = [ax + (bx - ax) * t, ay + (by - ay) * t];
      return px > x && px < x + w && py > y && py < y + h + story.metrics.below - 1;
    });
  });
}

/** @param {Straight} way */
function distance([[a, b], [c, d]]) {
  return Math.hypot(a - c, b - d);
}
