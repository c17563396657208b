// The picture as a file: an SVG of what is on the page at a step, all of it, with the colours that it has there.
import { svg } from "../base/dom.js";

const MARGIN = 16;
const MOST_PIXELS = 16_000; // of a canvas along a side
const BASELINE = 0.35; // of the size of letters: how far below the middle of its line a text stands
const NONE = "none"; // what is transparent
const FOOT = 8; // px: the radius of a box at its footer

/** @import { Rectangle } from "../model/shown.d.ts" */

/**
 * Draw boxes, links and frames as they are on the page.
 * @param {{ boxes: HTMLElement[], links: Iterable<Element>, frames: Iterable<Element>, paper: string, size: [number, number], label: string }} parts
 * @returns {Element}
 */
export function picture({ boxes, links, frames, paper, size: [width, height], label }) {
  const [w, h] = [width + 2 * MARGIN, height + 2 * MARGIN];
  return svg(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `${-MARGIN} ${-MARGIN} ${w} ${h}`,
      width: w,
      height: h,
    },
    svg("title", label),
    svg("rect", { x: -MARGIN, y: -MARGIN, width: w, height: h, fill: rgb(paper) }),
    ...[...frames].filter(isSeen).map(frame),
    ...[...links].filter(isSeen).flatMap(link),
    ...boxes.filter(isSeen).map(box),
  );
}

/** @param {Element} drawing */
export function asFile(drawing) {
  return new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" });
}

/**
 * A drawing as pixels, twice as many as on the page where a canvas can be that large.
 * @param {Element} drawing
 * @returns {Promise<Blob | null>}
 */
export async function asPixels(drawing) {
  const image = new Image();
  const address = URL.createObjectURL(asFile(drawing));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    const scale = Math.min(2, MOST_PIXELS / Math.max(image.width, image.height));
    canvas.width = scale * image.width;
    canvas.height = scale * image.height;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
      canvas.toBlob(resolve);
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {Element} element */
function isSeen(element) {
  const { display, visibility, opacity } = getComputedStyle(element);
  return display !== "none" && visibility !== "hidden" && Number(opacity) > 0;
}

/** A box: its ground, all that is in it, and the ring of what is at work. @param {HTMLElement} element */
function box(element) {
  const { left, top, width } = element.getBoundingClientRect();
  const scale = width / element.offsetWidth || 1;
  const place = (/** @type {Element} */ part) => {
    const seen = part.getBoundingClientRect();
    return {
      x: element.offsetLeft + (seen.left - left) / scale,
      y: element.offsetTop + (seen.top - top) / scale,
      w: seen.width / scale,
      h: seen.height / scale,
    };
  };
  const whole = place(element);
  const marked = getComputedStyle(element, "::after");
  return svg(
    "g",
    ground(element, whole),
    ...parts(element, place),
    marked.content === "none" || Number(marked.opacity) < 0.5
      ? null
      : outline(marked.boxShadow, whole, element),
  );
}

/**
 * What is in an element, from the back to the front.
 * @param {Element} element @param {(part: Element) => Rectangle} place
 * @returns {(Element | null)[]}
 */
function parts(element, place) {
  return [...element.children].filter(isSeen).flatMap((part) => {
    const at = place(part);
    const own = [...part.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    return [ground(part, at), ...parts(part, place), own.length ? text(part, at) : null];
  });
}

/** @param {Element} part @param {Rectangle} place */
function text(part, { x, y, w, h }) {
  const style = getComputedStyle(part);
  const size = parseFloat(style.fontSize);
  const before = parseFloat(style.paddingLeft);
  const anchor = style.textAlign === "center" ? "middle" : style.textAlign === "right" ? "end" : "start";
  const inset = [...part.children]
    .filter(isSeen)
    .reduce((sum, one) => sum + /** @type {HTMLElement} */ (one).offsetWidth, 0);
  const at = { middle: x + w / 2, end: x + w, start: x + before + inset }[anchor];
  return svg(
    "text",
    {
      x: at,
      y: y + h / 2 + BASELINE * size,
      fill: rgb(style.color),
      "text-anchor": anchor,
      "font-family": style.fontFamily,
      "font-size": size,
      "font-weight": style.fontWeight,
      "text-decoration": style.textDecorationLine === "none" ? null : style.textDecorationLine,
    },
    [...part.childNodes]
      .flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent] : []))
      .join(""),
  );
}

