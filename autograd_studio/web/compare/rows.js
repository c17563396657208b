/** @typedef {[left: number | null, right: number | null]} Row steps that do the same thing; null where only the other side does it */

/** The steps of two runs side by side, and which row each is in. */
export class Rows {
  /** @param {Row[]} rows */
  constructor(rows) {
    this.rows = rows;
    /** @type {[Map<number, number>, Map<number, number>]} */
    this.places = [new Map(), new Map()];
    rows.forEach((row, place) =>
      row.forEach((step, side) => step !== null && this.places[side].set(step, place)),
    );
  }

  get last() {
    return Math.max(0, this.rows.length - 1);
  }

  /** The row of a step of one side. @param {0 | 1} side @param {number} step */
  of(side, step) {
    return this.places[side].get(step) ?? 0;
  }

  /** The nearest row there is. @param {number} row */
  clamp(row) {
    return Math.max(0, Math.min(this.last, row));
  }

  /**
   * The step that a side shows in a row, and whether it is idle there: then that is the last step before, or its first.
   * @param {0 | 1} side @param {number} row
   */
  at(side, row) {
    for (let k = row; k >= 0; k--) {
      const step = this.rows[k]?.[side];
      if (step != null) return { step, idle: k < row };
    }
    return { step: 0, idle: true };
  }
}
