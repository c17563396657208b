import { along, points } from "../model/curve.js";
import { html, svg } from "../base/dom.js";
import { isBad } from "../model/reasons.js";

/** @import { Story } from "../model/story.js" */
/** @import { Reason } from "../model/types.d.ts" */
/** @import { Chosen } from "./scene.js" */

/** What lies over the picture: scissors wherever the graph is cut, and the way of the reason that is looked at. */
export class Ways {
  /** The graph that is shown: none before the first one. @type {Story} */
  story;
  /** The reason whose way is drawn. @type {Reason | null | undefined} */
  reason;

  /** @param {Element} world @param {{ choose: (what: Chosen) => void, signal: AbortSignal }} calls */
  constructor(world, { choose, signal }) {
    this.cuts = html("div.cuts");
    this.way = svg("svg.over", { "aria-hidden": "true" });
    world.append(this.way, this.cuts);
    const press = (/** @type {Event} */ event) => {
      const { detail, target } = /** @type {MouseEvent} */ (event);
      if (detail) return; // a pointer's click, which the stage takes
      const { dataset } = /** @type {HTMLElement} */ (target);
      choose(dataset.box ? { box: Number(dataset.box) } : { link: Number(dataset.link) });
    };
    this.cuts.addEventListener("click", press, { signal });
  }

  /** Mark the cuts of a graph as it is arranged, those that can be seen. @param {Story} story */
  open(story) {
    this.story = story;
    this.cuts.replaceChildren(
      ...story.links.flatMap((link, i) =>
        link.cut == null || !story.ways(i).length
          ? []
          : [this.mark(link.cut, this.middle(i), { "data-link": i })],
      ),
      ...story.boxes.flatMap((box, i) =>
        box.cut == null || !story.isSeen(i) || story.isHidden(i)
          ? []
          : [this.mark(box.cut, [box.x, box.y], { "data-box": i })],
      ),
    );
    this.draw(this.reason);
  }

  /** @param {number} link */
  middle(link) {
    return along(points(this.story.path(link) ?? ""), 0.5);
  }

  /** @param {number} index @param {number[]} place @param {Record<string, number>} about */
  mark(index, [x, y], about) {
    const { said } = this.story.reasons[index];
    return html(
      "button",
      {
        type: "button",
        class: "scissors",
        style: `left:${x}px;top:${y}px`,
        "aria-label": said,
        title: said,
        ...about,
      },
      "✂",
    );
  }

  /** Draw the way of a reason, or none; where it is inside of a closed cluster, the cluster's box is framed. @param {Reason | null} [reason] */
  draw(reason) {
    this.reason = reason;
    this.way.classList.toggle("bad", Boolean(reason && isBad(reason)));
    const shown = this.story?.shown ?? [];
    const whole = reason?.way ?? [];
    const way = whole.filter(([from, to]) => shown[from] !== shown[to]);
    const boxes = new Set(whole.flatMap(([from, to]) => [shown[from], shown[to]]));
    this.way.replaceChildren(
      ...way.map(([from, to, cut]) => svg("path", { d: this.line(from, to), class: cut ? "cut" : "on" })),
      ...[...boxes].map((i) => this.frame(i)),
    );
  }

  /** The path between two boxes: their link's, or a straight line where there is none. @param {number} from @param {number} to */
  line(from, to) {
    const { links, boxes, originals, shown } = this.story;
    const link = links.findIndex((one) => originals[one.from] === from && originals[one.to] === to);
    if (link >= 0 && this.story.path(link)) return this.story.path(link);
    const [a, b] = [boxes[shown[from]], boxes[shown[to]]].map(
      ({ x, y, w, h }) => `${x + w / 2},${y + h / 2}`,
    );
    return `M${a}L${b}`;
  }

  /** @param {number} i */
  frame(i) {
    const { x, y, w, h } = this.story.boxes[i];
    return svg("rect", { x: x - 4, y: y - 4, width: w + 8, height: h + 8, rx: 9 });
  }
}
