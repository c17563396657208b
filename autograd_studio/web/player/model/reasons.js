// The reasons of a payload, fitted to what is shown of it.

/** @import { Story } from "./story.js" */
/** @import { Crossing, Payload, Reason } from "./types.d.ts" */

const BAD = new Set(["error", "nan", "inf"]);

/** Whether a reason is about something that red is for. @param {Pick<Reason, "what">} reason */
export function isBad({ what }) {
  return BAD.has(what);
}

/**
 * A reason with the boxes of one graph, [first, end], numbered from 0.
 * @param {Reason} reason @param {[first: number, end: number]} boxes
 * @returns {Reason}
 */
export function ofGraph({ box, way = [], ...reason }, [first, end]) {
  const isHere = (/** @type {number} */ one) => one >= first && one < end;
  return {
    ...reason,
    box: box !== undefined && isHere(box) ? box - first : undefined,
    way: way.flatMap(([from, to, cut]) =>
      isHere(from) && isHere(to) ? [[from - first, to - first, cut]] : [],
    ),
  };
}

/**
 * A payload without the cuts of the lines from `line` on, which compute gradients by hand: what they read is meant to be numbers.
 * @param {Payload} payload @param {number} line
 * @returns {Payload}
 */
export function uncut(payload, line) {
  const isByHand = (/** @type {number | undefined} */ cut) =>
    cut !== undefined && (payload.reasons?.[cut].line ?? 0) >= line;
  const boxes = payload.boxes.map((box) => (isByHand(box.cut) ? { ...box, cut: undefined } : box));
  const links = payload.links.map((link) => (isByHand(link.cut) ? { ...link, cut: undefined } : link));
  return { ...payload, boxes, links };
}

/**
 * A payload in which what the built-in engine refuses has another remedy: the button that runs it on PyTorch.
 * @param {Payload} payload @param {string} remedy
 * @returns {Payload}
 */
export function offered(payload, remedy) {
  const reasons = payload.reasons?.map((reason) =>
    reason.cause === "refused" ? { ...reason, remedy } : reason,
  );
  return { ...payload, reasons };
}

/**
 * The way of a reason through a graph. Of a failure without one it is the way of the pass that failed, up to the node where it did.
 * @param {Reason} reason @param {Story} story
 * @returns {Crossing[]}
 */
export function wayOf({ what, way = [] }, story) {
  const { last, boxes } = story;
  const failed = boxes.findIndex((_, i) => story.at(i, last).status === "error");
  if (way.length || what !== "error" || failed < 0) return way;
  /** @type {Crossing[]} */
  const found = [];
  const known = new Set([failed]);
  for (const box of known)
    for (const link of story.neighbours[box].outputs)
      if (story.links[link].kind === "gradient" && story.hasSent(link, last)) {
        const { to } = story.links[link];
        found.push([box, to, false]);
        known.add(to);
      }
  return found;
}
