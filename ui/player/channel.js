// @ts-check
const AGAIN = 200; // ms after which a busy server is asked again

/**
 * @typedef {{ value: number, index: number, creation?: number, seed?: [number, number] } | null} Wanted a number, or the run as it is
 * @typedef {{ status: number, message?: string, shape?: string }} Answer
 */

/** Asks for one run after the other; of what is wanted in the meantime the latest counts. */
export class Channel {
  /**
   * @param {(wanted: Wanted) => Promise<any>} send
   * @param {(wanted: Wanted, answer: any) => void} answered called for each run that was not overtaken by a busy server
   */
  constructor(send, answered) {
    this.send = send;
    this.answered = answered;
    /** @type {Wanted[]} */
    this.queue = [];
    this.isBusy = false;
  }

  /** @param {Wanted} wanted */
  async want(wanted) {
    this.queue = [wanted];
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.queue.length) {
      const [next] = this.queue.splice(0);
      const answer = await this.send(next);
      if (answer.status === 429) {
        this.answered(next, answer);
        if (!this.queue.length) this.queue = [next];
        await rest();
      } else if (!this.closed) this.answered(next, answer);
    }
    this.isBusy = false;
  }

  /** Run once, as soon as nothing else runs; null where something else is wanted then. @param {Wanted} wanted */
  async once(wanted) {
    for (;;) {
      if (this.isBusy || this.closed) return null;
      const answer = await this.send(wanted);
      if (answer.status !== 429) return answer;
      await rest();
    }
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

/**
 * Ask the server.
 * @param {{ path: string, token: string }} way @param {Wanted} nudge
 */
export async function ask({ path, token }, nudge) {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token, nudge }),
    });
    return { status: response.status, ...(await response.json()) };
  } catch {
    return { status: 0 };
  }
}
