// A thumbnail as a drawing: where its boxes and lines lie in a view of WIDTH × HEIGHT.

/** @typedef {[column: number, y: number, kind: "leaf" | "result" | "constant"]} Node its middle */
/** @typedef {{ nodes: Node[], edges: [from: number, to: number][] }} Thumbnail lessons/thumbnail.py */
/** @typedef {{ x: number, y: number, width: number, height: number, kind: Node[2] }} Box */
/** @typedef {{ path: string, delay: number }} Line a path from user to input, and how many columns a gradient has gone before */

export const WIDTH = 256;
export const HEIGHT = 118;
const COLUMN = 62; // at most between two columns
const ROOM = { width: 196, height: 82 }; // between the middles of the outermost boxes
const APART = 5; // between two lines of the same boxes

/**
 * Return the boxes and lines of a thumbnail, in the middle of the view.
 * @param {Thumbnail} thumbnail
 */
export function sketch({ nodes, edges }) {
  const last = Math.max(1, ...nodes.map(([column]) => column));
  const lowest = Math.max(0, ...nodes.map(([, y]) => y));
  const column = Math.min(COLUMN, ROOM.width / last);
  const scale = lowest ? Math.min(1, ROOM.height / lowest) : 1;
  const width = Math.min(30, column * 0.56);
  const height = Math.min(18, Math.max(6, 21 * scale));
  const left = WIDTH / 2 - (Math.max(0, ...nodes.map(([at]) => at)) * column) / 2;
  const top = HEIGHT / 2 - (lowest * scale) / 2;
  const boxes = nodes.map(([at, y, kind]) => ({
    x: left + at * column - width / 2,
    y: top + y * scale - height / 2,
    width,
    height,
    kind,
  }));
  /** @type {Map<string, number>} */
  const drawn = new Map();
  const lines = edges.map(([from, to]) => {
    const pair = `${from} ${to}`;
    const same = edges.filter((edge) => edge.join(" ") === pair).length;
    const nth = drawn.get(pair) ?? 0;
    drawn.set(pair, nth + 1);
    const aside = (nth - (same - 1) / 2) * APART;
    return { path: curve(boxes[from], boxes[to], aside), delay: last - nodes[to][0] };
  });
  return { boxes, lines };
}

/** Return the path from a user's left back to its input's right, `aside` from the middle. @param {Box} input @param {Box} user @param {number} aside */
function curve(input, user, aside) {
  const [x1, y1] = [user.x, user.y + user.height / 2 + aside];
  const [x2, y2] = [input.x + input.width, input.y + input.height / 2 + aside];
  const bend = Math.max(6, (x1 - x2) / 2);
  return `M${round(x1)} ${round(y1)}C${round(x1 - bend)} ${round(y1)} ${round(x2 + bend)} ${round(y2)} ${round(x2)} ${round(y2)}`;
}

/** @param {number} x */
function round(x) {
  return Math.round(x * 10) / 10;
}
