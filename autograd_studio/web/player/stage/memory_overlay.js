import { html, svg } from "../base/dom.js";
import { bytesText, savedBytes, SIGNS, tags } from "../model/saved_bytes.js";
import { isAtWork, lettered, sharedMemories } from "../model/memories.js";
import { tell } from "../base/words.js";

const HEIGHT = 10; // of the line's coordinates
const LABEL = 28; // px: the height of a text beside a box, and of the letters at its foot, with what is around them
const LETTER = 8; // px: the width of one of its letters
const MOST_SHOWN = 12; // memories as boxes
const MOST_JOINED = 12; // boxes of one memory: more lines would say less than their letters

/**
 * Memory on the picture: a write flashes every box that holds what it changes. With the switch on, boxes say how often they
 * were changed, with whom they share memory and what their nodes have saved, and a line under the timeline how much that is.
 */
export class Holding {
  /** `view()` is what is shown now, {chapters, story, step, stage}; `asked` hears when all memories are asked for, or no more. */
  constructor(player, words, { view, asked, signal }) {
    this.words = words;
    this.view = view;
    this.asked = asked;
    this.layer = html("div.tags", { "aria-hidden": "true" });
    this.panel = html("section.scale", { hidden: true });
    this.joined = svg("svg.joined", { "aria-hidden": "true" });
    this.line = svg("svg.bytes", { preserveAspectRatio: "none", "aria-hidden": "true" });
    this.said = html("p");
    this.flashing = [];
    this.lit = [];
    for (const [kind, isOver] of [
      ["pointerover", true],
      ["pointerout", false],
      ["focusin", true],
      ["focusout", false],
    ])
      player.addEventListener(
        kind,
        ({ target }) => this.light(target.closest?.("section.memory"), isOver && target),
        { signal },
      );
    player.querySelector(".world").prepend(this.joined);
    player.querySelector(".world").append(this.layer);
    player.querySelector(".stage").after(this.panel);
    player.querySelector(".track").append(this.line);
  }

  get isOn() {
    return !this.panel.hidden;
  }

