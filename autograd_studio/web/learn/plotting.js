// A curve of points, and its tangent, as a drawing.

/** @typedef {[x: number, y: number]} Point */

/**
 * Return what a curve is at a number, between two of its points in proportion.
 * @param {Point[]} points by x @param {number} x
 */
export function valueAt(points, x) {
  const after = points.findIndex(([at]) => at >= x);
  if (after < 0) return points[points.length - 1][1];
  const [x2, y2] = points[after];
  if (after === 0 || x2 === x) return y2;
  const [x1, y1] = points[after - 1];
  return y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
}

/**
 * Return how numbers become places in a picture whose curve and tangent fill it.
 * @param {Point[]} points @param {Point[]} line the two ends of its tangent @param {{ left: number, top: number, right: number, bottom: number }} frame
 */
export function scales(points, line, { left, top, right, bottom }) {
  const ys = [...points, ...line].map(([, y]) => y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const [first, last] = [points[0][0], points[points.length - 1][0]];
  return {
    x: (/** @type {number} */ x) => left + ((x - first) / (last - first)) * (right - left),
    y: (/** @type {number} */ y) => bottom - ((y - low) / (high - low || 1)) * (bottom - top),
    low,
    high,
  };
}

/** Return the two ends of a tangent over the range of a curve. @param {Point[]} points @param {Point} touch @param {number} slope @returns {Point[]} */
export function tangent(points, [x0, y0], slope) {
  return [points[0][0], points[points.length - 1][0]].map((x) => [x, y0 + slope * (x - x0)]);
}

/** Return a number of four digits, with a true minus. @param {number} number */
export function told(number) {
  return String(Number(number.toPrecision(4))).replace("-", "−");
}

/** Return a change with its sign. @param {number} number */
export function change(number) {
  const rounded = Math.round(number * 1e4) / 1e4;
  return rounded > 0 ? `+${told(rounded)}` : told(rounded);
}
