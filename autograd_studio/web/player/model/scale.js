/** @import { Chapter } from "./types.d.ts" */

const WIDE = 0.08; // of all chapters: how many places a gap takes

/** Where chapters lie along their strip: each takes one place, and a gap, of iterations that are left out, takes several. */
export class Scale {
  /** @param {Chapter[]} chapters */
  constructor(chapters) {
    this.chapters = chapters;
    this.wide = Math.max(1, Math.round(WIDE * chapters.length));
    this.length = 0;
    this.starts = chapters.map((_, i) => {
      const start = this.length;
      this.length += this.isOpen(i) ? 1 + this.wide : 1;
      return start;
    });
    const { turns = [] } = chapters.findLast((one) => one.turns) ?? {};
    /** How many iterations the outermost loop has, and how many of the innermost one are in each of them. */
    this.total = turns[0]?.[1] ?? 0;
    this.each = turns.slice(1).reduce((count, [, total]) => count * total, 1);
  }

  /** Whether iterations are left out between a chapter and the next one. @param {number} i */
  isOpen(i) {
    const [one, next] = [this.chapters[i], this.chapters[i + 1]];
    return Boolean(one.gap && one.turns && next?.turns && flat(next.turns) > flat(one.turns) + 1);
  }

  /** Whether there is a gap between two chapters. @param {number} from @param {number} to */
  areApart(from, to) {
    for (let i = from; i < to; i++) if (this.isOpen(i)) return true;
    return false;
  }

  /** @param {number} i */
  middle(i) {
    return this.starts[i] + 0.5;
  }

  /**
   * The chapter at a share of the strip, 0 to 1, and where that is in a gap behind it, the iteration that would be there.
   * @param {number} share
   * @returns {{ chapter: number, missing: number | null }}
   */
  at(share) {
    const place = Math.max(0, Math.min(this.length - 0.01, share * this.length));
    let chapter = this.starts.length - 1;
    while (this.starts[chapter] > place) chapter--;
    const into = (place - this.starts[chapter] - 1) / this.wide;
    if (into < 0) return { chapter, missing: null };
    const [first, last] = this.missing(chapter);
    return { chapter, missing: first + Math.floor(into * (last - first + 1)) };
  }

  /** The first and last iteration of all that a gap behind a chapter leaves out, from 0. @param {number} i */
  missing(i) {
    const [before, after] = [this.chapters[i], this.chapters[i + 1]].map(({ turns = [] }) => flat(turns));
    return [before + 1, after - 1];
  }

  /**
   * Where an iteration is, counted from 0 through all loops: its chapter, or the one before the gap that it is in.
   * @param {number} wanted
   */
  find(wanted) {
    let found = this.chapters.findIndex(({ turns }) => turns);
    this.chapters.forEach(({ turns }, i) => {
      if (turns && flat(turns) <= wanted) found = i;
    });
    const { turns } = this.chapters[found];
    return { chapter: found, isMissing: this.isOpen(found) && wanted > flat(turns ?? []) };
  }

  /**
   * The backward pass to begin at, so that a missing iteration comes to lie amid what is kept, which will be as much as at the end.
   * @param {number} chapter @param {number} wanted
   */
  pass(chapter, wanted) {
    const [begun, count] = this.chapters[chapter].gap ?? [0, 0];
    const [first, last] = this.missing(chapter);
    const per = count / (last - first + 1);
    const kept = this.chapters.length - this.chapters.findLastIndex(({ gap }) => gap) - 1;
    return Math.max(0, Math.floor(begun + (wanted - first - kept / 2) * per));
  }
}

/** @param {[number: number, total: number][]} turns */
function flat(turns) {
  return turns.reduce((count, [number, total]) => count * total + number, 0);
}
