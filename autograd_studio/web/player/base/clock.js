const ASLEEP = 1000; // ms without a frame

/**
 * The beat of playing. It counts by time, not by frames: where frames are slow it asks for several steps at once,
 * so that n steps a second stay n steps a second.
 */
export class Clock {
  /** @param {(count: number) => void} advance */
  constructor(
    advance,
    {
      now = () => performance.now(),
      request = (/** @type {FrameRequestCallback} */ f) => requestAnimationFrame(f),
      cancel = (/** @type {number} */ id) => cancelAnimationFrame(id),
    } = {},
  ) {
    this.advance = advance;
    this.now = now;
    this.request = request;
    this.cancel = cancel;
    this.running = false;
    this.rate = this.began = this.done = this.frame = 0;
  }

  /** @param {number} perSecond */
  start(perSecond) {
    this.stop();
    this.running = true;
    this.rate = perSecond;
    this.began = this.now();
    this.done = 0;
    this.tick();
  }

  tick() {
    const before = this.now();
    this.frame = this.request(() => {
      const gap = this.now() - before;
      if (gap > ASLEEP) this.began += gap; // nobody was looking, as in a background tab
      const due = Math.floor(((this.now() - this.began) * this.rate) / 1000) - this.done;
      if (due > 0) {
        this.done += due;
        this.advance(due);
      }
      if (this.running) this.tick();
    });
  }

  stop() {
    this.running = false;
    this.cancel(this.frame);
  }
}
