import { bytesText, heldBytes, tags } from "./held.js";
import { html, svg } from "./dom.js";
import { tell } from "./words.js";

const SIGNS = { kept: "■", freed: "□", stale: "◪" };
const HEIGHT = 10; // of the line's coordinates

/**
 * Memory on the picture: a write flashes every box that holds what it changes. With the switch on, boxes say how often they
 * were changed, with whom they share memory and what their nodes have saved, and a line under the timeline how much that is.
 */
export class Holding {
  /** `view()` is what is shown now, {chapters, story, step, stage}. */
  constructor(player, words, { view }) {
    this.words = words;
    this.view = view;
    this.layer = html("div.tags", { "aria-hidden": "true" });
    this.panel = html("section.scale", { hidden: true });
    this.line = svg("svg.bytes", { preserveAspectRatio: "none", "aria-hidden": "true" });
    this.said = html("p");
    this.flashing = [];
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
    return this.isOn;
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
    this.layer.replaceChildren(...(this.isOn ? this.tags(story, step) : []));
    if (this.isOn) this.measure();
    else this.line.replaceChildren();
  }

  /** Let every box light up that holds what the step writes. */
  flash(story, step) {
    const { box, held = [] } = story.steps[step];
    const { elements } = this.view().stage.scene;
    for (const element of this.flashing) delete element.dataset.held;
    this.flashing = held.length ? [box, ...held].map((i) => elements[story.shown[i]]).filter(Boolean) : [];
    for (const element of this.flashing) element.dataset.held = "";
  }

  tags(story, step) {
    return story.boxes.flatMap((box, i) => {
      if (!story.isSeen(i) || story.isTab[i] || box.copy_of != null) return [];
      const { version, memory, saved } = tags(story, i, step);
      const parts = [
        version ? html("b.version", `v${version}`) : null,
        memory ? html("b.memory", memory) : null,
        ...saved.map(({ name, state }) => html("b", { class: state }, `${SIGNS[state]} ${name}`)),
      ].filter(Boolean);
      const place = { style: `left:${box.x}px;top:${box.y + box.h}px` };
      return parts.length ? [html("span", place, ...parts)] : [];
    });
  }

  /** Say how much saved tensors hold, and draw it over the steps of the chapter, which the timeline has. */
  measure() {
    const { chapters, step } = this.view();
    const [from, to] = chapters.range(step);
    if (this.chapter !== from) {
      this.chapter = from;
      this.bytes = heldBytes(chapters.whole, [from, to]);
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
