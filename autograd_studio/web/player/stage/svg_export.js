// The picture as a file: an SVG of what is on the page at a step, all of it, with the colours that it has there.
import { svg } from "../base/dom.js";

const MARGIN = 12;
const MOST_PIXELS = 16_000; // of a canvas along a side
const BASELINE = 0.34; // of the size of letters: how far below the middle of its row a text stands

/** @typedef {{ x: number, y: number }} Point */

/**
 * Draw boxes, links and frames as they are on the page.
 * @param {{ boxes: HTMLElement[], links: Iterable<SVGElement>, frames: Iterable<SVGElement>, markers: Iterable<SVGElement>, paper: string, size: [number, number], label: string }} parts
 * @returns {Element}
 */
export function picture({ boxes, links, frames, markers, paper, size: [width, height], label }) {
  const [w, h] = [width + 2 * MARGIN, height + 2 * MARGIN];
  return svg(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `${-MARGIN} ${-MARGIN} ${w} ${h}`,
      width: w,
      height: h,
      "font-family": "monospace",
    },
    svg("title", label),
    svg("defs", ...[...markers].map(marker)),
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
  const { display, visibility } = getComputedStyle(element);
  return display !== "none" && visibility !== "hidden";
}

/** @param {HTMLElement} element */
function box(element) {
  const [x, y] = [element.offsetLeft, element.offsetTop];
  const { borderTopLeftRadius } = getComputedStyle(element);
  return svg(
    "g",
    ground(element, x, y, borderTopLeftRadius),
    ...edges(element, parseFloat(borderTopLeftRadius)),
    ...[...element.children].flatMap((child) => row(/** @type {HTMLElement} */ (child), { x, y })),
  );
}

/** The edge of a box, the thick one of a leaf at its left, and the outline of one that is marked. @param {HTMLElement} element @param {number} radius */
function edges(element, radius) {
  const [x, y] = [element.offsetLeft, element.offsetTop];
  const [w, h] = [element.offsetWidth, element.offsetHeight];
  const around = (/** @type {number} */ away, /** @type {object} */ line) =>
    svg("rect", {
      x: x - away,
      y: y - away,
      width: w + 2 * away,
      height: h + 2 * away,
      rx: radius + away,
      ...line,
    });
  const edge = getComputedStyle(element, "::after");
  const [top, left] = [edge.borderTopWidth, edge.borderLeftWidth].map(parseFloat);
  const marked = getComputedStyle(element);
  const away = parseFloat(marked.outlineOffset) + parseFloat(marked.outlineWidth) / 2;
  const thick = () =>
    svg("path", { d: `M${x + left / 2} ${y + 3}v${h - 6}`, ...drawn(edge.borderLeftColor, left, "solid") });
  return [
    edge.content === "none" ? null : around(0, drawn(edge.borderTopColor, top, edge.borderTopStyle)),
    left > top ? thick() : null,
    marked.outlineStyle === "none"
      ? null
      : around(away, drawn(marked.outlineColor, parseFloat(marked.outlineWidth), marked.outlineStyle)),
  ];
}

/** @param {string} colour @param {number} width @param {string} style */
function drawn(colour, width, style) {
  const dashes = style === "dashed" ? "6 4" : style === "dotted" ? "2 3" : "none";
  return { fill: "none", stroke: rgb(colour), "stroke-width": width, "stroke-dasharray": dashes };
}

/**
 * A row of a box: its ground, and its texts where they stand.
 * @param {HTMLElement} element @param {Point} origin
 * @returns {(Element | null)[]}
 */
function row(element, origin) {
  if (!isSeen(element) || !element.textContent) return [];
  const [x, y] = [origin.x + element.offsetLeft, origin.y + element.offsetTop];
  const parts = [...element.children].filter(({ localName }) => localName !== "i");
  const texts = parts.length ? /** @type {HTMLElement[]} */ (parts) : [element];
  return [
    ground(element, x, y, getComputedStyle(element).borderTopLeftRadius),
    ...texts.filter(isSeen).map((part) => text(part, origin)),
  ];
}

/** @param {HTMLElement} element @param {Point} origin */
function text(element, origin) {
  const { color, fontSize, fontWeight, fontStyle, paddingLeft } = getComputedStyle(element);
  const size = parseFloat(fontSize);
  const room = Math.floor((element.clientWidth - parseFloat(paddingLeft)) / (0.6 * size)) + 1;
  const said = element.textContent ?? "";
  return svg(
    "text",
    {
      x: origin.x + element.offsetLeft + parseFloat(paddingLeft),
      y: origin.y + element.offsetTop + element.offsetHeight / 2 + BASELINE * size,
      fill: rgb(color),
      "font-size": size,
      "font-weight": fontWeight,
      "font-style": fontStyle,
    },
    said.length > room ? `${said.slice(0, room - 1)}…` : said,
  );
}

/** The ground of an element, unless that is transparent. @param {HTMLElement} element @param {number} x @param {number} y @param {string} radius */
function ground(element, x, y, radius) {
  const { backgroundColor } = getComputedStyle(element);
  const [width, height, rx] = [element.offsetWidth, element.offsetHeight, parseFloat(radius)];
  return backgroundColor === "rgba(0, 0, 0, 0)"
    ? null
    : svg("rect", { x, y, width, height, rx, fill: rgb(backgroundColor) });
}

/** @param {SVGElement} element */
function link(element) {
  return [...element.querySelectorAll(".line")].map((line) => {
    const style = getComputedStyle(line);
    return svg("path", {
      d: line.getAttribute("d") ?? "",
      ...painted(style),
      "marker-start": style.markerStart,
      "marker-end": style.markerEnd,
    });
  });
}

/** @param {SVGElement} element */
function frame(element) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => element.getAttribute(name) ?? 0);
  const style = getComputedStyle(element);
  return svg("rect", { x, y, width, height, rx: 8, ...painted(style), fill: rgb(style.fill) });
}

/** @param {SVGElement} element */
function marker(element) {
  const copy = /** @type {SVGElement} */ (element.cloneNode(true));
  copy.setAttribute("fill", rgb(getComputedStyle(element).fill));
  return copy;
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
  const parts = [red, green, blue].join(",");
  return alpha < 255 ? `rgba(${parts},${(alpha / 255).toFixed(2)})` : `rgb(${parts})`;
}