/**
 * The ground of an element with its edge, unless both are transparent.
 * @param {Element} element @param {Rectangle} place
 */
function ground(element, { x, y, w, h }) {
  const { backgroundColor, boxShadow, borderTopLeftRadius, borderTopRightRadius } = getComputedStyle(element);
  const fill = rgb(backgroundColor);
  const edge = edgeOf(boxShadow);
  const isClear = fill === NONE;
  if ((isClear && !edge) || !w || !h) return null;
  // The footer is round at its lower corners alone: there it lies over the round corners of its box.
  const radius = parseFloat(borderTopLeftRadius) || parseFloat(borderTopRightRadius) || 0;
  const isFoot = element.matches(".foot, .foot > *");
  return svg("rect", {
    x,
    y,
    width: w,
    height: h,
    rx: isFoot ? 0 : radius,
    fill: isClear ? "none" : fill,
    "clip-path": isFoot ? `inset(-100px 0 0 round 0 0 ${FOOT}px ${FOOT}px)` : null,
    ...edge,
  });
}

/** The edge that a shadow without blur draws around an element. @param {string} shadow */
function edgeOf(shadow) {
  const found = shadow.match(/((?:rgba?|color|oklab|color-mix)\([^)]*\)) 0px 0px 0px ([\d.]+)px/);
  return found ? { stroke: rgb(found[1]), "stroke-width": found[2] } : null;
}

/** The ring of what is at work. @param {string} shadow @param {Rectangle} place @param {Element} element */
function outline(shadow, { x, y, w, h }, element) {
  const radius = parseFloat(getComputedStyle(element).borderTopLeftRadius) || 0;
  const rings = [...shadow.matchAll(/((?:rgba?|color|oklab)\([^)]*\)) 0px 0px 0px ([\d.]+)px/g)];
  const around = rings.map(([, colour, spread]) => {
    const half = Number(spread) / 2;
    return svg("rect", {
      x: x - half,
      y: y - half,
      width: w + 2 * half,
      height: h + 2 * half,
      rx: radius + half,
      fill: "none",
      stroke: rgb(colour),
      "stroke-width": spread,
    });
  });
  return svg("g", ...around.reverse());
}

/** @param {Element} element */
function link(element) {
  return [...element.querySelectorAll(".line, .head, text")].filter(isSeen).map((part) => {
    const style = getComputedStyle(part);
    if (part.localName === "text") return number(part, style);
    const isHead = part.matches(".head");
    return svg("path", {
      d: part.getAttribute("d") ?? "",
      transform: part.getAttribute("transform"),
      ...(isHead ? { fill: rgb(style.fill), "fill-opacity": style.fillOpacity } : painted(style)),
    });
  });
}

/** A number on an edge, on a ground of the colour of the paper. @param {Element} part @param {CSSStyleDeclaration} style */
function number(part, style) {
  const size = parseFloat(style.fontSize);
  return svg(
    "text",
    {
      x: part.getAttribute("x"),
      y: Number(part.getAttribute("y")) + BASELINE * size,
      fill: rgb(style.fill),
      stroke: rgb(style.stroke),
      "stroke-width": parseFloat(style.strokeWidth),
      "stroke-linejoin": "round",
      "paint-order": "stroke",
      "text-anchor": "middle",
      "font-family": style.fontFamily,
      "font-size": size,
    },
    part.textContent ?? "",
  );
}

/** @param {Element} element */
function frame(element) {
  const [x, y, width, height, rx] = ["x", "y", "width", "height", "rx"].map(
    (name) => element.getAttribute(name) ?? 0,
  );
  return svg("rect", { x, y, width, height, rx, fill: rgb(getComputedStyle(element).fill) });
}

/** @param {CSSStyleDeclaration} style */
function painted({ stroke, strokeWidth, strokeDasharray, strokeOpacity }) {
  return {
    fill: "none",
    stroke: rgb(stroke),
    "stroke-width": parseFloat(strokeWidth),
    "stroke-dasharray": strokeDasharray,
    "stroke-opacity": strokeOpacity,
  };
}

/** A colour as every program reads it: mixed ones have a form in CSS that few know. @param {string} colour */
function rgb(colour) {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (!context || colour === "none") return colour;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
  const mixed = [red, green, blue].join(",");
  if (!alpha) return NONE;
  return alpha < 255 ? `rgba(${mixed},${(alpha / 255).toFixed(2)})` : `rgb(${mixed})`;
}
