import { ofGraph } from "./reasons.js";

/** @import { Volume } from "./shown.d.ts" */
/** @import { Across, Chapter, Cluster, Graph, Parts, Payload, Step, Tracks } from "./types.d.ts" */

/**
 * The payload with one of its graphs alone, whose boxes, links and clusters are numbered from 0. All steps are there; those
 * of other graphs name no box and no link.
 * @param {Payload} payload @param {number} number
 * @returns {Volume}
 */
export function volume(payload, number) {
  const { size, across, boxes, links, clusters } = payload.graphs[number];
  if (payload.graphs.length < 2) return { ...payload, across };
  const [box, link, cluster] = [boxes[0], links[0], clusters[0]];
  const chapters = payload.chapters.filter(({ graph }) => graph === number);
  const steps = payload.steps.map(elsewhere);
  for (const { from, to } of chapters)
    for (let k = from; k <= to; k++) steps[k] = here(payload.steps[k], box, link);
  return {
    ...payload,
    chapters: payload.chapters.map(({ brought, ...one }) =>
      one.graph === number ? { ...one, brought: brought?.map(([i, ...ago]) => [i - box, ...ago]) } : one,
    ),
    size,
    across: across && sideways(across, cluster),
    steps,
    boxes: payload.boxes.slice(...boxes).map((one) => ({
      ...one,
      cluster: less(one.cluster, cluster),
      opens: less(one.opens, cluster),
      copy_of: less(one.copy_of, box),
      shows: less(one.shows, box),
    })),
    links: payload.links.slice(...links).map((one) => ({
      ...one,
      from: one.from - box,
      to: one.to - box,
      out: one.out && parts(one.out, cluster),
      in: one.in && parts(one.in, cluster),
    })),
    clusters: frames(payload.clusters.slice(...clusters), cluster),
    tracks: payload.tracks.slice(...boxes).map((rows) => tracks(rows, box, link)),
    reasons: payload.reasons?.map((reason) => ofGraph(reason, boxes)),
  };
}

/** @param {Across} across @param {number} first @returns {Across} */
function sideways(across, first) {
  return {
    ...across,
    clusters: frames(across.clusters, first),
    parts: across.parts.map(([link, out, into]) => [link, parts(out, first), parts(into, first)]),
  };
}

/** @param {Cluster[]} clusters @param {number} first @returns {Cluster[]} */
function frames(clusters, first) {
  return clusters.map((one) => ({ ...one, parent: less(one.parent, first) }));
}

/** @param {Parts} found @param {number} first @returns {Parts} */
function parts(found, first) {
  return found.map(([cluster, path]) => [cluster - first, path]);
}

/**
 * @param {number | null | undefined} index @param {number} first
 * @returns {any} a number, or what there was instead of one
 */
function less(index, first) {
  return index == null ? index : index - first;
}

/** @param {Step} step @returns {Step} */
function elsewhere({ kind, phase, say, line, forward_line, formula }) {
  return { kind, phase, say, line, forward_line, formula };
}

/** @param {Step} step @param {number} box @param {number} link @returns {Step} */
function here(step, box, link) {
  return {
    ...step,
    box: less(step.box, box),
    to: less(step.to, box),
    reads: step.reads?.map((one) => one - box),
    held: step.held?.map((one) => one - box),
    victims: step.victims?.map((one) => one - box),
    slots: step.slots?.map((one) => one - box),
    links: step.links?.map((one) => one - link),
    card: step.card?.sends
      ? { ...step.card, sends: step.card.sends.map((sent) => ({ ...sent, link: sent.link - link })) }
      : step.card,
  };
}

/** @param {Tracks} rows @param {number} box @param {number} link @returns {Tracks} */
function tracks(rows, box, link) {
  return {
    ...rows,
    saved: rows.saved?.map(([step, saved]) => [
      step,
      saved.map(([name, text, at, ...rest]) => [name, text, less(at, box), ...rest]),
    ]),
    sums: rows.sums?.map(([step, at, ...rest]) => [step, less(at, link), ...rest]),
  };
}

/**
 * The step of a chapter that does what `step` does in its own chapter; where there is none, the chapter's first.
 * @param {Step[]} steps @param {Chapter} from @param {Chapter} to @param {number} step
 */
export function counterpart(steps, from, to, step) {
  const same = (/** @type {number} */ k) =>
    ["kind", "box", "to", "line", "phase"].every(
      (name) => steps[k][/** @type {keyof Step} */ (name)] === steps[step][/** @type {keyof Step} */ (name)],
    );
  let nth = 0;
  for (let k = from.from; k < step; k++) nth += Number(same(k));
  for (let k = to.from; k <= to.to; k++) if (same(k) && nth-- === 0) return k;
  return to.from;
}
