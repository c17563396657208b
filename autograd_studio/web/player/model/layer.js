// What a backward pass with create_graph makes is not there before the pass makes it.

/** @import { Story } from "./story.js" */

/** The second layer of a graph: the boxes of recorded backward passes, their frames and their seeds. */
export class Layer {
  /** @param {Story} story */
  constructor(story) {
    this.story = story;
    const { boxes, clusters, folding } = story;
    const inside = (/** @type {number | null | undefined} */ cluster) =>
      folding.around(cluster).filter((c) => clusters[c].grows);
    /** The boxes of the layer by the cluster that grows. @type {Map<number, number[]>} */
    this.members = new Map(clusters.flatMap(({ grows }, c) => (grows ? [[c, []]] : [])));
    boxes.forEach(({ cluster, opens }, i) => {
      if (opens == null) for (const c of inside(cluster)) this.members.get(c)?.push(i);
    });
    const made = [...this.members.values()].flat();
    const seeds = made.flatMap((i) => story.neighbours[i].outputs.map((link) => story.links[link].to));
    this.boxes = new Set([...made, ...seeds.filter((i) => boxes[i].kind === "seed")]);
  }

  /** Whether a box is not to be seen yet. @param {number} i @param {number} step @returns {boolean} */
  isAbsent(i, step) {
    const { opens, copy_of: original } = this.story.boxes[i];
    if (opens != null) return this.isEmpty(opens, step);
    if (!this.boxes.has(i)) return false;
    if (original == null) return this.story.at(i, step).status === "pending";
    return this.story.neighbours[i].outputs.every((link) => this.isAbsent(this.story.links[link].to, step));
  }

  /** Whether nothing of a cluster is there yet, if it is one that grows. @param {number} cluster @param {number} step */
  isEmpty(cluster, step) {
    return Boolean(this.members.get(cluster)?.every((i) => this.isAbsent(i, step)));
  }

  /** Whether a link is not to be seen yet. @param {number} link @param {number} step */
  isLoose(link, step) {
    const { from, to } = this.story.links[link];
    return this.isAbsent(from, step) || this.isAbsent(to, step);
  }
}
