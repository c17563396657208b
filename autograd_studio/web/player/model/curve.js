const PER_CURVE = 12; // lines that stand for a curve

/**
 * The numbers of a path "M x,y C x,y x,y x,y …" as one flat list.
 * @param {string} path
 */
export function points(path) {
  return (path.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number);
}

/**
 * The rectangle around a path's points (its curves lie inside of their control points).
 * @param {number[]} flat
 */
export function bounds(flat) {
  const xs = flat.filter((_, i) => i % 2 === 0),
    ys = flat.filter((_, i) => i % 2 === 1);
  const x = Math.min(...xs),
    y = Math.min(...ys);
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

/**
 * Points along a path that are so close that lines between them look like it.
 * @param {string} path
 * @returns {[x: number, y: number][]}
 */
export function polyline(path) {
  const flat = points(path);
  const curves = (flat.length - 2) / 6;
  const steps = Math.round(curves * PER_CURVE);
  return Array.from({ length: steps + 1 }, (_, i) => along(flat, i / steps));
}

/**
 * The point of a path of cubic curves at `t` from 0 to 1, every curve taking an equal part of it.
 * @param {number[]} flat @param {number} t
 * @returns {[x: number, y: number]}
 */
export function along(flat, t) {
  const curves = (flat.length - 2) / 6;
  const place = Math.min(Math.max(t, 0), 1) * curves;
  const curve = Math.min(Math.floor(place), curves - 1),
    u = place - curve;
  const at = (/** @type {0 | 1} */ axis) => {
    const [a, b, c, d] = [0, 2, 4, 6].map((i) => flat[curve * 6 + i + axis]);
    return (1 - u) ** 3 * a + 3 * (1 - u) ** 2 * u * b + 3 * (1 - u) * u ** 2 * c + u ** 3 * d;
  };
  return [at(0), at(1)];
}
