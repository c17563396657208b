// Where the card of a step stands: at the node at work, over nothing that counts.

/** @import { Rectangle } from "../model/shown.d.ts" */
/**
 * What is around the card, in px of the stage.
 * @typedef {{
 *   size: { w: number, h: number }, anchor: Rectangle | null, obstacles: (Rectangle & { weight?: number, isSolid?: boolean })[], points: [x: number, y: number][],
 * }} Scenery `obstacles` are what is not to be covered, under no circumstances where they are solid, `points` lie on the edges
 */
/** @typedef {{ x: number, y: number, lead: string, covers: boolean }} Place `lead` is a path from the node to its card; whether it `covers` something solid */

export const AIR = 8; // px around what is not to be covered
const EDGE = 10; // px that the card keeps to the sides of the stage
const NEAR = 12; // px between a node and its card
const ACROSS = 30; // px between two places that are tried
const DOWN = 20;
const HIT = 400; // what it costs to lie over something, and for each px² of it
const SOLID = 10; // times that, where there is another place
const AREA = 0.5;
const EDGES = 52; // for each point of an edge
const FAR = 1.1; // for each px away from the node
const ASIDE = 0.28; // for each px aside of its middle

/**
 * The place of a card of a size: the one that costs least of those at the node and of a raster over the stage.
 * @param {{ w: number, h: number }} card @param {Scenery} scenery
 * @returns {Place}
 */
export function cardPlace(card, scenery) {
  const { size, anchor, obstacles } = scenery;
  const low = size.h - card.h - EDGE;
  const covers = (/** @type {number} */ x, /** @type {number} */ y) =>
    obstacles.some((one) => one.isSolid && shared({ x, y, ...card }, one).every((length) => length > 1));
  if (!anchor) {
    const [x, y] = [(size.w - card.w) / 2, low].map(Math.round);
    return { x, y, lead: "", covers: covers(x, y) };
  }
  const [x, y] = cheapest(tried(card, size, anchor), costs(card, scenery, anchor)).map(Math.round);
  return { x, y, lead: leadTo({ x, y, ...card }, anchor, scenery), covers: covers(x, y) };
}

/**
 * @param {{ w: number, h: number }} card @param {{ w: number, h: number }} size @param {Rectangle} anchor
 * @returns {[x: number, y: number][]}
 */
function tried({ w, h }, size, anchor) {
  const [right, low] = [Math.max(EDGE, size.w - w - EDGE), Math.max(EDGE, size.h - h - EDGE)];
  const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.min(Math.max(at, EDGE), most);
  const xs = [anchor.x + (anchor.w - w) / 2, anchor.x, anchor.x + anchor.w - w, right];
  const ys = [anchor.y + anchor.h + NEAR, anchor.y - h - NEAR - 4, low];
  for (let x = EDGE; x < right; x += ACROSS) xs.push(x);
  for (let y = EDGE; y < low; y += DOWN) ys.push(y);
  return xs.flatMap((x) =>
    ys.map((y) => /** @type {[number, number]} */ ([within(x, right), within(y, low)])),
  );
}

/**
 * The first of the places that cost least.
 * @param {[x: number, y: number][]} places @param {ReturnType<typeof costs>} cost
 */
function cheapest(places, cost) {
  let [least, found] = [Infinity, places[0]];
  for (const place of places) {
    const own = cost(place, least);
    if (own < least) [least, found] = [own, place];
  }
  return found;
}

/**
 * What a place costs: how far it is from the node, and what it covers; no more than that it is at least `most`, if it is.
 * @param {{ w: number, h: number }} card @param {Scenery} scenery @param {Rectangle} anchor
 */
function costs({ w, h }, { obstacles, points }, anchor) {
  const [middleX, middleY] = [anchor.x + anchor.w / 2, anchor.y + anchor.h / 2];
  return (/** @type {[number, number]} */ [x, y], /** @type {number} */ most) => {
    const [dx, dy] = apart({ x, y, w, h }, anchor);
    const aside = Math.abs(x + w / 2 - middleX) * ASIDE + Math.abs(y + h / 2 - middleY) * 0.1;
    let sum = Math.hypot(dx, dy) * FAR + aside;
    for (const one of obstacles) {
      if (sum >= most) return sum;
      const [across, down] = shared({ x, y, w, h }, one);
      if (across > 0 && down > 0)
        sum += (HIT * (one.isSolid ? SOLID : 1) + across * down * AREA) * (one.weight ?? 1);
    }
    for (const [px, py] of points) {
      if (sum >= most) return sum;
      if (px > x - EDGE && px < x + w + EDGE && py > y - EDGE && py < y + h + EDGE) sum += EDGES;
    }
    return sum;
  };
}

/** How much two rectangles share of each axis; less than 0 where they are apart. @param {Rectangle} a @param {Rectangle} b */
const shared = (a, b) => [
  Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x),
  Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y),
];

/** How far two rectangles are apart, along each axis. @param {Rectangle} a @param {Rectangle} b */
const apart = (a, b) => [
  Math.max(0, a.x - b.x - b.w, b.x - a.x - a.w),
  Math.max(0, a.y - b.y - b.h, b.y - a.y - a.h),
];

/**
 * A line from a node straight to its card where they are apart, and nothing stands between them.
 * @param {Rectangle} card @param {Rectangle} anchor @param {Scenery} scenery
 */
function leadTo(card, anchor, { obstacles, points }) {
  const x = Math.round(anchor.x + anchor.w / 2);
  const isBelow = card.y > anchor.y + anchor.h;
  const [from, to] = isBelow ? [anchor.y + anchor.h + 3, card.y] : [anchor.y - 9, card.y + card.h];
  const [top, bottom] = [Math.min(from, to), Math.max(from, to)];
  const isOver = x > card.x + EDGE && x < card.x + card.w - EDGE;
  if (!isOver || (isBelow ? to - from : from - to) < 14) return "";
  const others = obstacles.filter((one) => apart(one, anchor).some((gap) => gap > 0));
  const isCrossed =
    others.some((one) => x > one.x && x < one.x + one.w && bottom > one.y && top < one.y + one.h) ||
    points.some(([px, py]) => Math.abs(px - x) < 6 && py > top && py < bottom);
  return isCrossed ? "" : `M${x} ${Math.round(from)}V${Math.round(to)}`;
}