  toggle() {
    this.panel.hidden = this.isOn;
    this.panel.setAttribute("aria-label", this.words.memoryLong);
    const { version, shared, kept, freed, stale } = this.words.tags;
    const entry = (sign, text) => html("span", html("b", { class: sign[0] }, sign[1]), text);
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

  /** Light up whoever holds a memory while one looks at its box, and the numbers that the tag at hand looks at. */
  light(section, at) {
    for (const element of this.lit) delete element.dataset.lit;
    this.lit = [];
    if (!section || !at) return;
    const { story, stage } = this.view();
    const boxes = section.dataset.boxes.split(" ").map((box) => stage.scene.elements[story.shown[box]]);
    const tag = at.closest("button");
    const cells = tag?.dataset.cells?.split(" ");
    const numbers = tag ? [...section.querySelectorAll("td")] : [];
    this.lit = [
      ...boxes.filter(Boolean),
      ...numbers.filter((one) => !cells || cells.includes(one.dataset.index)),
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
    if (this.isOn) this.measure();
    else this.line.replaceChildren();
  }

  /** Let every box light up that holds what the step writes. */
  flash(story, step) {
    const { box, held = [], victims = [] } = story.steps[step];
    const { elements } = this.view().stage.scene;
    for (const element of this.flashing) delete element.dataset.held;
    const changed = held.filter(
      (i) => victims.includes(i) || story.at(i, step).value !== story.at(i, step - 1).value,
    );
    this.flashing = changed.length
      ? [box, ...changed].map((i) => elements[story.shown[i]]).filter(Boolean)
      : [];
    for (const element of this.flashing) element.dataset.held = "";
  }

  /** The line that makes the boxes of one memory one, behind them: from each to the nearest of those before. */
  join(story, { boxes, isWritten, victims }) {
    const middles = boxes.map((box) => middle(story.boxes[box]));
    const lines = middles.slice(1).map((here, i) => {
      const near = middles.slice(0, i + 1).sort((a, b) => distance(a, here) - distance(b, here))[0];
      return `M${near}L${here}`;
    });
    return svg("path", { d: lines.join(""), class: isWritten || victims.length ? "written" : null });
  }

  /** Who holds a memory, above the box that is written to, or the first one. */
  name(story, { boxes, letter, names, isWritten, victims }, step) {
    const written = story.shown[story.steps[step].box];
    const box = boxes.find((one) => isWritten && one === written) ?? boxes[0];
    const text = tell(this.words.memoryOf, { letter: lettered(letter), names: names.join(" · ") });
    return this.label(story, box, text, isWritten || victims.length > 0);
  }

  /** That the gradient which waits at a box was overwritten. */
  victim(story, box) {
    return this.label(story, box, tell(this.words.victim, { name: story.boxes[box].title }), true);
  }

  /** A text above a box; below it, and its letters, where only there no other box is covered. */
  label(story, box, text, isWritten) {
    const { x, y, w, h } = story.boxes[box];
    const half = (text.length * LETTER) / 2;
    const covers = (top) =>
      story.boxes.some(
        (other, i) =>
          i !== box &&
          story.isSeen(i) &&
          Math.abs(other.x + other.w / 2 - x - w / 2) < other.w / 2 + half &&
          Math.abs(other.y + other.h / 2 - top - LABEL / 2) < (other.h + LABEL) / 2,
      );
    const isBelow = covers(y - LABEL) && !covers(y + h + LABEL);
    const place = `left:${x + w / 2}px;top:${isBelow ? y + h + 2 * LABEL : y}px`;
    return html("span.above", { style: place }, html("b", { class: isWritten ? "written" : null }, text));
  }

  /**
   * What is at the foot of each box: the letters of the memories that are shown, the saved tensors that the step is about, and
   * with the switch on all there is.
   */
  tags(story, step, shared) {
    const letters = this.letters(story, shared);
    const told = new Set(story.steps[step].slots);
    return story.boxes.flatMap((box, i) => {
      if (!story.isSeen(i) || story.isTab[i] || box.copy_of != null) return [];
      const { version, saved } = this.isOn || told.has(i) ? tags(story, i, step) : { saved: [] };
      const parts = [
        this.isOn && version ? html("b.version", `v${version}`) : null,
        ...(letters.get(i) ?? []),
        ...saved.map(({ name, state }) => html("b", { class: state }, `${SIGNS[state]} ${name}`)),
      ].filter(Boolean);
      const place = { style: `left:${box.x}px;top:${box.y + box.h}px` };
      return parts.length ? [html("span", place, ...parts)] : [];
    });
  }

  /** By box, the letters of those who hold the memories that are shown: its tensor and the gradient that waits there. */
  letters(story, shared) {
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
    if (this.chapter !== from) {
      this.chapter = from;
      this.bytes = savedBytes(chapters.whole, [from, to]);
      const most = Math.max(1, ...this.bytes);
      const points = this.bytes.flatMap((bytes, i) => {
        const y = (HEIGHT * (1 - bytes / most)).toFixed(2);
        return [`${i},${y}`, `${i + 1},${y}`];
      });
      this.line.setAttribute("viewBox", `0 0 ${this.bytes.length} ${HEIGHT}`);
      this.line.replaceChildren(svg("polyline", { points: points.join(" ") }));
    }
    const [now, most] = [this.bytes[step - from], Math.max(...this.bytes)].map(bytesText);
    this.said.textContent = tell(this.words.heldNow, { now, most });
  }
}

/** Whether a memory holds something else than was put there: its names stand on the graph, of others its box in the card has them. */
function isChanged({ isWritten, victims }) {
  return isWritten || victims.length > 0;
}

/** The middle of a box. */
function middle({ x, y, w, h }) {
  return [x + w / 2, y + h / 2];
}

function distance([a, b], [c, d]) {
  return Math.hypot(a - c, b - d);
}
