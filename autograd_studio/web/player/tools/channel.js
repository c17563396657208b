const AT_ONCE = 3;
const AGAIN = 200; // ms after which a busy server is asked again

/**
 * @typedef {{ value: number, index: number, creation?: number, operation?: number, write?: number, seed?: [number, number] }} Replaced a number to replace
 * @typedef {{ nudge: Replaced | null, chapter?: number }} Wanted the run with it, or as it is; of one chapter alone, or all of it
 * @typedef {{ status: number, message?: string, shape?: string }} Answer
 */

/** Asks for one run after the other, a few at a time: while one is told or shown, the next runs. Of what is wanted beyond that the latest counts. */
export class Channel {
  /**
   * @param {(wanted: Wanted) => Promise<any>} send
   * @param {(wanted: Wanted, answer: any) => void} answered called for each answer that is not older than the last one
   */
  constructor(send, answered) {
    this.send = send;
    this.answered = answered;
    /** @type {Wanted[]} */
    this.queue = [];
    this.running = 0;
    this.wants = 0;
    this.asked = 0;
    this.told = 0;
  }

  get isBusy() {
    return this.running > 0;
  }

  /** @param {Wanted} wanted */
  async want(wanted) {
    this.wants++;
    this.queue = [wanted];
    if (this.running >= AT_ONCE) return;
    this.running++;
    let sent = this.next();
    while (sent) {
      const answer = await sent.answer;
      const isBusy = answer.status === 429;
      const isLate = sent.number < this.told;
      if (!isBusy) this.told = Math.max(this.told, sent.number);
      const following = isBusy ? null : this.next(); // is on its way while this answer is shown
      if (!this.closed && !isLate) this.answered(sent.wanted, answer);
      if (isBusy) {
        await rest();
        if (!this.queue.length && sent.number === this.asked && !this.closed) this.queue = [sent.wanted];
      }
      sent = following ?? this.next();
    }
    this.running--;
  }

  /** Send what is wanted now; null if nothing is. */
  next() {
    if (!this.queue.length) return null;
    const [wanted] = this.queue.splice(0);
    return { wanted, number: ++this.asked, answer: this.send(wanted) };
  }

  /**
   * Run once, as soon as nothing else runs; null where something else has been wanted since.
   * @param {Wanted} wanted @param {number} since what `wants` was then
   */
  async once(wanted, since) {
    while (this.wants === since && !this.closed) {
      const answer = this.isBusy ? null : await this.send(wanted);
      if (answer && answer.status !== 429) return answer;
      await rest();
    }
    return null;
  }

  close() {
    this.closed = true;
    this.queue = [];
  }
}

function rest() {
  return new Promise((resolve) => {
    setTimeout(resolve, AGAIN);
  });
}
