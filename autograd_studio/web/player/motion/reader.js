/** @import { Beat } from "./beats.js" */

const BETWEEN = 140; // ms between two steps of a beat
const REST = 350; // ms after its last one, at least
const STILL = { between: 700, rest: 900 }; // the same where nothing moves
const FRAME = 40; // ms between two steps that are swept over

/** Tells a run beat by beat, at the pace of one who reads. */
export class Reader {
  turn = 0; // which telling it is
  isPlaying = false;
  pace = 1;

  /**
   * @param {object} options
   * @param {() => Beat | null} options.next the next beat; null at the end
   * @param {(step: number, beat: Beat) => Promise<unknown>} options.show goes to a step; settles once all of it is there
   * @param {() => void} options.changed is told when it begins and ends
   * @param {() => boolean} options.isStill whether nothing may move
   * @param {() => number} [options.now] @param {(ms: number) => Promise<void>} [options.nap]
   */
  constructor({ next, show, changed, isStill, now = () => performance.now(), nap = sleep }) {
    this.next = next;
    this.show = show;
    this.changed = changed;
    this.isStill = isStill;
    this.now = now;
    this.sleep = nap;
  }

  /** Tell what is left of the run, or `once` no more than one beat. @param {boolean} [once] */
  async play(once = false) {
    const mine = ++this.turn;
    this.set(true);
    const goesOn = () => mine === this.turn;
    for (
      let beat = this.next();
      beat && goesOn();
      beat = goesOn() && !once && !beat.isLast ? this.next() : null
    )
      await this.tell(beat, goesOn);
    if (goesOn()) this.set(false);
  }

  stop() {
    this.turn++;
    this.set(false);
  }

  /** @param {boolean} isPlaying */
  set(isPlaying) {
    this.isPlaying = isPlaying;
    this.changed();
  }

  /** @param {Beat} beat @param {() => boolean} goesOn */
  async tell(beat, goesOn) {
    const began = this.now();
    const { between, rest } = this.isStill() ? STILL : { between: BETWEEN, rest: REST };
    for (let step = beat.from; step <= beat.to; step = this.after(step, beat, began)) {
      await this.show(step, beat);
      if (!goesOn()) return;
      await this.wait(beat.isSwept ? FRAME : between / beat.rate);
      if (!goesOn()) return;
    }
    if (beat.isLast) return;
    const left = beat.ms / this.pace - (this.now() - began);
    await this.sleep(Math.max(rest / beat.rate / this.pace, left));
  }

  /** The step that follows in a beat: as many are left out as it takes to sweep over it in time. @param {number} step @param {Beat} beat @param {number} began */
  after(step, { to, ms, isSwept }, began) {
    if (!isSwept || step >= to) return step + 1;
    const frames = Math.max(1, (ms / this.pace - (this.now() - began)) / FRAME);
    return Math.min(to, step + Math.max(1, Math.ceil((to - step) / frames)));
  }

  /** @param {number} ms at the usual pace */
  wait(ms) {
    return this.sleep(ms / this.pace);
  }
}

/** @param {number} ms @returns {Promise<void>} */
function sleep(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
