import { points } from "../model/curve.js";

/** @import { Story } from "../model/story.js" */
/** @import { Rectangle } from "../model/shown.d.ts" */
/** @import { Camera } from "./camera.js" */
/** @typedef {Record<"ink" | "paper" | "edge" | "accent" | "forward" | "forwardSoft" | "backward", string>} Colours of the theme */

const VIEW = 1.5; // px of the frame around what is in view

/** The picture from far away, drawn onto canvases: too small for text, and cheap for thousands of boxes. */
export class Far {
  /** @param {Story} story */
  constructor(story) {
    this.story = story;
    this.curves = story.links.map((_, i) => points(story.ways(i)[0] ?? ""));
  }

  /**
   * Draw what a camera sees, without links if there is no room for them. `colours` are the theme's.
   * @param {HTMLCanvasElement} canvas @param {Camera} camera @param {number} step @param {number | undefined} current @param {Colours} colours
   */
  draw(canvas, camera, step, current, colours, wires = true) {
    const context = clear(canvas, camera);
    const pixel = 1 / camera.zoom;
    const view = camera.view();
    if (wires) this.wires(context, step, colours, pixel);
    this.story.boxes.forEach((box, i) => {
      if (
        !this.story.isSeen(i) ||
        this.story.isHidden(i) ||
        this.story.isTab[i] ||
        this.story.layer.isAbsent(i, step) ||
        box.x > view.x + view.w ||
        box.y > view.y + view.h ||
        box.x + box.w < view.x ||
        box.y + box.h < view.y
      )
        return;
      this.box(context, i, step, colours, pixel);
    });
    const box = this.story.boxes[current ?? -1];
    if (box) signpost(context, box, colours, pixel);
  }

  /** @param {CanvasRenderingContext2D} context @param {number} step @param {Colours} colours @param {number} pixel */
  wires(context, step, colours, pixel) {
    const paths = { idle: new Path2D(), forward: new Path2D(), backward: new Path2D() };
    this.curves.forEach((flat, i) => {
      if (!flat.length || this.story.layer.isLoose(i, step)) return;
      const path = paths[this.story.crossed(i, step)];
      path.moveTo(flat[0], flat[1]);
      for (let at = 2; at + 5 < flat.length; at += 6) {
        const [a, b, c, d, x, y] = flat.slice(at, at + 6);
        path.bezierCurveTo(a, b, c, d, x, y);
      }
    });
    for (const [state, path] of Object.entries(paths)) {
      context.lineWidth = (state === "backward" ? 2 : 1) * pixel;
      context.strokeStyle = state === "backward" ? colours.backward : colours.edge;
      context.stroke(path);
    }
  }

  /**
   * A box not computed yet is hollow, one whose gradient is there has a bar, so that colour is not needed.
   * @param {CanvasRenderingContext2D} context @param {number} i @param {number} step @param {Colours} colours @param {number} pixel
   */
  box(context, i, step, colours, pixel) {
    const box = this.story.boxes[i];
    const w = Math.max(box.w, 2 * pixel),
      h = Math.max(box.h, 2 * pixel);
    if (!this.story.entry(i, "status", step)) {
      outline(context, { ...box, w, h }, colours.edge, pixel);
      return;
    }
    const { state } = this.story.gradient(i, step);
    const tiny = h < 6 * pixel;
    context.fillStyle = tiny ? colours.forward : colours.forwardSoft;
    context.fillRect(box.x, box.y, w, h);
    if (state && state !== "none") {
      context.fillStyle = colours.backward;
      context.fillRect(box.x, box.y + h * 0.6, w, h * 0.4);
    }
    if (!tiny) outline(context, { ...box, w, h }, colours.forward, pixel);
  }

  /**
   * Draw the whole picture small, with a frame around the part that `camera` sees, as far as it is in the picture.
   * @param {HTMLCanvasElement} canvas @param {Camera} lens @param {Camera} camera @param {number} step @param {number | undefined} current @param {Colours} colours
   */
  map(canvas, lens, camera, step, current, colours) {
    this.draw(canvas, lens, step, current, colours, false);
    const line = VIEW / lens.zoom;
    outline(onto(canvas), clipped(camera.view(), lens.view(), line / 2), colours.ink, line);
  }
}

/**
 * The part of a rectangle that lies in another one, `inset` from its sides.
 * @param {Rectangle} inner @param {Rectangle} outer @param {number} inset
 */
function clipped(inner, outer, inset) {
  const [left, top] = [Math.max(inner.x, outer.x + inset), Math.max(inner.y, outer.y + inset)];
  const right = Math.min(inner.x + inner.w, outer.x + outer.w - inset);
  const bottom = Math.min(inner.y + inner.h, outer.y + outer.h - inset);
  return { x: left, y: top, w: Math.max(0, right - left), h: Math.max(0, bottom - top) };
}

/**
 * The box at work: large enough to be found, framed twice.
 * @param {CanvasRenderingContext2D} context @param {Rectangle} box @param {Colours} colours @param {number} pixel
 */
function signpost(context, box, colours, pixel) {
  const w = Math.max(box.w, 9 * pixel),
    h = Math.max(box.h, 9 * pixel);
  const place = { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h };
  outline(context, place, colours.paper, 6 * pixel);
  outline(context, place, colours.accent, 3 * pixel);
}

/** @param {HTMLCanvasElement} canvas @param {Camera} camera */
function clear(canvas, { width, height, left, top, zoom }) {
  const ratio = Math.min(2, devicePixelRatio || 1);
  const lengths = /** @type {const} */ ([
    ["width", width],
    ["height", height],
  ]);
  for (const [side, length] of lengths) {
    if (canvas[side] !== Math.round(length * ratio)) canvas[side] = Math.round(length * ratio);
    canvas.style[side] = `${length}px`;
  }
  const context = onto(canvas);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(zoom * ratio, 0, 0, zoom * ratio, left * ratio, top * ratio);
  return context;
}

/** @param {HTMLCanvasElement} canvas */
function onto(canvas) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
}

/** @param {CanvasRenderingContext2D} context @param {Rectangle} place @param {string} colour @param {number} thickness */
function outline(context, { x, y, w, h }, colour, thickness) {
  context.strokeStyle = colour;
  context.lineWidth = thickness;
  context.strokeRect(x, y, w, h);
}
