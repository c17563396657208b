import { points } from "../model/curve.js";

/** The picture from far away, drawn onto canvases: too small for text, and cheap for thousands of boxes. */
export class Far {
  constructor(story) {
    this.story = story;
    this.curves = story.links.map((_, i) => points(story.ways(i)[0] ?? ""));
  }

  /** Draw what a camera sees, without links if there is no room for them. `colours` are the theme's. */
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
    const box = this.story.boxes[current];
    if (box) signpost(context, box, colours, pixel);
  }

  wires(context, step, colours, pixel) {
    const paths = { idle: new Path2D(), forward: new Path2D(), backward: new Path2D() };
    this.curves.forEach((flat, i) => {
      if (!flat.length || this.story.layer.isLoose(i, step)) return;
      const path = paths[this.story.crossed(i, step)];
      path.moveTo(flat[0], flat[1]);
      for (let at = 2; at + 5 < flat.length; at += 6) path.bezierCurveTo(...flat.slice(at, at + 6));
    });
    for (const [state, path] of Object.entries(paths)) {
      context.lineWidth = (state === "backward" ? 2 : 1) * pixel;
      context.strokeStyle = colours[state] ?? colours.edge;
      context.stroke(path);
    }
  }

  /** A box not computed yet is hollow, one whose gradient is there has a bar, so that colour is not needed. */
  box(context, i, step, colours, pixel) {
    const box = this.story.boxes[i];
    const w = Math.max(box.w, 2 * pixel),
      h = Math.max(box.h, 2 * pixel);
    if (!this.story.entry(i, "status", step)) return outline(context, { ...box, w, h }, colours.edge, pixel);
    const { state } = this.story.gradient(i, step);
    const tiny = h < 6 * pixel;
    context.fillStyle = tiny ? colours.forward : colours.forwardSoft;
    context.fillRect(box.x, box.y, w, h);
    if (state && state !== "none") {
      context.fillStyle = colours.backward;
      context.fillRect(box.x, box.y + h * 0.6, w, h * 0.4);
    }
    return tiny ? undefined : outline(context, { ...box, w, h }, colours.forward, pixel);
  }

  /** Draw the whole picture small, with a frame around the part that `camera` sees. */
  map(canvas, lens, camera, step, current, colours) {
    this.draw(canvas, lens, step, current, colours, false);
    outline(canvas.getContext("2d"), camera.view(), colours.ink, 1.5 / lens.zoom);
  }
}

/** The box at work: large enough to be found, framed twice. */
function signpost(context, box, colours, pixel) {
  const w = Math.max(box.w, 9 * pixel),
    h = Math.max(box.h, 9 * pixel);
  const place = { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h };
  outline(context, place, colours.paper, 6 * pixel);
  outline(context, place, colours.accent, 3 * pixel);
}

function clear(canvas, { width, height, left, top, zoom }) {
  const ratio = Math.min(2, devicePixelRatio || 1);
  for (const [side, length] of [
    ["width", width],
    ["height", height],
  ]) {
    if (canvas[side] !== Math.round(length * ratio)) canvas[side] = Math.round(length * ratio);
    canvas.style[side] = `${length}px`;
  }
  const context = canvas.getContext("2d");
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(zoom * ratio, 0, 0, zoom * ratio, left * ratio, top * ratio);
  return context;
}

function outline(context, { x, y, w, h }, colour, thickness) {
  context.strokeStyle = colour;
  context.lineWidth = thickness;
  context.strokeRect(x, y, w, h);
}
